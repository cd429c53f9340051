"""What a table of Spectrangle can choose, what can happen, and where a game stands."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, Literal

from engine.core.events import Fact, Move, Seat
from engine.core.game import option
from engine.games.spectrangle.tiles import N_FIELDS, TILE_OF, TILES, TOUCHING, match, value_of

HAND = 4
"""Open tiles of a player."""

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    edge_rule: Literal["at_least_one", "all_touching"] = option(
        "at_least_one",
        "at_least_one: one touching side has to match, others may differ; all_touching: every touching side has to "
        "match, as the Dutch and German booklets say (D-SPG-02).",
        asked=True,
    )
    teams: bool = option(False, "Four players as two teams; partners sit opposite and count together (SPG-SETUP-03).")
    start_draw: Literal["kept", "returned"] = option(
        "kept", "The tile drawn to find who starts is kept, or goes back into the bag (SPG-SETUP-01)."
    )
    allow_flip: bool = option(False, "Tiles may be turned over, where both sides show the colours.")


# ---- events


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A player took these tiles out of the bag and laid them open."""

    kind: ClassVar[str] = "draw"
    seat: Seat
    tiles: tuple[str, ...]

    def words(self) -> str:
        return f"draw {' '.join(self.tiles)} for {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Place(Move):
    """A tile goes onto the board; ``tile`` as it lies there, clockwise from its level edge."""

    kind: ClassVar[str] = "place"
    tile: str
    field: int

    def words(self) -> str:
        return f"place {self.tile} T{self.field}"

    def spots(self) -> tuple[str, ...]:
        return (f"T{self.field}",)


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """A tile goes back into the bag; the turn ends, and another is drawn for it."""

    kind: ClassVar[str] = "exchange"
    tile: str

    def words(self) -> str:
        return f"exchange {self.tile}"


@dataclass(frozen=True, slots=True)
class Skip(Move):
    """The turn is missed."""

    kind: ClassVar[str] = "skip"

    def words(self) -> str:
        return "skip"


# ---- the state

Board = tuple[str, ...]
EMPTY_BOARD: Board = ("",) * N_FIELDS


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. What is neither on the board nor in a hand is in the bag.

    ``board``: the tile on each field as it lies, or empty text. ``contenders``: who still draws to find who starts,
    ``start_draws``: what each drew. ``idle``: turns in a row without a placement. ``last``: the field last used.
    """

    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    contenders: tuple[Seat, ...]
    start_draws: tuple[str, ...]
    board: Board = EMPTY_BOARD
    to_move: Seat = 0
    idle: int = 0
    last: int | None = None
    over: bool = False

    @property
    def started(self) -> bool:
        return not self.contenders

    @property
    def bag(self) -> tuple[str, ...]:
        """What is left in the bag, in the order of the tile list: everybody may work that out."""
        out = {TILE_OF.get(tile, "") for tile in self.board}.union(*self.hands)
        return tuple(tile for tile in TILES if tile not in out)

    @property
    def bag_size(self) -> int:
        return self.board.count("") - sum(map(len, self.hands))

    @property
    def board_is_empty(self) -> bool:
        return self.board is EMPTY_BOARD or self.board == EMPTY_BOARD

    def owed(self, seat: Seat) -> int:
        """How many tiles a player still has to draw (SPG-PLAY-06)."""
        missing = HAND - len(self.hands[seat])
        return min(missing, self.bag_size) if missing > 0 else 0


Gap = tuple[int, tuple[tuple[int, str], ...]]
"""An empty field and what its neighbours show to it: (edge, colour)."""


@lru_cache(maxsize=256)
def gaps(board: Board) -> tuple[Gap, ...]:
    """The empty fields that touch a tile."""
    out = []
    for field, tile in enumerate(board):
        around = () if tile else tuple((edge, board[n][edge]) for edge, n in TOUCHING[field] if board[n])
        if around:
            out.append((field, around))
    return tuple(out)


@cache
def ways_beside(around: tuple[tuple[int, str], ...], *, strict: bool) -> frozenset[str]:
    """Every tile, as it lies, that goes with what its neighbours show: all of it if ``strict``, else some of it.

    Worked out once for each of the few things that neighbours can show.
    """
    enough = all if strict else any
    return frozenset(way for way in TILE_OF if enough(match(way[edge], colour) for edge, colour in around))


def counter(points: int) -> tuple[int, int]:
    """Rounds of the track and the hole of a score; the track has 100 holes and goes on (SPG-SCORE-04)."""
    return divmod(points, 100)


def counter_score(laps: int, hole: int) -> int:
    """The score that a counter shows."""
    return laps * 100 + hole


def placement_points(value: int, sides: int, bonus: int, *, first: bool = False) -> int:
    """Value x matching sides x bonus; the first tile scores its value (SPG-SCORE-01..03)."""
    return value if first else value * sides * bonus


def final_score(points: int, left: tuple[str, ...]) -> int:
    """The score less the values of the tiles left in hand (SPG-SCORE-05)."""
    return points - sum(value_of(tile) for tile in left)
