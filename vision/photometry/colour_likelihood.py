"""How well an observed colour agrees with an expected one under the light of this picture.

A face shows brightness x (its own reflectance + glare) x light, clipped by the camera. Brightness and glare are
unknown but not arbitrary; for every pair of observed and expected colour the best brightness and glare are found
(Gauss-Newton, all pairs at once) and what remains, together with how unusual they are, is the cost.
Errors are counted on the camera's own curve, close to how noise and the eye see them.

Glare is rare but, where a lamp or a window is mirrored, strong; and what is mirrored has not quite the colour of all
the light together. So its prior has a long tail, and the more glare there is, the less exact the colour is taken.
What is expected may have been seen under glare itself: then there may be less of it now, down to none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.photometry.srgb import encoded


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Standard deviations. ``error``: on the encoded curve, of what is next to gray only ``pale`` of it; ``shade``,
    ``brighter``: log brightness below and above the mat's own (shadows are common, nothing makes a face much brighter);
    ``glare``: parts of white, with ``glare_tail`` degrees of freedom (None: normal); ``glare_tint``: how far its colour
    may be off the light's."""

    error: float = 0.03
    pale: float = 1.0
    shade: float = 0.3
    brighter: float = 0.3
    glare: float = 0.08
    glare_tail: float | None = None
    glare_tint: float = 0.0
    glare_usual: float = 0.02
    glare_least: float = -0.03
    starts: int = 2
    """From how many beginnings to look for the best; under little glare one is enough."""


TOP = Tolerance(brighter=0.2, pale=0.75, glare_tail=4.0, glare_tint=0.1)
SIDE = Tolerance(error=0.045, shade=0.6, brighter=0.6, glare=0.14, starts=1)
TEACHING = Tolerance(error=0.06, shade=0.5, brighter=0.5, glare=0.2, glare_least=0.0)

_STARTS = ((0.0, 0.02), (-0.3, 0.25))
_ROUNDS, _STEP = 5, 0.85
_NORMAL = 1e9  # degrees of freedom
_KNEE = 0.0031308  # of the camera's curve
_NEXT_TO_GRAY, _STRONG = 0.3, 0.85
"""How much less than its strongest a colour's weakest channel holds. The paler an ink is, the more alike it looks under
all lamps: of dice of families that choose and of eight tables of pastel ones the colours of tops that are read are
off by 0.012 to 0.015 where they are strong, and by 0.008 where they are next to gray. But where a shadow ends or a hand
is near the light is less well known: with 0.55 of the error 6 of 324 such pastel dice were silently wrong, with 0.75
one, with all of it none. Faces beside are lit by what lies there, and have all of it."""
_INK = 0.01  # of white: what no glare leaves of a colour's weakest channel


@dataclass(frozen=True, slots=True, eq=False)
class ColourComparison:
    """Colours seen under one slack. ``observed``, ``light``: N x 3 linear; ``expected``: K x 3 or N x K x 3
    reflectances; ``brightest``: as ``expected``, where a reflectance is only known to lie between that and this;
    ``glared``: what is expected may have been seen under glare, of which as much may be gone as its weakest channel
    leaves room for."""

    observed: np.ndarray
    light: np.ndarray
    expected: np.ndarray
    slack: Tolerance
    brightest: np.ndarray | None = None
    glared: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """N, K"""
        return len(self.observed), self.expected.shape[-2]


