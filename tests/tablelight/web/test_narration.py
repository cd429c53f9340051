"""Every entry of a log in words, as whoever reads it may know it."""

import pytest

from engine.core.events import Correct, Leave, Rename
from engine.core.match import Match
from tablelight.web.narration import in_words
from tablelight.web.viewer import Shown, Viewer

ROLL = "roll R R O G / RO RO BP P R"


@pytest.fixture
def match():
    played = Match.new("roll_and_color", ["Ann", "Ben"])
    played.add(played.parse(ROLL))
    played.add(played.parse("1: score R"))
    return played


def last(match, seat=None):
    return in_words(Shown(match, Viewer(seat)), len(match.log) - 1)


def test_an_event_is_a_sentence_about_who_did_it(match):
    assert last(match) == "Ann scores 3 in Red: 3 of that colour."


def test_what_was_taken_back_and_brought_back_is_told(match):
    match.undo()
    assert last(match) == "Taken back: Ann scores 3 in Red: 3 of that colour."


def test_a_correction_says_what_the_step_really_was(match):
    match.add(Correct(0, match.parse("roll R R R G / RO RO BP P R")))
    assert last(match).startswith("Step 1 was really: Ann rolls 4 red, ")


def test_new_names_and_somebody_who_goes_are_told(match):
    match.add(Rename(("Anna", "Ben")))
    assert last(match) == "The players are called Anna and Ben."
    match.add(Leave(1))
    assert last(match) == "Ben had to go."


def test_cards_laid_face_down_are_named_to_their_player_alone():
    played = Match.new("spectrum_cribbage", ["Ann", "Ben"])
    for text in ("cut 1 R1", "cut 2 G5", "deal"):
        played.add(played.parse(text))
    wanted = played.game.awaiting(played.state).details["count"]
    played.add(played.parse(f"1: crib {' '.join(['GB7', 'R3', 'R4', 'R5'][:wanted])}"))
    assert "green-blue 7" in last(played, 0)
    assert "green-blue" not in last(played, 1) and "face down" in last(played, 1)
