"""Taught colours without the lamp that a top mirrored while it was taught.

No mat tells how much of a colour is pigment, but all dice together do: under the one light that makes the nominal hues
most like what was seen, white beyond what a hue may have, and beyond what the other dice have, is a mirrored lamp.
"""

from collections.abc import Mapping

import numpy as np

from engine.hues import Hue
from vision.colours import TEACHING, fit
from vision.errors import TeachingError
from vision.lessons import NAMES
from vision.light import LINEAR
from vision.mat import mats
from vision.order import hues_of
from vision.seen import Kind

_ROUNDS, _STEP = 4, 0.8
_DARK = 0.02
_USUAL = 0.03  # parts of white: any gloss has as much
_MOST = 0.3  # more leaves too little of the hue


def without_glare(colours: Mapping[Kind, np.ndarray]) -> dict[Kind, np.ndarray]:
    """Of kinds, hues x 3 (BGR, linear). Raises TeachingError ``glare`` where a top shows hardly more than a lamp."""
    named = [(kind, hue) for kind in colours for hue in hues_of(kind)]
    light, white = _mirrored(np.concatenate(list(colours.values())), np.array([_NOMINAL[hue] for _, hue in named]))
    for (kind, hue), much in zip(named, white, strict=True):
        if much > _MOST:
            raise TeachingError(
                "glare",
                f"A lamp is mirrored in the {hue.title} top of the {NAMES[kind]}, so that its colour cannot be told. "
                "Turn that die a little, or move the lamp, and take the picture again.",
            )
    rest = iter(np.split(white, np.cumsum([len(part) for part in colours.values()])[:-1]))
    return {kind: np.maximum(part - next(rest)[:, None] * light, 0.1 * part) for kind, part in colours.items()}


def _mirrored(seen: np.ndarray, inks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The light (3) under which inks (N x 3) look most like what was seen (N x 3); and how much white, parts of that
    light, each shows beyond its pigment and what most of them show."""
    tint = np.zeros(3)
    for _ in range(_ROUNDS):
        said = fit(seen, np.broadcast_to(np.exp(tint), seen.shape), inks, TEACHING)
        shade, glare = (np.diag(part) for part in said[1:])
        expected = (inks + glare[:, None]) * np.exp(shade)[:, None] * np.exp(tint)
        tint = tint + _STEP * np.median(np.log((seen + _DARK) / (expected + _DARK)), axis=0)
    return np.exp(tint), np.maximum(glare - max(float(np.median(glare)), _USUAL), 0) * np.exp(shade)


_NOMINAL = {
    hue: LINEAR[np.array(patch.srgb[::-1])] for patch in mats()[0].patches for hue in Hue if hue.title == patch.name
}
"""Hue -> reflectance (BGR), as it is sent to the printer."""
