"""The moves of Spectrumo: cards that fit, draws, and what an exchange asks for (SO-PLAY, SO-DRAW, SO-SPECIAL-07)."""

from collections.abc import Iterator

from engine.components.cards import all_known
from engine.components.deck import DrawFromStock
from engine.core.events import Move, Seat
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick
from engine.games.spectrumo.fit import fitting_cards
from engine.games.spectrumo.judge import judge_draw, judge_pass
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import HandSwap, State
from engine.games.spectrumo.turn import card_below, chooser, free_to_give, swaps_of


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    if state.table is None or state.closed_by is not None or state.must_shuffle:
        return
    seat = chooser(state, options)
    if state.exchange is not None:
        yield from _exchange_moves(state, state.exchange, seat, options)
        return
    hand = state.hands[seat]
    playable = fitting_cards(hand, card_below(state), options)
    for card in playable:
        if card.special == "swap-cards":
            yield from swaps_of(state, seat, card)
        else:
            yield LayCard(seat, card)
    fitting = playable if all_known(hand) else []
    if judge_draw(state, fitting).ok:
        yield DrawFromStock(seat)
    if judge_pass(state, seat, fitting, options).ok:
        yield FinishTurn(seat)


def _exchange_moves(state: State, swap: HandSwap, seat: Seat, options: Options) -> Iterator[Move]:
    if swap.give or options.swap_pick == "owner_chooses":
        yield from (Give(seat, card) for card in dict.fromkeys(free_to_give(state, swap, seat)))
    else:
        yield from (Pick(seat, n + 1) for n in range(len(state.hands[swap.other]) - swap.passed))
