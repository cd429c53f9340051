"""Where a game of Spectra stands."""

from dataclasses import dataclass

from engine.core.events import Seat
from engine.games.spectra_icehouse.pieces import SIZES, colour_of, size_of

TREES = 3
"""Complete trees that win, so as many pieces of each size (SPA-END-01)."""

Tree = tuple[int, int, int]
"""Pieces in a player's trees: small, medium, large."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. What is neither in trees nor loose is in the bag.

    ``colours``: each player's tree colour, empty until taken. ``loose``: each player's other pieces, in sight of all.
    ``drawn``: the piece of this turn is drawn. ``idle``: turns in a row in which nothing changed.
    ``moved``: something changed in this turn. ``last``: the piece that came by the last exchange.
    """

    colours: tuple[str, ...]
    trees: tuple[Tree, ...]
    loose: tuple[tuple[str, ...], ...]
    to_move: Seat = 0
    drawn: bool = False
    moved: bool = False
    idle: int = 0
    last: str = ""
    over: bool = False

    def needs(self, seat: Seat, piece: str) -> bool:
        """Whether the piece belongs in the player's trees and its size is still wanted."""
        return colour_of(piece) == self.colours[seat] and self.trees[seat][SIZES.index(size_of(piece))] < TREES

    def holders(self, piece: str) -> tuple[Seat, ...]:
        """Who has this piece loose."""
        return tuple(seat for seat, loose in enumerate(self.loose) if piece in loose)


def complete(tree: Tree) -> bool:
    """Three of each size make three trees (SPA-END-01)."""
    return min(tree) >= TREES
