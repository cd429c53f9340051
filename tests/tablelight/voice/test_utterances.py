"""What is said aloud: what is new, once, and no more than whoever listens wants to hear."""

from dataclasses import replace
from random import Random

import pytest

from engine.components.cards import full_name
from engine.components.hues import Hue
from engine.core.agreement import Agreement, Team
from engine.core.match import Match
from engine.core.standings import placings
from engine.core.turns import turns
from engine.games.roll_and_color.sheet import ROWS
from tablelight.referee.inputs import BoardObservation, Dismiss, EnterEvent, GoHome, TakeBack
from tablelight.session import dealing
from tablelight.voice.utterances import utterances
from tests.support.trays import NINE, ROLLING, asked, settled, tray


@pytest.fixture
def ears(table):
    """Something at the table that hears everything since it was last asked, as (kind, text)."""
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    heard = [table.snapshot]

    def hear(level="chatty"):
        before, now = heard[-1], table.snapshot
        heard.append(now)
        return [(one.kind, one.text) for one in utterances(before, now) if one.is_said(level)]

    return hear


def enter(table, text):
    table.tell(EnterEvent(text))


ROLL = "roll R O B P / RO YG YG GB BP"


def test_whoever_begins_to_listen_hears_how_things_stand(table):
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    assert [(one.kind, one.text) for one in utterances(None, table.snapshot)] == [
        ("turn", "Ann: roll all nine dice. Round 1 of 24.")
    ]


def test_a_card_is_heard_by_its_colour_and_number(table):
    """Ears have no card before them on which GB12 stands. Who is called like a card keeps the name."""
    match, random = Match.new("spectrumo", ["R2", "Ben"]), Random(1)
    while fact := dealing.next_fact(match, random):
        match.add(match.parse(fact))
    table.new_match(match)
    (said,) = [one.text for one in utterances(None, table.snapshot)]
    assert said.startswith(f"R2: play a card on {full_name(match.state.table)}")


def test_that_a_turn_takes_long_is_said_once_and_not_to_whom_it_no_longer_concerns(table, ears):
    enter(table, ROLL)
    ears()
    told = table.snapshot
    late = replace(told, version=told.version + 1, clock=replace(told.clock, reminded=True))
    assert [one.text for one in utterances(told, late) if one.is_said("short")] == [
        "Ann, take your time, but not all evening."
    ]
    assert utterances(late, replace(late, version=late.version + 1)) == ()
    assert utterances(told, replace(late, clock=late.clock.stopped(frozenset({"doubt"}), 1.0))) == ()
    enter(table, "1: score RO")
    assert "reminder" not in [one.kind for one in utterances(late, table.snapshot)]
    assert "reminder" not in [one.kind for one in utterances(None, late)]


def test_what_was_read_is_told_before_what_is_wanted(table, ears):
    enter(table, ROLL)
    kinds = [kind for kind, _ in ears()]
    assert kinds == ["read", "turn"]


def test_nothing_is_said_twice(table, ears):
    enter(table, ROLL)
    ears()
    assert ears() == []
    table.trouble("camera", "The camera is gone.")
    assert ears() == []


def test_who_wants_little_hears_whose_turn_it_is_and_not_what_was_read(table, ears):
    enter(table, ROLL)
    assert ears("short") == []  # it is still Ann's turn
    enter(table, "1: score RO")
    assert [kind for kind, _ in ears("short")] == ["turn"]


def test_points_are_told_as_the_turn_ends(table, ears):
    enter(table, ROLL)
    ears()
    enter(table, "1: score YG")
    told = dict(ears())
    points = int(turns(table.snapshot.referee.match)[-1].after[0])
    assert points and told["score"] == f"Ann now has {points} points."
    assert told["turn"].startswith("Ben: roll all nine dice")


def test_what_did_not_count_is_told_with_what_is_wanted_instead(table, ears):
    enter(table, "1: score RO")
    said = ears()
    assert [kind for kind, _ in said] == ["refused", "turn"]
    assert "roll all nine dice" in said[1][1]


