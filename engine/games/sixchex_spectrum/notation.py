"""The texts of SIXCHEX Spectrum's events, read tolerantly; each event writes its own (``words``)."""

from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
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
            return TakeHome(_need_seat(seat), parse_home(rest))
        case "move" | "go":
            spots = tuple(parse_spot(word) for word in rest.replace("-", " ").split())
            if len(spots) < 2:
                raise NotUnderstood("write where the coin was and where it lands: '1: move i1 h2'")
            return CoinMoved(_need_seat(seat), spots[0], spots[1:])
        case "pass":
            return CoinPass(_need_seat(seat))
    raise NotUnderstood(f"'{verb}' is nothing that happens here; use lay, home, start, roll, move, pass or agree")


def _need_seat(seat: Seat | None) -> Seat:
    if seat is None:
        raise NotUnderstood("say whose move it is: '1: move i1 h2'")
    return seat


def _die(text: str) -> int:
    if not text.strip().isdecimal():
        raise NotUnderstood(f"'{text}' is no number of a die; write 1 to 6")
    return int(text)
