"""What is printed on a card, by its edges alone: where they are and how they lie, whatever the colours.

A card is cut out at 0.8 mm a pixel. Every cell of 1.6 mm then says how its edges lie (twice their angle, so that light
on dark and dark on light are the same) and how strong they are beside those around. A digit taught in white on red is
the same digit in white on yellow; turned half a circle, a card's cells are the same cells in the opposite order. Small
digits in a corner differ in less than a cell: cards that are alike by cells are compared by pixels.
"""

from itertools import product

import cv2
import numpy as np

CELLS = (56, 40)
"""Rows and columns; the cut-out has twice as many pixels each way."""
PIXELS = (112, 80)
_BLUR = 0.8
_FAINT = 6.0  # gray levels a pixel: weaker edges count less
_AROUND = 15
_SOFT = 1.0
_VARIES = 0.01  # of variance over the twelve numbers: half of a cell's weight
_RIM = 2
_PAD = 1
_NUDGES = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
_WHOLE = 0.85  # of a card in sight; with less, where it lies is less sure, and every number may lie a little elsewhere
_LITTLE = 0.3  # of weight: such a cell tells numbers apart too little to be looked at
_HEAT, _MORE_HEAT = 1.4, 0.04  # of cells; set on invented decks, as are all of these
_CAP = 0.25  # a difference this large is something else, not a worse match
_CLOSE = 6.0  # of costs beyond the likest: not worth a closer look
_FAINTLY = 0.05  # the same of a pixel
_FINE_SOFT, _FINE_CAP, _FINE_RIM = 0.6, 0.4, 5
_NEARLY = 12.0  # of a card partly hidden, other numbers worth looking for a little elsewhere
_FINE_HEAT, _FINE_MORE = 2.0, 0.03  # of pixels


