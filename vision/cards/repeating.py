"""Cards whose print repeats, as backs of squares or stripes do: a card's place moved by one repetition shows the same,
as far as it lies on the card, so colours and edges within do not tell where the card ends. What lies just outside does:
where the print goes on there, no card ends.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.place import SIDE_NORMALS, SIDE_POINTS, CardPlace
from vision.cards.table_plane import Plane, shown_at
from vision.cards.visible_cells import BESIDE, inside

# Constants: chosen by hand on drawn tables of three decks with backs of squares.
_FINE = 2  # as many cells each way: a square may be four and a half cells wide
_NEAREST = 2  # fine cells: nearer, anything is like itself
_ALIKE = 0.8  # correlation of the middle of a print with what lies aside
_PLAIN = 0.02  # spread on the encoded curve: less is one colour
_OUT_MM = np.array([2.0, 3.5, 5.0])  # outside a side
_FEW = 3  # steps each way: one may lead below another card
_ENOUGH = 12  # points outside a side that are in sight, with what lies one repetition before
_CONTRAST = 8.0  # grey levels
_GOES_ON = 0.85
"""Correlation of what is seen outside with what is seen one repetition before. Of wrong places on the drawn tables
0.92 to 0.98; of right ones 0.54 at most, where another back of a pile lies a little aside."""


def repetitions(face: np.ndarray) -> np.ndarray:
    """By how much a print (ROWS x COLUMNS x 3, linear BGR as parts of white) repeats: N x 2, across and down, as parts
    of the card's size, at most a third of it. The middle third is looked for all around."""
    high, wide = _FINE * ROWS, _FINE * COLUMNS
    shown = cv2.resize(np.sqrt(np.clip(face, 0, 1)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    middle = shown[high // 3 : high - high // 3, wide // 3 : wide - wide // 3]
    if middle.reshape(-1, 3).std(0).max() < _PLAIN:
        return np.zeros((0, 2))
    like = cv2.matchTemplate(shown, middle, cv2.TM_CCOEFF_NORMED)
    peak = (like > _ALIKE) & (like >= cv2.dilate(like, np.ones((3, 3), np.uint8)))
    by = np.argwhere(peak)[:, ::-1] - (wide // 3, high // 3)
    return by[np.abs(by).max(1) > _FINE * _NEAREST] / (wide, high)


def goes_on(soft: np.ndarray, plane: Plane, place: CardPlace, by: np.ndarray, above: Sequence[CardPlace] = ()) -> bool:
    """Whether what is printed within a place goes on outside one of its sides, where it repeats ``by`` so much
    (``repetitions``), as far as no card ``above`` hides it. ``soft``: the picture, uint8 BGR."""
    size = np.array(place.size_mm)
    for normal, side in zip(SIDE_NORMALS.reshape(4, -1, 2), (SIDE_POINTS * size).reshape(4, -1, 2), strict=True):
        out = (side[:, None] + _OUT_MM[:, None] * normal[:1]).reshape(-1, 2)
        within = (out - step for step in _nearest(by * size, normal[0]))
        if any(_alike(soft, plane, place, out, points, above) for points in within):
            return True
    return False


def _nearest(steps: np.ndarray, outwards: np.ndarray) -> np.ndarray:
    """The shortest few of some steps (N x 2 mm) that lead out of a card far enough."""
    steps = steps[steps @ outwards > _OUT_MM[-1]]
    return steps[np.argsort(np.hypot(*steps.T), kind="stable")[:_FEW]]


def _correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Of two prints (... x 3), all channels together; 0 where either is of one colour."""
    one, other = (part.reshape(-1, 3) - part.reshape(-1, 3).mean(0) for part in (one, other))
    much = np.sqrt((one**2).sum() * (other**2).sum())
    return float((one * other).sum() / much) if much > 1e-6 else 0.0


def _alike(
    soft: np.ndarray, plane: Plane, place: CardPlace, out: np.ndarray, within: np.ndarray, above: Sequence[CardPlace]
) -> bool:
    """Whether what is seen at points ``out`` of a place and at those ``within`` it (N x 2 mm from its middle each)
    looks alike, and is not all one colour."""
    half = np.array(place.size_mm) / 2
    on = (np.abs(within) < half - BESIDE).all(1)
    points = np.array([place.to_table(part[on] + half) for part in (out, within)])
    outside, before = shown_at(soft, plane, points)
    clear = np.isfinite([outside, before]).all((0, 2))
    if above:
        clear &= ~inside(points, above, -BESIDE).any((0, 1))
    if clear.sum() < _ENOUGH:
        return False
    return bool(before[clear].std(0).max() > _CONTRAST) and _correlation(outside[clear], before[clear]) > _GOES_ON
