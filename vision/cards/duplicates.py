"""Two cards of a deck that are one and the same card, named twice; or cannot be told apart.

Cards that differ in thin words alone are of the same colours nearly everywhere; their prints tell them apart.
"""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from vision.cards.face_grid import coarse
from vision.cards.print_edges import CELLS, PrintShapes, SeenPrint
from vision.cards.taught import Sample

# Of 136 cards shown twice, on invented decks, all but one are within these bounds of colours, and all but one of those
# within one of the last two. Different cards of five such decks (of 175) are within those of colours alone.
_WIDE, _FINE = 0.105, 0.14  # parts of white: in coarse cells; in all but one of two hundred fine ones
_SAME = 0.07  # the same in fine cells: whatever the print
_PRINT = 30.0  # logarithm of a chance


def find_duplicates(samples: Sequence[Sample]) -> list[tuple[int, int]]:
    """The pairs of taught cards that look the same, by their places among the samples."""
    faces = np.array([sample.face for sample in samples])
    wide = coarse(faces)
    fine = [cv2.GaussianBlur(face, (0, 0), 1.0) for face in faces]
    prints = None
    found = []
    for one, other in combinations(range(len(faces)), 2):
        if np.abs(wide[one] - wide[other]).max() >= _WIDE:
            continue
        apart = np.percentile(np.abs(fine[one] - fine[other]).max(-1), 99.5)
        if apart >= _FINE:
            continue
        prints = prints or PrintShapes(np.array([sample.edges for sample in samples]))
        if apart < _SAME or _print_apart(prints, samples, one, other) < _PRINT:
            found.append((one, other))
    return found


def _print_apart(prints: PrintShapes, samples: Sequence[Sample], one: int, other: int) -> float:
    """By how much likelier each is itself than the other, by its print; the lesser of both."""
    costs = [
        prints.costs(SeenPrint.of(samples[shown].edges, np.ones(CELLS, np.float32)), [shown, beside, -1])[0]
        for shown, beside in ((one, other), (other, one))
    ]
    return float(min(cost[1] - cost[0] for cost in costs))
