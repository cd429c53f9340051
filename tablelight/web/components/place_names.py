"""What a place of a board is called by somebody who does not see it: what screen readers and the keyboard say."""

from engine.components.hues import Hue
from engine.core.events import Seat
from engine.texts.language import tr
from tablelight.web.components.scene import BoardScene

OFF = "OFF"


def space(spot: str) -> str:
    """A space of the round board: ``green 4``, ``green star``, ``the stock``."""
    if spot == OFF:
        return tr("the stock")
    hue, ring = Hue[spot.rstrip("0123456789")], spot[-1]
    if ring == "9":
        return tr("{hue} star", hue=hue.called)
    return tr("{hue} {ring}", hue=hue.called, ring=ring)


def spaces() -> tuple[str, ...]:
    """Every space of the round board, path by path, from the rim inwards."""
    return tuple(space(f"{hue.name}{ring}") for hue in Hue for ring in range(1, 10))


def with_piece(scene: BoardScene, place: str, seat: Seat, style: str) -> str:
    """A place with somebody's piece on it. ``style``: "able" where it may move, "chosen" where it is taken up."""
    if seat == scene.viewer:
        if style == "able":
            return tr("{place}, your piece, may move", place=place)
        return (
            tr("{place}, your piece, taken up", place=place)
            if style == "chosen"
            else tr("{place}, your piece", place=place)
        )
    name = scene.seats[seat]
    if style == "able":
        return tr("{place}, {name}'s piece, may move", place=place, name=name)
    if style == "chosen":
        return tr("{place}, {name}'s piece, taken up", place=place, name=name)
    return tr("{place}, {name}'s piece", place=place, name=name)


def landing(place: str, kind: str) -> str:
    """A place where what is taken up may go. ``kind``: step, jump, capture, star or other."""
    if kind == "jump":
        return tr("{place}, jump here", place=place)
    if kind == "capture":
        return tr("{place}, capture here", place=place)
    if kind == "star":
        return tr("{place}, take this star", place=place)
    return tr("{place}, may go here", place=place)


def hue_of(spot: str) -> Hue | None:
    """The hue of an arm's space, such as green-blue of ``GB4``; None for places of other boards."""
    name = spot.rstrip("0123456789")
    return Hue[name] if name in Hue.__members__ else None
