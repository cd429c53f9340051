"""A printed board on the simulated table: its drawing, where it lies, and the pieces on it."""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from vision.boards.plan import LANDING_MM, BoardPlan, PlannedSpace, Srgb
from vision.geometry.markers import DICTIONARY
from vision.simulation.laid_print import lay_print
from vision.simulation.page import raster_to_mm
from vision.simulation.tile_look import TileLook

Area = tuple[float, float, float, float]
"""Left, top, width and height, mm of the page."""

PX_PER_MM = 3
_PAPER: Srgb = (246, 245, 242)
_INK: Srgb = (26, 26, 28)


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """How a printer and its paper changed the plan's colours. ``gain``, ``lift``: RGB parts, and what is added."""

    paper: Srgb = _PAPER
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    lift: float = 0.0

    def of(self, srgb: Srgb) -> np.ndarray:
        """What a colour came out as, sRGB."""
        return np.clip(np.array(srgb) * self.gain + self.lift, 0, self.paper)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """``off``: mm that a hand laid it beside its place."""

    srgb: Srgb
    off: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class LaidBoard:
    """``at``: where on the table, in mm of the page, the sheet's top left lies."""

    plan: BoardPlan
    at: tuple[float, float] = (0.0, 0.0)
    printed: BoardPrint = field(default_factory=BoardPrint)
    cards: tuple[LaidCard, ...] = ()
    """Of a plan of cards: what lies on each space."""
    tile_look: TileLook | None = None
    """Of a plan for tiles: what these look like."""
    alone: bool = False
    """The mat is put away, and the camera looks at this and little else."""

    @property
    def area(self) -> Area:
        """Left, top, width and height on the page, mm."""
        return (*self.at, *self.plan.sheet.size)


def around(*areas: Area) -> Area:
    """The smallest area that these lie in."""
    left, top = (min(area[n] for area in areas) for n in (0, 1))
    right, low = (max(area[n] + area[n + 2] for area in areas) for n in (0, 1))
    return left, top, right - left, low - top


def lay_board(table: np.ndarray, to_px: np.ndarray, size: tuple[int, int], board: LaidBoard) -> None:
    """Lays the sheet on the drawn table (sRGB uint8, RGB order), in place. ``to_px``: 3 x 3, mm of the page to px."""
    drawn = cv2.GaussianBlur(board_drawing(board.plan, board.printed, board.cards), (0, 0), 0.9)
    shift = np.array([[1, 0, board.at[0]], [0, 1, board.at[1]], [0, 0, 1.0]])
    to_px = to_px @ shift @ raster_to_mm(PX_PER_MM)
    mask = cv2.warpPerspective(np.full(drawn.shape[:2], 255, np.uint8), to_px, size, flags=cv2.INTER_LINEAR)
    printed = cv2.warpPerspective(drawn, to_px, size, flags=cv2.INTER_LINEAR)
    lay_print(table, printed, mask)


@lru_cache(maxsize=4)
def board_drawing(plan: BoardPlan, printed: BoardPrint, cards: tuple[LaidCard, ...] = ()) -> np.ndarray:
    """The board as it was printed: sRGB uint8 (height, width, 3), RGB order. Not to be written to."""
    labels = plan.labels(PX_PER_MM)
    inks = np.array([*(printed.of(ink) for ink in plan.inks), printed.of(_INK), printed.paper])
    image = np.ascontiguousarray(inks.astype(np.uint8)[labels])
    for marker, place in plan.sheet.markers.items():
        x, y, side = (round(mm * PX_PER_MM) for mm in place)
        bits = cv2.aruco.generateImageMarker(DICTIONARY, marker, side)
        image[y : y + side, x : x + side] = np.where(bits[..., None] > 0, printed.paper, printed.of(_INK))
    for space, card in zip(plan.spaces, cards, strict=False):
        _lay_card(image, space, card, printed)
    for space in plan.spaces:
        _name(image, space.name, space.at)
    image.flags.writeable = False
    return image


def _lay_card(image: np.ndarray, space: PlannedSpace, card: LaidCard, printed: BoardPrint) -> None:
    outline, middle = np.array(space.outline) + card.off, np.array(space.at) + card.off
    red, green, blue = (int(part) for part in printed.of(card.srgb))
    cv2.fillPoly(image, [np.rint(outline * PX_PER_MM).astype(np.int32)], (red, green, blue), cv2.LINE_AA)
    at = np.rint(middle * PX_PER_MM).astype(int).tolist()
    cv2.circle(image, at, round(LANDING_MM * PX_PER_MM), printed.paper, -1, cv2.LINE_AA)


def _name(image: np.ndarray, name: str, at: tuple[float, float]) -> None:
    x, y = (round(mm * PX_PER_MM) for mm in at)
    where = (x + round(9.5 * PX_PER_MM), y + 3)
    cv2.putText(image, name, where, cv2.FONT_HERSHEY_SIMPLEX, 0.32, (250, 250, 250), 1, cv2.LINE_AA)
