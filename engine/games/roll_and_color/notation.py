"""The texts of Roll & Color's events, read tolerantly; each event writes its own (``words``)."""

from collections.abc import Sequence

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred, later
from engine.core.notation import need_seat, unknown_verb
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.sheet import parse_row

EXAMPLE = "score RO"
"""A move as one writes it, for who left out whose it is."""


def event_of(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``words`` describe, for the player at ``seat``. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "roll" | "rolled":
            return TrayRolled(*_parse_dice(rest), source=source)
        case "reroll":
            return Reroll(need_seat(seat, EXAMPLE), *_parse_dice(rest))
        case "score":
            return RowScored(need_seat(seat, EXAMPLE), parse_row(rest))
    raise unknown_verb(verb, EXAMPLE, "roll", "reroll", "score")


def sizes_text(sizes: Sequence[tuple[int, int]]) -> str:
    """``exactly 4``, ``5 or more``, ``3 or 2``: how many dice the next reroll takes, in the reader's language."""
    if len(sizes) == 1:
        low, high = sizes[0]
        return Deferred(later("exactly {count}") if low == high else later("{count} or more"), count=low)
    *first, said = (str(low) if low == high else Deferred(later("{count} and more"), count=low) for low, high in sizes)
    for one in reversed(first):
        said = Deferred(later("{this} or {those}"), this=one, those=said)
    return said


def _parse_dice(text: str) -> tuple[tuple[Hue, ...], tuple[Hue, ...]]:
    """``R R O G / R RO BP``: cubes before the stroke, twelve-sided dice after it."""
    if "/" not in text:
        raise NotUnderstood(
            Deferred("'{text}' needs a stroke between cubes and twelve-sided dice: 'R R O G / R RO RO BP P'", text=text)
        )
    sides = text.split("/")
    if len(sides) != 2:
        raise NotUnderstood(Deferred("'{text}' has more than one stroke; write cubes / twelve-sided dice", text=text))
    try:
        d6, d12 = (tuple(Hue.parse(w) for w in side.replace(",", " ").split()) for side in sides)
    except ValueError as error:
        raise NotUnderstood(error.args[0]) from None
    return d6, d12
