"""How much less light than the mat's rim tells falls on parts of the table, and below what lies there.

Where nothing lies the table itself shows it: all of it is of one colour. Below a card nobody sees it; there it is taken
to be as around the card.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.mat import Mat
from vision.photometry.paper_shade import PaperShade

# Constants: chosen by hand on shadows laid over 80 pictures of invented tables.
_ENOUGH = 24  # cells of bare table beside paper that is in sight
_AT_RIM_MM, _NEAR_MM, _TOLD = 18.0, 12.0, 0.1  # of the play area; how near paper of that is; what has so much of it
_LEAST = 1e-3  # parts of white
_PALE, _DIM = 0.08, 0.03  # parts of white, linear: the darker than that a channel is, the less it tells
_TINT, _DARK, _BRIGHT = 0.4, -1.6, 0.5  # logarithms: more is a thing that lies there and no shadow
_LIT = 0.9  # of the paper: where most lies in shadow, what lies in none is brighter than the smooth light
_SPECK = 0.12  # logarithm: unlike most about it, a cell shows a mark or a digit
_ACROSS, _STEP, _DARKER, _STEPS = 3, 0.15, 0.1, 8
"""Where a shadow ends, light differs by such a step over so many cells, in so many places. A lamp that is mirrored in
the table grows brighter little by little: of 80 pictures without a shadow none has so many steps, of 160 with
one somewhere 130."""
_REACH, _CORE = 24, 0.7  # cells: how far the table is asked; how near it counts all alike


@dataclass(frozen=True, slots=True, eq=False)
class TableCells:
    """A table from straight above, in square cells. ``colours``: rows x columns x 3 (BGR), parts of ``white``, which is
    about what paper shows (3, linear) in a smooth light; ``bare``: in which nothing lies, bool; ``middles``: rows x
    columns x 2 mm; ``cell_mm``: how wide one is."""

    colours: np.ndarray
    white: np.ndarray
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
    def of(cls, cells: TableCells, mat: Mat, paper: PaperShade) -> "TableShade | None":
        """None where no shadow ends on the table, or too little of that is bare. ``paper``: what the ``mat``'s rim
        shows."""
        if not _may_end(cells):
            return None
        beside = _beside(cells, mat, paper)
        at_rim = ~np.isnan(beside[..., 0])
        if at_rim.sum() < _ENOUGH:
            return None
        logs = np.log(np.maximum(cells.colours, _LEAST))
        colour = np.median(logs[at_rim] - beside[at_rim], 0)
        tells = _tells(np.exp(colour), cells.white)
        weight = tells / tells.sum()
        gray = ((logs - colour) @ weight)[..., None]
        logs = gray + tells * (logs - colour - gray)
        lit = max(float(np.quantile(paper.off @ weight, _LIT)), 0.0)
        table = cells.bare & (np.ptp(logs, axis=-1) < _TINT) & (logs.max(-1) > _DARK) & (logs.min(-1) < lit + _BRIGHT)
        gray = gray[..., 0].astype(np.float32) - np.float32(lit)
        table &= ~_specks(gray)
        table &= ~_things(table & (gray < -_DARKER), at_rim & (beside @ weight < lit - _DARKER))
        if _steps(gray, table, -_DARKER) < _STEPS:
            return None
        everywhere = _all_over(np.where(table[..., None], logs, 0), table, cells, paper)
        return cls(everywhere, cells.middles[0, 0], cells.cell_mm)

    def at(self, xy_mm: np.ndarray) -> np.ndarray:
        """At points of the table, (..., 2) mm: (..., 3) logarithms."""
        last = np.array(self.logs.shape[1::-1]) - 1
        cell = np.clip((xy_mm - self.first) / self.cell_mm, 0, last)
        before = np.minimum(cell.astype(int), last - 1)
        (x, y), (part_x, part_y) = np.moveaxis(before, -1, 0), np.moveaxis(cell - before, -1, 0)[..., None]
        above, below = ((1 - part_x) * self.logs[row, x] + part_x * self.logs[row, x + 1] for row in (y, y + 1))
        return (1 - part_y) * above + part_y * below


def _beside(cells: TableCells, mat: Mat, paper: PaperShade) -> np.ndarray:
    """By how much light differs on the paper beside cells of bare table at the rim, which lie in the same shadow:
    rows x columns x 3 logarithms, not a number elsewhere and where no paper near is in sight."""
    rows, columns = np.nonzero(cells.bare & (mat.inwards(cells.middles) < _AT_RIM_MM))
    near = np.exp(-((cells.middles[rows, columns, None] - paper.xy) ** 2).sum(-1) / (2 * _NEAR_MM**2))
    much = near.sum(1, keepdims=True)
    out = np.full(cells.colours.shape, np.nan)
    out[rows, columns] = np.where(much > _TOLD, near @ paper.off / np.maximum(much, 1e-9), np.nan)
    return out


def _tells(colour: np.ndarray, white: np.ndarray) -> np.ndarray:
    """How much each channel of a table of this colour (3, parts of white) tells of the light: 3, 0 to 1. Of what is
    dark, glare and noise make the most."""
    return np.minimum(np.minimum(colour / _PALE, colour * white / _DIM), 1) ** 2


def _things(dark: np.ndarray, paper_dark: np.ndarray) -> np.ndarray:
    """The dark cells that are no shadow, which comes over the rim and lies on the paper there, too, but something in
    the table's colour. ``paper_dark``: those at the rim beside which paper is dark."""
    _, parts = cv2.connectedComponents(dark.astype(np.uint8))
    return dark & ~np.isin(parts, np.unique(parts[dark & paper_dark]))


def _may_end(cells: TableCells) -> bool:
    """Whether light differs on the table as it does where a shadow ends, be it brighter or darker: a quick look."""
    bright = np.log(np.maximum(cells.colours @ cells.white, _LEAST)).astype(np.float32)
    return _steps(bright, cells.bare & ~_specks(bright), np.inf) >= _STEPS


def _specks(logs: np.ndarray) -> np.ndarray:
    """Cells (rows x columns float32) that show a mark: most about them are brighter or darker."""
    return np.abs(logs - cv2.medianBlur(logs, 5)) >= _SPECK


def _steps(logs: np.ndarray, table: np.ndarray, darker: float) -> int:
    """How many pairs of the table's cells near each other differ by a step, one of them ``darker`` than that."""
    steps = 0
    for one, on in ((logs, table), (logs.T, table.T)):
        here, there = one[_ACROSS:], one[:-_ACROSS]
        step = (np.abs(here - there) > _STEP) & (np.minimum(here, there) < darker)
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
