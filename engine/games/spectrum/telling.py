"""Moves of a part told landing by landing (D-41): how a way is cut where its pawn comes down, and joined again."""

from collections.abc import Iterator

from engine.games.spectrum.state import Path


def beginnings(way: Path) -> Iterator[Path]:
    """What may be told of a way before it is whole: it as far as each landing on it."""
    origin, spaces, over = way
    jumped = 0
    for n in range(1, len(spaces)):
        if jumped < len(over) and spaces[n - 1] == over[jumped]:
            jumped += 1
        else:
            yield origin, spaces[:n], over[:jumped]


def begins(way: Path, told: Path) -> bool:
    """Whether a way can be told as far as ``told`` goes."""
    return way[0] == told[0] and told in beginnings(way)


def rest(way: Path, told: Path) -> Path:
    """What is left of a way that was told as far as ``told``."""
    _, spaces, over = way
    _, gone, jumped = told
    return gone[-1], spaces[len(gone) :], over[len(jumped) :]


def joined(told: Path, further: Path) -> Path:
    """The way that is told up to now, and what follows, as one."""
    return told[0], (*told[1], *further[1]), (*told[2], *further[2])
