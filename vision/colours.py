"""How well an observed colour agrees with an expected one under the light of this picture.

A face shows brightness x (its own reflectance + glare) x light, clipped by the camera. Brightness and glare are
unknown but not arbitrary; for every pair of observed and expected colour the best brightness and glare are found
(Gauss-Newton, all pairs at once) and what remains, together with how unusual they are, is the cost.
Errors are counted on the camera's own curve, close to how noise and the eye see them.
"""

from dataclasses import dataclass

import numpy as np

from vision.light import encoded


@dataclass(frozen=True, slots=True)
class Slack:
    """Standard deviations. ``error``: on the encoded curve; ``shade``: log brightness; ``glare``: parts of white."""

    error: float = 0.03
    shade: float = 0.3
    glare: float = 0.08
    glare_usual: float = 0.02
    glare_least: float = -0.03


TOP = Slack()
SIDE = Slack(error=0.055, shade=0.6, glare=0.10)
TEACHING = Slack(error=0.06, shade=0.5, glare=0.2, glare_least=0.0)

_STARTS = ((0.0, 0.02), (-0.3, 0.25))
_ROUNDS = 6


def fit(
    observed: np.ndarray, light: np.ndarray, expected: np.ndarray, slack: Slack
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Costs (chi-squared), log brightness and glare, each N x K.

    ``observed``, ``light``: N x 3 linear; ``expected``: K x 3 or N x K x 3 reflectances.
    """
    seen = encoded(observed)[:, None]
    light = light[:, None]
    expected = np.broadcast_to(expected, (len(observed), expected.shape[-2], 3))
    best = None
    for shade_start, glare_start in _STARTS:
        found = _descend(seen, light, expected, slack, shade_start, glare_start)
        if best is None:
            best = found
        else:
            better = found[0] < best[0]
            best = tuple(np.where(better, new, old) for new, old in zip(found, best, strict=True))
    return best


def _descend(seen, light, expected, slack, shade_start, glare_start):
    shape = expected.shape[:2]
    shade, glare = np.full(shape, shade_start), np.full(shape, glare_start)
    precise = 1 / slack.error**2
    for _ in range(_ROUNDS):
        bright = np.exp(shade)[..., None] * light
        shown = bright * np.maximum(expected + glare[..., None], 1e-3)
        slope = _slope(shown)
        off = seen - encoded(shown)
        by_shade, by_glare = slope * shown, slope * bright
        a = (by_shade**2).sum(-1) * precise + 1 / slack.shade**2
        b = (by_shade * by_glare).sum(-1) * precise
        c = (by_glare**2).sum(-1) * precise + 1 / slack.glare**2
        u = (by_shade * off).sum(-1) * precise - shade / slack.shade**2
        v = (by_glare * off).sum(-1) * precise - (glare - slack.glare_usual) / slack.glare**2
        size = a * c - b * b
        shade = np.clip(shade + 0.85 * (c * u - b * v) / size, -1.6, 1.6)
        glare = np.clip(glare + 0.85 * (a * v - b * u) / size, slack.glare_least, 0.8)
    shown = np.exp(shade)[..., None] * np.maximum(expected + glare[..., None], 1e-3) * light
    cost = ((seen - encoded(shown)) ** 2).sum(-1) * precise
    cost += (shade / slack.shade) ** 2 + ((glare - slack.glare_usual) / slack.glare) ** 2
    return cost, shade, glare


def _slope(linear: np.ndarray) -> np.ndarray:
    """Derivative of the encoding; a little where the camera clips, so that a fit can come back."""
    inner = np.clip(linear, 0.0031308, 1)
    slope = np.where(linear <= 0.0031308, 12.92, 1.055 / 2.4 * inner ** (1 / 2.4 - 1))
    return np.where(linear < 1, slope, 0.02)
