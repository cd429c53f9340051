"""Whose turn it is and who has just scored, told at the rim of a board in every game alike.

The rim is shared among the seats, clockwise from the first of its spots: the part of whose turn it is glows dimly in
the colour of his pieces, and the part of who has just scored ripples. The rim covers nothing that the game says.
"""

from collections.abc import Mapping

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from engine.core.events import Event, Seat
from engine.core.match import Match

_ROWS, _LAST = "abcdefghi", 8
_CARDS_ROUND = (
    *(f"a{n}" for n in range(1, _LAST + 1)),
    *(f"{row}{_LAST}" for row in _ROWS[1:]),
    *(f"{_ROWS[-1]}{n}" for n in range(_LAST - 1, 0, -1)),
    *(f"{row}1" for row in _ROWS[-2:0:-1]),
)
_TRIANGLE_ROUND = tuple(f"T{n}" for n in (0, 3, 8, 15, 24, 35, 33, 31, 29, 27, 25, 16, 9, 4, 1))

RIMS: Mapping[str, tuple[Spot, ...]] = {
    "spectrum": tuple(f"{hue.name}1" for hue in Hue),
    "sixchex": _CARDS_ROUND,
    "spectrangle": _TRIANGLE_ROUND,
}
"""The spots at the rim of each board, clockwise. A ring of lights has one for each seat already."""


def with_turn(picture: Picture, match: Match) -> Picture:
    """The picture with whose turn it is and who has just scored."""
    rim, seats = RIMS.get(match.game.board, ()), len(match.seats)
    if not rim or seats == 1 or match.over:
        return picture
    free = {spot for spot in rim if spot not in picture or picture[spot].meaning is Meaning.IDLE}
    meanings = dict.fromkeys(match.awaiting_at(len(match.log)).seats, Meaning.IDLE)
    meanings |= dict.fromkeys(just_scored(match), Meaning.SCORED)
    shown = {
        spot: Light(meaning, hue_of(match, seat))
        for seat, meaning in meanings.items()
        for spot in part_of(rim, seat, seats)
        if spot in free
    }
    return {**picture, **shown}


def hue_of(match: Match, seat: Seat) -> Hue:
    """In which colour lights tell of this seat."""
    hues: tuple[Hue, ...] = match.game.seat_hues
    return hues[seat % len(hues)]


def part_of(rim: tuple[Spot, ...], seat: Seat, seats: int) -> tuple[Spot, ...]:
    """The part of the rim that is a seat's; what cannot be shared stays dark."""
    share = max(len(rim) // seats, 1)
    return rim[seat * share : (seat + 1) * share]


def newest_event(match: Match) -> Event | None:
    """What the newest entry of the log says that happened; None where it takes something back, or nothing happened."""
    newest = match.log[-1] if match.log else None
    return newest if isinstance(newest, Event) else None


def just_scored(match: Match) -> frozenset[Seat]:
    """Whose points the newest entry of the log changed."""
    if newest_event(match) is None:
        return frozenset()
    before = len(match.log) - 1
    was, now = match.game_at(before).scores(match.state_at(before)), match.game.scores(match.state)
    return frozenset(seat for seat, points in now.items() if seat in was and was[seat] != points)
