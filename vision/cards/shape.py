"""What is printed on a card, by its edges alone: where they are and how they lie, whatever the colours.

A card is cut out at 0.8 mm a pixel. Every cell of 1.6 mm then says how its edges lie (twice their angle, so that light
on dark and dark on light are the same) and how strong they are beside those around. A digit taught in white on red is
the same digit in white on yellow; turned half a circle, a card's cells are the same cells in the opposite order.
"""

import cv2
import numpy as np

CELLS = (56, 40)
"""Rows and columns; the cut-out has twice as many pixels each way."""
_BLUR = 0.8
_FAINT = 6.0  # gray levels a pixel: weaker edges count less
_AROUND = 15
_SOFT = 1.0
_VARIES = 0.01  # of variance over the twelve numbers: half of a cell's weight
_RIM = 2
_REACH, _FEW = 2, 40  # cells a card's place may be off; of shared print, that it can be seen by
_PAD = _REACH + 1
_STEPS = sorted(
    ((d, a) for d in range(-_REACH, _REACH + 1) for a in range(-_REACH, _REACH + 1)),
    key=lambda s: abs(s[0]) + abs(s[1]),
)
_LITTLE = 0.3  # of weight: such a cell tells numbers apart too little to be looked at
_HEAT, _MORE_HEAT = 0.7, 0.02  # set on invented decks
_CAP = 0.25  # a difference this large is something else, not a worse match


def printed(patch: np.ndarray) -> np.ndarray:
    """How the edges lie in a cut-out (112 x 80, uint8 BGR): CELLS x 3 float32, cosine and sine of twice the angle, and
    strength."""
    soft = cv2.GaussianBlur(patch.astype(np.float32), (0, 0), _BLUR)
    dx = cv2.Scharr(soft, cv2.CV_32F, 1, 0, scale=1 / 32)
    dy = cv2.Scharr(soft, cv2.CV_32F, 0, 1, scale=1 / 32)
    along, down, mixed = (np.einsum("rci,rci->rc", a, b) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    power = along + down
    strong = np.sqrt(power)
    around = np.sqrt(np.maximum(cv2.blur(power, (_AROUND, _AROUND)), 0))
    share = 1 / ((strong + 0.5 * around + _FAINT) * np.maximum(strong, 1e-3))
    out = np.stack([(along - down) * share, 2 * mixed * share, power * share], -1)
    return cv2.resize(cv2.GaussianBlur(out, (0, 0), _SOFT), CELLS[::-1], interpolation=cv2.INTER_AREA)


def visible_cells(visible: np.ndarray) -> np.ndarray:
    """Which cells can be trusted (CELLS, float32) where a mask of any size (1: visible) says what is hidden."""
    cells = cv2.resize(visible.astype(np.float32), CELLS[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.erode((cells > 0.95).astype(np.float32), np.ones((3, 3), np.uint8))


class Shapes:
    """The printed shapes of several taught cards, compared with what is seen."""

    def __init__(self, taught: np.ndarray) -> None:
        """``taught``: N x CELLS x 3. What all of them share decides nothing. After the N, ``costs`` tells of "what they
        share, and no more"."""
        spread = taught.astype(np.float32).var(0).sum(-1)
        alike = 1 - spread / (spread + _VARIES)
        common = np.median(taught, 0).astype(np.float32)
        self.taught = np.concatenate([taught, (common * alike[..., None])[None]]).astype(np.float32)
        self.weight = spread / (spread + _VARIES)
        inner = np.zeros(CELLS, bool)
        inner[_RIM:-_RIM, _RIM:-_RIM] = True
        self.weight = np.where(inner, self.weight, 0).astype(np.float32)
        strong = (common**2).sum(-1)
        self._steady = (strong / (strong + _VARIES) * alike).astype(np.float32)
        self._common, self._flat = common.reshape(-1, 3), self.taught.reshape(len(self.taught), -1, 3)

    def costs(self, seen: np.ndarray, visible: np.ndarray, chosen: list[int] | None = None) -> tuple[np.ndarray, float]:
        """How unlike each taught card (N + 1, or the chosen) what is seen is (CELLS x 3), in natural logarithms of
        chances, at the best of nine small shifts about where the print that all share fits; and how
        unlike the likest one is, a cell: 0.02 is usual, more than 0.03 another print."""
        at = np.flatnonzero((self.weight * visible).ravel() > _LITTLE)
        taught = self._flat if chosen is None else self._flat[chosen]
        weight, there = self.weight.ravel()[at], taught[:, at]
        cells, wide = _padded(seen), CELLS[1] + 2 * _PAD
        home = (at // CELLS[1] + _PAD) * wide + at % CELLS[1] + _PAD
        below, right = self._off(seen, visible)
        best = np.full(len(taught), np.inf)
        for down in (below - 1, below, below + 1):
            for across in (right - 1, right, right + 1):
                apart = cells[home + (down * wide + across)] - there
                apart *= apart
                off = np.minimum(apart[..., 0] + apart[..., 1] + apart[..., 2], _CAP)
                best = np.minimum(best, off @ weight)
        total = max(float(weight.sum()), 1.0)
        return best / (_HEAT + _MORE_HEAT * best.min()), float(best.min()) / total

    def _off(self, seen: np.ndarray, visible: np.ndarray) -> tuple[int, int]:
        """By how many cells, down and to the right, the print that all cards share lies off its place."""
        at = np.flatnonzero((self._steady * visible).ravel() > _LITTLE)[::2]
        if len(at) < _FEW:
            return 0, 0
        cells, wide = _padded(seen), CELLS[1] + 2 * _PAD
        home = (at // CELLS[1] + _PAD) * wide + at % CELLS[1] + _PAD
        weight, there = self._steady.ravel()[at], self._common[at]
        best, where = np.inf, (0, 0)
        for down, across in _STEPS:
            apart = cells[home + (down * wide + across)] - there
            cost = float(np.minimum((apart**2).sum(-1), _CAP) @ weight) * (1 + 0.01 * (abs(down) + abs(across)))
            if cost < best:
                best, where = cost, (down, across)
        return where


def _padded(seen: np.ndarray) -> np.ndarray:
    """Cells one after the other, with empty ones around the card."""
    return np.pad(seen, ((_PAD, _PAD), (_PAD, _PAD), (0, 0))).reshape(-1, 3)
