"""The quick way to a changed copy of a frozen value: every event makes some, so whole games are as quick as this is."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")
Setter = Callable[[object, object], None]


@cache
def _slots(kind: type) -> tuple[dict[str, Setter], Callable[[Any], tuple[Any, ...]]]:
    """What sets each field of a slotted dataclass, in order, and what reads them all at once."""
    if hasattr(kind, "__post_init__") or not hasattr(kind, "__slots__"):
        raise TypeError(f"{kind.__name__} is no plain slotted dataclass: use dataclasses.replace")
    setters = {f.name: getattr(kind, f.name).__set__ for f in fields(kind)}
    if len(setters) < 2:
        raise TypeError(f"{kind.__name__} has too few fields to copy them: make a new one")
    return setters, attrgetter(*setters)


def replace(value: Value, **changes: Any) -> Value:
    """``dataclasses.replace`` for frozen slotted dataclasses with nothing to do after ``__init__``, twice as quick.

    Raises TypeError for a name that is no field and for other kinds of value.
    """
    kind: type = type(value)
    setters, read = _slots(kind)
    new: Value = object.__new__(kind)
    for place, kept in zip(setters.values(), read(value), strict=True):
        place(new, kept)
    for name, changed in changes.items():
        if name not in setters:
            raise TypeError(f"{kind.__name__} has no field '{name}'")
        setters[name](new, changed)
    return new
