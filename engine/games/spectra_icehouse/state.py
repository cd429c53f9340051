"""What a table of Spectra can choose, what can happen, and where a game stands."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Fact, Move, Seat
from engine.core.game import option
from engine.games.spectra_icehouse.pieces import HUES, SIZES, colour_of, size_of

BAG = -1
"""The partner of an exchange that no player has to serve."""

TREES = 3
"""Complete trees that win, so as many pieces of each size (SPA-END-01)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    per_size: int = option(5, "Pyramids of each size in each of the six colours; a stash of 15 has five (D-SPA-01).")
    nests: int = option(2, "Nests of three in black, and as many in white (D-SPA-01).")
    add_out_of_turn: bool = option(
        False, "A piece of the own colour that comes in another player's turn may go to the trees at once (D-SPA-04)."
    )


# ---- events


@dataclass(frozen=True, slots=True)
class TakeColour(Move):
    """The player takes a large pyramid of a colour and begins the trees with it."""

    kind: ClassVar[str] = "take"
    colour: str

    def words(self) -> str:
        return f"take {self.colour}"

    def spots(self) -> tuple[str, ...]:
        return (HUES[self.colour].name,) if self.colour in HUES else ()


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """The player whose turn it is took this piece out of the bag."""

    kind: ClassVar[str] = "draw"
    piece: str

    def words(self) -> str:
        return f"draw {self.piece}"


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Two pieces go to a partner, or into the bag, and one comes back."""

    kind: ClassVar[str] = "exchange"
    give: tuple[str, str]
    get: str
    partner: int

    def __post_init__(self) -> None:
        # Two pieces have no order on the table, so they have none in an event.
        object.__setattr__(self, "give", tuple(sorted(self.give)))

    def words(self) -> str:
        who = "bag" if self.partner == BAG else str(self.partner + 1)
        return f"exchange {' + '.join(self.give)} for {self.get} with {who}"

    def spots(self) -> tuple[str, ...]:
        return () if self.partner == BAG else (f"seat:{self.partner + 1}",)


@dataclass(frozen=True, slots=True)
class Add(Move):
    """A loose piece of the own colour goes to the trees."""

    kind: ClassVar[str] = "add"
    piece: str

    def words(self) -> str:
        return f"add {self.piece}"


@dataclass(frozen=True, slots=True)
class Done(Move):
    """The turn is over; the bag goes to the left."""

    kind: ClassVar[str] = "done"

    def words(self) -> str:
        return "done"


# ---- the state

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
