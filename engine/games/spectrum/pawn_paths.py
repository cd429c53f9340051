"""Pawn moves as numbers and back: the same move is the same object, as lists are asked for again and again."""

from engine.core.ids import Seat
from engine.games.spectrum.board import INDEX, NAME, name_of
from engine.games.spectrum.events import PawnMove
from engine.games.spectrum.state import Path

MOST_KEPT = 20_000
"""Moves of one seat that are kept, some hundred bytes each; chosen by hand, so that they stay within some MB."""


def path_of(move: PawnMove) -> Path | None:
    """The move as numbers; None when it names something that is no space."""
    try:
        spaces = tuple([INDEX[spot] for spot in move.path])
        return INDEX[move.origin], spaces, tuple([INDEX[spot] for spot in move.jumped]) if move.jumped else ()
    except KeyError:
        return None


class PawnMoveCache(dict[Path, PawnMove]):
    """A seat's moves by their path, made when they are first asked for."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, path: Path) -> PawnMove:
        if len(self) > MOST_KEPT:
            self.clear()
        origin, spaces, over = path
        move = PawnMove(self.seat, name_of(origin), tuple([NAME[n] for n in spaces]), tuple([NAME[n] for n in over]))
        self[path] = move
        return move
