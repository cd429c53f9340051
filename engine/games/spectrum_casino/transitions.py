"""What events do to a position of Spectrum Casino, and what happens by itself (CA-DEAL, CA-BOARD, CA-LAST)."""

from engine.components.cards import Cards, in_order
from engine.components.deck import Deck, Turned
from engine.components.hands import without
from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrum_casino.audit import missed_captures
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.scoring import round_halves, sweep
from engine.games.spectrum_casino.state import DEALS, CardPlayed, State

BOARD_START = FILLER_START = 6
"""Cards that begin the board and the filler (CA-DEAL-02)."""


def hand_size(seats: int) -> int:
    """6, 4 or 3 cards for 2, 3 or 4 players (CA-DEAL-01)."""
    return 12 // seats


def result(state: State, event: Event, options: Options) -> State:
    """The position after an event that ``judge`` called ok."""
    if isinstance(event, Deck):
        return begin_round(state, event.cards)
    if isinstance(event, Turned):
        cards = iter(event.cards)
        board = tuple(card if card.known else next(cards) for card in state.board)
        return replace(state, board=board, chosen=state.chosen if state.chosen is not None else board[0].hue)
    assert isinstance(event, Capture | LeaveOnBoard)
    after = _took(state, event) if isinstance(event, Capture) else _left(state, event)
    after = replace(after, hands=replaced_at(state.hands, event.seat, without(state.hands[event.seat], event.card)))
    if not any(after.hands):
        return end_deal(after, options)
    return replace(after, to_move=(event.seat + 1) % len(after.hands))


def _took(state: State, take: Capture) -> State:
    gone = in_order((*take.base, *take.taken))  # which were the base changes nothing
    mine = (*state.captured[take.seat], take.card, *gone)
    return replace(
        state,
        board=tuple(card for card in state.board if card not in gone),
        captured=replaced_at(state.captured, take.seat, mine),
        last_taker=take.seat,
        played=(*state.played, CardPlayed(take.seat, take.card)),
    )


def _left(state: State, leave: LeaveOnBoard) -> State:
    played = CardPlayed(leave.seat, leave.card, state.board)
    return replace(state, board=(*state.board, leave.card), played=(*state.played, played))


def begin_round(state: State, deck: Cards) -> State:
    """Six cards to the board, six to the filler, then the first hands (CA-DEAL-02)."""
    start = BOARD_START + FILLER_START
    laid = replace(state, board=deck[:BOARD_START], filler=deck[BOARD_START:start], stock=deck[start:])
    return deal_hands(replace(laid, chosen=deck[0].hue, to_move=state.starter))


def deal_hands(state: State) -> State:
    """The next hands from the stock (CA-DEAL-01)."""
    size = hand_size(len(state.hands))
    hands = tuple(state.stock[n * size : (n + 1) * size] for n in range(len(state.hands)))
    stock = state.stock[size * len(hands) :]
    return replace(state, hands=hands, stock=stock, deal=state.deal + 1, to_move=state.starter, played=())


def filler_due(board: int, filler: int, deals_left: int) -> int:
    """How many filler cards go to the board before the next deal (CA-BOARD-01, CA-BOARD-02, D-CA-13)."""
    if deals_left == 1:
        return filler
    return min(filler, 1) if board < 2 else 0


def end_deal(state: State, options: Options) -> State:
    """All hands are empty: look back, then deal again or count the round."""
    state = replace(state, findings=state.findings + missed_captures(state.played, options))
    if state.deal == DEALS:
        return end_round(state)
    due = filler_due(len(state.board), len(state.filler), DEALS - state.deal)
    state = replace(state, board=state.board + state.filler[:due], filler=state.filler[due:])
    return deal_hands(state)


def end_round(state: State) -> State:
    """The rest of the board goes to whoever took last; then everything is counted (CA-LAST-01, D-CA-11)."""
    captured = sweep(state)
    assert state.chosen is not None
    won = round_halves(captured, state.chosen)
    halves = tuple(have + more for have, more in zip(state.halves, won, strict=True))
    empty: tuple[Cards, ...] = ((),) * len(halves)
    fresh = State(halves, empty, empty, round=state.round + 1, findings=state.findings)
    return replace(fresh, to_move=fresh.starter)
