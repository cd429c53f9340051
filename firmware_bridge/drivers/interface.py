"""What every set of lights offers the service, whatever drives it: a board on a cable, WLED, or the page alone."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from engine.components.lights import Picture, Spot
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.protocol import Check

Rgb = tuple[int, int, int]
"""Red, green, blue, 0 to 255, as the diodes get it: after gamma, brightness and the current cap."""


@dataclass(frozen=True, slots=True)
class Counters:
    """What the link has lived through since it was made; climbing ``damaged``, ``device_damaged`` or
    ``lost`` mean cable or power, climbing ``late`` that a computer has too much to do."""

    sent: int = 0
    answered: int = 0
    timeouts: int = 0
    """How often an answer did not come in time and was asked for again; part of them was late, part lost."""
    late: int = 0
    lost: int = 0
    refused: int = 0
    damaged: int = 0
    stale: int = 0
    reconnects: int = 0
    device_damaged: int = 0


@dataclass(frozen=True, slots=True)
class LightsHealth:
    """How the lights are, for the page: ``sentence`` is what a person should read."""

    connected: bool
    sentence: str
    firmware: str | None = None
    light_count: int = 0
    limited: bool = False
    current_ma: int = 0
    cap_ma: int = 0
    device_id: str | None = None
    trouble: bool = False
    """It is there, but something is to be put right; the sentence says what."""
    sensors: int = 0
    knows_sensors: bool = False
    """The device has told of every switch at least once since it is connected."""
    answers: bool = True
    """What it was sent it says that it shows; where False, that may have been lost."""
    checks_itself: bool = False
    check: Check | None = None
    counters: Counters = Counters()


@dataclass(frozen=True, slots=True)
class SensorEvent:
    """A switch changed: ``pressed`` is true when a piece arrived or a button went down.

    ``spot`` is None for a switch the board map does not name, ``button:done`` or ``tray`` for one that is no space;
    ``at_s`` is the host's monotonic time of arrival.
    """

    sensor: int
    spot: Spot | None
    pressed: bool
    at_s: float


class LightDriver(Protocol):
    """One set of lights. Every method returns at once and may be called from any thread."""

    brightness: float
    colour_blind: bool

    def show(self, picture: Picture) -> None:
        """Make this the picture; the newest wins. Spots the board does not have are left out."""

    def show_pixels(self, data: bytes) -> None:
        """These bytes, three a light in strip order, until the next picture: for tests of the wiring."""

    def wire_as(self, board: BoardMap, colours: str) -> None:
        """Use another map of the same board (the strip runs otherwise), and another order of colours if it is known."""

    def shown(self) -> tuple[Rgb, ...]:
        """What the lights really show, one colour a light, as the device reports it."""

    def shown_by_spot(self) -> Mapping[Spot, Rgb]:
        """The same by spot; the brightest of a spot's lights."""

    @property
    def health(self) -> LightsHealth:
        """How the lights are, for the page and the check-up."""

    def events(self) -> list[SensorEvent]:
        """Sensor events since the last call, oldest first; at most 256 are kept."""

    def lights_out(self) -> AbstractContextManager[bool]:
        """Dark inside the block, so that no light is in a camera's picture; gives whether they surely are."""

    def close(self) -> None:
        """Lights out, port free."""
