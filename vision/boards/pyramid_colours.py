"""What the colours of a set of pyramids look like, under this lamp and in this camera, as the pyramids themselves tell.

Before any was seen there are about the colours they are made in; each pyramid that the game knows makes them exact (a
normal distribution with a normal prior; Murphy, "Conjugate Bayesian analysis of the Gaussian distribution", 2007).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.boards.flat_board import parts_of_light

# Constants: rounded up from what 12 invented tables of families that are learned from showed; brightness, two tints.
_OF_SETS = np.array([0.5, 0.22, 0.22])  # how far the colours of sets are apart, one standard deviation
_OF_PIECES = np.array([0.35, 0.09, 0.09])  # the same of the pieces of one set, whose faces the lamp meets otherwise
_REMEMBERED = 12.0  # pieces: older ones weigh no more than so many, as lamps change
_ODD = 0.005  # of pieces that look like none of the colours, as where a lamp is mirrored
_FLOOR = 0.06  # of a colour's strongest channel: what is weaker says nothing of it
_DARKEST = 0.004  # of white
_ANY = np.log(_ODD / 36.0)  # over brightness 4 wide and tints 3 x 3


def shown(colour: np.ndarray) -> np.ndarray:
    """How bright a colour is and two tints that are the same however dark it is (3). ``colour``: as
    ``FlatBoard.colours``, whose tints pale in the dark."""
    parts = parts_of_light(colour)
    most = max(float(parts.max()), _DARKEST)
    blue, green, red = np.log(parts / most + _FLOOR)
    return np.array([np.log(most), (red - 2 * green + blue) / np.sqrt(6), (red - blue) / np.sqrt(2)])


@dataclass(frozen=True, slots=True, eq=False)
class PyramidColours:
    """``names``: of the colours; ``means``: C x 3, as ``shown``; ``seen``: C, from
    how many pieces; ``first``: C x 3, the means before any was seen."""

    names: tuple[str, ...]
    means: np.ndarray
    seen: np.ndarray
    first: np.ndarray

    @classmethod
    def usual(cls, colours: Mapping[str, np.ndarray]) -> "PyramidColours":
        """Before any was seen. ``colours``: what each looks like, about."""
        means = np.stack(list(colours.values()))
        return cls(tuple(colours), means, np.zeros(len(means)), means)

    def chances(self, colour: np.ndarray) -> np.ndarray:
        """How likely a piece that looks so (3) has each colour, C; one that looks like none may have any."""
        known = (_OF_PIECES / _OF_SETS) ** 2
        variance = _OF_PIECES**2 * (1 + 1 / (known + self.seen[:, None]))
        logs = -0.5 * ((colour - self.means) ** 2 / variance + np.log(2 * np.pi * variance)).sum(1)
        logs -= np.log(len(self.names))
        named = np.exp(logs - np.logaddexp.reduce([*logs, _ANY]))
        return named + (1 - named.sum()) / len(named)

    def with_seen(self, names: Iterable[str], colours: np.ndarray) -> "PyramidColours":
        """The same after these pieces (N x 3), whose colours are known."""
        means, seen = self.means.copy(), np.minimum(self.seen, _REMEMBERED)
        known = (_OF_PIECES / _OF_SETS) ** 2
        named = np.array([self.names.index(name) for name in names])
        for k in np.unique(named):
            of_colour = colours[named == k]
            before = known * self.first[k] + seen[k] * means[k]
            seen[k] += len(of_colour)
            means[k] = (before + len(of_colour) * np.median(of_colour, axis=0)) / (known + seen[k])
        return replace(self, means=means, seen=seen)
