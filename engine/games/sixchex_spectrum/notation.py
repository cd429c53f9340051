"""The texts of SIXCHEX Spectrum's events, read tolerantly; each event writes its own (``words``)."""

from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, unknown_verb
from engine.games.sixchex_spectrum.board import parse_card, parse_home, parse_spot
from engine.games.sixchex_spectrum.events import (
    AgreedDraw,
    CardsLaid,
    CoinMoved,
    CoinPass,
    DieRolled,
    StartRoll,
    TakeHome,
)

EXAMPLE = "move i1 h2"
"""A move as one writes it, for who left out whose it is."""


def event_of(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``words`` describe, for the player at ``seat``. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "lay" | "cards":
            return CardsLaid(tuple(parse_card(word) for word in rest.replace("/", " ").split()), source=source)
        case "start":
            return StartRoll(tuple(_die(word) for word in rest.split()), source=source)
        case "roll" | "rolled":
            return DieRolled(_die(rest), source=source)
        case "agree":
            return AgreedDraw(source=source)
        case "home":
            return TakeHome(need_seat(seat, EXAMPLE), parse_home(rest))
        case "move" | "go":
            spots = tuple(parse_spot(word) for word in rest.replace("-", " ").split())
            if len(spots) < 2:
                raise NotUnderstood(Deferred("write where the coin was and where it lands: '1: move i1 h2'"))
            return CoinMoved(need_seat(seat, EXAMPLE), spots[0], spots[1:])
        case "pass":
            return CoinPass(need_seat(seat, EXAMPLE))
    raise unknown_verb(verb, EXAMPLE, "lay", "home", "start", "roll", "move", "pass", "agree")


def _die(text: str) -> int:
    if not text.strip().isdecimal():
        raise NotUnderstood(Deferred("'{text}' is no number of a die; write 1 to 6", text=text))
    return int(text)
