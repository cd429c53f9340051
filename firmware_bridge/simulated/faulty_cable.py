"""A cable that hurts what it carries, on demand: for tests and ``tablelight bench link``."""

import contextlib
import os
import random
import select
import tempfile
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Literal

Way = Literal["to device", "to host"]


def flip(data: bytearray, at: int, chance: random.Random) -> None:
    """One bit turned over."""
    data[at] ^= 1 << chance.randrange(8)


def cut(data: bytearray, at: int, chance: random.Random) -> None:
    """A few bytes lost."""
    del data[at : at + chance.randint(1, 8)]


def insert(data: bytearray, at: int, chance: random.Random) -> None:
    """A few bytes that nobody sent."""
    data[at:at] = chance.randbytes(chance.randint(1, 8))


def truncate(data: bytearray, at: int, _chance: random.Random) -> None:
    """All the rest lost."""
    del data[at:]


def burst(data: bytearray, at: int, chance: random.Random) -> None:
    """Noise over a stretch."""
    stretch = min(chance.randint(4, 40), len(data) - at)
    data[at : at + stretch] = chance.randbytes(stretch)


FAULTS: tuple[Callable[[bytearray, int, random.Random], None], ...] = (flip, cut, insert, truncate, burst)


class FaultyCable:
    """Stands between a host and a simulated device's port; the host opens ``port``. Harmless until told otherwise."""

    def __init__(self, device_port: str, seed: int = 1) -> None:
        self.done = 0
        self.late_s = 0.0
        """How long what the device says takes to arrive."""
        self._under_way: deque[tuple[float, bytes]] = deque()
        self._chance = random.Random(seed)
        self._pending: dict[Way, Callable] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="tablelight-cable-")
        self._device = os.open(device_port, os.O_RDWR | os.O_NOCTTY)
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._device)
        tty.setraw(self._theirs)
        self.port = str(Path(self._folder.name) / "board")
        Path(self.port).symlink_to(os.ttyname(self._theirs))
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="faulty cable", daemon=True)
        self._thread.start()

    def hurt(self, way: Way, fault: Callable) -> None:
        """The next bytes that pass this way suffer that fault, once."""
        self._pending[way] = fault

    def close(self) -> None:
        """Pull the cable out: both ends are gone."""
        os.close(self._stop_write)
        self._thread.join(timeout=3)
        for end in (self._device, self._ours, self._theirs, self._stop_read):
            os.close(end)
        self._folder.cleanup()

    def _carry(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                patience = 0.005 if self._under_way else None
                ready, _, _ = select.select([self._device, self._ours, self._stop_read], [], [], patience)
                if self._stop_read in ready:
                    return
                if self._ours in ready:
                    os.write(self._device, self._through("to device", os.read(self._ours, 4096)))
                if self._device in ready:
                    said = self._through("to host", os.read(self._device, 4096))
                    self._under_way.append((time.monotonic() + self.late_s, said))
                while self._under_way and self._under_way[0][0] <= time.monotonic():
                    os.write(self._ours, self._under_way.popleft()[1])

    def _through(self, way: Way, data: bytes) -> bytes:
        fault = self._pending.pop(way, None)
        if fault is None:
            return data
        hurt = bytearray(data)
        # Where something is said; the padding at the end would feel nothing.
        fault(hurt, self._chance.randrange(len(data.rstrip(b"\0")) or 1), self._chance)
        self.done += 1
        return bytes(hurt)
