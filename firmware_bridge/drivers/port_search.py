"""Which port the board is at: past those that are somebody else's, and with an eye on what is plugged in meanwhile."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from engine.core.language import Deferred
from firmware_bridge.transport import NotThere, PortError, find_boards, plugged_in, resolve

LOOK_S = 0.02
"""How often a pause looks whether something was plugged in. Chosen by hand: nobody notices it, and it costs little."""

Identity = tuple[str, int]
"""The file behind a port's path and its inode number: both stay the same until something else is plugged in."""


class PortSearch:
    """``port``: a path, or "auto" for the first board found; ``device_id``: the only board to accept, None for any."""

    def __init__(self, port: str, device_id: str | None) -> None:
        self.port, self._device_id = port, device_id
        self._passed: set[Path] = set()  # boards that were tried on the way to ours

    def path(self) -> Path:
        """The path to open. Raises NotThere while nothing is plugged in there, and PortError with what to do."""
        path = self._resolved()
        if not plugged_in(path):
            raise NotThere(Deferred("No light board at {path}: is its cable plugged in?", path=path))
        return path

    def found(self) -> None:
        """The board at the last path was ours."""
        self._passed.clear()

    def pass_by(self, path: Path) -> bool:
        """Leave a board that is not ours, where another one may be; whether there is one that was not tried yet."""
        if self.port != "auto" or not self._device_id:
            return False
        self._passed.add(path)
        if self._passed.issuperset(find_boards()):
            self._passed.clear()
        return bool(self._passed)

    def identity(self) -> Identity | None:
        """What is plugged in now; None for nothing."""
        try:
            path = self._resolved()
            return os.path.realpath(path), path.stat().st_ino
        except (PortError, OSError):
            return None

    def rest(self, seconds: float, is_closing: Callable[[], bool]) -> None:
        """Wait, but no longer than until something else is plugged in, or ``is_closing``."""
        until, before = time.monotonic() + seconds, self.identity()
        while not is_closing() and time.monotonic() < until and self.identity() == before:
            time.sleep(min(LOOK_S, max(0.001, until - time.monotonic())))

    def _resolved(self) -> Path:
        return resolve(self.port, device_id=self._device_id, passed=self._passed)
