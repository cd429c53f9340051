"""What every driver with a thread of its own keeps under a lock, and tells whoever asks."""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from engine.components.lights import Spot
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import LightsHealth, Rgb
from firmware_bridge.drivers.page_board import by_spot


class Reporting:
    """Set ``_lock``, ``_shown``, ``_health`` and ``board`` before anybody asks."""

    board: BoardMap
    _lock: AbstractContextManager[object]
    _shown: tuple[Rgb, ...]
    _health: LightsHealth

    def shown(self) -> tuple[Rgb, ...]:
        """What the lights really show, as last reported; empty while nothing is connected."""
        with self._lock:
            return self._shown

    def shown_by_spot(self) -> Mapping[Spot, Rgb]:
        """The same by spot; the brightest of a spot's lights."""
        return by_spot(self.board, self.shown())

    @property
    def health(self) -> LightsHealth:
        """How the lights are."""
        with self._lock:
            return self._health
