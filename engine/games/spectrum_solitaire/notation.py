"""The moves and facts of Spectrum Solitaire as text."""

import re

from engine.components.card_notation import parse_fact
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.language import Deferred
from engine.core.notation import read_int, unknown_verb
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle

EXAMPLE = "put 5 > home"
"""A move as it is written."""


def _parse_put(text: str, seat: Seat) -> Put:
    """``waste > 3``, ``5 > home``, ``5 x3 > 6``, ``home R > 6``; ``to`` and ``pile`` are understood too."""
    words = re.sub(r"\bpile\b|\bfrom\b", " ", text.lower())
    match = re.fullmatch(r"\s*(waste|home\s+\S+|\d+)\s*(?:x\s*(\d+))?\s*(?:>|\bto\b)\s*(home|foundation|\d+)\s*", words)
    if not match:
        raise NotUnderstood(
            Deferred("'{text}' is no move; write for example: put waste > 3, put 5 > home, put 5 x3 > 6", text=text)
        )
    source = match[1]
    if source.startswith("home"):
        try:
            source = f"home {Hue.parse(source.split()[1]).name}"
        except ValueError as error:
            raise NotUnderstood(error.args[0]) from None
    to = "home" if match[3] in ("home", "foundation") else match[3]
    return Put(seat, source, to, read_int(match[2] or "1", Deferred("how many cards")))


_WORDS: dict[str, type[Move]] = {"flip": Flip, "recycle": Recycle, "concede": Concede}


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    if fact := parse_fact(verb, rest, source):
        return fact
    if simple := _WORDS.get(verb.lower()):
        return simple(seat or 0)
    if verb.lower() in ("put", "move"):
        return _parse_put(rest, seat or 0)
    raise unknown_verb(verb, EXAMPLE, "put", "flip", "recycle", "concede")
