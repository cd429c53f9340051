"""What the table looks like where nothing lies, and where something does.

Cards of a single colour, without any print, may be no cards to the network; but they are not the table either.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.ink_unmixing import opened
from vision.cards.segmenter import CELL_MM
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on invented tables with plain cards face down.
_RIM_MM = 5.0  # at the border of the mat's play area
_ENOUGH = 24  # cells: 6 square centimetres of free table, to know its colour
_UNLIKE = 0.25  # logarithm: a shadow is less unlike the table in light
_HARDLY = 0.3  # of a part that lies there is seen as cards: of others the network tells where they end
_LEAST = 0.02  # parts of white, that paper and ink send back from their surface


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """``colour``: BGR, parts of white; ``covered``: where something lies on the mat's play area that the network takes
    for no card, of the flat picture (H x W bool); ``bare``: in which of its cells nothing does, nor in those about them
    (bool, the first at ``corner`` mm)."""

    colour: np.ndarray
    covered: np.ndarray
    bare: np.ndarray
    corner: np.ndarray

    @classmethod
    def of(cls, flat: np.ndarray, corner: np.ndarray, light: Illumination, cards: np.ndarray) -> "BareTable | None":
        """Of a flat picture (uint8 BGR, 1 px a mm, the first at ``corner``), beside the cells that show ``cards``;
        None where too little of the table is free."""
        high, wide = flat.shape[:2]
        rows, columns = (int(side / CELL_MM) for side in (high, wide))
        size = round(columns * CELL_MM), round(rows * CELL_MM)
        cells = cv2.resize(flat[: size[1], : size[0]], (columns, rows), interpolation=cv2.INTER_AREA)
        x, y = (np.arange(n) * CELL_MM + CELL_MM / 2 + first for n, first in zip((columns, rows), corner, strict=True))
        left, top, across, down = light.mat.play
        on_it = ((y > top + _RIM_MM) & (y < top + down - _RIM_MM))[:, None]
        on_it = on_it & (x > left + _RIM_MM) & (x < left + across - _RIM_MM)
        parts = LINEAR[cells] / light.at(np.stack(np.meshgrid(x, y), -1))
        free = parts[on_it & ~cards[:rows, :columns]]
        if len(free) < _ENOUGH:
            return None
        colour = np.median(free, 0)
        lying = on_it & unlike(parts, colour)
        covered = cv2.resize(
            _about(_unseen(opened(lying), cards[:rows, :columns])), size, interpolation=cv2.INTER_NEAREST
        )
        covered = cv2.copyMakeBorder(covered, 0, high - size[1], 0, wide - size[0], cv2.BORDER_CONSTANT) > 0
        return cls(colour, covered, on_it & (_about(lying | cards[:rows, :columns]) == 0), corner)

    def bare_share(self, xy_mm: np.ndarray) -> float:
        """Of how many of these points (N x 2 mm) it is sure that nothing lies there."""
        columns, rows = ((xy_mm - self.corner) / CELL_MM).astype(int).T
        high, wide = self.bare.shape
        there = (columns >= 0) & (columns < wide) & (rows >= 0) & (rows < high)
        return float(self.bare[rows[there], columns[there]].sum() / max(len(xy_mm), 1))


def _unseen(lying: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """The parts of what is ``lying`` there in which hardly any cell shows ``cards``."""
    count, parts = cv2.connectedComponents(lying.astype(np.uint8), connectivity=4)
    shares = [cards[parts == k].mean() for k in range(1, count)]
    return np.isin(parts, [k for k, share in enumerate(shares, 1) if share < _HARDLY])


def _about(cells: np.ndarray) -> np.ndarray:
    """These cells (bool) and those about them, uint8."""
    return cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8))


def unlike(colours: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Which of these (... x 3 parts of white) do not look like a table of this colour (3)."""
    return np.abs(np.log((np.maximum(colours, 0) + _LEAST) / (table + _LEAST))).max(-1) > _UNLIKE
