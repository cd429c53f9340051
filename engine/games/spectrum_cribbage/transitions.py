"""What events do to a position of Spectrum Cribbage (CR-CUT to CR-AUDIT)."""

from engine.components.cards import UNKNOWN, all_known, hidden
from engine.components.hands import Hand, HandsDealt, without, without_all
from engine.core.audit import Remark
from engine.core.events import Event, Seat
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrum_cribbage.count import LIMIT, peg_points
from engine.games.spectrum_cribbage.events import CountHand, Cut, PegCard, SayGo, Starter, ToCrib
from engine.games.spectrum_cribbage.options import Options, cards_dealt
from engine.games.spectrum_cribbage.scoring import breakdown, false_goes
from engine.games.spectrum_cribbage.state import GoCall, Peg, Phase, State


def result(state: State, event: Event, options: Options) -> State:
    """The position after an event that ``judge`` called ok."""
    if isinstance(event, PegCard):
        return _played(state, event, options)
    if isinstance(event, SayGo):
        return _went(state, event, options)
    state = replace(state, pegs=(), shown=None)
    if isinstance(event, CountHand):
        return _counted(state, event, options)
    if isinstance(event, ToCrib):
        return _laid(state, event)
    if isinstance(event, Starter):
        state = replace(state, starter=event.card, phase="play", to_move=state.seat_after(state.dealer))
        # Heels: a ten as the starter.
        return peg(state, state.dealer, 2, "heels", options) if event.card.number == 10 else state
    if isinstance(event, Cut):
        return _cut(state, event)
    assert isinstance(event, HandsDealt)
    hands = event.hands or ((UNKNOWN,) * cards_dealt(len(state.hands)),) * len(state.hands)
    return replace(state, hands=hands, phase="layaway")


def _cut(state: State, fact: Cut) -> State:
    cuts = replaced_at(state.cuts, fact.player, fact.card)
    if not all_known(cuts):
        return replace(state, cuts=cuts)
    low = min(card.number for card in cuts)
    lowest = [seat for seat, card in enumerate(cuts) if card.number == low]
    if len(lowest) > 1:
        return replace(state, cuts=hidden(cuts))
    return replace(state, cuts=cuts, dealer=lowest[0], phase="deal")


def _laid(state: State, move: ToCrib) -> State:
    hand = without_all(state.hands[move.seat], move.cards)
    laid = replaced_at(state.laid, move.seat, move.cards)
    phase: Phase = "starter" if all(laid) else "layaway"
    return replace(state, hands=replaced_at(state.hands, move.seat, hand), laid=laid, phase=phase)


def peg(state: State, seat: Seat, points: int, why: str, options: Options) -> State:
    """Points for a seat's team; who reaches the target wins at once (CR-GAME-01)."""
    if not points or state.phase == "over":
        return state
    team = seat % 2
    total = state.points[team] + points
    both = (total, state.points[1]) if team == 0 else (state.points[0], total)
    phase: Phase = "over" if total >= options.target else state.phase
    return replace(state, points=both, phase=phase, pegs=(*state.pegs, Peg(team, points, why)))


def _played(state: State, move: PegCard, options: Options) -> State:
    seat = move.seat
    series = (*state.series, move.card)
    state = replace(
        state,
        hands=replaced_at(state.hands, seat, without(state.hands[seat], move.card)),
        played=replaced_at(state.played, seat, (*state.played[seat], move.card)),
        series=series,
        last_player=seat,
        pegs=(),
        shown=None,
    )
    state = peg(state, seat, peg_points([card.number for card in series]), "cards", options)
    if state.total == LIMIT:
        return _series_over(state, options, go_point=False)
    return _next_in_series(state, seat, options)


def _went(state: State, move: SayGo, options: Options) -> State:
    call = GoCall(move.seat, state.total, len(state.played[move.seat]))
    state = replace(state, out=replaced_at(state.out, move.seat, True), goes=(*state.goes, call), pegs=(), shown=None)
    return _next_in_series(state, move.seat, options)


def _next_in_series(state: State, seat: Seat, options: Options) -> State:
    """The next who has cards and did not say Go; the same player may be next (CR-GO-02)."""
    for _ in range(len(state.hands)):
        seat = state.seat_after(seat)
        if state.hands[seat] and not state.out[seat]:
            return replace(state, to_move=seat)
    return _series_over(state, options, go_point=True)


def _series_over(state: State, options: Options, *, go_point: bool) -> State:
    """One for the last card unless it made 37, then the next player with cards leads (CR-GO-04, CR-GO-05)."""
    if go_point:
        state = peg(state, state.last_player, 1, "go" if any(state.hands) else "last", options)
    if state.phase == "over":
        return state
    state = replace(state, series=(), out=(False,) * len(state.hands))
    if any(state.hands):
        return _next_in_series(state, state.last_player, options)
    return replace(
        state, phase="count", counted=0, to_move=state.seat_after(state.dealer),
        remarks=(*state.remarks, *false_goes(state)), goes=(),
    )  # fmt: skip


def _counted(state: State, move: CountHand, options: Options) -> State:
    shown = breakdown(state, options, move.cards)
    crib = state.counted == len(state.hands)
    why = "crib" if crib else "hand"
    claim = shown.total if move.claim is None else move.claim
    cards = move.cards or (state.crib if crib else state.played[move.seat])
    if other := options.counting.counted_otherwise(cards, state.starter, crib=crib):
        said = Remark("COUNTS_OTHERWISE", move.seat, state.counted + 1, cards, other)
        state = replace(state, remarks=(*state.remarks, said))
    state = replace(peg(state, move.seat, claim, why, options), shown=shown)
    # Muggins: what was missed goes to the other side.
    state = peg(state, move.seat + 1, shown.total - claim, "muggins", options)
    if state.phase == "over":
        return state
    if not crib:
        counted = state.counted + 1
        next_seat = state.dealer if counted == len(state.hands) else state.seat_after(move.seat)
        return replace(state, counted=counted, to_move=next_seat)
    n = len(state.hands)
    none: tuple[Hand, ...] = ((),) * n
    return replace(
        state, phase="deal", dealer=state.seat_after(state.dealer), laid=none, played=none, hands=none, starter=UNKNOWN,
        counted=0,
    )  # fmt: skip
