"""How much less light than the mat's rim tells falls on parts of the table, and below what lies there.

Where nothing lies the table itself shows it: all of it is of one colour. Below a card nobody sees it; there it is taken
to be as around the card.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photometry.paper_shade import PaperShade

# Constants: chosen by hand on shadows laid over 80 pictures of invented tables.
_ENOUGH = 24  # cells of bare table, and of that beside the rim
_AT_RIM_MM, _NEAR_MM, _TOLD = 18.0, 12.0, 0.1  # of the play area; how near paper of that is; what has so much of it
_PALE = 0.08  # parts of white: the darker than that a channel is, the less it tells
_TINT, _DARK, _BRIGHT = 0.4, -1.6, 0.5  # logarithms: more is a thing that lies there and no shadow
_LIT = 0.9  # of the paper: where most lies in shadow, what lies in none is brighter than the smooth light
_SPECK = 0.12  # logarithm: unlike most about it, a cell shows a mark or a digit
_ACROSS, _STEP, _DARKER, _STEPS = 3, 0.15, 0.1, 8
"""Where a shadow ends, light differs by such a step over so many cells, in so many places. A lamp that is mirrored in
the table grows brighter little by little: of 80 pictures without a shadow one has so many steps, of 160 with one
somewhere 134."""
_REACH, _CORE = 24, 0.7  # cells: how far the table is asked; how near it counts all alike


@dataclass(frozen=True, slots=True, eq=False)
class TableCells:
    """A table from straight above, in square cells. ``colours``: rows x columns x 3 (BGR), parts of white in a smooth
    light; ``bare``: in which nothing lies, bool; ``middles``: rows x columns x 2 mm; ``cell_mm``: how wide one is."""

    colours: np.ndarray
    bare: np.ndarray
    middles: np.ndarray
    cell_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class TableShade:
    """``logs``: by how much the light on the table's cells differs from the smooth one, rows x columns x 3 logarithms
    (BGR), the first one's middle at ``first`` (mm)."""

    logs: np.ndarray
    first: np.ndarray
    cell_mm: float

    @classmethod
    def of(cls, cells: TableCells, play: tuple[float, float, float, float], paper: PaperShade) -> "TableShade | None":
        """None where no shadow ends on the table, or too little of that is bare. ``play``: left, top, width and height
        (mm) of the mat's play area; ``paper``: what its rim shows."""
        logs = np.log(np.maximum(cells.colours, 1e-3))
        colour = _colour_of(logs[cells.bare], cells.middles[cells.bare], play, paper)
        if colour is None:
            return None
        told = np.minimum(np.exp(colour) / _PALE, 1) ** 2
        gray = ((logs - colour) @ told / told.sum())[..., None]
        logs = gray + told * (logs - colour - gray)
        lit = max(float(np.quantile(paper.off, _LIT)), 0.0) if len(paper.off) else 0.0
        table = cells.bare & (np.ptp(logs, axis=-1) < _TINT) & (logs.max(-1) > _DARK) & (logs.min(-1) < lit + _BRIGHT)
        table &= np.abs(gray[..., 0] - cv2.medianBlur(gray[..., 0].astype(np.float32), 5)) < _SPECK
        if _steps(gray[..., 0] - lit, table) < _STEPS:
            return None
        everywhere = _all_over(np.where(table[..., None], logs, 0), table, cells, paper)
        return cls(everywhere, cells.middles[0, 0], cells.cell_mm)

    def at(self, xy_mm: np.ndarray) -> np.ndarray:
        """At points of the table, (..., 2) mm: (..., 3) logarithms."""
        cell = ((xy_mm - self.first) / self.cell_mm).astype(np.float32).reshape(len(np.atleast_2d(xy_mm)), -1, 2)
        logs = cv2.remap(self.logs, cell, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return logs.reshape(*xy_mm.shape[:-1], 3)


def _colour_of(
    logs: np.ndarray, middles: np.ndarray, play: tuple[float, float, float, float], paper: PaperShade
) -> np.ndarray | None:
    """Of bare table (N x 3 logarithms, at N x 2 mm) in the smooth light, 3 logarithms: beside the rim it lies in the
    same shadow as that. None where too little of it is in sight."""
    if len(logs) < _ENOUGH:
        return None
    left, top, wide, high = play
    inwards = np.minimum(middles - (left, top), (left + wide, top + high) - middles).min(1)
    at_rim = inwards < _AT_RIM_MM
    near = np.exp(-((middles[at_rim, None] - paper.xy) ** 2).sum(-1) / (2 * _NEAR_MM**2))
    told = near.sum(1) > _TOLD
    if told.sum() < _ENOUGH:
        return np.median(logs, 0)
    shade = near[told] @ paper.off / near[told].sum(1, keepdims=True)
    return np.median(logs[at_rim][told] - shade, 0)


def _steps(logs: np.ndarray, table: np.ndarray) -> int:
    """How many pairs of the table's cells near each other differ by a step, to darker than where no shadow is."""
    steps = 0
    for one, on in ((logs, table), (logs.T, table.T)):
        here, there = one[_ACROSS:], one[:-_ACROSS]
        step = (np.abs(here - there) > _STEP) & (np.minimum(here, there) < -_DARKER)
        steps += int((step & on[_ACROSS:] & on[:-_ACROSS]).sum())
    return steps


def _all_over(logs: np.ndarray, table: np.ndarray, cells: TableCells, paper: PaperShade) -> np.ndarray:
    """The shade (rows x columns x 3, known on the ``table``) also where that is not seen: the nearest of it and of the
    paper tells most (Shepard 1968)."""
    known, counts = logs.astype(np.float32), table.astype(np.float32)
    columns, rows = np.rint((paper.xy - cells.middles[0, 0]) / cells.cell_mm).astype(int).T
    inside = (rows >= 0) & (rows < len(table)) & (columns >= 0) & (columns < table.shape[1])
    known[rows[inside], columns[inside]], counts[rows[inside], columns[inside]] = paper.off[inside], 1
    away = np.arange(-_REACH, _REACH + 1)
    near = ((away[:, None] ** 2 + away**2 + _CORE**2) ** -1.5).astype(np.float32)
    total, much = (cv2.filter2D(part, -1, near, borderType=cv2.BORDER_CONSTANT) for part in (known, counts))
    return total / np.maximum(much, 1e-6)[..., None]
