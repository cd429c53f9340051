"""What answers tell of a deck's inks: by how much each looked off what was foretold, in this camera's eyes.

Another camera than that of the teaching, or a lamp whose light the inks of the mat and of the cards take differently,
puts neighbouring hues off alike, and puts them off again in the next picture. So what is off on a card of which people
said what it is tells what to expect of the next ones (a Gaussian process over the circle of hues; Rasmussen & Williams
2006); and where inks are off by more than is usual, they may be so of all hues. Lamps are switched and cameras moved
in the middle of an evening, so the newest cards tell most.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MOST = 24
"""Answers that are kept, the newest: two of each hue of our deck."""
# Constants: chosen by the inks of 2,800 cards of the chosen families, whose colours were disturbed as by other cameras,
# or not: errors of the same hue go together by 0.65 in other light and 0.9 in one picture, of neighbours by 0.55 and
# 0.65, two steps apart by 0.35 and 0.5, three by 0.15 and 0.3; opposite ones not. After how many pictures they go
# together as in other light was chosen by hand.
_SHARED, _REACH = 0.9, 1.8  # of their variance, in one picture; steps on the circle of hues
_LASTING, _PICTURES = 0.7, 10.0  # of that in other light, and after so many pictures nearly
_WITHIN = 0.3  # of how little is known of a card's ink: its cells are held to say less than they do. Chosen by hand
_HELD = 4.0  # answers by which it is held that errors are as large as usual; chosen by hand


@dataclass(frozen=True, slots=True)
class InkError:
    """Of one card: its ``hue``, by how much its ink looked ``off`` what was foretold (BGR, on the encoded curve, 0 to
    1), ``within`` how much that is known of each channel, and by how much it is so usually. ``picture``: in which of
    its reader's it was seen, counted from 0; less than 0 on another evening."""

    hue: int
    off: tuple[float, float, float]
    within: tuple[float, float, float]
    usual: float
    picture: int = 0


class ExpectedErrors:
    """Of every hue of a deck, after some answers. ``off``: hues x 3, by how much its ink looks off; ``left``: hues x 3,
    by how much it may still be off beside that, in times of what is usual. ``around``: the hues are a circle, and
    neighbours are off alike."""

    def __init__(self, answers: Sequence[InkError], hues: int, *, around: bool) -> None:
        self.off, self.left = np.zeros((hues, 3)), np.ones((hues, 3))
        if not answers:
            return
        of, usual = np.array([one.hue for one in answers]), np.array([one.usual for one in answers])
        off, within = np.array([one.off for one in answers]), _WITHIN * np.array([one.within for one in answers])
        _, order = np.unique([one.picture for one in answers], return_inverse=True)
        alike = _alike(np.arange(hues), of, hues, around) * _lasting(order.max() + 1 - order)
        among = _alike(of, of, hues, around) * _lasting(order[:, None] - order)
        found = (off / np.hypot(usual[:, None], within)) ** 2
        scale = max((_HELD + float(found.mean(1).sum())) / (_HELD + len(of)), 1.0)
        for channel in range(3):
            alone = 1 - _SHARED + (within[:, channel] / usual) ** 2 / scale
            told = np.linalg.solve(among + np.diag(alone), alike.T)  # answers x hues
            self.off[:, channel] = told.T @ off[:, channel]
            self.left[:, channel] = np.sqrt(scale * (1 - (alike.T * told).sum(0)))


def _lasting(pictures: np.ndarray) -> np.ndarray:
    """How much is left of what errors have in common after so many pictures in which anything was learned."""
    return _LASTING + (1 - _LASTING) * np.exp(-np.abs(pictures) / _PICTURES)


def _alike(one: np.ndarray, other: np.ndarray, hues: int, around: bool) -> np.ndarray:
    """How much the errors of hues have in common: of each of the one with each of the other."""
    steps = np.abs(one[:, None] - other)
    if not around:
        return _SHARED * (steps == 0)
    return _SHARED * np.exp(-((np.minimum(steps, hues - steps) / _REACH) ** 2) / 2)
