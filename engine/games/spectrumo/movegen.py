"""The moves of Spectrumo: cards that fit, draws, and what an exchange asks for (SO-PLAY, SO-DRAW, SO-SPECIAL-07)."""

from collections.abc import Iterator

from engine.components.cards import Card, all_known
from engine.components.deck import DrawFromStock
from engine.core.events import Move, Seat
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick
from engine.games.spectrumo.fit import fitting_cards
from engine.games.spectrumo.judge import judge_draw, judge_pass
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import HandSwap, State
from engine.games.spectrumo.turn import card_below, chooser, free_to_give


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    if state.table is None or state.closed_by is not None or state.must_shuffle:
        return
    seat = chooser(state, options)
    if state.exchange is not None:
        yield from _exchange_candidates(state, state.exchange, seat, options)
        return
    hand = state.hands[seat]
    laid = fitting_cards(hand, card_below(state), options)
    for card in laid:
        if card.special == "swap-cards":
            yield from _partners(state, seat, card)
        else:
            yield LayCard(seat, card)
    fitting = laid if all_known(hand) else []
    if judge_draw(state, fitting).ok:
        yield DrawFromStock(seat)
    if judge_pass(state, seat, fitting, options).ok:
        yield FinishTurn(seat)


def _exchange_candidates(state: State, swap: HandSwap, seat: Seat, options: Options) -> Iterator[Move]:
    if swap.give or options.swap_pick == "owner_chooses":
        yield from (Give(seat, card) for card in dict.fromkeys(free_to_give(state, swap, seat)))
    else:
        yield from (Pick(seat, n + 1) for n in range(len(state.hands[swap.other]) - swap.passed))


def _partners(state: State, seat: Seat, card: Card) -> Iterator[Move]:
    for other in state.active:
        if other != seat:
            most = min(len(state.hands[seat]) - 1, len(state.hands[other]))
            yield from (LayCard(seat, card, other, count) for count in range(1, most + 1))
