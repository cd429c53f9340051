"""An evening's points follow from the record: ties are shared, and what is undone or deleted puts them right."""

from fractions import Fraction

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import CallPlayers, EnterEvent, GoHome, TakeBack
from tablelight.session.evening import (
    Evening,
    EveningGame,
    Evenings,
    PlacePoints,
    next_players,
    places_of,
    sitting_out,
    table_of,
)
from tablelight.session.record import Record
from tablelight.session.table import GameTable

ROLL = "roll R R O G / R RO RO BP P"


def game(places, name="g"):
    return EveningGame(name, "roll_and_color", tuple(places), {who.casefold(): place for who, place in places.items()})


def points(*by_place, **places):
    table = table_of(Evening(points=PlacePoints(by_place)), [game(places)])
    return {row.name: row.points for row in table.rows}


def test_places_bring_what_the_table_agreed_on_and_ties_share_it():
    assert points(3, 1, Ann=1, Ben=2, Cem=3) == {"Ann": 3, "Ben": 1, "Cem": 0}
    assert points(3, 1, Ann=1, Ben=1, Cem=3) == {"Ann": 2, "Ben": 2, "Cem": 0}
    assert points(3, 1, Ann=1, Ben=2, Cem=2) == {"Ann": 3, "Ben": Fraction(1, 2), "Cem": Fraction(1, 2)}
    assert points(Ann=1, Ben=2, Cem=3) == {"Ann": 2, "Ben": 1, "Cem": 0}, "a point for each one behind"


def test_however_places_fall_no_points_are_made_or_lost():
    worth = PlacePoints((5, 3, 2, 1))
    for places in ([1, 2, 3, 4], [1, 1, 3, 4], [1, 2, 2, 2], [1, 1, 1, 1], [1, 2, 2, 4]):
        assert sum(worth.of(place, places.count(place), 4) for place in places) == 11


def test_who_has_equal_points_shares_the_place_and_who_sat_out_is_told():
    table = table_of(Evening(), [game({"Ann": 1, "Ben": 2}), game({"ben": 1, "Cem": 2})])
    assert [(row.name, row.place, row.points, row.played, row.won) for row in table.rows] == [
        ("ben", 1, 4, 2, 1), ("Ann", 2, 3, 1, 1), ("Cem", 3, 1, 1, 0),
    ]  # fmt: skip
    assert table.rows[1].by_game == (3, None) and sitting_out(table, ["ANN", "Ben"]) == ("Cem",)


def test_the_next_game_takes_in_who_sat_out_and_somebody_else_begins():
    table = table_of(Evening(), [game({"Ann": 1, "Ben": 2, "Cem": 3}), game({"Ann": 1, "Ben": 2, "Dia": 3})])
    assert next_players(table, ["Ann", "Ben", "Dia"], None) == ("Ben", "Dia", "Ann", "Cem")
    three = next_players(table, ["Ann", "Ben", "Dia"], 3)
    assert "Cem" in three and "Dia" in three and len(three) == 3


@pytest.mark.parametrize("by_place", [(-1,), (1, 2), (5000,), (1,) * 21])
def test_points_that_make_no_sense_are_refused(by_place):
    with pytest.raises(ValueError, match=r"[a-z]{4}"):
        PlacePoints(by_place)


# ---- at a table


class House:
    def __init__(self, folder):
        self.folder = folder
        self.start()

    def start(self):
        self.table = GameTable(lambda: Record.open(self.folder / "record.db"))
        self.evenings = Evenings(self.table, self.folder / "evening.json")

    def play(self, *names, winner=0):
        """A game that somebody leaves, so that points decide; the winner has some."""
        self.table.new_match(Match.new("roll_and_color", names))
        for seat in range(winner + 1):
            self.table.tell(EnterEvent(ROLL))
            self.table.tell(EnterEvent(f"{seat + 1}: score {'RO' if seat == winner else 'B'}"))
        self.table.tell(GoHome(0))
        return self.table.snapshot.match_id

    def points(self):
        return {row.name: float(row.points) for row in self.evenings.table().rows}


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.play("Old", "Game")
    house.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    house.evenings.begin("Friday")
    return house


def test_games_that_are_played_count_from_when_the_evening_began(house):
    assert house.points() == {}
    house.play("Ann", "Ben")
    house.play("Ann", "Cem", winner=1)
    assert house.points() == {"Ann": 4, "Cem": 3, "Ben": 1}
    house.evenings.end()
    house.play("Ben", "Cem")
    assert house.points() == {"Ann": 4, "Cem": 3, "Ben": 1}


def test_what_goes_on_brings_nothing_yet_and_what_is_undone_nothing_any_more(house):
    house.play("Ann", "Ben")
    house.table.tell(TakeBack())
    assert house.points() == {"Ann": 0, "Ben": 0} and not house.evenings.table().counted
    house.table.tell(GoHome(0))
    assert house.points() == {"Ann": 3, "Ben": 1}


def test_a_deleted_game_counts_no_more_until_it_is_brought_back(house):
    first = house.play("Ann", "Ben")
    house.play("Ann", "Ben")
    house.table.archive.delete(first)
    assert house.points() == {"Ann": 3, "Ben": 1}
    house.table.archive.bring_back(first)
    assert house.points() == {"Ann": 6, "Ben": 2}
    house.evenings.leave_out(first)
    assert house.points() == {"Ann": 3, "Ben": 1}


def test_a_game_that_goes_on_another_time_counts_once(house):
    first = house.play("Ann", "Ben")
    house.play("Ann", "Ben")
    house.table.go_on(first)
    house.table.tell(GoHome(1))
    assert house.points() == {"Ann": 6, "Ben": 2} and len(house.evenings.table().games) == 2


def test_the_points_are_the_same_after_a_power_cut(house):
    house.play("Ann", "Ben")
    before = house.points()
    house.table.close()
    house.start()
    assert house.evenings.on and house.evenings.evening.name == "Friday" and house.points() == before


def test_another_value_of_places_counts_for_the_games_before_too(house):
    house.play("Ann", "Ben")
    house.evenings.worth(PlacePoints((1,)))
    assert house.points() == {"Ann": 1, "Ben": 0}


def test_a_new_name_is_who_the_points_belong_to(house):
    house.play("Ann", "Ben")
    house.table.tell(TakeBack())
    house.table.tell(CallPlayers(("Zoe", "Ben")))
    house.table.tell(GoHome(0))
    assert house.points() == {"Zoe": 3, "Ben": 1}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version": 1}', b'{"games": 3}', b"\xff", b"x" * 300_000])
def test_a_damaged_file_loses_the_evening_and_no_game(house, content):
    house.play("Ann", "Ben")
    (house.folder / "evening.json").write_bytes(content)
    house.table.close()
    house.start()
    assert house.evenings.evening is None and len(house.table.archive.matches()) >= 2
    house.evenings.begin()
    assert house.evenings.on


def test_everybody_in_a_game_that_goes_on_has_no_place():
    assert places_of(Match.new("roll_and_color", ["Ann", "Ben"])) == {}
