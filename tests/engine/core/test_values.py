"""Changed copies and lists of moves, made the quick way, are what the slow way makes."""

import copy
import dataclasses
import pickle

import pytest

from engine.components.cards import UNKNOWN, Card, full_deck
from engine.components.hues import Hue
from engine.core.fast_constructor import fast_constructor, replace
from engine.core.serialization import from_json, to_json
from engine.games.roll_and_color.events import Reroll
from engine.games.spectrum_casino.events import Capture
from engine.games.spectrum_cribbage.events import ToCrib
from engine.games.spectrumo.events import LayCard
from engine.games.spectrumo.state import State

STATE = State((0, 0), (False, False), ((), ()), to_move=1)


def test_a_changed_copy_is_what_dataclasses_would_make():
    assert replace(STATE, to_move=0, drew=3) == dataclasses.replace(STATE, to_move=0, drew=3)
    assert replace(STATE) == STATE and replace(STATE) is not STATE


def test_a_name_that_is_no_field_is_refused():
    with pytest.raises(TypeError, match="no field 'turn'"):
        replace(STATE, turn=1)


def test_what_sorts_itself_is_left_to_dataclasses():
    with pytest.raises(TypeError, match=r"use dataclasses\.replace"):
        replace(Reroll(0, (Hue.R,), ()), seat=1)


@pytest.mark.parametrize(
    ("kind", "values"),
    [(ToCrib, (1, (UNKNOWN,))), (Reroll, (0, (Hue.R,), (Hue.B,))), (Capture, (0, UNKNOWN, (UNKNOWN,), ()))],
)
def test_a_made_move_is_the_move(kind, values):
    assert fast_constructor(kind)(*values) == kind(*values)


def test_a_maker_knows_how_many_fields_there_are():
    with pytest.raises(TypeError):
        fast_constructor(State)
    with pytest.raises(TypeError):
        fast_constructor(LayCard)(0, UNKNOWN)


def test_every_card_exists_once_however_it_is_made():
    for card in (*full_deck(), UNKNOWN):
        others = (
            Card(card.hue, card.number, card.special),
            Card(number=card.number, hue=card.hue, special=card.special),
            Card.parse(str(card)),
            pickle.loads(pickle.dumps(card)),
            copy.deepcopy(card),
            dataclasses.replace(card),
            from_json(Card, to_json(card)),
        )
        assert all(other is card for other in others)


def test_cards_sort_by_hue_and_number_then_specials_then_unknown_ones():
    cards = [UNKNOWN, *map(Card.parse, ("*draw", "PR12", "R2", "RO1", "R12"))]
    in_order = " ".join(map(str, sorted(cards, key=lambda card: card.order)))
    assert in_order == "R2 R12 RO1 PR12 *draw ??"
