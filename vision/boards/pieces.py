"""What the pieces of a set look like, learned at the table: their size, and the colour of each owner's.

Nothing has to be taught beforehand: what stands on a board whose position is known shows what pieces look like.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from engine.inference.observation import SOMEBODY
from vision.boards.silhouettes import USUAL, PieceSize

# Constants: chosen by hand on drawn boards of families that are learned from.
_NARROWEST, _WIDEST = 0.08, 0.35  # spread of a colour: one piece shows less than all of them
_OF_MIDDLES = 0.6  # how far the middles of two pieces are apart, of how far pixels of one are
_REMEMBERED = 8  # pieces: what was seen before weighs no more than so many, as lamps change
_STIFF = 0.3  # how little inks that look as before have to say about a change
_SHADE = 1.0  # how much brighter or darker a piece may look than others of its owner
_ELSE, _ELSE_SLOPE = 0.6, 0.06  # so far from a known colour another one is as likely; neighbours are 0.7 apart
_NO_OTHER = 0.8
"""So far something else is as likely once everybody's pieces were seen: a die, a crumb, a pawn that nobody plays with.
Of 2,637 pieces on 40 drawn boards 23 are asked about then, 112 with the bound above, 17 with 0.9."""


@dataclass(frozen=True, slots=True)
class PieceColour:
    """``brightness``, ``tints``: the middle of an owner's pieces, as ``FlatBoard.colours`` has them; ``spread``: of
    the tints, one standard deviation; ``seen``: from how many pieces."""

    brightness: float
    tints: tuple[float, float]
    spread: float
    seen: int = 1

    def cost(self, brightness: float, tints: np.ndarray) -> float:
        """Half of chi-squared of a piece's middle colour."""
        off = float(np.hypot(*(tints - self.tints))) / max(_OF_MIDDLES * self.spread, _NARROWEST)
        return 0.5 * off**2 + 0.5 * ((brightness - self.brightness) / _SHADE) ** 2


@dataclass(frozen=True, slots=True, eq=False)
class PieceSet:
    """``size``: None until one was seen; ``colours``: by owner, of those that were seen, under the light in which the
    board's own inks looked like ``inks`` (I x 3, as ``FlatBoard.inks``)."""

    size: PieceSize | None = None
    colours: Mapping[int, PieceColour] = field(default_factory=dict)
    inks: np.ndarray | None = None

    @property
    def usual_size(self) -> PieceSize:
        """Its size, or a usual one."""
        return self.size or USUAL

    def under(self, inks: np.ndarray) -> "PieceSet":
        """The same pieces as they look in the light in which the board's inks look like this: what a lamp and a camera
        do to two dozen inks they do to paint, about."""
        if self.inks is None:
            return self
        before = np.column_stack([self.inks, np.ones(len(inks))])
        change = np.linalg.solve(before.T @ before + _STIFF * np.eye(4), before.T @ (inks - self.inks))

        def now(colour: PieceColour) -> PieceColour:
            was = np.array([colour.brightness, *colour.tints])
            brightness, first, second = was + np.array([*was, 1.0]) @ change
            return replace(colour, brightness=float(brightness), tints=(float(first), float(second)))

        return PieceSet(self.size, {owner: now(colour) for owner, colour in self.colours.items()}, inks)

    def owners(self, colours: np.ndarray, seats: int | None = None) -> tuple[tuple[int, float], ...]:
        """Whose a piece is, with chances, likeliest first; SOMEBODY: of none whose pieces were seen. ``colours``: of
        its pixels, N x 3; ``seats``: so many people have pieces here, None: nobody knows."""
        if not self.colours:
            return ((SOMEBODY, 1.0),)
        middle = np.median(colours, axis=0)
        costs = {owner: colour.cost(float(middle[0]), middle[1:]) for owner, colour in self.colours.items()}
        nearest = min(costs, key=lambda owner: costs[owner])
        off = float(np.hypot(*(middle[1:] - self.colours[nearest].tints)))
        far = _ELSE if seats is None or len(self.colours) < seats else _NO_OTHER
        known = 1 / (1 + math.exp((off - far) / _ELSE_SLOPE))
        parts = {owner: math.exp(costs[nearest] - cost) for owner, cost in costs.items()}
        total = sum(parts.values()) / known
        chances = {owner: part / total for owner, part in parts.items()} | {SOMEBODY: 1 - known}
        return tuple(sorted(chances.items(), key=lambda one: -one[1]))


def colour_of(colours: np.ndarray, before: PieceColour | None) -> PieceColour:
    """The colour of one owner's pieces. ``colours``: pixels of them all, N x 3; ``before``: what was known."""
    middle = np.median(colours, axis=0)
    spread = float(np.clip(1.5 * np.median(np.abs(colours[:, 1:] - middle[1:])), _NARROWEST, _WIDEST))
    now = PieceColour(float(middle[0]), (float(middle[1]), float(middle[2])), spread)
    if before is None:
        return now
    seen = min(before.seen, _REMEMBERED)
    share = 1 / (seen + 1)
    return PieceColour(
        before.brightness + (now.brightness - before.brightness) * share,
        (
            before.tints[0] + (now.tints[0] - before.tints[0]) * share,
            before.tints[1] + (now.tints[1] - before.tints[1]) * share,
        ),
        before.spread + (now.spread - before.spread) * share,
        seen + 1,
    )
