"""Where a game of Spectrangle stands."""

from dataclasses import dataclass

from engine.core.events import Seat
from engine.games.spectrangle.tiles import N_FIELDS, TILE_OF, TILES

HAND = 4
"""Open tiles of a player."""

TileBoard = tuple[str, ...]
EMPTY_BOARD: TileBoard = ("",) * N_FIELDS


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
    board: TileBoard = EMPTY_BOARD
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
