"""Lights that exist on the page alone: the same face as a board on a cable, for a table without one."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from engine.components.lights import Picture, Spot
from engine.core.language import Deferred
from firmware_bridge.animation import render
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import LightsHealth, Rgb, SensorEvent


def pixels(data: bytes) -> tuple[Rgb, ...]:
    """Three bytes a light as colours."""
    return tuple((data[i], data[i + 1], data[i + 2]) for i in range(0, len(data) - 2, 3))


def by_spot(board: BoardMap, shown: tuple[Rgb, ...]) -> dict[Spot, Rgb]:
    """Each spot with the brightest of its lights; dark where the device reports fewer lights than the map has."""
    return {
        place.spot: max((shown[i] for i in place.lights if i < len(shown)), key=sum, default=(0, 0, 0))
        for place in board.places
    }


class PageBoard:
    """Draws the picture for the page; nothing is connected and nothing can fail."""

    def __init__(self, board: BoardMap, clock: Callable[[], float] = time.monotonic) -> None:
        self.board, self.brightness, self.colour_blind = board, 0.6, False
        self._clock = clock
        self._lock = threading.Lock()
        self._picture: Picture = {}
        self._since = clock()
        self._out = 0  # how many want the lights out

    def show(self, picture: Picture) -> None:
        """Make this the picture, whose rhythms begin now."""
        with self._lock:
            if picture != self._picture:
                self._picture, self._since = dict(picture), self._clock()

    def show_pixels(self, data: bytes) -> None:
        """The page shows spots, not strips."""

    def wire_as(self, board: BoardMap, colours: str) -> None:
        """The map alone counts: the page has no diodes."""
        self.board = board

    def shown(self) -> tuple[Rgb, ...]:
        """The picture as it is now, one colour a light: drawn anew at every call."""
        with self._lock:
            picture, age = {} if self._out else self._picture, self._clock() - self._since
        return pixels(render(picture, self.board, age, self.brightness, colour_blind=self.colour_blind))

    def shown_by_spot(self) -> Mapping[Spot, Rgb]:
        """The same by spot; the brightest of a spot's lights."""
        return by_spot(self.board, self.shown())

    @contextlib.contextmanager
    def lights_out(self) -> Iterator[bool]:
        """Dark inside the block."""
        with self._lock:
            self._out += 1
        try:
            yield True
        finally:
            with self._lock:
                self._out -= 1

    @property
    def health(self) -> LightsHealth:
        """Always well."""
        return LightsHealth(
            connected=True, sentence=Deferred("Lights on the page only."), light_count=self.board.lights
        )

    def events(self) -> list[SensorEvent]:
        """None: there are no switches."""
        return []

    def close(self) -> None:
        """Dark."""
        self.show({})
