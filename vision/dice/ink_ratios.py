"""A die's hue as its ratio to the mat's ink of that hue, channel by channel: lamps and cameras change both alike.

Dice need not have the colours they are called by. Where one lies far from its name, as teal that is called green, its
ratio is told beside a mixture of several inks instead, which looks like it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from vision.dice.hue_order import hues_of
from vision.dice.readings import Kind
from vision.photometry.colour_likelihood import TEACHING, fit
from vision.photometry.colour_transfer import ColourTransfer
from vision.photometry.hue_wheel import apart, is_gray, wheel_position

# Constants: chosen by hand on rendered and invented teaching pictures; what glare hides was set where a yellow cube
# taught under a mirrored lamp was read as orange.
INK_FLOOR = 0.02  # of white: below, a ratio says nothing
_MAX_RATIO = 0.8  # logarithm; more is glare, not pigment
_RATIO_TRUST = 0.95
_HIDES, _HARMS = 0.3, 0.2  # of white: of a top with so much glare only the name is known; with so much less, all
TERMS = 17
"""Of a mixture."""
_UNLIKE, _QUITE_UNLIKE = 0.5, 1.0  # steps on the wheel: what little glare, and what much of it, never does
_PALE, _MIRRORS = 0.12, 0.1  # of white
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


@dataclass(frozen=True, slots=True, eq=False)
class TopShown:
    """A top in a teaching picture: ``colour``, ``light`` there (3, linear BGR), the picture's ``inks`` (12 x 3), and
    which of them it is ``named`` after."""

    colour: np.ndarray
    light: np.ndarray
    inks: np.ndarray
    named: int

    @property
    def off(self) -> float:
        """How far, in steps on the wheel of hues, it lies from the ink of its name; infinitely far where it is gray."""
        colour = self.colour / self.light
        place = wheel_position(colour, self.inks)
        if place is None:
            return np.inf if is_gray(colour) else 0.0
        return apart(place, self.named)

    @property
    def mixture(self) -> np.ndarray:
        """What inks, white and dark must be mixed in to look like it: terms of ``ColourTransfer``."""
        return ColourTransfer((self.colour / self.light)[None, None], self.inks[None]).terms[0, 0]


def ratios_of(shown: Mapping[int, TopShown]) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    """The ratios (hues x 3) of all hues of a kind, by their place in ``hues_of``, and the mixtures of those that look
    unlike their inks.

    One die that looks as if it mirrored a lamp does, and is told beside its ink if it can; where most do, they are
    pale."""
    ratios, glares = zip(
        *(ink_ratio(shown[row].colour, shown[row].light, shown[row].inks[shown[row].named]) for row in sorted(shown)),
        strict=True,
    )
    usual = float(np.median(glares))
    mixtures = {
        row: top.mixture
        for (row, top), glare in zip(sorted(shown.items()), glares, strict=True)
        if usual > _PALE or top.off > (_UNLIKE if glare < _MIRRORS else _QUITE_UNLIKE)
    }
    return np.array([np.zeros(3) if row in mixtures else ratio for row, ratio in enumerate(ratios)]), mixtures


def bases(kind: Kind, inks: np.ndarray, mixtures: Mapping[int, np.ndarray]) -> np.ndarray:
    """What each hue of a kind is told beside (hues x 3): the ink of its name, or a mixture of all of them.

    ``inks``: 12 x 3 of the picture; ``mixtures``: terms by the hue's place in ``hues_of``."""
    own = inks[[int(hue) for hue in hues_of(kind)]]
    for row, terms in mixtures.items():
        own[row] = np.maximum(ColourTransfer.of(terms[None, None]).now(inks[None])[0, 0], 0)
    return own


def expected_colours(
    kind: Kind, inks: np.ndarray, ratios: np.ndarray | None, mixtures: Mapping[int, np.ndarray] = MappingProxyType({})
) -> np.ndarray:
    """Reflectances (hues x 3) of a die's faces as this picture should show them. ``inks``: 12 x 3 of the picture."""
    own = bases(kind, inks, mixtures)
    if ratios is None:
        return own
    return np.maximum((own + INK_FLOOR) * np.exp(ratios) - INK_FLOOR, 0)
