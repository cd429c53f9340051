"""Reading what people and programs write: parts that every notation has. All of them raise NotUnderstood."""

from typing import Any

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.ids import Seat


def need_seat(seat: Seat | None, example: str = "1: ...") -> Seat:
    """Whose move a text is. Raises NotUnderstood where nobody said; ``example`` is a text that says it."""
    if seat is None:
        raise NotUnderstood(f"say whose move it is: '{example}'")
    return seat


def parse_hue(text: str) -> Hue:
    """The hue of a code or a name, ``GB`` or ``green-blue``. Raises NotUnderstood for what is no hue."""
    try:
        return Hue.parse(text)
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


def parse_number(text: str) -> int:
    """The number that a text of digits writes. Raises NotUnderstood."""
    if not text.isdigit():
        raise NotUnderstood(f"'{text}' should be a number")
    return int(text)


def whole_number(data: Any, where: str) -> int:
    """A JSON value that has to be a whole number, not true or false. Raises NotUnderstood that names ``where``."""
    if not isinstance(data, int) or isinstance(data, bool):
        raise NotUnderstood(f"'{where}' should be a whole number")
    return data
