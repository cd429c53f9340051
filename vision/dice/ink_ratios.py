"""A die's hue as its ratio to the mat's ink of that hue, channel by channel: lamps and cameras change both alike."""

import numpy as np

from vision.dice.hue_order import hues_of
from vision.dice.readings import Kind
from vision.photometry.colour_likelihood import TEACHING, fit

# Constants: chosen by hand on rendered and invented teaching pictures; what glare hides was set where a yellow cube
# taught under a mirrored lamp was read as orange.
INK_FLOOR = 0.02  # of white: below, a ratio says nothing
_MAX_RATIO = 0.8  # logarithm; more is glare, not pigment
_RATIO_TRUST = 0.95
_HIDES, _HARMS = 0.3, 0.2  # of white: of a top with so much glare only the name is known; with so much less, all
_FAINT_INK = 0.05  # of white: fainter, glare and noise outweigh the pigment


def ink_ratio(colour: np.ndarray, light: np.ndarray, ink: np.ndarray) -> tuple[np.ndarray, float]:
    """Logarithm of die over ink (3, BGR), with the glare taken off that the ink says cannot be pigment; and that glare,
    in parts of white.

    ``colour``, ``light`` there: 3, linear BGR; ``ink``: 3, parts of the light.
    """
    _, shade, glare = (part[0, 0] for part in fit(colour[None], light[None], ink[None], TEACHING))
    own = np.maximum(colour / light / np.exp(shade) - glare, 0)
    ratio = np.log((own + INK_FLOOR) / (ink + INK_FLOOR))
    clear = float(np.clip(_HIDES - glare, 0, _HARMS)) / _HARMS
    trust = clear * _RATIO_TRUST * ink / (ink + _FAINT_INK)
    return trust * np.clip(ratio, -_MAX_RATIO, _MAX_RATIO), float(glare)


def expected_colours(kind: Kind, inks: np.ndarray, ratios: np.ndarray | None) -> np.ndarray:
    """Reflectances (hues x 3) of a die's faces as this picture should show them. ``inks``: 12 x 3 of the picture."""
    own = inks[[int(hue) for hue in hues_of(kind)]]
    if ratios is None:
        return own
    return np.maximum((own + INK_FLOOR) * np.exp(ratios) - INK_FLOOR, 0)
