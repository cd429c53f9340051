"""Changed copies of the tuples that states are made of."""

from typing import TypeVar

Item = TypeVar("Item")


def replaced_at(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The same items with another one at index ``at``, such as one seat's pawns in the pawns of all."""
    return (*items[:at], item, *items[at + 1 :])
