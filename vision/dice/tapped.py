"""The die that a person tapped in a teaching picture, though no network may have found it."""

from itertools import product

import numpy as np

from vision.dice.contours import INSETS, DieShape
from vision.dice.detector import DieDetection
from vision.dice.edge_fit import refine
from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.geometry.play_area import FlatTable

# Constants: chosen by hand.
_SIZES: dict[Kind, tuple[float, ...]] = {"d6": (13.0, 15.0, 17.0, 19.0), "d12": (15.0, 17.0, 19.0, 21.0)}  # mm
_OFF = (-3.0, 0.0, 3.0)  # mm: a finger misses the middle of a top by so much
_TURNS = 5  # of the angles after which the solid looks the same


def outlined(
    table: FlatTable, kind: Kind, pixel: tuple[float, float], size: float | None
) -> tuple[DieDetection, float]:
    """The die of this kind whose outlines agree best with the edges around ``pixel`` of the flat picture, where the
    middle of its top should be, and how well they do, 0 to 1. ``size``: mm, where others of its kind were found."""
    best: tuple[DieDetection, float] | None = None
    for mm, inset in product((size,) if size else _SIZES[kind], INSETS):
        x, y = table.foot(pixel, mm)
        turns = np.arange(_TURNS) * solid(kind).turn / _TURNS
        poses = np.array([[x + right, y + down, turn] for right, down, turn in product(_OFF, _OFF, turns)])
        fit = max(refine(table, DieShape(kind, mm, inset), poses), key=lambda fit: fit.score)
        if best is None or fit.score > best[1]:
            at = table.flat(np.array([fit.x, fit.y, mm]))
            best = DieDetection(kind, (float(at[0]), float(at[1])), fit.angle, mm, 1.0), fit.score
    assert best is not None
    return best
