"""What events do to a position of Spectrum Poker."""

from engine.components.cards import UNKNOWN
from engine.components.hands import HandsDealt, without_all
from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrum_poker.events import Chips, CommunityCards, ExchangeCards, Fold, ReplacementsDrawn, ShowHand
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.settling import settle
from engine.games.spectrum_poker.state import State


def result(state: State, event: Event, options: Options) -> State:
    """The position after an event that ``judge`` called ok."""
    if isinstance(event, HandsDealt):
        hands = event.hands or ((UNKNOWN,) * options.hand_size,) * len(state.hands)
        return replace(state, hands=hands, phase="board" if options.form == "holdem" else "draw", last=None)
    if isinstance(event, CommunityCards):
        board = (*state.board, *event.cards)
        done = len(board) == 5 or options.form == "showdown"
        return replace(state, board=board, phase="show" if done else "board")
    if isinstance(event, Chips):
        return replace(state, paid=replaced_at(state.paid, event.player, state.paid[event.player] + event.amount))
    if isinstance(event, ExchangeCards):
        return _exchanged(state, event, options)
    if isinstance(event, ReplacementsDrawn):
        hand = (*state.hands[state.to_move], *(event.cards or (UNKNOWN,) * state.owed))
        return _next(replace(state, hands=replaced_at(state.hands, state.to_move, hand), owed=0, phase="draw"), options)
    if isinstance(event, Fold):
        state = replace(state, folded=replaced_at(state.folded, event.seat, True))
        if len(state.still_in) == 1:
            return settle(state, options)
        return _next(state, options) if event.seat == state.to_move or state.phase == "show" else state
    assert isinstance(event, ShowHand)
    cards = event.cards or state.hands[event.seat]
    hands = replaced_at(state.hands, event.seat, cards) if state.hands[event.seat] else state.hands
    return _next(replace(state, hands=hands, shown=replaced_at(state.shown, event.seat, cards)), options)


def _exchanged(state: State, move: ExchangeCards, options: Options) -> State:
    if not move.cards:
        return _next(state, options)
    hand = without_all(state.hands[move.seat], move.cards)
    return replace(
        state, hands=replaced_at(state.hands, move.seat, hand), away=(*state.away, *move.cards), owed=len(move.cards),
        phase="drawing",
    )  # fmt: skip


def _next(state: State, options: Options) -> State:
    """The next player still in, clockwise; after the dealer the deal goes on."""
    if state.phase == "board":
        return state
    n = len(state.hands)
    if state.phase == "show" and all(state.shown[seat] for seat in state.still_in):
        return settle(state, options)
    # Seats by distance from the player left of the dealer; who acted or folded is passed over.
    order = [(state.dealer + 1 + k) % n for k in range(n)]
    here = order.index(state.to_move)
    if state.phase == "show":
        todo = [seat for seat in order if seat in state.still_in and not state.shown[seat]]
        later = [seat for seat in todo if order.index(seat) >= here]
        return replace(state, to_move=(later or todo)[0])
    later = [seat for seat in order[here + 1 :] if seat in state.still_in]
    if later:
        return replace(state, to_move=later[0])
    return replace(state, phase="show", to_move=next(seat for seat in order if seat in state.still_in))
