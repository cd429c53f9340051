"""Hands at a simulated table of cards: what they type where the table could not read it."""

from engine.core.match import Match
from tablelight.bench.players import random_match
from tablelight.demo.card_hands import awaited_fact
from tablelight.referee.hypotheses import with_entries


def test_of_a_board_that_is_filled_up_only_the_new_cards_are_typed() -> None:
    """CA-BOARD-01: those that lie there are known."""
    truth, told = random_match("spectrum_casino", seed=1, stop=120), Match.new("spectrum_casino", ["Ann", "Ben"])
    filled_up = 0
    for index, event in truth.events:
        told = with_entries(told, [event.visible_to(None)])
        before, after = truth.at(index), truth.at(index + 1)
        lay_there = [card for card in told.state.board if card.known]
        fact = awaited_fact(told, before, after)
        if fact is not None:
            told = with_entries(told, [fact])
            filled_up += bool(lay_there)
        assert told.state.board == after.state.board
    assert filled_up
