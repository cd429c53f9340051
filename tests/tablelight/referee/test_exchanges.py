"""A piece that comes to stand where another's stood changes no switch: it is asked, once and gently."""

import re
from html import unescape

import pytest

from engine.components.lights import Meaning
from engine.core.match import Match
from tablelight.bench.players import random_match
from tablelight.referee.inputs import BoardObservation, BoardSighting, EnterEvent, IgnoreSwitches
from tablelight.referee.lights import all_lights
from tablelight.referee.piece_places import changed, landings, owners
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches

ANN_STANDS_ON_G1 = ("roll G B", "1: OFF>G1", "1: OFF>B1", "roll G R")
"""Ben may come in where Ann's pawn stands."""


class Table:
    """A board of switches, and hands over it."""

    def __init__(self, match):
        self.state = RefereeState(match)
        self.lies = set(owners(match))
        self.feel(quiet=True)

    def feel(self, *, quiet):
        self.state, _ = step(self.state, BoardObservation(frozenset(self.lies), quiet=quiet))

    def change(self, *spots):
        for spot in spots:
            self.lies ^= {spot}
            self.feel(quiet=False)

    def exchange(self, *spots):
        """Lift what stands there, put something down on each, and take the hands off."""
        self.change(*spots)
        self.change(*spots)
        self.feel(quiet=True)

    @property
    def asks(self):
        return self.state.pieces.why is not None and self.state.pieces.why.reason == "EXCHANGED"

    @property
    def log(self):
        return [str(entry) for entry in self.state.match.log]

    def says(self):
        return unescape(re.sub(r"<[^>]+>", " ", switches.panel(self.state, may_write=True)))


def spectrum(*moves):
    match = Match.new("spectrum", ["Ann", "Ben"])
    for move in moves:
        match.add(match.parse(move))
    return match


@pytest.fixture
def table():
    made = Table(spectrum(*ANN_STANDS_ON_G1))
    made.exchange("G1")
    return made


def test_a_pawn_that_may_have_come_in_where_an_enemy_stood_is_asked_about_and_does_not_count_by_itself(table):
    assert table.asks and len(table.log) == 4
    assert "green 1" in table.says() and "Play on" in table.says() and "Nothing happened" in table.says()
    assert all_lights(table.state)["G1"].meaning is Meaning.CHOSEN


def test_lifting_it_and_putting_it_down_again_says_that_it_came_in(table):
    table.exchange("G1")
    assert table.log[4:] == ["2: OFF>G1"] and table.state.pieces.why is None


def test_it_says_so_however_slowly_it_is_lifted(table):
    table.change("G1")
    table.feel(quiet=True)
    table.change("G1")
    table.feel(quiet=True)
    assert table.log[4:] == ["2: OFF>G1"]


def test_a_tap_says_that_nothing_happened(table):
    table.state, _ = step(table.state, IgnoreSwitches())
    assert table.state.pieces.why is None and not table.state.pieces.ignored and len(table.log) == 4


def test_playing_on_says_so_as_well():
    table = Table(spectrum(*ANN_STANDS_ON_G1[:3], "roll G O"))
    table.exchange("G1")
    table.state, _ = step(table.state, EnterEvent("OFF>O1"))
    assert table.log[4:] == ["2: OFF>O1"] and table.state.pieces.why is None


BEN_IS_IN = ("roll R O", "2: OFF>R1", "2: OFF>O1", "roll P B", "1: OFF>P1", "1: B1>B2")


def test_another_move_of_the_same_turn_leaves_it_open_and_is_asked_about():
    table = Table(spectrum(*ANN_STANDS_ON_G1[:3], *BEN_IS_IN, "roll G R"))
    table.exchange("G1")
    table.change("R1", "R2")
    table.feel(quiet=True)
    why, ways = table.state.pieces.why, ["; ".join(map(str, way)) for way in table.state.pieces.explanations]
    assert why is not None and why.reason == "WHICH_MOVE"
    assert sorted(ways) == ["2: R1>R2", "2: R1>R2; 2: OFF>G1"]


def test_placing_the_captive_says_that_it_came_in(table):
    table.change("P1")
    table.feel(quiet=True)
    assert table.log[4:] == ["2: OFF>G1", "2: place P1"] and table.state.pieces.why is None


