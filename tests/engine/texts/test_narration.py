"""Every event of every game is told in a sentence, and none of them tells what is hidden."""

import json
import re
from pathlib import Path

import pytest

from engine.components.cards import Card
from engine.components.deck import Deck
from engine.core.match import Match
from engine.texts.narration import by_notation, in_full, narrated

PLAYED = sorted((Path(__file__).parents[2] / "golden" / "playthroughs").glob("*.json"))


def sentences(match):
    """Each event that counts with its sentence."""
    for index, event in match.events:
        before, after = match.state_at(index), match.state_at(index + 1)
        yield event, narrated(match.game_at(index), before, event, after, match.seats)


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_every_event_of_a_whole_game_is_a_sentence(file):
    for event, said in sentences(Match.from_json(json.loads(file.read_text())["match"])):
        assert said != by_notation(event, ()), event
        assert said[0].isupper() and said[-1] in ".!", said
        assert not re.search(r"[{}<>*]|\?\?|nothing and|\bNone\b|  ", said), said


def test_a_jump_a_row_and_a_trick_read_as_people_would_say_it():
    told = {said for file in PLAYED for _, said in sentences(Match.from_json(json.loads(file.read_text())["match"]))}
    assert "Ann jumps Ben on purple 2 and lands on purple 3." in told
    assert "Ben scores 2 in Primary combo: 2 of one colour and 3 of its opposite." in told
    assert "Player 2 plays red-orange 3, and Player 4 takes the trick." in told


def test_hidden_cards_are_counted_and_not_named():
    assert in_full((Card.parse("GB7"), Card(), Card())) == ("green-blue 7", "2 cards face down")
    match = Match.new("spectrum_cribbage", ["Ann", "Ben"])
    event = match.parse("1: crib GB7 R1").visible_to(1)
    assert (
        narrated(match.game, match.state, event, match.state, match.seats)
        == "Ann lays 2 cards face down into the crib."
    )
    deck = Deck((Card.parse("GB7"),)).visible_to(None)
    assert narrated(match.game, match.state, deck, match.state, match.seats) == "The cards are shuffled."


def test_an_event_that_cannot_be_told_stands_there_in_its_notation():
    match = Match.new("roll_and_color", ["Ann"])
    event = match.parse("1: score CMB_PRI")
    assert narrated(match.game, None, event, None, match.seats) == "Ann: score CMB_PRI"
