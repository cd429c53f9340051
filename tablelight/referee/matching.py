"""Things seen now and things seen before: which of them are the same."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Before = TypeVar("Before")
Now = TypeVar("Now")


def paired(
    before: Sequence[Before], now: Sequence[Now], same: Callable[[Before, Now], bool]
) -> list[tuple[Now, Before | None]]:
    """Every thing now with the first one before that is ``same`` and no other's partner yet; None where there is
    none."""
    rest, pairs = list(before), []
    for thing in now:
        index = next((n for n, other in enumerate(rest) if same(other, thing)), None)
        pairs.append((thing, None if index is None else rest.pop(index)))
    return pairs


def unmatched(before: Sequence[Before], now: Sequence[Now], same: Callable[[Before, Now], bool]) -> tuple[Now, ...]:
    """The things now that were not there before: those without a partner."""
    return tuple(thing for thing, partner in paired(before, now, same) if partner is None)