def printed(patch: np.ndarray) -> np.ndarray:
    """How the edges lie in a cut-out (PIXELS, uint8 BGR): PIXELS x 3 float32, cosine and sine of twice the angle, and
    strength."""
    soft = cv2.GaussianBlur(patch.astype(np.float32), (0, 0), _BLUR)
    dx = cv2.Scharr(soft, cv2.CV_32F, 1, 0, scale=1 / 32)
    dy = cv2.Scharr(soft, cv2.CV_32F, 0, 1, scale=1 / 32)
    along, down, mixed = (np.einsum("rci,rci->rc", a, b) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    power = along + down
    strong = np.sqrt(power)
    around = np.sqrt(np.maximum(cv2.blur(power, (_AROUND, _AROUND)), 0))
    share = 1 / ((strong + 0.5 * around + _FAINT) * np.maximum(strong, 1e-3))
    return np.stack([(along - down) * share, 2 * mixed * share, power * share], -1)


def in_cells(fine: np.ndarray) -> np.ndarray:
    """What ``printed`` says of pixels, gathered into cells: CELLS x 3."""
    return cv2.resize(cv2.GaussianBlur(fine, (0, 0), _SOFT), CELLS[::-1], interpolation=cv2.INTER_AREA)


def visible_cells(visible: np.ndarray) -> np.ndarray:
    """Which cells can be trusted (CELLS, float32) where a mask of any size (1: visible) says what is hidden."""
    cells = cv2.resize(visible.astype(np.float32), CELLS[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.erode((cells > 0.95).astype(np.float32), np.ones((3, 3), np.uint8))


class Shapes:
    """The printed shapes of several taught cards, compared with what is seen."""

    def __init__(self, taught: np.ndarray, where: np.ndarray | None = None) -> None:
        """``taught``: N x PIXELS x 3. What all of them share decides nothing. After the N, ``costs`` tells of "what
        they share, and no more". ``where`` (CELLS, bool): only there, and just around, do they differ in what is asked
        for; elsewhere in grain, or in what belongs to a hue."""
        cells = np.array([in_cells(one) for one in taught.astype(np.float32)])
        self.taught, self.varies = _told_apart(cells, _RIM)
        self._flat = self.taught.reshape(len(self.taught), -1, 3)
        pixels = np.array([_soft(one) for one in taught.astype(np.float32)])
        fine, weight = _told_apart(pixels, _FINE_RIM)
        near = np.ones(CELLS, np.float32) if where is None else cv2.dilate(where.astype(np.float32), np.ones((3, 3)))
        self.weight = self.varies * near
        self._fine_weight = weight * cv2.resize(near, PIXELS[::-1], interpolation=cv2.INTER_NEAREST)
        self._fine = np.ascontiguousarray(fine.transpose(0, 3, 1, 2))

    def costs(self, seen: np.ndarray, visible: np.ndarray, chosen: list[int] | None = None) -> tuple[np.ndarray, float]:
        """How unlike each taught card (N + 1, or the chosen) what is seen is (PIXELS x 3), in natural logarithms of
        chances; and how unlike the likest one is, a cell: 0.02 is usual, more than 0.03 another print.

        All are compared by cells, at the best of nine small shifts. The likest are then compared by pixels.
        """
        rows = np.arange(len(self.taught)) if chosen is None else np.arange(len(self.taught))[chosen]
        cost, unlike, shift = self._by_cells(in_cells(seen), visible, rows)
        close = np.flatnonzero(cost < cost.min() + _CLOSE)
        if len(close) < 2:
            return 2 * cost, unlike
        first = int(cost[close].argmin())
        fine = self._by_pixels(_soft(seen), visible, rows[close], 2 * shift[close], first)
        out = cost + fine.max() + cost - cost[close].max()
        out[close] = cost[close] + fine
        return out, unlike

    def _by_cells(
        self, seen: np.ndarray, visible: np.ndarray, rows: np.ndarray
    ) -> tuple[np.ndarray, float, np.ndarray]:
        """Costs of the taught cards of these rows, how unlike the likest is, and the shifts (cells) that fit best."""
        at = np.flatnonzero((self.weight * visible).ravel() > _LITTLE)
        weight, there = self.weight.ravel()[at], self._flat[rows[:, None], at]
        cells, wide = _padded(seen), CELLS[1] + 2 * _PAD
        home = (at // CELLS[1] + _PAD) * wide + at % CELLS[1] + _PAD
        shifts = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
        off = np.empty((len(shifts), len(rows)))
        for k, (down, across) in enumerate(shifts):
            apart = cells[home + (down * wide + across)] - there
            apart *= apart
            off[k] = np.minimum(apart[..., 0] + apart[..., 1] + apart[..., 2], _CAP) @ weight
        best = off.min(0)
        total = max(float(weight.sum()), 1.0)
        return best / (_HEAT + _MORE_HEAT * best.min()), float(best.min()) / total, np.array(shifts)[off.argmin(0)]

    def _by_pixels(
        self, seen: np.ndarray, visible: np.ndarray, rows: np.ndarray, shift: np.ndarray, first: int
    ) -> np.ndarray:
        """Costs of the taught cards of these rows, each at its own shift (pixels), or at the shift about its own that
        is best for the ``first`` of them: how a card lies does not depend on its number."""
        weight = (self._fine_weight * cv2.resize(visible, PIXELS[::-1], interpolation=cv2.INTER_NEAREST)).ravel()
        at = np.flatnonzero(weight > _FAINTLY)
        pad = 2 * _PAD + 1
        wide = PIXELS[1] + 2 * pad
        around = np.pad(seen.transpose(2, 0, 1), ((0, 0), (pad, pad), (pad, pad))).reshape(3, -1)
        home = (at // PIXELS[1] + pad) * wide + at % PIXELS[1] + pad
        weight, there = weight[at], self._fine[rows].reshape(len(rows), 3, -1)[..., at]

        def off(which: np.ndarray, moved: np.ndarray) -> np.ndarray:
            apart = there[which] - around[:, home + moved[0] * wide + moved[1]]
            apart *= apart
            return np.minimum(apart[:, 0] + apart[:, 1] + apart[:, 2], _FINE_CAP) @ weight

        tries = shift[first] + np.array(_NUDGES)
        best = tries[np.argmin([off(np.array([first]), moved)[0] for moved in tries])]
        out = off(np.arange(len(rows)), best)
        for own in np.unique(shift, axis=0):
            which = np.flatnonzero((shift == own).all(1))
            out[which] = np.minimum(out[which], off(which, own))
        if visible.mean() < _WHOLE:
            which = np.flatnonzero(out < out.min() + _NEARLY)
            for own, nudge in product(np.unique(shift[which], axis=0), _NUDGES[1:]):
                some = which[(shift[which] == own).all(1)]
                out[some] = np.minimum(out[some], off(some, own + np.array(nudge)))
        return out / (_FINE_HEAT + _FINE_MORE * out.min())


def _told_apart(taught: np.ndarray, rim: int) -> tuple[np.ndarray, np.ndarray]:
    """The taught ones and what they share (N + 1), and how much each place tells them apart."""
    spread = taught.var(0).sum(-1)
    alike = 1 - spread / (spread + _VARIES)
    common = np.median(taught, 0).astype(np.float32)
    inner = np.zeros(spread.shape, np.float32)
    inner[rim:-rim, rim:-rim] = 1
    every = np.concatenate([taught, (common * alike[..., None])[None]]).astype(np.float32)
    return every, (inner * spread / (spread + _VARIES)).astype(np.float32)


def _soft(fine: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(fine, (0, 0), _FINE_SOFT)


def _padded(seen: np.ndarray) -> np.ndarray:
    """Cells one after the other, with empty ones around the card."""
    return np.pad(seen, ((_PAD, _PAD), (_PAD, _PAD), (0, 0))).reshape(-1, 3)
