"""Two cards of a deck that are one and the same card, named twice; or cannot be told apart.

Cards that differ in thin words alone are of the same colours nearly everywhere; their prints tell them apart.
"""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from vision.cards.face_grid import coarse
from vision.cards.face_network import WHOLE, FaceNetwork
from vision.cards.hue_positions import swaps_apart
from vision.cards.print_edges import CELLS, PrintShapes, SeenPrint
from vision.cards.taught import Sample

# Of 136 cards shown twice, on invented decks, all but one are within these bounds of colours, and all but one of those
# within one of the last two. Different cards of five such decks (of 175) are within those of colours alone.
_WIDE, _FINE = 0.105, 0.14  # parts of white: in coarse cells; in all but one of two hundred fine ones
_SAME = 0.07  # the same in fine cells: whatever the print
_PRINT = 30.0  # logarithm of a chance
_FACE = 6.0
"""The same, as a network tells that has seen very many decks. Of 2,496 cards shown twice, on 104 decks of the learned
and the chosen families, six are so far from themselves, and none of these within the bounds of colours; of 95 pairs of
different cards within them 60 are."""

_HUES = 0.25
"""Steps of the wheel: of 528 swaps shown twice, on 88 such decks, three have inks so far apart, and of 1,320 pairs of
different ones all but 13."""


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
    return [pair for pair in found if not _told_apart(*(samples[k] for k in pair))]


def _print_apart(prints: PrintShapes, samples: Sequence[Sample], one: int, other: int) -> float:
    """By how much likelier each is itself than the other, by its print; the lesser of both."""
    costs = [
        prints.costs(SeenPrint.of(samples[shown].edges, np.ones(CELLS, np.float32)), [shown, beside, -1])[0]
        for shown, beside in ((one, other), (other, one))
    ]
    return float(min(cost[1] - cost[0] for cost in costs))


def _told_apart(one: Sample, other: Sample) -> bool:
    """Whether what is printed all over them, or the hues that they swap, tells them apart."""
    return swaps_apart(one, other) >= _HUES or _face_apart(one, other) >= _FACE


def _face_apart(one: Sample, other: Sample) -> float:
    """By how much likelier each is itself than the other, by the whole of its face; the lesser of both."""
    shown = [one.close_up, other.close_up]
    faces = FaceNetwork(shown)
    costs = np.array([faces.costs(each, WHOLE) for each in shown])
    return float((costs[:, ::-1] - costs).diagonal().min())
