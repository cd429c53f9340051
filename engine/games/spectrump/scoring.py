"""What tricks count in Spectrump, and who has won (ST-SCORE, ST-DQ, ST-END)."""

from collections.abc import Mapping

from engine.core.audit import Remark
from engine.core.events import Seat
from engine.core.fast_constructor import replace
from engine.games.spectrump import tricks
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import State


def scores(state: State, setup: SpectrumpSetup) -> Mapping[Seat, int]:
    """Points of all rounds; partners share their sum."""
    own = state.scores
    if not setup.options.partners:
        return dict(enumerate(own))
    half = setup.seats // 2
    return {seat: own[seat] + own[(seat + half) % setup.seats] for seat in range(setup.seats)}


def winners(state: State, setup: SpectrumpSetup) -> tuple[Seat, ...]:
    """Who has won; empty while the game goes on."""
    if state.phase != "over":
        return ()
    totals = scores(state, setup)
    return tuple(seat for seat, total in totals.items() if total == max(totals.values()))


def count_tricks(state: State, setup: SpectrumpSetup) -> State:
    """The points of the tricks since the auction; an overbid shows by the trumps that were played (ST-DQ-01)."""
    positive, negative = zip(*(tricks.plus_and_minus(cards, state.trump) for cards in state.taken), strict=True)
    over = state.owned < state.bid_number
    out = [over and setup.team(seat) == setup.team(state.bidder) for seat in range(setup.seats)]
    gained = tricks.round_points(positive, negative, out)
    remarks = state.remarks
    if over:
        remarks = (*remarks, Remark("OVERBID", state.bidder, state.bid_number))
    return replace(
        state, scores=tuple(map(int.__add__, state.scores, gained)), taken=((),) * setup.seats,
        gone=(*state.gone, *(card for cards in state.taken for card in cards)), remarks=remarks,
    )  # fmt: skip
