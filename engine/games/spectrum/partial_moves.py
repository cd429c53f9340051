"""Whole moves entered landing by landing (D-41): how a path is cut where its pawn comes down, and joined again."""

from collections.abc import Iterator

from engine.games.spectrum.state import Path


def landing_prefixes(path: Path) -> Iterator[Path]:
    """What of a path may be entered before it is whole: the path as far as each landing on it."""
    origin, spaces, over = path
    jumped = 0
    for n in range(1, len(spaces)):
        if jumped < len(over) and spaces[n - 1] == over[jumped]:
            jumped += 1
        else:
            yield origin, spaces[:n], over[:jumped]


def begins_with(path: Path, so_far: Path) -> bool:
    """Whether a path can have been entered as far as ``so_far`` goes."""
    return path[0] == so_far[0] and so_far in landing_prefixes(path)


def remainder(path: Path, so_far: Path) -> Path:
    """What is left of a path that was entered as far as ``so_far``."""
    _, spaces, over = path
    _, gone, jumped = so_far
    return gone[-1], spaces[len(gone) :], over[len(jumped) :]


def joined(so_far: Path, further: Path) -> Path:
    """The path up to now, and what follows, as one."""
    return so_far[0], (*so_far[1], *further[1]), (*so_far[2], *further[2])
