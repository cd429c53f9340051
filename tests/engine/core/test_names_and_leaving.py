"""Players can be called otherwise and can go home; both stand in the log, and both can be taken back."""

import copy
import json

import pytest

from engine.core.errors import NotUnderstood, Refused, ReplayBroken
from engine.core.events import Correct, Leave, Rename, Undo
from engine.core.log_format import entry_from_json, entry_to_json
from engine.core.match import Match
from engine.inference.observation import Observation
from engine.texts import explain
from tests.support.random_games import NAMES, each, some

ROLL, OTHER = "roll R R O G / R RO RO BP P", "roll R R O Y / R RO RO BP P"


@pytest.fixture
def match():
    match = Match.new("roll_and_color", ["Player 1", "Player 2"])
    match.add(match.parse(ROLL))
    return match


def again(match):
    """The match as it comes back from its written form."""
    return Match.from_json(json.loads(json.dumps(match.to_json())))


def refused(match, entry):
    before = list(match.log), match.state, match.seats
    with pytest.raises(Refused) as raised:
        match.add(entry)
    assert (list(match.log), match.state, match.seats) == before
    sentence = explain(match.game.name, raised.value.verdict, match.seats)
    assert sentence.endswith(".") and "{" not in sentence and "_" not in sentence
    return raised.value.verdict.reason


def test_a_new_name_holds_at_once_and_changes_nothing_else(match):
    state, events = match.state, match.events
    match.add(Rename(("Ann", "Ben")))
    assert match.seats == ("Ann", "Ben") and (match.state, match.events) == (state, events)
    match.add(match.parse("1: score RO"))
    assert match.seats == ("Ann", "Ben") and len(match.events) == 2


@pytest.mark.parametrize("name", ["👩‍👩‍👧‍👦 Family", "Kim 🏳️‍🌈", "نیلوفر‌جان", "Zoë 🫨"])
def test_a_player_may_be_called_as_people_are(match, name):
    match.add(Rename((name, "Ben")))
    assert match.seats == (name, "Ben") and Match.from_json(match.to_json()).seats == (name, "Ben")


def test_a_new_name_is_written_down_and_read_back_and_the_header_stays_as_it_was(match):
    match.add(Rename(("Ann", "Ben")))
    assert match.to_json()["seats"] == ["Player 1", "Player 2"]
    assert again(match).seats == ("Ann", "Ben") and again(match).log == match.log


def test_a_new_name_is_taken_back_and_brought_back_like_any_other_change(match):
    match.add(Rename(("Ann", "Ben")))
    match.undo()
    assert match.seats == ("Player 1", "Player 2")
    match.add(Undo(match.redo_target()))
    assert match.seats == ("Ann", "Ben")
    assert again(match).seats == ("Ann", "Ben")


def test_taking_a_move_back_keeps_the_names_given_before_it(match):
    match.add(Rename(("Ann", "Ben")))
    match.add(match.parse("1: score RO"))
    match.undo()
    assert match.seats == ("Ann", "Ben") and len(match.events) == 1


def test_a_corrected_roll_keeps_the_names_and_who_left(match):
    match.add(Rename(("Ann", "Ben")))
    match.add(Leave(1))
    match.add(Correct(0, match.agreed.parse(OTHER, match.state)))
    assert match.seats == ("Ann", "Ben") and match.left == 1 and match.broken is None
    assert again(match).left == 1


def test_who_looks_back_reads_the_names_of_now(match):
    match.add(Rename(("Ann", "Ben")))
    assert match.at(1).seats == ("Ann", "Ben") and match.at(0).events == []
    assert match.fork().seats == ("Ann", "Ben")


def test_players_can_change_names_with_each_other(match):
    match.add(Rename(("Player 2", "Player 1")))
    assert match.seats == ("Player 2", "Player 1")


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("Ann",), "NAMES_COUNT"),
        (("Ann", "Ben", "Cem"), "NAMES_COUNT"),
        (("Ann", " "), "NO_NAME"),
        (("Ann", "x" * 81), "NO_NAME"),
        (("Ann", "B\nen"), "NO_NAME"),
        (("Ann", "B\u2028en"), "NO_NAME"),
        (("Ann", "\u202eneB"), "NO_NAME"),
        (("Ann", "Ann "), "NAME_TWICE"),
        (("Player 1", "Player 2"), "NAMES_AS_BEFORE"),
    ],
)
def test_names_that_cannot_be_are_refused_in_words(match, names, reason):
    assert refused(match, Rename(names)) == reason


@each
def test_when_somebody_leaves_any_game_stands_still_with_its_standing(setup):
    game, state, _ = list(some(setup, 5))[-1]
    match = Match(game, NAMES[: setup.seats], state)
    if game.awaiting(state).actor == "nobody":
        assert refused(match, Leave(0)) == "OVER_ALREADY"
        return
    scores, awaiting = game.scores(state), game.awaiting(state)
    match.add(Leave(setup.seats - 1))
    assert match.left == setup.seats - 1 and match.game.scores(match.state) == scores
    assert match.game.awaiting(match.state).actor == "nobody" and match.game.mover(match.state) is None
    assert not list(match.game.moves(match.state)) and not match.game.explanations(match.state, Observation((), ()))
    assert match.game.lights(match.state) == {} and match.game.name == game.name
    if moves := list(game.moves(state)):
        assert refused(match, moves[0]) == "SOMEBODY_LEFT"
    assert refused(match, Leave(0)) == "OVER_ALREADY"
    match.undo()
    assert match.left is None and match.state == state and match.game.awaiting(state) == awaiting


def test_who_left_is_written_down_and_read_back(match):
    match.add(Leave(0))
    assert again(match).left == 0
    match.add(Rename(("Ann", "Ben")))
    match.undo()
    match.undo()
    assert again(match).left is None
    match.add(match.parse("1: score RO"))


def test_a_match_that_somebody_left_can_be_copied(match):
    match.add(Leave(0))
    twin = copy.deepcopy(match)
    assert twin.left == 0 and twin.game.awaiting(twin.state).actor == "nobody" and twin.game.name == match.game.name


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_leaves_from_a_seat_that_is_not_there(match, seat):
    assert refused(match, Leave(seat)) == "NO_SUCH_SEAT"


@pytest.mark.parametrize("entry", [Rename(("Ann", "Ben")), Leave(1)])
def test_an_entry_about_people_has_a_plain_form(match, entry):
    assert entry_from_json(match.game, entry_to_json(entry)) == entry


@pytest.mark.parametrize(
    "plain", [{"rename": "Ann"}, {"rename": [1, 2]}, {"rename": None}, {"leave": "1"}, {"leave": True}]
)
def test_what_is_no_such_entry_is_refused(match, plain):
    with pytest.raises(NotUnderstood):
        entry_from_json(match.game, plain)
    with pytest.raises(ReplayBroken):
        match.replay(1, plain)
