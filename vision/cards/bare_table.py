"""What the table looks like where nothing lies, and where something does.

Cards of a single colour, without any print, may be no cards to the network; but they are not the table either.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.ink_unmixing import opened
from vision.cards.segmenter import CELL_MM, cell_middles
from vision.photometry.channels import largest_channel
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR
from vision.photometry.table_shade import TableCells, TableShade

# Constants: chosen by hand on invented tables with plain cards face down.
_RIM_MM = 5.0  # at the border of the mat's play area
_ENOUGH = 24  # cells: 6 square centimetres of free table, to know its colour
_UNLIKE = 0.25  # logarithm: a shadow is less unlike the table in light
_PART = 60  # cells, 15 square centimetres, that the network does not see as cards though something lies there
_MARK = 3  # cells: less is no digit
_MANY = 4  # each takes long to look about, and pencils, dice and coins are such things, too; chosen by hand
_SHARP = 0.5  # of its end is a step, at least
_HARDLY = 0.6  # of a thing the network sees at most so much as cards: what lies there is more than that
_LEAST = 0.02  # parts of white, that paper and ink send back from their surface

_SQUARE, _WIDE = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """``colour``: BGR, parts of white; ``covered``: where something large lies on the mat's play area in which the
    network hardly sees a card, of the flat picture (H x W bool), and ``unseen``, in which of its cells (bool, the first
    at ``corner`` mm); ``bare``: in which nothing lies, nor in those about them, and in which something does that is no
    card to the network (``marked``); ``shade``: the shadows on the table, where one ends there."""

    colour: np.ndarray
    covered: np.ndarray
    unseen: np.ndarray
    bare: np.ndarray
    marked: np.ndarray
    corner: np.ndarray
    shade: TableShade | None = None

    @classmethod
    def of(cls, flat: np.ndarray, corner: np.ndarray, light: Illumination, cards: np.ndarray) -> "BareTable | None":
        """Of a flat picture (uint8 BGR, 1 px a mm, the first at ``corner``), beside the cells that show ``cards``;
        None where too little of the table is free."""
        high, wide = flat.shape[:2]
        rows, columns = (int(side / CELL_MM) for side in (high, wide))
        size = round(columns * CELL_MM), round(rows * CELL_MM)
        cells = cv2.resize(flat[: size[1], : size[0]], (columns, rows), interpolation=cv2.INTER_AREA)
        middles = cell_middles(*np.indices((rows, columns)), corner)
        on_it = light.mat.inwards(middles) > _RIM_MM
        parts = LINEAR[cells] / light.at(middles)
        cards = cards[:rows, :columns]
        if (on_it & ~cards).sum() < _ENOUGH:
            return None
        bare = TableCells(parts, np.exp(light.levels), on_it & (_about(cards) == 0), middles, CELL_MM)
        shade = TableShade.of(bare, light.mat, light.paper)
        if shade is not None:
            parts = parts / np.exp(shade.logs)
        colour = np.median(parts[on_it & ~cards], 0)
        lying = on_it & unlike(parts, colour)
        unseen = _unseen(lying, on_it & ~lying, cards, parts)
        covered = cv2.resize(_about(_about(unseen)), size, interpolation=cv2.INTER_NEAREST)
        covered = cv2.copyMakeBorder(covered, 0, high - size[1], 0, wide - size[0], cv2.BORDER_CONSTANT) > 0
        return cls(colour, covered, unseen, on_it & (_about(lying | cards) == 0), lying & ~cards, corner, shade)

    def marks(self) -> list[np.ndarray]:
        """Of each thing that is ``marked`` the middles of its cells, N x 2 mm: what lies close together is one, and of
        few cells none; the largest first, and ``_MANY`` at most."""
        count, parts = cv2.connectedComponents(cv2.morphologyEx(self.marked.astype(np.uint8), cv2.MORPH_CLOSE, _WIDE))
        cells = (np.nonzero((parts == k) & self.marked) for k in range(1, count))
        marks = [cell_middles(rows, columns, self.corner) for rows, columns in cells]
        return sorted((mark for mark in marks if len(mark) >= _MARK), key=len, reverse=True)[:_MANY]

    def bare_share(self, xy_mm: np.ndarray) -> float:
        """Of how many of these points (N x 2 mm) it is sure that nothing lies there."""
        columns, rows = ((xy_mm - self.corner) / CELL_MM).astype(int).T
        high, wide = self.bare.shape
        there = (columns >= 0) & (columns < wide) & (rows >= 0) & (rows < high)
        return float(self.bare[rows[there], columns[there]].sum() / max(len(xy_mm), 1))


def _unseen(lying: np.ndarray, free: np.ndarray, cards: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """Of the cells where something is ``lying`` those of large things in which hardly any show ``cards``, and of others
    the large parts that lie apart from the cells that do; each with a sharp end where the table is ``free``: where a
    lamp is mirrored in it, that grows brighter little by little. ``colours``: of all cells, parts of white."""
    logs, out = log_colours(colours), np.zeros(lying.shape, bool)
    steps = largest_channel(cv2.dilate(logs, _SQUARE) - cv2.erode(logs, _SQUARE))
    for things in (opened(lying), opened(lying & (_about(cards) == 0))):
        count, parts, boxes, _ = cv2.connectedComponentsWithStats(things.astype(np.uint8), connectivity=4)
        ends = things & (_about(free) > 0)
        for part in (parts == k for k in range(1, count) if boxes[k, cv2.CC_STAT_AREA] >= _PART):
            end = steps[part & ends]
            if end.size and (end > _UNLIKE).mean() > _SHARP and cards[part].mean() < _HARDLY:
                out |= part
    return out


def _about(cells: np.ndarray) -> np.ndarray:
    """These cells and those about them, uint8."""
    return cv2.dilate(cells.astype(np.uint8), _SQUARE)


def unlike(colours: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Which of these (... x 3 parts of white) do not look like a table of this colour (3)."""
    return np.abs(log_colours(colours) - log_colours(table)).max(-1) > _UNLIKE


def log_colours(colours: np.ndarray) -> np.ndarray:
    """Logarithms of colours (parts of white), float32."""
    return np.log(np.maximum(colours, 0) + _LEAST).astype(np.float32)
