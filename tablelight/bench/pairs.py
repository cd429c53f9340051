"""Which labelled thing each one that was read stands for."""

from collections.abc import Iterable, Sequence
from math import dist

Point = tuple[float, float]


def nearest_first(gaps: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Partners, each of one thing alone, of things that lie so far apart: (gap, which labelled one, which that was
    read); the nearest pairs first."""
    partner: dict[int, int] = {}
    for _, labelled, read in sorted(gaps):
        if labelled not in partner and read not in partner.values():
            partner[labelled] = read
    return partner


def within(most_px: float, labelled: Sequence[Point], read: Sequence[Point]) -> dict[int, int]:
    """The same of things in these places of a picture, so many px apart at most."""
    gaps = ((dist(at, there), i, j) for i, at in enumerate(labelled) for j, there in enumerate(read))
    return nearest_first(gap for gap in gaps if gap[0] <= most_px)
