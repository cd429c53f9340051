"""The simulated table's hands, as the page sees and asks them: they throw dice, play by themselves, and bungle.

There are none at a real table, so all of it is missing there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.components.hues import Hue

Playing = Literal["", "turn", "game"]
Speed = Literal["slow", "normal", "fast"]
SPEEDS: tuple[Speed, ...] = ("slow", "normal", "fast")


@dataclass(frozen=True, slots=True)
class HandsState:
    """What hands are at. ``playing``: a turn, a whole game, or nothing; ``stopping``: they end what they have begun.

    ``mishaps``: what can go wrong now, by name; ``wrong``: what has, and can be put right. ``said``: why they stopped.
    """

    playing: Playing = ""
    stopping: bool = False
    speed: Speed = "normal"
    lamp: str = ""
    lamps: tuple[str, ...] = ()
    mishaps: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    said: str = ""


class TableHands(Protocol):
    """The simulated table's hands. Every act returns at once; what takes time is done by and by."""

    @property
    def state(self) -> HandsState: ...

    def roll(self, dice: list[tuple[str, Hue]] | None = None) -> None: ...

    def lamp(self, name: str) -> None: ...

    def play(self, what: Playing) -> None: ...

    def stop(self) -> None: ...

    def hurry(self, speed: Speed) -> None: ...

    def bungle(self, mishap: str) -> None: ...

    def put_right(self) -> None: ...


def hand_acts(hands: TableHands | None) -> dict[str, Callable[[Mapping[str, str]], None]]:
    """The acts of hands; none at a real table. Each raises KeyError or ValueError for a name that there is none of."""
    if hands is None:
        return {}
    plays: dict[str, Playing] = {"turn": "turn", "game": "game"}
    speeds: dict[str, Speed] = {speed: speed for speed in SPEEDS}
    return {
        "hand-lamp": lambda a: hands.lamp(a["name"]),
        "hand-play": lambda a: hands.play(plays[a["what"]]),
        "hand-stop": lambda a: hands.stop(),
        "hand-speed": lambda a: hands.hurry(speeds[a["name"]]),
        "hand-mishap": lambda a: hands.bungle(a["name"]),
        "hand-right": lambda a: hands.put_right(),
    }
