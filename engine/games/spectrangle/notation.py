"""The texts of Spectrangle's events, read tolerantly; each event writes its own (``words``)."""

from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, unknown_verb
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TilesDrawn, TurnSkipped
from engine.games.spectrangle.movegen import next_to_draw
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import TILE_OF, parse_field, parse_tile

EXAMPLE = "place RYG3 T12"
"""A move as one writes it, for who left out whose it is."""


def event_of(words: str, seat: Seat | None, source: str, state: State | None, seats: int) -> Event:
    """The event that ``words`` describe, for the player at ``seat`` of so many ``seats``. Raises NotUnderstood.

    ``state``: the position, from which it follows who draws where nobody was named.
    """
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "draw" | "drawn":
            return _draw(rest, seat, source, state, seats)
        case "place" | "put":
            parts = rest.split()
            if len(parts) != 2:
                raise NotUnderstood(Deferred("write the tile as it lies and the field: '1: place RYG3 T12'"))
            return TilePlaced(need_seat(seat, EXAMPLE), parse_tile(parts[0]), parse_field(parts[1]))
        case "exchange" | "swap":
            return TileExchanged(need_seat(seat, EXAMPLE), TILE_OF[parse_tile(rest)])
        case "skip" | "pass":
            return TurnSkipped(need_seat(seat, EXAMPLE))
    raise unknown_verb(verb, EXAMPLE, "draw", "place", "exchange", "skip")


def _draw(rest: str, seat: Seat | None, source: str, state: State | None, seats: int) -> TilesDrawn:
    tiles, _, who = rest.partition(" for ")
    if who.strip().isdecimal():
        seat = int(who) - 1
    elif state is not None:
        seat = next_to_draw(state)
    if seat is None or not 0 <= seat < seats:
        raise NotUnderstood(Deferred("say who drew: 'draw RYG3 for 1'"))
    return TilesDrawn(seat, tuple(TILE_OF[parse_tile(word)] for word in tiles.split()), source=source)
