"""Where pawns of Spectrum Escape come to: places counted outward, 1 where they come in (SB-ESC-03..06)."""

from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import Lane


def landing(options: Options, lane: Lane, seat: Seat) -> int:
    """The place a pawn comes to, counted from the centre; beyond the rim it has escaped."""
    mine, others = lane[seat], max(place for n, place in enumerate(lane) if n != seat)
    if mine <= others or not mine:
        return others + 1
    if not others:
        return mine + (mine if options.lone_leader == "from_centre" else 1)
    return mine + mine - others


def spot(options: Options, hue: Hue, place: int) -> str:
    """The space of a place counted from the centre; beyond the rim the rim space stands for the way out."""
    return f"{hue.name}{max(options.escape_first_ring + 1 - place, 1)}"
