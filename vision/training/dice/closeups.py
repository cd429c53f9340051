"""Close-ups to learn from: the dice of invented pictures, and what the finder took for dice that is none.

Those of pictures straight from above are made quickly; those of whole tables went all the way through camera, mat and
finder, as on a real table.
"""

import numpy as np

from vision.dice.closeup import SIDE, closeup
from vision.dice.detector import DiceDetector
from vision.geometry.play_area import PX_PER_MM
from vision.training.dice.flat_pictures import FlatDicePicture
from vision.training.dice.tables import InventedDiceTable
from vision.training.dice.whole_tables import label_of, messy_rolls, varied_table

# Constants: chosen by hand: as far off as the detector is.
NOTHING = 4
_MARGINS = (0, 8, 16, 24)  # px: dice at the very border are rare on tables
_SIZE_UNSURE, _PLACE_UNSURE = 0.02, 1.0  # of a size, px
_SAME, _NO_DIE = 0.3, 0.5  # of a size: so near a spot is the die's, so far it is none
_ELSEWHERE = 0.3  # of the pictures give a close-up of a place by chance


def closeups(pictures: list[FlatDicePicture], px_per_mm: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Views (N x 4 x SIDE x SIDE, float32) and what they show (N: a label of ``bodies``, or NOTHING)."""
    detector, rng = DiceDetector(), np.random.default_rng(seed)
    views, labels = [], []

    def add(one: FlatDicePicture, xy: np.ndarray, size_mm: float, label: int) -> None:
        height, width = one.image.shape[:2]
        column, row = np.clip(np.rint(xy).astype(int), 0, [width - 1, height - 1])
        views.append(closeup(one.image, tuple(xy), tuple(one.slant[row, column]), size_mm * px_per_mm))
        labels.append(label)

    for one in pictures:
        height, width = one.image.shape[:2]
        spots = [(np.array(spot.pixel), spot.size) for spot in detector.detect_in(one.image, one.slant)]
        tops = one.dice[:, 1:3]
        reach = one.dice[:, 4] * px_per_mm
        for label, x, y, _, size in one.dice:
            margin = rng.choice(_MARGINS)
            if not (margin <= x < width - margin and margin <= y < height - margin):
                continue
            at = np.array([x, y])
            near = [xy for xy, _ in spots if np.linalg.norm(xy - at) < _SAME * size * px_per_mm]
            xy = near[0] if near else at + rng.normal(0, _PLACE_UNSURE, 2)
            add(one, xy, size * np.exp(rng.normal(0, _SIZE_UNSURE)), int(label))
        elsewhere = [(rng.uniform(10, [width - 10, height - 10]), rng.uniform(12.5, 23))]
        for xy, size in spots + (elsewhere if rng.random() < _ELSEWHERE else []):
            if (np.linalg.norm(tops - xy, axis=1) > _NO_DIE * reach).all():
                add(one, xy, float(np.clip(size, 12, 24)) * np.exp(rng.normal(0, 0.05)), NOTHING)
    return np.array(views, np.float32).reshape(-1, 4, SIDE, SIDE), np.array(labels)


def closeups_of_table(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The same (N x 4 x SIDE x SIDE and N) of messy rolls on one invented table, found and looked at as on a real
    one."""
    return closeups_of_rolls(varied_table(seed))


def closeups_of_rolls(table: InventedDiceTable) -> tuple[np.ndarray, np.ndarray]:
    """The same of messy rolls on this table."""
    detector = DiceDetector()
    views, labels = [], []
    for roll, flat in messy_rolls(table):
        tops = flat.flat(np.array([die.corners[die.normals[:, 2].argmax()].mean(0) for die in roll.dice]))
        sizes = np.array([table.makes[die.kind].size for die in roll.dice])
        for spot in detector.detect(flat):
            gaps = np.linalg.norm(tops - spot.pixel, axis=1) / (sizes * PX_PER_MM)
            nearest = int(gaps.argmin())
            if _SAME < gaps[nearest] < _NO_DIE:
                continue
            size = sizes[nearest] if gaps[nearest] <= _SAME else spot.size
            row, column = np.clip(np.rint(spot.pixel[::-1]).astype(int), 0, [flat.height - 1, flat.width - 1])
            views.append(closeup(flat.image, spot.pixel, tuple(flat.slant[row, column]), float(size) * PX_PER_MM))
            labels.append(label_of(roll.dice[nearest]) if gaps[nearest] <= _SAME else NOTHING)
    return np.array(views, np.float32).reshape(-1, 4, SIDE, SIDE), np.array(labels, int)
