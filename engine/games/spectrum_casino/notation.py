"""The moves and facts of Spectrum Casino as text."""

from engine.components.card_notation import parse_fact
from engine.components.cards import parse_card, parse_cards
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, unknown_verb
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard

EXAMPLE = "take R7 with B7"
"""A move as it is written."""


def _parse_take(text: str, seat: Seat) -> Capture:
    """``R11 with R2 GB9``, ``R7 on G2 with B9 R9``."""
    played, found, taken = text.partition(" with ")
    if not found:
        raise NotUnderstood(Deferred("'{text}' should say what is taken: 'take R11 with R2 GB9'", text=text))
    card, _, base = played.partition(" on ")
    return Capture(seat, parse_card(card), parse_cards(taken.replace("+", " ")), parse_cards(base.replace("+", " ")))


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    if fact := parse_fact(verb, rest, source):
        return fact
    seat = need_seat(seat, EXAMPLE)
    match verb.lower():
        case "take":
            return _parse_take(rest, seat)
        case "leave" | "discard":
            return LeaveOnBoard(seat, parse_card(rest))
    raise unknown_verb(verb, EXAMPLE, "take", "leave")
