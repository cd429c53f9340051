"""A turn that takes long, told by light: the rim glows dimly where nothing else is shown there."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from tablelight.session.clock import TurnClock

_RIM = tuple(f"{hue.name}1" for hue in Hue)


def with_reminder(picture: Picture, clock: TurnClock | None) -> Picture:
    """The picture with a gentle reminder in it, where one was given and somebody still thinks. It is dim and steady, so
    that nobody takes it for a place to move to, and covers nothing that the game says."""
    if clock is None or not clock.reminded or clock.thinking is None:
        return picture
    return {**dict.fromkeys(_RIM, Light(Meaning.IDLE)), **picture}
