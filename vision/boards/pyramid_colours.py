"""What the colours of a set of pyramids look like, under this lamp and in this camera, as the pyramids themselves tell.

Before any was seen there are about the colours they are made in; each pyramid that the game knows makes them exact, and
says something of all other colours too: a lamp that is mirrored makes all of them paler, a dark table all darker. All
colours together are one normal distribution, and what is seen a measurement of it (Kalman, 1960); who is not yet known
by name counts in part for each colour (one step of expectation maximisation; Dempster, Laird and Rubin, 1977).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.boards.flat_board import parts_of_light

# Constants: rounded from 40 invented tables of families that are learned from; brightness and two tints, or all three.
_DARKER, _DARK = 0.38, -4.0  # brightness of a face against the ink it is made in; and how dark one seems at most
_PALER, _PALERS = 0.18, 0.16  # part of their tints that sets lose, and how far they differ in that: standard deviation
_SETS = np.array([0.35, 0.06, 0.06])  # how far whole sets differ besides
_COLOURS = np.array([0.3, 0.12, 0.12])  # how far each colour of a set does
_PIECES = np.array([0.35, 0.09, 0.09])  # and pieces of one colour, whose faces the lamp meets otherwise
_AS_USUAL = 20.0  # pieces that this weighs beside those of a picture: chosen by hand
_TO_SIGMA = 1.48  # from the middle of differences to one standard deviation
_FORGETS = 0.1  # of what is known, each time, as lamps change: chosen by hand
_FEWEST = 1e-3  # pieces of a colour: fewer say nothing
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
    """``names``: of the colours, C; ``means``: C x 3, as ``shown``; ``spread``: 3C x 3C, how well these are known
    (covariance); ``first``: the same before any was seen; ``pieces``: how far pieces of one colour differ (3)."""

    names: tuple[str, ...]
    means: np.ndarray
    spread: np.ndarray
    first: np.ndarray
    pieces: np.ndarray

    @classmethod
    def usual(cls, colours: Mapping[str, np.ndarray]) -> "PyramidColours":
        """Before any was seen. ``colours``: of the inks that they are made in, as ``shown``."""
        means = np.stack(list(colours.values())) * [1, 1 - _PALER, 1 - _PALER]
        means[:, 0] = np.maximum(means[:, 0] - _DARKER, _DARK)
        together = np.vstack([np.tile(np.diag(_SETS), len(means)), (means * [0, _PALERS, _PALERS]).reshape(1, -1)])
        spread = together.T @ together + np.diag(np.tile(_COLOURS**2, len(means)))
        return cls(tuple(colours), means, spread, spread, _PIECES)

    def chances(self, colours: np.ndarray) -> np.ndarray:
        """How likely pieces that look so (N x 3) have each colour, N x C; one that looks like none may have any."""
        named = self._named(colours)
        return named + (1 - named.sum(1, keepdims=True)) / len(self.names)

    def with_seen(self, names: Iterable[str], colours: np.ndarray) -> "PyramidColours":
        """The same after these pieces (N x 3), whose colours are known."""
        counts = np.array([[name == each for each in self.names] for name in names], float)
        middles = np.stack(
            [
                np.median(colours[of > 0], axis=0) if of.any() else mean
                for of, mean in zip(counts.T, self.means, strict=True)
            ]
        )  # of a colour's pieces those where a lamp is mirrored are outnumbered
        spread = self.spread + _FORGETS * (self.first - self.spread)
        return replace(self._compared(counts, colours - counts @ middles), spread=spread)._measured(
            counts.sum(0), middles
        )

    def _compared(self, counts: np.ndarray, off: np.ndarray) -> "PyramidColours":
        """The same, where pieces of a colour differ so from its middle (N x 3), as this picture alone tells: the
        next one shows mostly the same pieces. ``counts``: N x C, 1 for its colour."""
        alike = counts @ counts.sum(0) > 1
        more = np.maximum(counts.sum(0) - 1, 0).sum()
        if not alike.any():
            return self
        wide = _TO_SIGMA * np.median(np.abs(off[alike]) * np.sqrt(alike.sum() / more), axis=0)
        return replace(self, pieces=np.sqrt((_AS_USUAL * _PIECES**2 + more * wide**2) / (_AS_USUAL + more)))

    def as_these_show(self, colours: np.ndarray, weights: np.ndarray) -> "PyramidColours":
        """The same under the light of one picture, whose pieces (N x 3) nobody has named. ``weights``: N, how likely
        each is a piece. What is found so makes nothing surer."""
        parts = self._named(colours) * weights[:, None]
        counts = parts.sum(0)
        means = parts.T @ colours / np.maximum(counts, 1e-9)[:, None]
        return replace(self._measured(counts, means), spread=self.spread)

    def _named(self, colours: np.ndarray) -> np.ndarray:
        """As ``chances``, less those of being none of the colours."""
        variance = self.pieces**2 + np.diag(self.spread).reshape(-1, 3)
        off = colours[:, None] - self.means
        logs = -0.5 * (off**2 / variance + np.log(2 * np.pi * variance)).sum(2) - np.log(len(self.names))
        most = np.maximum(logs.max(1, initial=_ANY), _ANY)[:, None]
        likely = np.exp(logs - most)
        return likely / (likely.sum(1, keepdims=True) + np.exp(_ANY - most))

    def _measured(self, counts: np.ndarray, means: np.ndarray) -> "PyramidColours":
        """The same after so many pieces of each colour (C) that looked so in the middle (C x 3)."""
        seen = np.repeat(counts > _FEWEST, 3)
        noise = np.diag((self.pieces**2 / np.maximum(counts, _FEWEST)[:, None]).ravel()[seen])
        gain = np.linalg.solve(self.spread[np.ix_(seen, seen)] + noise, self.spread[seen]).T
        shift = gain @ (means - self.means).ravel()[seen]
        return replace(self, means=self.means + shift.reshape(-1, 3), spread=self.spread - gain @ self.spread[seen])
