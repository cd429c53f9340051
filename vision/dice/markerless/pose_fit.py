"""Where the camera stands over a table without a mat: so that the outlines of the taught dice fit best.

A direct search after Hooke and Jeeves (1961): from the likeliest of many starts each number is changed a little to and
fro, and what helped is tried again all at once.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from vision.dice.markerless.camera_pose import CameraPose
from vision.dice.readings import Kind

Sizes = Mapping[Kind, float]
Agree = Callable[[CameraPose, Sizes], float]
"""How well the dice's outlines fit for a camera pose and the sizes (mm) of the kinds, summed over dice."""

# Constants: chosen by hand on invented trays: as many starts and as small steps as found the tilt there.
_TILTS = (np.radians(12), np.radians(23), np.radians(34))
_WAYS = np.arange(8) * np.pi / 4
_FOLLOWED = 5  # starts
_SAME = 0.06  # radians: no other tilt
_FIRST, _ROUGHLY, _NEAR, _LAST = np.radians((8.0, 4.0, 4.0, 1.2)).tolist()
_STEEPEST = 0.75
_STEP = np.array([0.4, 1.0, 1.0, 0.4])  # of log scale, across, down and log size beside a turn
_BETTER = 2e-4  # of the agreement: less is chance


def refined_pose(agree: Agree, start: CameraPose, sizes: Sizes, free: Kind | None) -> tuple[CameraPose, Sizes]:
    """The camera pose near another one, and the sizes with that of the kind that is ``free`` as it looks beside the
    other."""
    return _best_near(agree, (start, sizes), free, _NEAR, _LAST)[1]


def likeliest_poses(
    agree: Agree, start: CameraPose, sizes: Sizes, free: Kind | None
) -> Iterator[tuple[CameraPose, Sizes]]:
    """The same where nothing is known yet of how the camera is tilted: several, the likeliest first; each is found
    exactly only when it is asked for."""
    tilts = [np.zeros(2), *(tilt * np.array([np.cos(way), np.sin(way)]) for tilt in _TILTS for way in _WAYS)]
    starts = sorted((CameraPose(start.scale, *tilt.tolist()) for tilt in tilts), key=lambda one: -agree(one, sizes))
    roughly = [_best_near(agree, (one, sizes), free, _FIRST, _ROUGHLY) for one in starts[:_FOLLOWED]]
    known: list[CameraPose] = []
    for _, near in sorted(roughly, key=lambda one: -one[0]):
        _, found = _best_near(agree, near, free, _ROUGHLY, _LAST)
        if all(tilts_apart(found[0], other) > _SAME for other in known):
            known.append(found[0])
            yield found


def tilts_apart(one: CameraPose, other: CameraPose) -> float:
    """How far two tilts differ, radians."""
    return float(np.hypot(one.across - other.across, one.down - other.down))


def _best_near(
    agree: Agree, start: tuple[CameraPose, Sizes], free: Kind | None, first: float, last: float
) -> tuple[float, tuple[CameraPose, Sizes]]:
    """The best agreement near a camera pose and sizes, and where; in steps (radians) from the ``first`` to the
    ``last``."""
    score, place = _climbed(lambda place: agree(*_at(*start, free, place)), first, last, free is not None)
    return score, _at(*start, free, place)


def _at(start: CameraPose, sizes: Sizes, free: Kind | None, place: np.ndarray) -> tuple[CameraPose, Sizes]:
    """The camera pose and sizes so far (log scale, across, down, log size) from others."""
    across, down = np.clip((start.across + place[1], start.down + place[2]), -_STEEPEST, _STEEPEST).tolist()
    camera_pose = CameraPose(start.scale * float(np.exp(place[0])), across, down)
    return camera_pose, sizes if free is None else {**sizes, free: sizes[free] * float(np.exp(place[3]))}


def _climbed(score: Callable[[np.ndarray], float], first: float, last: float, sized: bool) -> tuple[float, np.ndarray]:
    """The best score near the middle, and where it is."""
    place, step = np.zeros(4), first
    best = score(place)
    ways = [sign * way for way in np.eye(4)[: 4 if sized else 3] * _STEP for sign in (1, -1)]
    while step > last:
        before, at = best, place
        for way in ways:
            tried = place + step * way
            if (said := score(tried)) > best * (1 + _BETTER):
                best, place = said, tried
        if best == before:
            step /= 2
            continue
        further = place + (place - at)
        if (said := score(further)) > best:
            best, place = said, further
    return best, place
