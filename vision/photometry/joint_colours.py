"""Colours of one scan read together: everything of one picture, or of pictures under one lamp, helps to read the rest.

References are known members of the same scan. A colour seldom lies next to its own reference, as light varies over a
table; but between them lie others of the same colour. So likeness is counted along chains: from a reference through
members of the scan in steps as short as possible. How unlike two members are, the colour model of the dice says
(``vision.photometry.colour_likelihood``): brightness may differ freely, pigment may not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.photometry.colour_likelihood import Tolerance, fit

# Constants: chosen by hand on scans of colour stickers (``tablelight bench stickers``).
SCAN = Tolerance(error=0.03, shade=0.3, glare=0.02, glare_usual=0.0, glare_least=-0.02)
"""As for the top of a die, but two of the same scan differ little in glare."""
SURE = 0.92
"""Of how unlike the second best colour is, the best one may be so unlike. Larger is asked about."""
_NOISE = 0.2  # standard deviations: nothing is more alike than this
_POWER = 2  # of the steps of a chain: many short ones are better than one long one
_BLACK = 1e-4


@dataclass(frozen=True, slots=True)
class Together:
    """One member as the scan says it: its colour (number of its references), the next likely one, and how unlike the
    best is in parts of how unlike the next is (0 to 1)."""

    best: int
    second: int
    doubt: float

    @property
    def sure(self) -> bool:
        return self.doubt < SURE


def read_together(colours: np.ndarray, references: Sequence[Sequence[int]]) -> list[Together]:
    """Read all members of a scan. ``colours``: N x 3 linear (0 to 1); ``references``: for every colour, which members
    are known to show it. Raises ValueError with fewer than two colours, or one without a reference."""
    if len(references) < 2 or not all(len(members) for members in references):
        raise ValueError("a scan needs references of at least two colours, and every colour needs one")
    chained = _chained(_unlike(colours))
    costs = np.stack([chained[:, list(members)].min(1) for members in references], 1) + _NOISE
    order = np.argsort(costs, axis=1, kind="stable")[:, :2]
    rows = np.arange(len(costs))
    doubts = costs[rows, order[:, 0]] / costs[rows, order[:, 1]]
    return [Together(int(a), int(b), float(d)) for (a, b), d in zip(order, doubts, strict=True)]


def _unlike(colours: np.ndarray) -> np.ndarray:
    """How unlike any two members are, N x N, standard deviations."""
    colours = np.clip(colours, _BLACK, 1)
    costs, _, _ = fit(colours, np.ones_like(colours), colours, SCAN)
    return np.sqrt(np.maximum(costs + costs.T, 0) / 2)


def _chained(unlike: np.ndarray) -> np.ndarray:
    """The same along the best chain (Floyd and Warshall 1962)."""
    steps = unlike**_POWER
    np.fill_diagonal(steps, 0)
    for middle in range(len(steps)):
        np.minimum(steps, steps[:, middle : middle + 1] + steps[middle], out=steps)
    return steps ** (1 / _POWER)
