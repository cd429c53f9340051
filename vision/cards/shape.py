"""What is printed on a card, by its edges alone: where they are and how they lie, whatever the colours.

A card is cut out at 0.8 mm a pixel. Every cell of 1.6 mm then says how its edges lie (twice their angle, so that light
on dark and dark on light are the same) and how strong they are beside those around. A digit taught in white on red is
the same digit in white on yellow; turned half a circle, a card's cells are the same cells in the opposite order. Small
digits in a corner differ in less than a cell: cards that are alike by cells are compared by pixels.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.plane import CARD_MM

CELLS = (56, 40)
"""Rows and columns; the cut-out has twice as many pixels each way."""
WIDE_MM = CARD_MM[0] / CELLS[1]
"""A cell's width; it is as high."""
PIXELS = (112, 80)
_BLUR = 0.8
_FAINT = 6.0  # gray levels a pixel: weaker edges count less
_AROUND = 15
_SOFT = 1.0
_CHANNELS = np.ones((1, 3), np.float32)
_VARIES = 0.01  # of variance over the twelve numbers: half of a cell's weight
_RIM = 2
_PAD, _FINE_PAD = 1, 3  # cells, and pixels, by which a card may lie elsewhere
_WIDE, _FINE_WIDE = CELLS[1] + 2 * _PAD, PIXELS[1] + 2 * _FINE_PAD  # of rows with what lies around them
_STEPS = np.arange(-1, 2)
_SHIFTS = 2 * (_STEPS[:, None] * _FINE_WIDE + _STEPS).ravel()  # by a cell each way, in pixels laid end to end
_NUDGES = np.array([0, -_FINE_WIDE, _FINE_WIDE, -1, 1])
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
    along, down, mixed = (cv2.transform(a * b, _CHANNELS) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    power = along + down
    strong = np.sqrt(power)
    around = np.sqrt(np.maximum(cv2.blur(power, (_AROUND, _AROUND)), 0))
    share = 1 / ((strong + 0.5 * around + _FAINT) * np.maximum(strong, 1e-3))
    return cv2.merge([(along - down) * share, 2 * mixed * share, power * share])


def in_cells(fine: np.ndarray) -> np.ndarray:
    """What ``printed`` says of pixels, gathered into cells: CELLS x 3."""
    return cv2.resize(cv2.GaussianBlur(fine, (0, 0), _SOFT), CELLS[::-1], interpolation=cv2.INTER_AREA)


def visible_cells(visible: np.ndarray) -> np.ndarray:
    """Which cells can be trusted (CELLS, float32) where a mask of any size (1: visible) says what is hidden."""
    cells = cv2.resize(visible.astype(np.float32), CELLS[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.erode((cells > 0.95).astype(np.float32), np.ones((3, 3), np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The print of a card as it is seen, made ready to be compared, with empty room around: channel by channel, rows
    laid end to end. ``cells``: 3 x cells; ``pixels``: 3 x pixels; ``visible``: of the cells without that room, 1 where
    they are not hidden."""

    cells: np.ndarray
    pixels: np.ndarray
    visible: np.ndarray

    @classmethod
    def of(cls, edges: np.ndarray, visible: np.ndarray) -> "Seen":
        """``edges``: what ``printed`` says; ``visible``: what ``visible_cells`` does."""
        return cls(_padded(in_cells(edges), _PAD), _padded(_soft(edges), _FINE_PAD), visible.ravel())

    def turned(self) -> "Seen":
        """The same card the other way up."""
        return Seen(*(np.ascontiguousarray(part[..., ::-1]) for part in (self.cells, self.pixels, self.visible)))


class ByCells(NamedTuple):
    """Taught cards (their ``rows``) compared with what is seen, cell by cell: ``cost`` of each, at most what it costs
    after a closer look; at which of nine small ``shift``s it fits best; and how ``unlike`` the likest is."""

    rows: np.ndarray
    cost: np.ndarray
    shift: np.ndarray
    unlike: float


class Shapes:
    """The printed shapes of several taught cards, compared with what is seen."""

    def __init__(self, taught: np.ndarray, where: np.ndarray | None = None) -> None:
        """``taught``: N x PIXELS x 3. What all of them share decides nothing. After the N, ``costs`` tells of "what
        they share, and no more". ``where`` (CELLS, bool): only there, and just around, do they differ in what is asked
        for; elsewhere in grain, or in what belongs to a hue."""
        cells = np.array([in_cells(one) for one in taught.astype(np.float32)])
        self.taught, self.varies = _told_apart(cells, _RIM)
        pixels = np.array([_soft(one) for one in taught.astype(np.float32)])
        fine, weight = _told_apart(pixels, _FINE_RIM)
        near = np.ones(CELLS, np.float32) if where is None else cv2.dilate(where.astype(np.float32), np.ones((3, 3)))
        self.weight = self.varies * near
        fine_weight = weight * cv2.resize(near, PIXELS[::-1], interpolation=cv2.INTER_NEAREST)
        of_pixel = np.arange(CELLS[0] * CELLS[1]).reshape(CELLS).repeat(2, 0).repeat(2, 1)
        self._cells = _Places.of(self.taught, self.weight, _LITTLE, _PAD, np.arange(CELLS[0] * CELLS[1]))
        self._pixels = _Places.of(fine, fine_weight, _FAINTLY, _FINE_PAD, of_pixel)

    def costs(self, seen: Seen, chosen: list[int] | None = None) -> tuple[np.ndarray, float]:
        """How unlike each taught card (N + 1, or the chosen) what is seen is, in natural logarithms of chances; and how
        unlike the likest one is, a cell: 0.02 is usual, more than 0.03 another print.

        All are compared by cells, at the best of nine small shifts. The likest are then compared by pixels.
        """
        return self.closer(seen, self.by_cells(seen, chosen))

    def closer(self, seen: Seen, cells: ByCells, enough: float = np.inf) -> tuple[np.ndarray, float]:
        """What ``costs`` tells, once cells were compared. Where these alone cost so much, no pixels are."""
        rows, cost, shift, unlike = cells
        close = np.flatnonzero(cost < cost.min() + _CLOSE)
        if len(close) < 2 or cost.min() >= enough:
            return 2 * cost, unlike
        first = int(cost[close].argmin())
        fine = self._by_pixels(seen, rows[close], _SHIFTS[shift[close]], first)
        out = cost + fine.max() + cost - cost[close].max()
        out[close] = cost[close] + fine
        return out, unlike

    def by_cells(self, seen: Seen, chosen: list[int] | None = None) -> ByCells:
        """The taught cards (N + 1, or the chosen) compared with what is seen, by cells."""
        rows = np.arange(len(self.taught)) if chosen is None else np.arange(len(self.taught))[chosen]
        home, weight, there = self._cells.in_sight(seen.visible, rows)
        off = np.empty((3, 3, len(rows)))
        for down in _STEPS:  # three shifts at once: few calls, and what they handle is not too large for the cache
            at = home + (down * _WIDE + _STEPS)[:, None]
            off[down + 1] = _apart(np.take(seen.cells, at, 1)[:, :, None], there[:, None], _CAP) @ weight
        off = off.reshape(9, -1)
        best = off.min(0)
        total = max(float(weight.sum()), 1.0)
        return ByCells(rows, best / (_HEAT + _MORE_HEAT * best.min()), off.argmin(0), float(best.min()) / total)

    def _by_pixels(self, seen: Seen, rows: np.ndarray, shift: np.ndarray, first: int) -> np.ndarray:
        """Costs of the taught cards of these rows, each at its own shift (pixels end to end), or at the shift about its
        own that is best for the ``first`` of them: how a card lies does not depend on its number."""
        home, weight, there = self._pixels.in_sight(seen.visible, rows)

        def off(which: np.ndarray | slice, shifts: np.ndarray) -> np.ndarray:
            """Of some rows, each at its own shifts or all at the same: ... x rows, or ... x 1."""
            here = np.take(seen.pixels, home + shifts[..., None], 1)
            return _apart(here, there[:, which], _FINE_CAP) @ weight

        tries = shift[first] + _NUDGES
        best = tries[off(slice(first, first + 1), tries[:, None])[:, 0].argmin()]
        out = off(slice(None), best[None])
        which = np.flatnonzero(shift != best)
        if len(which):
            out[which] = np.minimum(out[which], off(which, shift[which]))
        if seen.visible.mean() < _WHOLE:
            which = np.flatnonzero(out < out.min() + _NEARLY)
            out[which] = np.minimum(out[which], off(which, shift[which] + _NUDGES[1:, None]).min(0))
        return out / (_FINE_HEAT + _FINE_MORE * out.min())


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """The cells, or pixels, that tell taught cards (N) apart. ``home``: where each lies in what is ``Seen``; ``cell``:
    in which cell; ``weight``: how much it tells; ``there``: 3 x N x places, what is taught there; ``least``: weights
    that count."""

    home: np.ndarray
    cell: np.ndarray
    weight: np.ndarray
    there: np.ndarray
    least: float

    @classmethod
    def of(cls, taught: np.ndarray, weight: np.ndarray, least: float, pad: int, cell: np.ndarray) -> "_Places":
        at = np.flatnonzero(weight.ravel() > least)
        down, across = np.divmod(at, weight.shape[1])
        home = (down + pad) * (weight.shape[1] + 2 * pad) + across + pad
        there = taught.reshape(len(taught), -1, 3)[:, at].transpose(2, 0, 1)
        return cls(home, cell.ravel()[at], weight.ravel()[at], np.ascontiguousarray(there), least)

    def in_sight(self, visible: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where they lie, their weights, and what is taught there in some rows; of those that are visible."""
        there = self.there if len(rows) == self.there.shape[1] else self.there[:, rows]
        if visible.all():
            return self.home, self.weight, there
        weight = self.weight * visible[self.cell]
        keep = np.flatnonzero(weight > self.least)
        if len(keep) == len(weight):
            return self.home, weight, there
        return self.home[keep], weight[keep], np.take(there, keep, 2)


def _apart(one: np.ndarray, other: np.ndarray, cap: float) -> np.ndarray:
    """How far apart prints (3 x ...) are, squared; not more than a cap. One channel after the other fits the cache."""
    out = one[0] - other[0]
    out *= out
    for mine, theirs in zip(one[1:], other[1:], strict=True):
        apart = mine - theirs
        apart *= apart
        out += apart
    return np.minimum(out, cap, out=out)


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


def _padded(values: np.ndarray, pad: int) -> np.ndarray:
    """Values (rows x columns x 3) with empty ones around them: 3 x all, rows laid end to end."""
    wide = cv2.copyMakeBorder(values, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
    return np.ascontiguousarray(wide.reshape(-1, 3).T)
