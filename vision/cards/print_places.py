"""Where cards lie whose outline cannot be seen, as white ones on white paper: told by what is printed on them all.

Most cards of a deck are inked in the same places: where they show their hue and where their numbers stand. That pattern
is looked for in the picture from straight above, turned every way.
"""

import cv2
import numpy as np

from vision.cards.bare_table import log_colours
from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.place import CardPlace
from vision.cards.segmenter import CELL_MM
from vision.cards.table_plane import Plane, Size
from vision.cards.visible_cells import inside
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on decks of the chosen families of invented decks.
_INKED = 0.1, 0.4
"""Parts of white by which a place differs from paper, in some colour: less is paper, and more no more ink."""
_RIM, _WHITE = 2, 0.3
"""Cells at the sides of cards, and how much may be printed there: of others the outline is seen."""
_ALIKE = 0.5
"""Logarithm: a table so little unlike cards' sides may be as white, where one channel is too bright for the camera."""
_LEAST, _MOST = 0.02, 0.9
"""How much of a card is printed, for a pattern to be seen."""
_COARSE, _FINE = 2.0, 1.0
"""mm a pixel of the pattern, where it is looked for, and once more about there."""
_TURNS, _NEAR = np.radians(np.arange(0, 360, 6)), np.radians((-4.0, -2.0, 0.0, 2.0, 4.0))
_BEST = 2
"""Places that are looked at for each part that is left."""
_HOLDS = 0.6  # of a part of which nobody knows what it is, or if that is larger, of as many cells as are printed


class PrintPlaces:
    """``colours``: of taught cards of one design, K x ROWS x COLUMNS x 3 parts of white paper."""

    def __init__(self, colours: np.ndarray, size_mm: Size) -> None:
        self._size_mm = size_mm
        inked = _ink(colours).mean(0) if len(colours) else np.ones((ROWS, COLUMNS))
        rim = np.ones(inked.shape, bool)
        rim[_RIM:-_RIM, _RIM:-_RIM] = False
        self._sides = np.median(colours[:, rim], (0, 1)) if len(colours) else np.ones(3)
        printed = inked[rim].mean() < _WHITE and _LEAST < inked.mean() < _MOST
        self._cells = inked.mean() * np.prod(size_mm) / CELL_MM**2
        self._pattern = (inked - inked.mean()).astype(np.float32) if printed else None

    def end_unseen(self, table: np.ndarray) -> bool:
        """Whether cards end unseen on a table of this colour (3, parts of white), as theirs is the same there."""
        return self._pattern is not None and np.abs(log_colours(self._sides) - log_colours(table)).max() < _ALIKE

    def of(self, part: np.ndarray, soft: np.ndarray, plane: Plane, light: Illumination) -> list[CardPlace]:
        """Where such cards may lie of which this part is seen (its cells, N x 2 mm), in a softened picture; all their
        sides are taken for seen. None of cards that are printed to their sides."""
        return [] if self._pattern is None else self._about(part, soft, plane, light)

    def _about(self, part: np.ndarray, soft: np.ndarray, plane: Plane, light: Illumination) -> list[CardPlace]:
        seen, room = _Ink(soft, plane, light), max(min(self._size_mm), *np.ptp(part, 0)) / 2
        out: list[CardPlace] = []
        for _, x, y, turn in self._likeliest(seen, part.mean(0), _TURNS, room, _COARSE)[:_BEST]:
            _, x, y, turn = self._likeliest(seen, np.array([x, y]), turn + _NEAR, 2 * _COARSE, _FINE)[0]
            place = CardPlace(x, y, turn, 0.0, size_mm=self._size_mm, by_print=True).taken_for_seen()
            if inside(part, [place], 0).sum() > _HOLDS * min(len(part), self._cells):
                out.append(place)
        return out

    def _likeliest(
        self, seen: "_Ink", about: np.ndarray, turns: np.ndarray, room: float, pixel: float
    ) -> list[tuple[float, float, float, float]]:
        """By turn, how much the print looks like the pattern where it does so most, so far from a place at most (mm),
        and where that is; the most first."""
        wide, high = (round(side / pixel) for side in self._size_mm)
        side, steps = int(np.ceil(np.hypot(wide, high))) | 1, int(2 * room / pixel)
        first = about - (steps + side - 1) / 2 * pixel
        inked = seen.at(first, side + steps, pixel)
        pattern, out = cv2.resize(self._pattern, (wide, high), interpolation=cv2.INTER_AREA), []
        for turn in turns:
            matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            aside = (side - 1) / 2 - matrix @ (np.array([wide - 1, high - 1]) / 2)
            turned = cv2.warpAffine(pattern, np.column_stack([matrix, aside]), (side, side))
            _, most, _, at = cv2.minMaxLoc(cv2.matchTemplate(inked, turned, cv2.TM_CCORR))
            x, y = first + (np.array(at) + (side - 1) / 2) * pixel
            out.append((most, float(x), float(y), float(turn)))
        return sorted(out, reverse=True)


class _Ink:
    """How much is printed where on the table, in one picture."""

    def __init__(self, soft: np.ndarray, plane: Plane, light: Illumination) -> None:
        self._soft, self._plane, self._light = soft, plane, light

    def at(self, first: np.ndarray, count: int, pixel: float) -> np.ndarray:
        """In a square from a place on (x and y in mm), so many pixels wide, each so many mm: 0 to 1, float32."""
        steps = np.arange(count) * pixel
        mm = np.stack(np.meshgrid(steps, steps), -1) + first
        px = self._plane.project(mm.reshape(-1, 2)).astype(np.float32).reshape(mm.shape)
        shown = cv2.remap(self._soft, px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        white = self._light.at(mm.reshape(-1, 2)).reshape(shown.shape)
        return _ink(LINEAR.astype(np.float32)[shown] / np.maximum(white, 1e-3)).astype(np.float32)


def _ink(colours: np.ndarray) -> np.ndarray:
    """How much is printed where these colours are (... x 3 parts of white), 0 to 1."""
    paper, ink = _INKED
    return ((np.abs(1 - colours).max(-1) - paper) / (ink - paper)).clip(0, 1)
