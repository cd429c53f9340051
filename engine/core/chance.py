"""Chance is given to the engine and never made by it: what a source of it can do. ``random.Random`` is one."""

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Dice, shuffling and drawing, as ``random.Random`` does them."""

    def random(self) -> float:
        """From 0 up to, but never, 1."""

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from ``a`` to ``b``, both included."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of them."""

    def choices(self, population: Sequence[T], weights: Sequence[float] | None = None, *, k: int = 1) -> list[T]:
        """``k`` of them, put back each time; with weights the heavier more often."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """``k`` different ones."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put them in another order, in place."""
