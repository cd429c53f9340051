"""Pieces of a simulated table that a camera sees: on the printed board beside the mat, each seat's in its colour."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.components.hues import PRIMARIES, Hue
from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from tablelight.demo.seated_pyramids import arranged, drawn_pyramid
from tablelight.printing.inks import printed
from tablelight.referee.piece_places import changed, held_on, owners
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.setup.board_plans import plan_of, tile_inks
from vision.simulation.laid_board import LaidBoard, LaidCard
from vision.simulation.lamps import PAINT, linear
from vision.simulation.page import page
from vision.simulation.piece_bodies import PieceShape, StandingPiece
from vision.simulation.tile_look import LaidTile, TileLook

_BESIDE_MM = 30.0  # between board and mat
_SLOPPY_MM = 1.5  # how far from a landing's middle people put a piece down; both chosen by hand
_TILE_SLOPPY_MM, _TILE_TURNED_DEG = 0.8, 1.5  # tiles lie edge to edge; by hand
_PAWN = PieceShape("pawn", 7.0, 24.0)
_COIN = PieceShape("disc", 10.0, 3.0)


def board_for(match: Match) -> LaidBoard | None:
    """The printed board that people lay there for a game; None where no pieces stand on one that a camera reads."""
    if stand_on_sheet(match.game):
        return laid_alone(match.game.board)
    return None if owners(match) is None else laid_beside_the_mat(match.game.board)


def laid_alone(board: str) -> LaidBoard | None:
    """The printed sheet of a game that is played on nothing else."""
    plan = plan_of(board)
    if plan is None:
        return None
    width, height = plan.sheet.size
    return LaidBoard(plan, ((page().width - width) / 2, (page().height - height) / 2), alone=True)


def laid_beside_the_mat(board: str) -> LaidBoard | None:
    """The printed board of that name to the left of the mat; None for one that no camera reads."""
    plan = plan_of(board)
    if plan is None:
        return None
    width, height = plan.sheet.size
    cards = tuple(LaidCard(printed(Hue(n % 12))) for n in range(len(plan.spaces))) if plan.of_cards else ()
    look = TileLook(tile_inks()) if board == "spectrangle" else None
    return LaidBoard(plan, (-width - _BESIDE_MM, (page().height - height) / 2), cards=cards, tile_look=look)


def picture_size(laid: LaidBoard | None) -> tuple[int, int]:
    """Of the simulated camera's pictures, px: whoever lets it see a board as well takes a larger one."""
    return (1280, 720) if laid is None else (1920, 1080)


def arrangement(pieces: "SeatedPieces | None", match: Match) -> Mapping[Spot, Held]:
    """What stands where once the game's pieces are where they belong in this position."""
    if pieces is None or not stand_on_sheet(match.game):
        return held_on(match)
    return pieces.arrange(match.state)


class SeatedPieces:
    """A piece, or a tile as it lies, stays where a hand has put it, until it is moved."""

    def __init__(self, laid: LaidBoard, seed: int) -> None:
        self._at = {space.name: (space.at[0] + laid.at[0], space.at[1] + laid.at[1]) for space in laid.plan.spaces}
        self._up = {space.name: space.outline[0][1] < space.at[1] for space in laid.plan.spaces}
        self._alone = laid.alone
        self._rng = np.random.default_rng((seed, 31))
        self._shape = _COIN if laid.plan.of_cards else _PAWN
        self._there: dict[tuple[Spot, Held], StandingPiece | LaidTile] = {}

    @property
    def there(self) -> Mapping[Spot, Held]:
        """What stands where."""
        return dict(self._there.keys())

    def arrange(self, state: Any) -> Mapping[Spot, Held]:
        """Where pyramids would stand in this position of their game, moved by a hand from where they stand now."""
        return arranged(self.there, state, self._rng)

    def standing(self, board: Mapping[Spot, Held]) -> tuple[StandingPiece | LaidTile, ...]:
        """Pieces so that these stand there: whose on which space."""
        self._there = {key: self._there.get(key) or self._put_down(*key) for key in board.items()}
        return tuple(self._there.values())

    def reached_for(self, board: Mapping[Spot, Held]) -> tuple[float, float] | None:
        """Where on the page (mm) a hand goes so that these stand there; None where nothing is to be moved."""
        there = self.there
        differ = (spot for spot in self._at if there.get(spot) != board.get(spot))
        return next((self._at[spot] for spot in differ), None)

    def follow(self, before: Mapping[Spot, Held], after: Mapping[Spot, Held]) -> tuple[StandingPiece | LaidTile, ...]:
        """Pieces after those that the game has changed were moved, and no other: one that stands wrong stays so."""
        board = self.there
        other = changed(before, after)
        moved = {spot: after[spot] for spot in other if spot in after}
        return self.standing({spot: seat for spot, seat in board.items() if spot not in other} | moved)

    def _put_down(self, spot: Spot, held: Held) -> StandingPiece | LaidTile:
        if isinstance(held, str) and self._alone:
            return drawn_pyramid(held, self._at[spot], self._rng)
        if isinstance(held, str):
            x, y = np.array(self._at[spot]) + np.clip(self._rng.normal(0, _TILE_SLOPPY_MM, 2), -2, 2)
            turn = (0 if self._up[spot] else 180) + float(self._rng.normal(0, _TILE_TURNED_DEG))
            return LaidTile(held, float(x), float(y), turn)
        seat = held or 0
        x, y = np.array(self._at[spot]) + np.clip(self._rng.normal(0, _SLOPPY_MM, 2), -4, 4)
        paint = linear(PAINT[PRIMARIES[(2 * seat) % 6 + (seat > 2)]])
        red, green, blue = (float(part) for part in paint)
        return StandingPiece(self._shape, float(x), float(y), (red, green, blue))