Fit = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Costs (chi-squared), log brightness and glare, each N x K."""


def fit(
    observed: np.ndarray, light: np.ndarray, expected: np.ndarray, slack: Tolerance, brightest: np.ndarray | None = None
) -> Fit:
    """How well every observed colour (N x 3, linear) agrees with every expected one (K x 3), as in
    ``ColourComparison``."""
    return fit_all([ColourComparison(observed, light, expected, slack, brightest)])[0]


def fit_all(comparisons: Sequence[ColourComparison]) -> list[Fit]:
    """The same for several at once, which takes hardly longer than one."""
    if not comparisons:
        return []
    begun = [(comparison, start) for comparison in comparisons for start in _STARTS[: comparison.slack.starts]]
    sizes = [comparison.shape[0] * comparison.shape[1] for comparison, _ in begun]
    pairs = [_pairs(comparison) for comparison, _ in begun]
    observed, light, expected, brightest = (
        np.ascontiguousarray(np.concatenate(part).T) for part in zip(*pairs, strict=True)
    )
    least = np.concatenate([_least_glare(comparison) for comparison, _ in begun])
    exact = np.concatenate([_exactness(comparison) for comparison, _ in begun])
    limits = _Limits.of([comparison.slack for comparison, _ in begun], sizes, exact, least)
    starts = np.repeat(np.array([start for _, start in begun]), sizes, axis=0).T
    blown = any(comparison.brightest is not None for comparison in comparisons)
    found = _descend(observed, light, expected, brightest if blown else None, limits, *starts)
    parts = iter(np.split(np.array(found), np.cumsum(sizes)[:-1], axis=1))
    out = []
    for comparison in comparisons:
        best = next(parts)
        for _ in _STARTS[1 : comparison.slack.starts]:
            again = next(parts)
            best = np.where(again[0] < best[0], again, best)
        out.append(tuple(best.reshape(3, *comparison.shape)))
    return out


def _pairs(comparison: ColourComparison) -> tuple[np.ndarray, ...]:
    """Every observed colour beside every expected one, N K x 3 each."""
    shape = (*comparison.shape, 3)
    brightest = comparison.expected if comparison.brightest is None else comparison.brightest
    parts = (comparison.observed[:, None], comparison.light[:, None], comparison.expected, brightest)
    return tuple(np.broadcast_to(part, shape).reshape(-1, 3) for part in parts)


def _exactness(comparison: ColourComparison) -> np.ndarray:
    """Of every pair, N K: how much of the error its expected colour has."""
    pale, most = comparison.slack.pale, np.maximum(comparison.expected.max(-1), _INK)
    strength = np.clip((1 - comparison.expected.min(-1) / most - _NEXT_TO_GRAY) / (_STRONG - _NEXT_TO_GRAY), 0, 1)
    return np.broadcast_to(pale + (1 - pale) * strength, comparison.shape).ravel()


def _least_glare(comparison: ColourComparison) -> np.ndarray:
    """Of every pair, N K: less than none is what was there when the expected colour was seen, and is gone."""
    least = comparison.slack.glare_least
    if not comparison.glared:
        return np.full(comparison.shape[0] * comparison.shape[1], least)
    gone = np.minimum(least, _INK - comparison.expected.min(-1))
    return np.broadcast_to(gone, comparison.shape).ravel()


@dataclass(frozen=True, slots=True, eq=False)
class _Limits:
    """``Tolerance`` for each pair: variances, and one over them. ``tail``: enormous where it is normal; ``least``: of
    glare."""

    error: np.ndarray
    darker: np.ndarray
    brighter: np.ndarray
    glare: np.ndarray
    tail: np.ndarray
    tint: np.ndarray
    usual: np.ndarray
    least: np.ndarray

    @classmethod
    def of(cls, slacks: Sequence[Tolerance], sizes: Sequence[int], exact: np.ndarray, least: np.ndarray) -> "_Limits":
        """``exact``: of the error, how much each pair has."""
        error, *others = np.repeat(np.array([cls._row(one) for one in slacks]).T, sizes, axis=1)
        return cls(error * exact**2, *others, least)

    @staticmethod
    def _row(one: Tolerance) -> tuple[float, ...]:
        variances = one.error**2, one.shade**-2, one.brighter**-2, one.glare**-2
        return *variances, one.glare_tail or _NORMAL, one.glare_tint, one.glare_usual

    def of_shade(self, shade: np.ndarray) -> np.ndarray:
        """One over the variance of brightness."""
        return np.where(shade > 0, self.brighter, self.darker)

    def of_glare(self, glare: np.ndarray) -> np.ndarray:
        """One over the variance of glare; far out on its long tail glare is held back less."""
        return self.glare * self.tail / (self.tail + (glare - self.usual) ** 2 * self.glare)

    def of_colour(self, by_glare: np.ndarray, glare: np.ndarray) -> np.ndarray:
        """The variance of the encoded colour, channel by channel."""
        return self.error + (self.tint * np.maximum(glare, 0) * by_glare) ** 2


def _descend(observed, light, expected, brightest, limits, shade, glare):
    seen = encoded(observed)
    for _ in range(_ROUNDS):
        bright = np.exp(shade) * light
        shown = _shown(observed, bright, expected, brightest, glare)
        stored, slope = _curve(shown)
        off = seen - stored
        by_shade, by_glare = slope * shown, slope * bright
        precise = 1 / limits.of_colour(by_glare, glare)
        shade_weight, glare_weight = limits.of_shade(shade), limits.of_glare(glare)
        exact_shade, exact_glare = by_shade * precise, by_glare * precise
        a = _total(by_shade * exact_shade) + shade_weight
        b = _total(by_glare * exact_shade)
        c = _total(by_glare * exact_glare) + glare_weight
        u = _total(off * exact_shade) - shade * shade_weight
        v = _total(off * exact_glare) - (glare - limits.usual) * glare_weight
        step = _STEP / (a * c - b * b)
        shade = np.minimum(np.maximum(shade + (c * u - b * v) * step, -1.6), 1.6)
        glare = np.minimum(np.maximum(glare + (a * v - b * u) * step, limits.least), 0.8)
    return _cost(observed, light, expected, brightest, limits, shade, glare), shade, glare


def _cost(observed, light, expected, brightest, limits, shade, glare):
    bright = np.exp(shade) * light
    shown = _shown(observed, bright, expected, brightest, glare)
    stored, slope = _curve(shown)
    variance = limits.of_colour(slope * bright, glare)
    cost = _total((encoded(observed) - stored) ** 2 / variance + np.log(variance / limits.error))
    unusual = (glare - limits.usual) ** 2 * limits.glare
    return cost + shade**2 * limits.of_shade(shade) + limits.tail * np.log1p(unusual / limits.tail)


def _shown(observed, bright, expected, brightest, glare):
    """What such faces would send to the camera; between two reflectances, the one that agrees best."""
    shown = bright * np.maximum(expected + glare, 1e-3)
    if brightest is None:
        return shown
    return np.clip(observed, shown, bright * np.maximum(brightest + glare, 1e-3))


def _total(channels: np.ndarray) -> np.ndarray:
    return channels[0] + channels[1] + channels[2]


def _curve(linear: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Linear light (not negative) as a camera stores it, as ``encoded`` does, and the slope there; a little slope
    where the camera clips, so that a fit can come back."""
    inner = np.minimum(np.maximum(linear, _KNEE), 1)
    power = inner ** (1 / 2.4)
    low = linear <= _KNEE
    stored = np.where(low, 12.92 * linear, 1.055 * power - 0.055)
    slope = np.where(low, 12.92, 1.055 / 2.4 * power / inner)
    slope[linear >= 1] = 0.02
    return stored, slope
