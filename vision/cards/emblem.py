"""What an emblem on a card tells of its hue: a wheel with one wedge in colour, a sign of its own for every hue.

By its shape alone, so it tells neighbours apart that look alike under a lamp. The cards that were taught cannot show
whether what changes from card to card goes with the hue (a wheel) or with the number (pips in the card's colour): each
was one hue and one number. So an emblem is weighed as both, and a card on which it looks as on the card that taught
its number says little.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.shape import Shapes

_HUE, _NUMBER, _NEITHER = 0.5, 0.5, 0.0005  # what an emblem goes with; the last: print that was not taught


@dataclass(frozen=True, slots=True, eq=False)
class EmblemJudge:
    """Tells the hue of cards of one deck by their emblem. ``of_number``: 12, which hue's card taught each number."""

    shapes: Shapes
    of_number: np.ndarray

    @classmethod
    def of(
        cls, edges: np.ndarray, hues: Sequence[int | None], of_number: Sequence[int], where: np.ndarray
    ) -> "EmblemJudge | None":
        """``edges``: of all taught cards (N x PIXELS x 3), ``hues``: their hues, ``of_number``: which of them taught
        each number, ``where``: cells with an emblem. None where there is none, or not every hue was taught."""
        if not where.any() or not {*range(12)} <= {*hues}:
            return None
        first = [hues.index(hue) for hue in range(12)]
        return cls(Shapes(edges[first], where), np.array([hues[k] for k in of_number]))

    def costs(self, seen: np.ndarray, visible: np.ndarray) -> np.ndarray:
        """How unlikely each hue is with each number (12 x 12, logarithms of chances) where is seen what
        ``Shapes.costs`` takes."""
        unlike, _ = self.shapes.costs(seen, visible)
        chance = np.exp(unlike.min() - unlike)
        of_hue, of_number = chance[:12, None], chance[self.of_number][None]
        return -np.log(_HUE * of_hue + _NUMBER * of_number + _NEITHER)