def test_a_pawn_that_may_be_the_captive_or_one_that_came_in_is_asked_about(table):
    table.change("R1")
    table.feel(quiet=True)
    assert len(table.log) == 4 and table.state.pieces.why is not None
    ways = ["; ".join(map(str, way)) for way in table.state.pieces.explanations]
    assert {"2: OFF>G1; 2: place R1", "2: OFF>R1"} <= set(ways)


def test_what_is_entered_and_fits_only_if_it_came_in_says_so(table):
    table.state, _ = step(table.state, EnterEvent("place P1"))
    assert table.log[4:] == ["2: OFF>G1", "2: place P1"]


def test_what_is_entered_and_fits_by_neither_is_refused_and_it_is_still_asked(table):
    table.state, _ = step(table.state, EnterEvent("roll B B"))
    assert len(table.log) == 4 and table.state.refused is not None and table.asks


def test_a_roll_does_not_say_that_it_came_in():
    """It would end the turn; but the piece may have been straightened, and the move forgotten."""
    first = "roll O P; 1: OFF>O1; 1: OFF>P1; roll R B; 2: OFF>R1; 2: OFF>B1; roll R Y; 1: OFF>Y1; 1: Y1>Y2"
    then = "roll Y G; 2: OFF>G1; 2: OFF>Y1; roll Y B; 1: Y2>Y1"
    table = Table(spectrum(*f"{first}; {then}".split("; ")))
    table.exchange("B1")
    before, roll = table.log, EnterEvent("roll O O")
    table.state, _ = step(table.state, roll)
    assert table.log == before and table.state.refused is not None and table.asks
    table.exchange("B1")
    table.state, _ = step(table.state, roll)
    assert table.log[len(before) :] == ["1: OFF>B1", "roll O O"]


def test_a_move_on_the_page_ends_the_question(table):
    table.state, _ = step(table.state, EnterEvent("OFF>R1"))
    assert not table.asks


def test_a_camera_that_sees_whose_piece_stands_there_answers_it(table):
    table.state, _ = step(table.state, BoardSighting({"G1": 0, "B1": 0}))
    assert not table.asks and len(table.log) == 4
    table = Table(spectrum(*ANN_STANDS_ON_G1))
    table.exchange("G1")
    table.state, _ = step(table.state, BoardSighting({"G1": 1, "B1": 0}))
    assert table.log[4:] == ["2: OFF>G1"]


def test_a_camera_that_sees_it_before_hands_are_off_lets_it_count_at_once():
    table = Table(spectrum(*ANN_STANDS_ON_G1))
    table.change("G1")
    table.change("G1")
    table.state, _ = step(table.state, BoardSighting({"G1": 1, "B1": 0}))
    assert table.log[4:] == ["2: OFF>G1"]


def test_what_only_the_camera_takes_for_another_piece_is_asked():
    """Nobody touched it: the light may have changed."""
    table = Table(spectrum(*ANN_STANDS_ON_G1))
    table.state, _ = step(table.state, BoardSighting({"G1": 1, "B1": 0}))
    assert table.state.pieces.why is not None and len(table.log) == 4


def test_a_piece_that_is_lifted_and_put_back_where_no_move_would_capture_it_asks_nothing():
    table = Table(spectrum("roll G B", "1: OFF>G1", "1: OFF>B1", "roll R O"))
    table.exchange("G1")
    assert table.state.pieces.why is None


def test_a_piece_that_was_missed_and_is_put_back_asks_nothing():
    table = Table(spectrum(*ANN_STANDS_ON_G1))
    table.change("G1")
    table.state, _ = step(table.state, BoardObservation(frozenset(table.lies), quiet=True, long=True))
    assert table.state.pieces.why is not None
    table.change("G1")
    table.feel(quiet=True)
    assert table.state.pieces.why is None and len(table.log) == 4


def test_coins_that_change_places_are_asked_about():
    whole = random_match("sixchex_spectrum", seed=0)
    for n, event in whole.events:
        before, after = owners(whole.at(n)), owners(whole.at(n + 1))
        if before != after and before.keys() == after.keys():
            table = Table(whole.at(n))
            table.exchange(*sorted(changed(before, after) | (landings((event,)) & before.keys())))
            assert table.asks
            assert str(event) in [str(entry) for way in table.state.pieces.explanations for entry in way]
            return
    pytest.fail("no coins changed places in this game")
