"""How well an observed colour agrees with an expected one under the light of this picture.

A face shows brightness x (its own reflectance + glare) x light, clipped by the camera. Brightness and glare are
unknown but not arbitrary; for every pair of observed and expected colour the best brightness and glare are found
(Gauss-Newton, all pairs at once) and what remains, together with how unusual they are, is the cost.
Errors are counted on the camera's own curve, close to how noise and the eye see them.

Glare is rare but, where a lamp or a window is mirrored, strong; and what is mirrored has not quite the colour of all
the light together. So its prior has a long tail, and the more glare there is, the less exact the colour is taken.
"""

from dataclasses import dataclass

import numpy as np

from vision.light import encoded


@dataclass(frozen=True, slots=True)
class Slack:
    """Standard deviations. ``error``: on the encoded curve; ``shade``, ``brighter``: log brightness below and above
    the mat's own (shadows are common, nothing makes a face much brighter); ``glare``: parts of white, with
    ``glare_tail`` degrees of freedom (None: normal); ``glare_tint``: how far its colour may be off the light's."""

    error: float = 0.03
    shade: float = 0.3
    brighter: float = 0.3
    glare: float = 0.08
    glare_tail: float | None = None
    glare_tint: float = 0.0
    glare_usual: float = 0.02
    glare_least: float = -0.03
    starts: int = 2
    """From how many beginnings to look for the best; under little glare one is enough."""


TOP = Slack(brighter=0.2, glare_tail=4.0, glare_tint=0.1)
SIDE = Slack(error=0.055, shade=0.6, brighter=0.6, glare=0.10, starts=1)
TEACHING = Slack(error=0.06, shade=0.5, brighter=0.5, glare=0.2, glare_least=0.0)

_STARTS = ((0.0, 0.02), (-0.3, 0.25))
_ROUNDS = 5


def fit(
    observed: np.ndarray, light: np.ndarray, expected: np.ndarray, slack: Slack, most: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Costs (chi-squared), log brightness and glare, each N x K.

    ``observed``, ``light``: N x 3 linear; ``expected``: K x 3 or N x K x 3 reflectances; ``most``: the same shape,
    where a reflectance is only known to lie between ``expected`` and this.
    """
    seen = observed[:, None]
    light = light[:, None]
    expected = np.broadcast_to(expected, (len(observed), expected.shape[-2], 3))
    best = None
    for shade_start, glare_start in _STARTS[: slack.starts]:
        found = _descend(seen, light, expected, most, slack, shade_start, glare_start)
        if best is None:
            best = found
        else:
            better = found[0] < best[0]
            best = tuple(np.where(better, new, old) for new, old in zip(found, best, strict=True))
    return best


def _descend(observed, light, expected, most, slack, shade_start, glare_start):
    shape = expected.shape[:2]
    shade, glare = np.full(shape, shade_start), np.full(shape, glare_start)
    seen = encoded(observed)
    for _ in range(_ROUNDS):
        bright = np.exp(shade)[..., None] * light
        shown = _shown(observed, bright, expected, most, glare)
        slope = _slope(shown)
        off = seen - encoded(shown)
        by_shade, by_glare = slope * shown, slope * bright
        precise = 1 / _variance(by_glare, glare, slack)
        shade_weight, glare_weight = _weights(shade, glare, slack)
        a = (by_shade**2 * precise).sum(-1) + shade_weight
        b = (by_shade * by_glare * precise).sum(-1)
        c = (by_glare**2 * precise).sum(-1) + glare_weight
        u = (by_shade * off * precise).sum(-1) - shade * shade_weight
        v = (by_glare * off * precise).sum(-1) - (glare - slack.glare_usual) * glare_weight
        size = a * c - b * b
        shade = np.clip(shade + 0.85 * (c * u - b * v) / size, -1.6, 1.6)
        glare = np.clip(glare + 0.85 * (a * v - b * u) / size, slack.glare_least, 0.8)
    return _cost(observed, light, expected, most, slack, shade, glare), shade, glare


def _cost(observed, light, expected, most, slack, shade, glare):
    bright = np.exp(shade)[..., None] * light
    shown = _shown(observed, bright, expected, most, glare)
    variance = _variance(_slope(shown) * bright, glare, slack)
    cost = ((encoded(observed) - encoded(shown)) ** 2 / variance).sum(-1) + np.log(variance / slack.error**2).sum(-1)
    cost += shade**2 * _weights(shade, glare, slack)[0]
    unusual = ((glare - slack.glare_usual) / slack.glare) ** 2
    return cost + (slack.glare_tail * np.log1p(unusual / slack.glare_tail) if slack.glare_tail else unusual)


def _shown(observed, bright, expected, most, glare):
    """What such faces would send to the camera; between two reflectances, the one that agrees best."""
    shown = bright * np.maximum(expected + glare[..., None], 1e-3)
    if most is None:
        return shown
    return np.clip(observed, shown, bright * np.maximum(most + glare[..., None], 1e-3))


def _variance(by_glare, glare, slack):
    """Of the encoded colour, channel by channel."""
    return slack.error**2 + (slack.glare_tint * by_glare * np.maximum(glare, 0)[..., None]) ** 2


def _weights(shade, glare, slack):
    """One over the variance of brightness, and of glare; far out on its long tail glare is held back less."""
    glare_weight = np.full(glare.shape, 1 / slack.glare**2)
    if slack.glare_tail:
        unusual = ((glare - slack.glare_usual) / slack.glare) ** 2
        glare_weight *= slack.glare_tail / (slack.glare_tail + unusual)
    return 1 / np.where(shade > 0, slack.brighter, slack.shade) ** 2, glare_weight


def _slope(linear: np.ndarray) -> np.ndarray:
    """Derivative of the encoding; a little where the camera clips, so that a fit can come back."""
    inner = np.clip(linear, 0.0031308, 1)
    slope = np.where(linear <= 0.0031308, 12.92, 1.055 / 2.4 * inner ** (1 / 2.4 - 1))
    return np.where(linear < 1, slope, 0.02)
