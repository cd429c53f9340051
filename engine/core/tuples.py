"""Changed copies of tuples: states are immutable, so everything that lies in a row is changed by making another row."""

from typing import TypeVar

T = TypeVar("T")


def with_item(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with the item at place ``at``, counted from 0, changed."""
    return (*values[:at], value, *values[at + 1 :])