def test_a_question_is_asked_once_and_the_turn_goes_on_after_its_answer(table, ears):
    unsure = settled((*tray(NINE)[1:], asked("R6", 0, Hue.R, Hue.O)))
    table.tell(ROLLING)
    table.tell(unsure)
    assert [kind for kind, _ in ears("short")] == ["question"]
    table.tell(unsure)
    assert ears() == []
    table.tell(Dismiss())
    assert [kind for kind, _ in ears("short")] == ["turn"]


def test_what_was_taken_back_is_said(table, ears):
    enter(table, ROLL)
    ears()
    table.tell(TakeBack())
    assert "correction" in dict(ears("short"))


def test_another_game_is_no_change_of_the_one_before(table, ears):
    enter(table, ROLL)
    table.new_match(Match.new("spectrum", ["Cy", "Dee"]))
    assert ears() == [("turn", "Cy: roll 2 dice.")]


def test_a_whole_game_is_played_by_ear(table, ears):
    """Nothing is seen: what to do is known from what is heard, the rows from memory; the end tells the true points."""
    random, names = Random(5), ("Ann", "Ben")
    rows = {name: list(ROWS) for name in names}
    said = [(one.kind, one.text) for one in utterances(None, table.snapshot)]
    while "win" not in dict(said):
        name, _, wanted = dict(said)["turn"].partition(": ")
        if wanted.startswith("roll all nine dice"):
            enter(table, dealing.next_fact(table.snapshot.referee.match, random))  # hands throw
        else:
            assert wanted.startswith("choose a row")
            enter(table, f"{names.index(name) + 1}: score {rows[name].pop()}")
        said = ears()
    assert rows == {"Ann": [], "Ben": []}
    match = table.snapshot.referee.match
    scores = match.game.scores(match.state)
    best = max(scores, key=scores.get)
    assert dict(said)["win"] == f"{names[best]} wins with {scores[best]} points!"


def test_a_team_of_the_house_is_heard_to_have_won(table):
    """As the page says it: not the one of the team who has most points."""
    together = Agreement(teams=(Team("Foxes", (0, 2)), Team("Hares", (1, 3))))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben", "Cem", "Dee"], agreement=together))
    random, before = Random(3), table.snapshot
    while not table.snapshot.referee.match.over:
        before, match = table.snapshot, table.snapshot.referee.match
        enter(table, dealing.next_fact(match, random) or str(next(iter(match.game.moves(match.state)))))
    said = {one.kind: one.text for one in utterances(before, table.snapshot)}
    best = placings(table.snapshot.referee.match)[0]
    assert said["win"] == f"{best.name} wins with {best.points} points!" and best.name in ("Foxes", "Hares")


def test_who_had_to_go_is_told_as_such_and_not_as_taken_back(table, ears):
    enter(table, ROLL)
    ears()
    table.tell(GoHome(1))
    assert ("correction", "Ben had to go.") in ears("short")


def test_a_game_that_goes_on_before_an_empty_board_asks_for_its_pieces_once(table):
    """As after a power cut, when somebody has cleared the table meanwhile."""
    match = Match.new("spectrum", ["Ann", "Ben"])
    for event in ("roll G B", "1: OFF>G1", "1: OFF>B1"):
        match.add(match.parse(event))
    table.new_match(match)
    on, empty = table.snapshot, BoardObservation(frozenset(), quiet=True)
    table.tell(empty)
    bare = table.snapshot
    (said,) = utterances(on, bare)
    assert said.is_said("short") and "set the board up" in said.text and "green 1" in said.text
    table.tell(replace(empty, occupied=frozenset({"G1"})))
    assert utterances(bare, table.snapshot) == ()
    begun = table.snapshot
    table.tell(replace(empty, occupied=frozenset({"G1", "B1"})))
    assert [one.kind for one in utterances(begun, table.snapshot)] == ["turn"]


def test_a_game_that_begins_tells_nobody_to_set_up_its_pieces(table):
    table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    table.tell(BoardObservation(frozenset({"R9"}), quiet=True))
    assert [one.kind for one in utterances(None, table.snapshot)] == ["turn"]
