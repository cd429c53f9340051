"""The hue of a number's thin lines, which nowhere show their ink alone.

A line thinner than a cell is seen mixed with what lies beside it: the card's ground, and what fills the number, black
or white. Both are printed alike on all cards, so these mixtures lie on one line of colours; what lies *across* it is
the hue's ink. Summed over all cells of the lines, it makes no difference how blurred they are. How much ink there is
depends on the number, and the card that taught it tells; in which direction across it lies, on which ink it is, and the
card that taught the hue tells. So a sum is compared with one for each hue: the angle between two says most.
"""

from dataclasses import dataclass

import numpy as np

from vision.cards.face_grid import Face, blocks
from vision.cards.hue_cells import TaughtHues, at_edge, likest_of_each, nearness
from vision.cards.ink_errors import ExpectedErrors
from vision.photometry.colour_transfer import ColourTransfer
from vision.photometry.srgb import encoded

# Constants: errors were set on 925 cards of 35 decks of the learned and the chosen families that print their hue in a
# number's lines, by the mean logarithm of the true hue's chance; the others are chosen by hand, and half or twice as
# much changes that little.
_OFTEN = 0.25  # of a coarse cell's fine cells so many are a digit's
_INKED, _UNLIKE = 0.1, 0.1  # of the hue's ink in a fine cell; on the encoded curve, from the ground: less is none
_FEW = 15  # fine cells with ink: of a card with fewer the ink was not made out, and all of its number may have it
_GROUND, _QUANTILE = 500, 0.35  # fine cells: fewer free of digits are no ground, then those that differ least are
_DARK = 0.12  # of white: a ground no lighter tells no light
_LIGHT = (0.5, 2.0)  # of what the ground was: where it looks further off, it is no more this card's ground
_USABLE = 0.1  # of a number's ink in sight: less says nothing
_NEAR = 0.7  # coarse cells over which the direction of an ink is averaged: a hue may be printed in two halves
_PUREST = 12  # fine cells
_OFF, _PART = 0.03, 0.03  # error of a sum: of what is usual of all hues, and of its own length
_GRAIN = 0.002  # the same, of white for each fine cell: where no line has colours none is seen
_ITSELF = 0.5
"""Of the error of a sum, what is of this card alone: the rest is of the light, and the same on the next card. Chosen on
40 evenings of learned and chosen decks that print their hue so: with 0.3 one of 35 questions less, and one of 950 cards
more silently wrong."""
_HIDDEN = 0.3  # radians by which lines look turned that are nearly hidden: lenses fringe what is left. Chosen by hand
_AS_MUCH = 0.25  # how far off the ink of one card is as much as is expected, a part of that
_LEAST = 0.1  # the same, at least
_TAIL = 2.0  # degrees of freedom of an error
_PLANE = np.array([1, 1j])  # a sum across, of two parts, as a complex number: turned is multiplied


@dataclass(frozen=True, slots=True, eq=False)
class LinesInLight:
    """The lines of the samples (K) in one picture's light. ``ground``: 3, beside them; ``across``: 3 x 2, two
    directions across its mixtures with the filling; ``taught``: K x cells x fine cells x 2, how far inked ones lie
    across; ``directions``: K x cells x 2 of length one, in which the ink around each cell does; ``colourful``: K, how
    far the purest of it does."""

    ground: np.ndarray
    across: np.ndarray
    taught: np.ndarray
    directions: np.ndarray
    colourful: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class LinesSeen:
    """Of a card's lines. ``costs``: how unlikely each hue is (logarithms of chances); ``turned``: K, by how much the
    direction of its ink looks turned from each sample's, radians, and ``within`` how much that is known."""

    costs: np.ndarray
    turned: np.ndarray
    within: float


