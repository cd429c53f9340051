"""Cards by themselves: how many of each there are, what people call them, which hues are one shade."""

import pytest

from engine.components.cards import SPECIALS, UNKNOWN, Card, copies, family, full_deck, full_name, shades, swapped_hues
from engine.components.deck import repeated
from engine.components.hues import PRIMARIES, Hue


def test_the_deck_has_as_many_of_each_card_as_is_said():
    """CC-DECK-01, CC-DECK-02"""
    deck = full_deck()
    assert len(deck) == 168
    assert all(deck.count(card) == copies(card) for card in deck)


def test_any_number_of_cards_may_lie_face_down_and_none_is_seen_twice():
    draw, five = Card(special="draw"), Card(Hue.R, 5)
    assert repeated((UNKNOWN,) * 200) == ()
    assert repeated((draw, draw, five)) == ()
    assert repeated((draw, draw, draw, five, five)) == (draw, five)


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("GB7", "green-blue 7"),
        ("*swap:R<>G", "the swap of red and green"),
        ("*reverse-draw", "Reverse Draw"),
        ("??", "a card face down"),
    ],
)
def test_cards_have_names_to_be_read_out(card, name):
    assert full_name(Card.parse(card)) == name


def test_a_colour_swap_exchanges_two_opposite_hues_and_no_other_card_does():
    """CC-DECK-02."""
    pairs = [pair for name in SPECIALS if (pair := swapped_hues(name))]
    assert {frozenset(pair) for pair in pairs} == {frozenset((hue, hue.opposite)) for hue in Hue}
    assert len(pairs) == 6
    assert [swapped_hues(name) for name in ("", "draw", "swap-cards", "swap:R<>Y", "swap:")] == [None] * 5


def test_one_shade_is_a_primary_with_its_neighbours_or_any_three_neighbours():
    """CC-FAM-01, D-CC-03"""
    assert set(shades("primary")) == {family(hue) for hue in PRIMARIES}
    assert set(shades("all12")) == {family(hue) for hue in Hue}
    assert set(shades("primary")) < set(shades("all12"))
