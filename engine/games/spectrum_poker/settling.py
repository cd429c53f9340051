"""How a deal of Spectrum Poker ends: the best hand, the pot, remarks, the next deal (PO-BEST, PO-TIE)."""

from engine.core.audit import Remark
from engine.core.events import Seat
from engine.core.fast_constructor import replace
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.ranks import Best, ranker
from engine.games.spectrum_poker.state import DealResult, Phase, State


def fresh_deal(chips: tuple[int, ...], dealer: Seat, deal: int, last: DealResult | None, options: Options) -> State:
    """The position before deal number ``deal``, from 1, or after the last one; ``last``: how the deal before ended."""
    n = len(chips)
    phase: Phase = "deal"
    if deal > options.deals:
        phase = "over"
    elif options.form == "showdown":
        phase = "show"
    return State(
        phase, chips, (0 if phase == "over" else options.ante,) * n, ((),) * n, ((),) * n, (False,) * n,
        dealer=dealer, deal=min(deal, options.deals), to_move=(dealer + 1) % n, last=last,
    )  # fmt: skip


def settle(state: State, options: Options) -> State:
    """The pot goes to the best hand, or is split; then the next deal begins, or the game is over."""
    result, remarks = _outcome(state, options)
    state = replace(state, remarks=(*state.remarks, *remarks))
    chips = _shared_out(state, result.winners)
    fresh = fresh_deal(chips, (state.dealer + 1) % len(chips), state.deal + 1, result, options)
    if fresh.phase != "over":
        return replace(fresh, remarks=state.remarks)
    return replace(state, phase="over", chips=chips, paid=(0,) * len(chips), last=result)


def _outcome(state: State, options: Options) -> tuple[DealResult, list[Remark]]:
    """Who has won the deal, and what is to be remarked on the hands that were shown (PO-BEST-01, PO-TIE-01)."""
    if len(state.still_in) == 1:
        return DealResult(state.still_in), []
    best = {seat: options.ranker.best((*state.shown[seat], *state.board)) for seat in state.still_in}
    remarks = [remark for seat in state.still_in for remark in _ranked_otherwise(state, seat, best[seat], options)]
    top = max(hand.value for hand in best.values())
    seats = tuple(seat for seat, hand in best.items() if hand.value == top)
    return DealResult(seats, best[seats[0]].category.value, tuple(best[seat].cards for seat in seats)), remarks


def _ranked_otherwise(state: State, seat: Seat, best: Best, options: Options) -> tuple[Remark, ...]:
    """A remark where other tables give the cards another rank (D-PK-02, D-PK-03)."""
    cards, order = (*state.shown[seat], *state.board), options.rank_order
    others = {
        "spectrum_straight": [ranker(order, options.shade_centres, how) for how in ("updn", "up", "set")],
        "shade_centres": [ranker(order, centres, options.spectrum_straight) for centres in ("primary", "all12")],
    }
    names = tuple(
        name
        for name, rankers in others.items()
        if any(other.best(cards).category is not best.category for other in rankers)
    )
    return (Remark("RANKS_OTHERWISE", seat, state.deal, best.cards, names),) if names else ()


def _shared_out(state: State, winners: tuple[Seat, ...]) -> tuple[int, ...]:
    """Everybody's chips once the pot is shared; odd chips go to the winners next after the dealer."""
    n = len(state.hands)
    share, odd = divmod(sum(state.paid), len(winners))
    order = sorted(winners, key=lambda seat: (seat - state.dealer - 1) % n)
    return tuple(
        state.chips[seat] - state.paid[seat] + (share + (order.index(seat) < odd) if seat in order else 0)
        for seat in range(n)
    )
