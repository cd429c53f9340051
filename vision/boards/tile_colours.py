"""What the edge colours of a set of tiles look like, under this lamp and in this camera, as the tiles themselves tell.

Before any tile was seen there are the colours that are printed, known roughly; each tile whose place and turn the game
knows makes them exact (a normal distribution with a normal prior; Murphy, "Conjugate Bayesian analysis of the Gaussian
distribution", 2007).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

# Constants: chosen by hand on drawn tiles of families that are learned from; brightness, then two tints.
_OF_SETS = np.array([0.5, 0.4, 0.4])  # how far the colours of sets are apart, one standard deviation
_OF_TILES = np.array([0.22, 0.09, 0.09])  # the same of the tiles of one set, with the light on each
_FREE = np.array([0.28, 0.12, 0.12]) ** 2  # variances of a free field's colour: shadows of tiles fall on it
_REMEMBERED = 12.0  # edges: older ones weigh no more than so many, as lamps change
_ANY = np.log(1 / 36.0)  # density of a colour that nothing is known of: over brightness 4 wide and tints 3 x 3
_ODD = 0.003  # of edges that do not look like any model, as where a lamp is mirrored
_NOT_ODD = np.log(1 - _ODD)
_SET_CHANGES = 0.001  # another set may be laid out: so likely the others stay


@dataclass(frozen=True, slots=True, eq=False)
class TileColours:
    """``letters``: of the colours; ``means``: C x 3 (brightness, two tints, as ``FlatBoard.colours``); ``seen``: C,
    from how many edges; ``first``: C x 3, the means before any was seen."""

    letters: str
    means: np.ndarray
    seen: np.ndarray
    first: np.ndarray

    @classmethod
    def printed(cls, colours: Mapping[str, np.ndarray]) -> "TileColours":
        """Before any was seen. ``colours``: what each letter's ink looks like, about."""
        means = np.stack(list(colours.values()))
        return cls("".join(colours), means, np.zeros(len(means)), means)

    def log_likelihoods(self, edges: np.ndarray, sure: np.ndarray) -> np.ndarray:
        """For every set of a tile's edges (bit k: edge k has that colour) and every colour, 8 x C. ``edges``: 3 x 3;
        ``sure``: 3, of the others nothing is known.

        Edges of one colour are alike, however that colour differs from what is known of it.
        """
        shared = _OF_TILES**2 / ((_OF_TILES / _OF_SETS) ** 2 + self.seen[:, None])
        off = edges[:, None] - self.means
        alone = [_together(off[[k for k in range(3) if members >> k & 1]], shared) for members in range(8)]
        known = sum(1 << k for k in range(3) if sure[k])
        return np.stack(
            [_of_set(alone, members & known) + _ANY * (members & ~known).bit_count() for members in range(8)]
        )

    def log_likelihood_of(self, letters: Iterable[str], edges: np.ndarray) -> float:
        """Logarithm of the density of edges (N x 3) whose colours are known, those of each together."""
        named = np.array([self.letters.index(letter) for letter in letters])
        shared = _OF_TILES**2 / ((_OF_TILES / _OF_SETS) ** 2 + self.seen[:, None])
        each = (_together(edges[named == k][:, None] - self.means[k], shared[[k]])[0] for k in np.unique(named))
        return float(sum(each))

    def with_seen(self, letters: Iterable[str], edges: np.ndarray) -> "TileColours":
        """The same after these edges (N x 3), whose colours are known."""
        means, seen = self.means.copy(), np.minimum(self.seen, _REMEMBERED)
        known = (_OF_TILES / _OF_SETS) ** 2
        named = np.array([self.letters.index(letter) for letter in letters])
        for k in np.unique(named):
            of_colour = edges[named == k]
            before = known * self.first[k] + seen[k] * means[k]
            middle = np.median(of_colour, axis=0)
            seen[k] += len(of_colour)
            means[k] = (before + len(of_colour) * middle) / (known + seen[k])
        return replace(self, means=means, seen=seen)


@dataclass(frozen=True, slots=True, eq=False)
class TileSets:
    """What the set may be that lies there: colours as they are printed, or all of them paler, as of worn tiles, each
    with the logarithm of its chance (``likely``)."""

    sets: tuple[TileColours, ...]
    likely: np.ndarray

    @classmethod
    def printed(cls, sets: Iterable[Mapping[str, np.ndarray]]) -> "TileSets":
        """Before any tile was seen: each of them as likely. What each letter's ink looks like there, about."""
        each = tuple(TileColours.printed(colours) for colours in sets)
        return cls(each, np.full(len(each), -np.log(len(each))))

    @property
    def letters(self) -> str:
        """Of the colours."""
        return self.sets[0].letters

    def log_likelihoods(self, edges: np.ndarray, sure: np.ndarray, members: np.ndarray) -> np.ndarray:
        """For every way for a tile to lie. ``members``: of each way and colour, which edges have it (bit k: edge k);
        ``edges``, ``sure``: as in ``TileColours``."""
        of_colours = np.array([each.log_likelihoods(edges, sure) for each in self.sets])
        ways = of_colours[:, members, np.arange(len(self.letters))].sum(2)
        chance: np.ndarray = np.logaddexp.reduce(ways + self.likely[:, None], axis=0)
        return chance

    def with_seen(self, letters: Sequence[str], edges: np.ndarray) -> "TileSets":
        """The same after these edges (N x 3), whose colours are known."""
        likely = self.likely + [each.log_likelihood_of(letters, edges) for each in self.sets]
        likely = np.maximum(likely - np.logaddexp.reduce(likely), np.log(_SET_CHANGES))
        return TileSets(tuple(each.with_seen(letters, edges) for each in self.sets), likely)


def _of_set(alone: list[np.ndarray], members: int) -> np.ndarray:
    """Logarithm of the density of a set of edges of one colour (C), where each may be an odd one."""
    parts = [part for part in range(members + 1) if part & ~members == 0]
    odd = [(members & ~part).bit_count() * (_ANY + np.log(_ODD)) + part.bit_count() * _NOT_ODD for part in parts]
    return np.logaddexp.reduce([alone[part] + each for part, each in zip(parts, odd, strict=True)])


def _together(off: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Logarithm of the density of edges that have one colour, for each colour (C). ``off``: from its mean, N x C x 3;
    ``shared``: variance of what is not known of the mean, C x 3."""
    n, own = len(off), _OF_TILES**2
    if not n:
        return np.zeros(off.shape[1])
    total = own + n * shared
    chi = (off**2).sum(0) / own - shared / total * off.sum(0) ** 2 / own
    return -0.5 * (chi + (n - 1) * np.log(own) + np.log(total) + n * np.log(2 * np.pi)).sum(-1)


def free_likelihood(edges: np.ndarray, ink: np.ndarray) -> float:
    """Logarithm of the density of three edges (3 x 3) where nothing lies on an ink that looks like this (3)."""
    normal = -0.5 * ((edges - ink) ** 2 / _FREE + np.log(2 * np.pi * _FREE)).sum(-1)
    return float(np.logaddexp(normal + _NOT_ODD, _ANY + np.log(_ODD)).sum())


NOTHING_KNOWN = float(3 * _ANY)
"""Logarithm of the density of three edges of which nothing is known."""
