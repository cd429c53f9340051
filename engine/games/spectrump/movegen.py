"""The moves of Spectrump: changes between sets, bids, cards for the trick."""

from collections.abc import Iterator
from itertools import combinations, product

from engine.components.cards import all_known, numbered
from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.spectrump import auction
from engine.games.spectrump.events import Load, PassAuction, PlayToTrick
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import State

_load = fast_constructor(Load)


def pseudo_legal_moves(state: State, setup: SpectrumpSetup) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    seat = state.to_move
    if state.phase == "play":
        hand = state.hand
        if all_known(hand):
            yield from (PlayToTrick(seat, card) for card in hand)
        else:
            elsewhere = set(state.cards()) - set(hand)
            deck = (card for card in numbered() if card.number <= setup.highest)
            yield from (PlayToTrick(seat, card) for card in deck if card not in elsewhere)
    elif state.phase == "auction":
        if auction.judge_pass(state, PassAuction(seat), setup.options).ok:
            yield PassAuction(seat)
        yield from auction.bids(state, seat, setup.highest)
    elif state.phase == "load":
        yield Load(seat)
        if state.loads < setup.set_size:
            known = [[card for card in hand if card.known] for hand in state.hands[seat]]
            for one, other in combinations(known, 2):
                yield from (_load(seat, pair) for pair in product(one, other))
