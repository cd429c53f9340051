"""Whose turn it is in Spectrangle, and the legal moves, listed without asking the judge (SPG-PLAY-*)."""

from collections.abc import Iterator

from engine.core.events import Move, Seat
from engine.core.fast_constructor import fast_constructor
from engine.core.verdict import Awaiting, Pieces
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TurnSkipped
from engine.games.spectrangle.fitting import FittingRules, fits
from engine.games.spectrangle.state import State

_tile_placed = fast_constructor(TilePlaced)


def awaiting(rules: FittingRules, state: State) -> Awaiting:
    """Who or what is next."""
    if state.over:
        return Awaiting("nobody", (), "GAME_OVER")
    seat = next_to_draw(state)
    if not state.started:
        assert seat is not None
        return Awaiting("table", (seat,), "DRAW_FOR_START", need=Pieces(1, f"hand:{seat}"))
    if seat is not None:
        count = state.owed(seat)
        return Awaiting("table", (seat,), "DRAW", {"count": count}, Pieces(count, f"hand:{seat}"))
    if first_placement(rules, state, state.to_move) is not None:
        return Awaiting("player", (state.to_move,), "FIRST_TILE" if state.board_is_empty else "PLACE")
    return Awaiting("player", (state.to_move,), "EXCHANGE_OR_SKIP" if state.bag_size else "SKIP")


def legal_moves(rules: FittingRules, state: State) -> Iterator[Move]:
    """Every placement of the player to move; where there is none, what can be exchanged, and the skipped turn."""
    if state.over or not state.started or state.owed(state.to_move):
        return
    seat, hand = state.to_move, state.hands[state.to_move]
    placed = False
    for tile in hand:
        for way, field in fits(rules, state.board, tile):
            placed = True
            yield _tile_placed(seat, way, field)
    if not placed:
        yield from (TileExchanged(seat, tile) for tile in hand if state.bag_size)
        yield TurnSkipped(seat)


def first_placement(rules: FittingRules, state: State, seat: Seat) -> TilePlaced | None:
    """A placement the player has; None when no tile of theirs fits."""
    for tile in state.hands[seat]:
        for way, field in fits(rules, state.board, tile):
            return TilePlaced(seat, way, field)
    return None


def next_to_draw(state: State) -> Seat | None:
    """Who should draw next: whoever has not drawn for the start, then the mover, then who forgot (SPG-PLAY-06)."""
    if not state.started:
        return next((seat for seat in state.contenders if not state.start_draws[seat]), None)
    n = len(state.hands)
    order = ((state.to_move + k) % n for k in range(n))
    return next((seat for seat in order if state.owed(seat)), None)
