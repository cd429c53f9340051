"""What is printed on a card, by its edges alone: where they are and how they lie, whatever the colours.

A card is cut out at 0.8 mm a pixel. Every cell of 1.6 mm then says how its edges lie (twice their angle, so that light
on dark and dark on light are the same) and how strong they are beside those around. A digit taught in white on red is
the same digit in white on yellow; turned half a circle, a card's cells are the same cells in the opposite order. Small
digits in a corner differ in less than a cell: cards that are alike by cells are compared by pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

# Constants: chosen on invented decks and the rendered ones by hand, but for the temperatures, which were fitted by
# likelihood. Sizes are the grid's own.
CELLS = (56, 40)
"""Rows and columns; the cut-out has twice as many pixels each way."""
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
_STRAY = 1.8 * (_STEPS[:, None] ** 2 + _STEPS**2).ravel().astype(np.float32)  # what a shift costs; nine of them
_SHIFTS = 2 * (_STEPS[:, None] * _FINE_WIDE + _STEPS).ravel()  # by a cell each way, in pixels laid end to end
_NUDGES = np.array([0, -_FINE_WIDE, _FINE_WIDE, -1, 1])
_WHOLE = 0.85  # of a card in sight; with less, where it lies is less sure, and every number may lie a little elsewhere
_LITTLE = 0.3  # of weight: such a cell tells numbers apart too little to be looked at
_CAP = 0.25  # a difference this large is something else, not a worse match
_CLOSE = 6.0  # of costs beyond the likest: not worth a closer look
_FAINTLY = 0.05  # the same of a pixel
_FINE_SOFT, _FINE_CAP, _FINE_RIM = 0.6, 0.33, 5
_NEARLY = 12.0  # of a card partly hidden, other numbers worth looking for a little elsewhere
_FINE_STRAY = 2.0  # what it costs to lie elsewhere than the likest
_NEARLY_ALL, _PLAIN = 0.95, 0.36
"""Of a card's pixels, but for its rim, and how strong an edge these show at most where nothing is printed: 0.2 of 21
plain backs of invented decks, 0.53 and more of 1,560 printed backs and specials, some with a few small marks alone."""


def uncovered(patch: np.ndarray, visible: np.ndarray) -> np.ndarray:
    """A cut-out (PIXELS, uint8 BGR) that goes on as it is beside what is hidden (``visible``: 1 in sight, half its
    size): the side of a card that lies on it is none of its edges."""
    hidden = cv2.resize(visible, PIXELS[::-1], interpolation=cv2.INTER_NEAREST) < 0.5
    there, seen = np.flatnonzero(hidden), np.flatnonzero(~hidden)
    if not len(there) or not len(seen):
        return patch
    _, nearest = cv2.distanceTransformWithLabels(hidden.view(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    nearest = nearest.ravel()
    source = np.empty(len(seen) + 1, np.intp)
    source[nearest[seen]] = seen
    out = patch.reshape(-1, 3).copy()
    out[there] = out[source[nearest[there]]]
    return out.reshape(patch.shape)


def edge_orientations(patch: np.ndarray) -> np.ndarray:
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


def is_plain(edges: np.ndarray) -> bool:
    """Whether nothing is printed on a card with these edges (PIXELS x 3)."""
    inner = edges[_FINE_RIM:-_FINE_RIM, _FINE_RIM:-_FINE_RIM, 2]
    return bool(np.quantile(inner, _NEARLY_ALL) < _PLAIN)


def in_cells(fine: np.ndarray) -> np.ndarray:
    """What ``edge_orientations`` says of pixels, gathered into cells: CELLS x 3."""
    return cv2.resize(cv2.GaussianBlur(fine, (0, 0), _SOFT), CELLS[::-1], interpolation=cv2.INTER_AREA)


def visible_cells(visible: np.ndarray) -> np.ndarray:
    """Which cells can be trusted (CELLS, float32) where a mask of any size (1: visible) says what is hidden."""
    cells = cv2.resize(visible.astype(np.float32), CELLS[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.erode((cells > 0.95).astype(np.float32), np.ones((3, 3), np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class SeenPrint:
    """The print of a card as it is seen, made ready to be compared, with empty room around: channel by channel, rows
    laid end to end. ``cells``: 3 x cells; ``pixels``: 3 x pixels; ``visible``: of the cells without that room, 1 where
    they are not hidden."""

    cells: np.ndarray
    pixels: np.ndarray
    visible: np.ndarray

    @classmethod
    def of(cls, edges: np.ndarray, visible: np.ndarray) -> "SeenPrint":
        """``edges``: what ``edge_orientations`` says, PIXELS x 3; ``visible``: what ``visible_cells`` does, CELLS."""
        return cls(_padded(in_cells(edges), _PAD), _padded(_soft(edges), _FINE_PAD), visible.ravel())

    def turned(self) -> "SeenPrint":
        """The same card the other way up."""
        return SeenPrint(*(np.ascontiguousarray(part[..., ::-1]) for part in (self.cells, self.pixels, self.visible)))


class Temperature(NamedTuple):
    """How little differences are believed, part by part. Of cells: ``cells``, and ``more`` by how far off the likest
    is, but not above ``most``; of pixels: ``pixels``, and ``times`` what it is of cells."""

    cells: float
    more: float
    most: float
    pixels: float
    times: float


AS_EVER = Temperature(1.4, 0.04, np.inf, -2.2, 3.0)
"""As if every print were as well seen as any other."""
AS_SEEN = Temperature(0.8, 0.55, 4.0, 0.35, 2.3)
"""The worse the likest fits, the less is believed; set by likelihood on invented decks: of numbers, and of signs."""


class CellComparison(NamedTuple):
    """Taught cards (their ``rows``) compared with what is seen, cell by cell: how far ``off`` every part is (rows x
    parts), and how little that is believed (``temperature``, of each part; ``usual_temperature``, of the likest); at
    which of nine small shifts every part fits best (``shift``, rows x parts); and how ``unlike`` the likest is.
    ``level``: what is added to all costs, so that the likest costs what it would if every print were as well seen as
    any other."""

    rows: np.ndarray
    off: np.ndarray
    temperature: np.ndarray
    usual_temperature: float
    level: float
    shift: np.ndarray
    unlike: float

    @property
    def cost(self) -> np.ndarray:
        """Of each of the rows, at most what it costs after a closer look; natural logarithms."""
        return _cost(self.off, self.temperature, self.usual_temperature) + self.level

    def beside(self, likelier: "CellComparison") -> "CellComparison":
        """The same, believed as much as what is likelier: nothing is excused by being unlike all that was taught."""
        return self._replace(
            temperature=np.minimum(self.temperature, likelier.temperature), level=min(self.level, likelier.level)
        )


def _cost(off: np.ndarray, temperature: np.ndarray, usual_temperature: float, shared: bool = True) -> np.ndarray:
    """Costs of rows (rows x parts), the last of which may be what all have in common (``shared``)."""
    out = (off / temperature).sum(1)
    if shared:
        best = out[:-1].argmin()
        out[-1] = out[best] + (off[-1] - off[best]).sum() / usual_temperature
    return out


def _level(off: np.ndarray, temperature: np.ndarray, usual_temperature: float) -> float:
    """What makes the likest of taught cards (rows x parts) cost what it would if every print were as well seen as any
    other."""
    cost = (off / temperature).sum(1)
    best = cost.argmin()
    return float(off[best].sum() / usual_temperature - cost[best])


class CloseComparison(NamedTuple):
    """The costs of taught cards by cells and pixels, and the ``level`` of the latter, as in ``CellComparison``."""

    cost: np.ndarray
    level: float


class PrintShapes:
    """The printed shapes of several taught cards, compared with what is seen.

    They may have several ``parts`` (large digits, and small ones in a corner): each may lie a little aside by itself,
    for no card is quite flat and no lens quite known, and how well it fits says how much it is to be believed.
    """

    def __init__(
        self, taught: np.ndarray, parts: Sequence[np.ndarray] = (), temperature: Temperature = AS_EVER
    ) -> None:
        """``taught``: N x PIXELS x 3. What all of them share decides nothing. After the N, ``costs`` tells of "what
        they share, and no more". ``parts`` (CELLS, bool): only there, and just around, do they differ in what is asked
        for; elsewhere in grain, or in what belongs to a hue."""
        self._temperature = temperature
        cells = np.array([in_cells(one) for one in taught.astype(np.float32)])
        self.taught, self.varies = _discriminating(cells, _RIM)
        pixels = np.array([_soft(one) for one in taught.astype(np.float32)])
        fine, weight = _discriminating(pixels, _FINE_RIM)
        near = np.array([cv2.dilate(part.astype(np.float32), np.ones((3, 3))) for part in parts or [np.ones(CELLS)]])
        finely = near.repeat(2, 1).repeat(2, 2)
        of_pixel = np.arange(CELLS[0] * CELLS[1]).reshape(CELLS).repeat(2, 0).repeat(2, 1)
        self._cells = _Places.of(self.taught, self.varies * near, _LITTLE, _PAD, np.arange(CELLS[0] * CELLS[1]))
        self._pixels = _Places.of(fine, weight * finely, _FAINTLY, _FINE_PAD, of_pixel)

    def costs(self, seen: SeenPrint, chosen: list[int] | None = None) -> tuple[np.ndarray, float]:
        """How unlike each taught card (N + 1, or the chosen) what is seen is, in natural logarithms of chances; and how
        unlike the likest one is, a cell: 0.02 is usual, more than 0.03 another print.

        All are compared by cells, at the best of nine small shifts. The likest are then compared by pixels.
        """
        cells = self.by_cells(seen, chosen)
        return self.closer(seen, cells).cost, cells.unlike

    def closer(
        self, seen: SeenPrint, cells: CellComparison, enough: float = np.inf, level: float = np.inf
    ) -> "CloseComparison":
        """What ``costs`` tells, once cells were compared. Where these alone cost so much, no pixels are. ``level``: of
        what is likelier, if this is compared with that."""
        cost = cells.cost
        close = np.flatnonzero(cost < cost.min() + _CLOSE)
        if len(close) < 2 or cost.min() >= enough:
            return CloseComparison(2 * cost, min(cells.level, level))
        first = int(cost[close].argmin())
        off = self._by_pixels(seen, cells.rows[close], _SHIFTS[cells.shift[close]], first)
        temperature, usual_temperature = (
            self._temperature.pixels + self._temperature.times * cells.temperature,
            AS_EVER.pixels + AS_EVER.times * cells.usual_temperature,
        )
        shared = bool(close[-1] == len(cost) - 1)
        level = min(_level(off[:-1] if shared else off, temperature, usual_temperature), level)
        fine = _cost(off, temperature, usual_temperature, shared)
        out = cost + fine.max() + cost - cost[close].max()
        out[close] = cost[close] + fine
        return CloseComparison(out + level, level)

    def by_cells(self, seen: SeenPrint, chosen: list[int] | None = None) -> CellComparison:
        """The taught cards (N + 1, or the chosen) compared with what is seen, by cells."""
        rows = np.arange(len(self.taught)) if chosen is None else np.arange(len(self.taught))[chosen]
        home, weight, there, _ = self._cells.in_sight(seen.visible, rows)
        off = np.empty((3, 3, len(rows), weight.shape[1]))
        for down in _STEPS:  # three shifts at once: few calls, and what they handle is not too large for the cache
            at = home + (down * _WIDE + _STEPS)[:, None]
            off[down + 1] = _apart(np.take(seen.cells, at, 1)[:, :, None], there[:, None], _CAP) @ weight
        off = off.reshape(9, *off.shape[2:])
        stray = off + _STRAY[:, None, None]
        best, shift = stray.min(0), stray.argmin(0)
        unlike = (best - _STRAY[shift]).sum(1).min() / max(float(weight.sum()), 1.0)
        temperature = np.minimum(self._temperature.cells + self._temperature.more * best.min(0), self._temperature.most)
        usual_temperature = AS_EVER.cells + AS_EVER.more * float(best.sum(1).min())
        return CellComparison(
            rows,
            best,
            temperature,
            usual_temperature,
            _level(best[:-1], temperature, usual_temperature),
            shift,
            float(unlike),
        )

    def _by_pixels(self, seen: SeenPrint, rows: np.ndarray, shift: np.ndarray, first: int) -> np.ndarray:
        """How far off the taught cards of these rows are, rows x parts, every part at its own ``shift`` (rows x parts,
        pixels end to end), or at the one about it that is best for the ``first`` of them: how a card lies does not
        depend on its number."""
        home, weight, there, part = self._pixels.in_sight(seen.visible, rows)

        def off(which: np.ndarray | slice, shifts: np.ndarray) -> np.ndarray:
            """Of some rows, each at its own shifts or all at the same (... x parts): ... x rows x parts, or ... x 1 x
            parts."""
            here = np.take(seen.pixels, home + shifts[..., part], 1)
            return _apart(here, there[:, which], _FINE_CAP) @ weight

        tries = shift[first] + _NUDGES[:, None]
        best = np.take_along_axis(tries, off(slice(first, first + 1), tries[:, None])[:, 0].argmin(0)[None], 0)
        out = off(slice(None), best)
        which = np.flatnonzero((shift != best).any(1))
        if len(which):
            out[which] = np.minimum(out[which], off(which, shift[which]) + _FINE_STRAY)
        if seen.visible.mean() < _WHOLE:
            total = out.sum(1)
            which = np.flatnonzero(total < total.min() + _NEARLY)
            nudged = off(which, shift[which] + _NUDGES[1:, None, None]).min(0)
            out[which] = np.minimum(out[which], nudged + _FINE_STRAY)
        return out


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """The cells, or pixels, that tell taught cards (N) apart. ``home``: where each lies in a ``SeenPrint``; ``cell``:
    in which cell; ``part``: in which part; ``weight``: how much it tells, places x parts; ``there``: 3 x N x places,
    what is taught there; ``least``: weights that count."""

    home: np.ndarray
    cell: np.ndarray
    part: np.ndarray
    weight: np.ndarray
    there: np.ndarray
    least: float

    @classmethod
    def of(cls, taught: np.ndarray, weights: np.ndarray, least: float, pad: int, cell: np.ndarray) -> "_Places":
        """``weights``: parts x rows x columns."""
        flat = weights.reshape(len(weights), -1)
        at = np.flatnonzero(flat.max(0) > least)
        down, across = np.divmod(at, weights.shape[2])
        home = (down + pad) * (weights.shape[2] + 2 * pad) + across + pad
        there = taught.reshape(len(taught), -1, 3)[:, at].transpose(2, 0, 1)
        part = flat[:, at].argmax(0)
        weight = np.where(part[:, None] == np.arange(len(flat)), flat[:, at].T, 0).astype(np.float32)
        return cls(home, cell.ravel()[at], part, weight, np.ascontiguousarray(there), least)

    def in_sight(self, visible: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, ...]:
        """Where they lie, their weights, what is taught there in some rows, and their parts; of those that are
        visible."""
        there = self.there if len(rows) == self.there.shape[1] else self.there[:, rows]
        keep = np.flatnonzero(visible[self.cell])
        if len(keep) == len(self.home):
            return self.home, self.weight, there, self.part
        return self.home[keep], self.weight[keep], np.take(there, keep, 2), self.part[keep]


def _apart(one: np.ndarray, other: np.ndarray, cap: float) -> np.ndarray:
    """How far apart prints (3 x ...) are, squared; not more than a cap. One channel after the other fits the cache."""
    out = one[0] - other[0]
    out *= out
    for mine, theirs in zip(one[1:], other[1:], strict=True):
        apart = mine - theirs
        apart *= apart
        out += apart
    return np.minimum(out, cap, out=out)


def _discriminating(taught: np.ndarray, rim: int) -> tuple[np.ndarray, np.ndarray]:
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
