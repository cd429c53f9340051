"""What answers tell of a deck's inks: by how much each looked off what was foretold, in this camera's eyes.

Another camera than that of the teaching, or a lamp whose light the inks of the mat and of the cards take differently,
puts neighbouring hues off alike, and puts them off again in the next picture. So what is off on a card of which people
said what it is tells what to expect of the next ones (a Gaussian process over the circle of hues; Rasmussen & Williams
2006); and where inks are off by more than is usual, they may be so of all hues. Lamps are switched and cameras moved
in the middle of an evening, so the newest cards tell most. In thin lines (``thin_lines``) it is the direction of an
ink that looks turned; that is learned in the same way.
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
_TURNED, _TURNED_REACH, _ELSEWHERE = 0.06, 0.75, 0.2
"""Radians that an ink's direction is usually turned in thin lines; steps on the circle of hues; and of its variance,
what is the same under the lamp of another evening. By some 1,000 cards of 50 learned and chosen decks: turns of
neighbours go together by 0.3, of others not; of the same hue by 0.7 under one lamp, and by 0.15 under another."""


@dataclass(frozen=True, slots=True)
class InkError:
    """Of one card: its ``hue``, by how much its ink looked ``off`` what was foretold (BGR, on the encoded curve, 0 to
    1), ``within`` how much that is known of each channel, and by how much it is so usually. ``picture``: in which of
    its reader's it was seen, counted from 0; less than 0 on another evening. ``turned``: by how much the direction of
    its ink looked turned in thin lines, radians, ``turned_within`` how much that is known: pi where nothing is."""

    hue: int
    off: tuple[float, float, float]
    within: tuple[float, float, float]
    usual: float
    picture: int = 0
    turned: float = 0.0
    turned_within: float = np.pi


class ExpectedErrors:
    """Of every hue of a deck, after some answers. ``off``: hues x 3, by how much its ink looks off; ``left``: hues x 3,
    by how much it may still be off beside that, in times of what is usual; ``turned``, ``turned_left``: hues, the same
    of its direction in thin lines. ``around``: the hues are a circle, and neighbours are off alike."""

    def __init__(self, answers: Sequence[InkError], hues: int, *, around: bool) -> None:
        self.off, self.left = np.zeros((hues, 3)), np.ones((hues, 3))
        self.turned, self.turned_left = np.zeros(hues), np.ones(hues)
        if answers:
            self._look_off(answers, *_in_common(answers, hues, around, _REACH, 1.0))
            self._look_turned(answers, *_in_common(answers, hues, around, _TURNED_REACH, _ELSEWHERE))

    def _look_off(self, answers: Sequence[InkError], alike: np.ndarray, among: np.ndarray) -> None:
        usual, off = np.array([one.usual for one in answers]), np.array([one.off for one in answers])
        within = _WITHIN * np.array([one.within for one in answers])
        found = (off / np.hypot(usual[:, None], within)) ** 2
        scale = max((_HELD + float(found.mean(1).sum())) / (_HELD + len(answers)), 1.0)
        for channel in range(3):
            known = (within[:, channel] / usual) ** 2 / scale
            self.off[:, channel], left = _told(alike, among, known, off[:, channel])
            self.left[:, channel] = np.sqrt(scale * left)

    def _look_turned(self, answers: Sequence[InkError], alike: np.ndarray, among: np.ndarray) -> None:
        turned, within = np.array([(one.turned, one.turned_within) for one in answers]).T
        self.turned, left = _told(alike, among, (within / _TURNED) ** 2, turned)
        self.turned_left = np.sqrt(left)


def _in_common(
    answers: Sequence[InkError], hues: int, around: bool, reach: float, elsewhere: float
) -> tuple[np.ndarray, np.ndarray]:
    """What the errors of hues have in common with those of answers (hues x answers), and these with each other.
    ``elsewhere``: of that, what is left from one evening to another."""
    of, picture = np.array([(one.hue, one.picture) for one in answers]).T
    _, order = np.unique(picture, return_inverse=True)
    before = picture < 0
    after = _lasting(order.max() + 1 - order) * np.where(before, elsewhere, 1)
    between = _lasting(order[:, None] - order) * np.where(before[:, None] != before, elsewhere, 1)
    return _alike(np.arange(hues), of, hues, around, reach) * after, _alike(of, of, hues, around, reach) * between


def _told(alike: np.ndarray, among: np.ndarray, known: np.ndarray, off: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By how much hues are off, and what is left of the variance of that. ``alike``: hues x answers, what their errors
    have in common; ``among``: the same of the answers; ``known``: the variances of these, ``off``."""
    told = np.linalg.solve(among + np.diag(1 - _SHARED + known), alike.T)  # answers x hues
    return told.T @ off, 1 - (alike.T * told).sum(0)


def _lasting(pictures: np.ndarray) -> np.ndarray:
    """How much is left of what errors have in common after so many pictures in which anything was learned."""
    return _LASTING + (1 - _LASTING) * np.exp(-np.abs(pictures) / _PICTURES)


def _alike(one: np.ndarray, other: np.ndarray, hues: int, around: bool, reach: float) -> np.ndarray:
    """How much the errors of hues have in common: of each of the one with each of the other. ``reach``: steps on the
    circle of hues."""
    steps = np.abs(one[:, None] - other)
    if not around:
        return _SHARED * (steps == 0)
    return _SHARED * np.exp(-((np.minimum(steps, hues - steps) / reach) ** 2) / 2)
