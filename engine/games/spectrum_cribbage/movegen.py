"""The moves of Spectrum Cribbage: cards for the crib, cards to play, Go, and counts."""

from collections.abc import Iterator
from itertools import combinations

from engine.components.cards import Card, all_known, numbered
from engine.components.hands import Hand
from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.spectrum_cribbage.events import CountHand, PegCard, SayGo, ToCrib
from engine.games.spectrum_cribbage.options import Options, cards_to_crib
from engine.games.spectrum_cribbage.scoring import breakdown
from engine.games.spectrum_cribbage.state import State

_to_crib = fast_constructor(ToCrib)


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    seat = state.to_move
    if state.phase == "layaway":
        for owner, hand in enumerate(state.hands):
            if not state.laid[owner]:
                picks = combinations(hand, cards_to_crib(len(state.hands)))
                yield from (_to_crib(owner, c) for c in (picks if all_known(hand) else dict.fromkeys(picks)))
    elif state.phase == "play":
        hand = state.hands[seat]
        yield from (PegCard(seat, card) for card in (hand if all_known(hand) else _may_be(hand, state.cards())))
        yield SayGo(seat)
    elif state.phase == "count" and (state.counted < len(state.hands) or all_known(state.crib)):
        if not options.muggins:
            yield CountHand(seat)
        else:
            yield from (CountHand(seat, claim=n) for n in range(breakdown(state, options).total + 1))


def _may_be(hand: Hand, public: Hand) -> Iterator[Card]:
    """What a card of a hand that nobody saw may turn out to be: its known cards, and all that are nowhere else."""
    gone = set(public) - set(hand)
    return (card for card in numbered() if card not in gone)


def lists_legal(state: State) -> bool:
    """Whether all the moves listed here are legal, so that none has to be judged."""
    # Any cards of a known hand may be laid away, and any count up to the right one may be claimed.
    return state.phase == "count" or (state.phase == "layaway" and all(map(all_known, state.hands)))
