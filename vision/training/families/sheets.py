"""What invented tables with a printed sheet have in common: its print, a lamp and a camera over it."""

from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np

from vision.boards.plan import BoardPlan
from vision.simulation.backdrop import Backdrop, draw_backdrop, lit_backdrop
from vision.simulation.dice import ViewSettings
from vision.simulation.hand import draw_hand
from vision.simulation.laid_board import BoardPrint, LaidBoard, LaidCard
from vision.simulation.lamps import LAMPS, SimulatedLamp
from vision.simulation.pinhole import Pinhole
from vision.simulation.scene import SimulatedHand

# Constant: chosen by hand, as wide as cameras at tables are from each other.
TILTS = {"above": (0.0, 12.0), "stand": (12.0, 28.0), "side": (28.0, 40.0)}
"""Where the camera is: degrees from straight above."""


class InventedSheet:
    """One table, from its name and a seed. ``plan``: of the sheet. Who builds on it invents what lies there first, then
    calls ``_set_up``: in that order a seed always meant the same table."""

    def __init__(self, name: str, seed: int, plan: BoardPlan) -> None:
        self.rng = np.random.default_rng([seed, *name.encode()])
        self.plan = plan

    def _set_up(self, camera: str, cards: tuple[LaidCard, ...] = (), *, printed: BoardPrint) -> None:
        """Print, lamp and camera of this table. ``camera``: where it is, of ``TILTS``."""
        rng = self.rng
        self._board = LaidBoard(self.plan, printed=printed, cards=cards)
        self._lamp = _lamp(rng, self._board.area)
        self._view = _view(rng, TILTS[camera], self.plan)
        self._look = ViewSettings(self._view, self._lamp, float(rng.uniform(0.6, 1.0)))
        self._quality = int(rng.integers(70, 97)) if rng.random() < 0.7 else None

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """Where points of the sheet (N x 2 mm) are seen, N x 2 px."""
        return self._view.project(np.column_stack([points, np.zeros(len(points))]))

    @cached_property
    def _ground(self) -> Backdrop:
        return draw_backdrop(self._view, mat=False, board=self._board)

    def _lit(self) -> tuple[np.ndarray, ViewSettings]:
        """The sheet alone at some moment, and how things on it are drawn then: somebody leans over the table, a cloud
        goes by."""
        lamp = replace(self._lamp, level=self._lamp.level * float(self.rng.uniform(0.85, 1.1)))
        look = replace(self._look, lamp=lamp)
        return lit_backdrop(self._ground, lamp, look.balance).copy(), look

    def _reach_in(self, image: np.ndarray, look: ViewSettings) -> None:
        """Draw a hand over some space."""
        rng = self.rng
        x, y = self.plan.middles[rng.integers(len(self.plan.spaces))]
        draw_hand(image, look, SimulatedHand(x, y, float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 1))))

    def _as_the_camera_gives(self, image: np.ndarray) -> np.ndarray:
        """A drawn picture with noise and, for most cameras, compression."""
        grain = cv2.GaussianBlur(self.rng.standard_normal(image.shape, dtype=np.float32), (0, 0), 0.6)
        grain *= self._lamp.noise / grain.std()
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
        if self._quality is None:
            return image
        return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1], cv2.IMREAD_COLOR)


def invented_print(rng: np.random.Generator) -> BoardPrint:
    """What some printer and paper make of a plan's colours."""
    paper = tuple(int(each) for each in 255 - rng.uniform(4, 20) - rng.uniform(0, 12, 3))
    gain = tuple(float(each) for each in rng.normal(1, 0.05, 3))
    return BoardPrint(paper, gain, float(rng.uniform(0, 22)))


def _lamp(rng: np.random.Generator, area: tuple[float, float, float, float]) -> SimulatedLamp:
    """Some lamp over a table. ``area``: of the board, as ``LaidBoard.area``."""
    base = LAMPS[str(rng.choice(list(LAMPS)))]
    return replace(
        base,
        colour=tuple((np.array(base.colour) * np.exp(rng.normal(0, 0.08, 3))).tolist()),
        level=base.level * float(rng.uniform(0.85, 1.1)),
        slope=tuple((np.array(base.slope) + rng.normal(0, 0.1, 2)).tolist()),
        ambient=float(np.clip(base.ambient + rng.normal(0, 0.1), 0.25, 0.9)),
        direction=(*rng.uniform(-0.9, 0.9, 2).tolist(), 1.0),
        over=area,
    )


def _view(rng: np.random.Generator, tilts: tuple[float, float], plan: BoardPlan) -> Pinhole:
    """A camera that sees the whole sheet and little else, from any side of the table."""
    size = [(1280, 720), (1280, 960), (1920, 1080)][int(rng.integers(3))]
    how = {
        "tilt_deg": float(rng.uniform(*tilts)),
        "turn_deg": float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8)),
        "height_mm": float(rng.uniform(600, 1000)),
    }
    first = Pinhole.above(plan.sheet.size, size, fill=0.3, **how)
    middle = np.array(size) / 2
    corners = first.project(np.column_stack([plan.sheet.page_corners, np.zeros(4)]))
    room = float((middle / np.abs(corners - middle)).min())
    return Pinhole.above(plan.sheet.size, size, fill=0.3 * room * float(rng.uniform(0.86, 0.97)), **how)
