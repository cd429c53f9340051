"""A simulated light board: the real firmware in a child process behind a pseudo-terminal.

::

    with SimulatedDevice() as device, contextlib.closing(SerialBoard(board_map, device.port)) as board:
        device.press(3)

It can be unplugged, plugged in again, frozen and thawed; what its strip really latched can be looked at from outside.
"""

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import tty
import weakref
from dataclasses import dataclass
from pathlib import Path

import hardware

FIRMWARE = Path(hardware.__file__).parent / "firmware"
STANDINS = FIRMWARE / "standins"
DEVICE_ID = "7461626c656c6974"


@dataclass(frozen=True, slots=True)
class Latch:
    """What the strip showed from a moment on: ms of the device's clock, three bytes a light (red, green, blue)."""

    at_ms: int
    pixels: bytes


def find_micropython() -> str | None:
    """MicroPython's Unix port: $TABLELIGHT_MICROPYTHON, or ``micropython`` on the path."""
    return os.environ.get("TABLELIGHT_MICROPYTHON") or shutil.which("micropython")


class SimulatedDevice:
    """The firmware on this computer. ``settings`` overrides names of the firmware's settings.py.

    ``record`` keeps every latch of the strip for ``latches``. ``clock_speed`` makes the device's clock run faster
    (CPython only). ``interpreter`` runs it on another Python, such as MicroPython. ``strip_order`` is the order in
    which the strip really has its diodes.
    """

    def __init__(
        self,
        lights: int = 108,
        *,
        settings: dict | None = None,
        device_id: str = DEVICE_ID,
        record: bool = False,
        clock_speed: float = 1,
        strip_order: str = "GRB",
        interpreter: str | None = None,
        firmware: Path = FIRMWARE,
    ) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="tablelight-device-"))
        self.port = str(self._folder / "board")
        self._strip, self._switches = self._folder / "strip", self._folder / "switches"
        self._switches.write_bytes(bytes(512))
        self._interpreter = interpreter
        self._config = {
            "firmware": str(firmware),
            "standins": str(STANDINS),
            "switches": str(self._switches),
            "strip": str(self._strip) if record else None,
            "identity": list(bytes.fromhex(device_id)),
            "clock_speed": clock_speed,
            "strip_order": strip_order,
            "settings": {"LED_COUNT": lights} | (settings or {}),
        }
        self._live = _Live()
        self._reaper = weakref.finalize(self, _reap, self._live, self._folder)
        self.plug()

    def plug(self, lights: int | None = None) -> None:
        """Power up: a new process, a new port, the same path. ``lights``: of another board at the same cable."""
        self.kill()
        if lights is not None:
            self._config["settings"]["LED_COUNT"] = lights
            self._switches.write_bytes(bytes(512))
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        # We keep the host's end open as well: to a device on USB, a host that closes the port is only silent.
        python = [self._interpreter] if self._interpreter else [sys.executable, "-I", "-S"]
        config = self._folder / "config.json"  # a file: MicroPython cannot take an argument of over 255 bytes
        config.write_text(json.dumps(self._config))
        command = [*python, str(STANDINS / "run.py"), str(config)]
        # A group of its own: Ctrl+C at the terminal is meant for the host, not for a board on a cable.
        self._live.process = subprocess.Popen(command, stdin=ours, stdout=ours, process_group=0)
        self._live.ends = (ours, theirs)
        fresh = Path(self.port + ".new")
        fresh.symlink_to(os.ttyname(theirs))
        fresh.replace(self.port)

    def kill(self) -> None:
        """Unplug it: the process and the port are gone at once."""
        Path(self.port).unlink(missing_ok=True)
        self._live.end()

    def freeze(self) -> None:
        """It stands still, and the port stays open."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on where it stood still."""
        self._signal(signal.SIGCONT)

    def press(self, sensor: int) -> None:
        """A piece arrives, a button goes down."""
        self._switch(sensor, 1)

    def release(self, sensor: int) -> None:
        """A piece is taken off, a button comes up."""
        self._switch(sensor, 0)

    def pressed(self) -> frozenset[int]:
        """The switches that are held down, whether it is told so or not."""
        return frozenset(number for number, state in enumerate(self._switches.read_bytes()) if state)

    @property
    def running(self) -> bool:
        """Whether its program runs, frozen or not."""
        return self._live.process is not None and self._live.process.poll() is None

    def latches(self) -> list[Latch]:
        """Everything the strip was told so far, oldest first; needs ``record``."""
        size = 4 + 3 * self._config["settings"]["LED_COUNT"]
        data = self._strip.read_bytes() if self._strip.exists() else b""
        whole = range(0, len(data) - size + 1, size)
        return [Latch(struct.unpack_from("<I", data, at)[0], data[at + 4 : at + size]) for at in whole]

    def showing(self) -> bytes:
        """What the strip shows right now, three bytes a light; empty before the first latch. Needs ``record``."""
        size = 4 + 3 * self._config["settings"]["LED_COUNT"]
        whole = self._strip.stat().st_size // size if self._strip.exists() else 0
        if not whole:
            return b""
        with self._strip.open("rb") as strip:
            strip.seek((whole - 1) * size + 4)
            return strip.read(size - 4)

    def close(self) -> None:
        """End the program and remove the port and every file of it."""
        self._reaper()

    def __enter__(self) -> "SimulatedDevice":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _switch(self, sensor: int, state: int) -> None:
        with self._switches.open("r+b") as switches:
            switches.seek(sensor)
            switches.write(bytes([state]))

    def _signal(self, number: signal.Signals) -> None:
        if self._live.process:
            self._live.process.send_signal(number)


class _Live:
    """What must not outlive the device object: a process and two file descriptors."""

    def __init__(self) -> None:
        self.process: subprocess.Popen | None = None
        self.ends: tuple[int, ...] = ()

    def end(self) -> None:
        process, self.process = self.process, None
        if process:
            process.kill()  # also ends a frozen one
            process.wait()
        ends, self.ends = self.ends, ()
        for end in ends:
            os.close(end)


def _reap(live: _Live, folder: Path) -> None:
    live.end()
    shutil.rmtree(folder, ignore_errors=True)