class ThinLines:
    """Tells the hue of cards of one deck by the lines of their numbers."""

    def __init__(self, taught: TaughtHues) -> None:
        self._hues, self._of_number = taught.hues, taught.of_number
        digit, inner = taught.digit, ~at_edge()
        self._free = ~digit & inner
        if self._free.sum() < _GROUND:
            self._free = (taught.lettered <= np.quantile(taught.lettered, _QUANTILE)) & inner
        ground = np.median(taught.faces[:, self._free], 1)
        self._ground = ColourTransfer(ground[:, None], taught.inks)
        digit = digit & inner
        self._cells = np.flatnonzero(digit.mean(1) > _OFTEN)
        self._near = nearness(_NEAR)[np.ix_(self._cells, self._cells)]
        shown, digit, inner = taught.faces[:, self._cells], digit[self._cells], inner[self._cells]
        self._colours = ColourTransfer(shown.reshape(len(shown), -1, 3), taught.inks)
        self._inked = _where_inked(taught.shares[:, self._cells] * inner, shown, ground, digit)
        self._dark = bool(((shown - ground[:, None, None]) * digit[..., None]).sum() < 0)

    def now(self, inks: np.ndarray) -> LinesInLight:
        """The lines where the mat's inks look like ``inks`` (12 x 3)."""
        ground = np.median(self._ground.now(inks)[:, 0], 0)
        across = _across(ground if self._dark else 1 - ground)
        taught = (self._colours.now(inks).reshape(*self._inked.shape, 3) - ground) @ across * self._inked[..., None]
        return LinesInLight(ground, across, taught, self._directions(taught), _colourful(taught))

    def seen(
        self, face: Face, visible: np.ndarray, number: int, now: LinesInLight, learned: ExpectedErrors
    ) -> LinesSeen | None:
        """The lines of a face that shows ``number`` (from 0); None where they are not in sight. ``visible``: ROWS x
        COLUMNS; ``learned``: of the deck's inks."""
        own = self._of_number[number]
        usable = (blocks(face.usable).min(-1) > 0) & (blocks(visible[..., None])[..., 0] > 0)
        there = usable[self._cells] & self._inked[own]
        if there.sum() <= _USABLE * self._inked[own].sum():
            return None
        seen = blocks(face.colour)
        light = self._light(seen, usable, now.ground)
        here = complex(((seen[self._cells] / light - now.ground) @ now.across)[there].sum(0) @ _PLANE)
        much = np.linalg.norm((now.taught[own] * there[..., None]).sum(1), axis=-1)
        expected = (much[:, None] * now.directions).sum(1) @ _PLANE * now.colourful / max(now.colourful[own], 1e-6)
        grain, hidden = _GRAIN * there.sum(), 1 - there.sum() / self._inked[own].sum()
        turned, left = learned.turned[self._hues], learned.turned_left[self._hues]
        out = likest_of_each(self._hues, _unlike(here, expected * np.exp(1j * turned), grain, left))
        within = _within(here, np.abs(expected) ** 2, grain, hidden)
        return LinesSeen(out - out.min(), np.angle(here * expected.conj()), within)

    def _light(self, seen: np.ndarray, usable: np.ndarray, ground: np.ndarray) -> np.ndarray:
        """What the ground that is seen of a card is of the ground that is expected, by channel."""
        of = seen[self._free & usable]
        if len(of) < _PUREST or np.median(ground) < _DARK:
            return np.ones(3)
        return np.clip(np.median(of, 0) / ground, *_LIGHT)

    def _directions(self, taught: np.ndarray) -> np.ndarray:
        """In which direction each sample's ink lies around each cell: K x cells x 2 of length one."""
        mean = taught.mean(2)
        strong = mean * np.linalg.norm(mean, axis=-1, keepdims=True)
        ink = np.einsum("ab,kbi->kai", self._near, strong)
        return ink / np.maximum(np.linalg.norm(ink, axis=-1, keepdims=True), 1e-12)


def _where_inked(shares: np.ndarray, shown: np.ndarray, ground: np.ndarray, digit: np.ndarray) -> np.ndarray:
    """Which fine cells have a hue's ink: K x cells x fine cells, bool. ``shares``: how much of it; ``shown``: their
    colours (K x cells x fine cells x 3), ``ground``: K x 3, beside them; ``digit``: where numbers differ."""
    unlike = np.abs(encoded(shown) - encoded(ground)[:, None, None]).max(-1) > _UNLIKE
    inked = (shares > _INKED) & unlike
    unknown = inked.sum((1, 2)) < _FEW
    return np.where(unknown[:, None, None], digit, inked)


def _across(shade: np.ndarray) -> np.ndarray:
    """Two directions across the line of ground and filling, 3 x 2. ``shade``: 3, along it."""
    whole, _ = np.linalg.qr(np.stack([shade, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 1))
    return whole[:, 1:]


def _colourful(taught: np.ndarray) -> np.ndarray:
    """How far each sample's ink lies across, by its purest cells: K."""
    return np.sort(np.linalg.norm(taught, axis=-1).reshape(len(taught), -1), 1)[:, -_PUREST:].mean(1)


def _unlike(here: complex, expected: np.ndarray, grain: float, left: np.ndarray) -> np.ndarray:
    """How unlikely each sum that is ``expected`` (K) is where one is seen (``here``), logarithms of chances (Student's
    t, in two dimensions): K. ``grain``: by how much it is off on any card; ``left``: K, how much it may be off in this
    light, in times of what is usual."""
    length = np.abs(expected) ** 2
    variance = grain**2 + _usual(length) * (_ITSELF**2 + (1 - _ITSELF**2) * left**2)
    loose = _AS_MUCH**-2
    along = (expected.conj() * here).real
    gain = np.maximum((along / variance + loose) / (length / variance + loose), _LEAST)
    rest = np.abs(here - gain * expected) ** 2 / variance + (gain - 1) ** 2 * loose
    return (_TAIL / 2 + 1) * np.log1p(rest / _TAIL) + np.log(variance)


def _within(here: complex, length: np.ndarray, grain: float, hidden: float) -> float:
    """Within how much the direction of a sum is known, radians. ``length``: K, of those expected, squared; ``hidden``:
    of the number's ink, 0 to 1."""
    off = grain**2 + _ITSELF**2 * float(np.median(_usual(length)))
    return min(float(np.hypot(np.sqrt(off) / max(abs(here), 1e-6), _HIDDEN * hidden)), np.pi)


def _usual(length: np.ndarray) -> np.ndarray:
    """The variances of sums, by their ``length``, squared: K."""
    return _OFF**2 * float(np.median(length)) + _PART**2 * length
