"""Serial ports: which one is the board's, opening it for ourselves alone, and what its going away looks like."""

import errno
import termios
from collections.abc import Collection
from pathlib import Path

import serial

from engine.core.language import Deferred

BY_ID = Path("/dev/serial/by-id")
GONE = (serial.SerialException, OSError, termios.error, TypeError)
"""Four shapes of one thing. ``termios.error`` is no OSError; a port closed during a read gives TypeError."""
_NAMES = ("micropython", "tablelight", "pico", "rp2")
_WRITE_TIMEOUT_S = 0.25
"""A device that takes no bytes for so long is gone or frozen. Chosen by hand."""


class PortError(Exception):
    """The port cannot be used; the sentence says what to do."""


class NotThere(PortError):
    """Nothing is plugged in; people may play without a board."""


def find_boards(folder: Path | None = None) -> list[Path]:
    """Ports that look like a microcontroller with our firmware, by the name USB gives them, in a stable order."""
    folder = folder or BY_ID
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if any(name in path.name.lower() for name in _NAMES))


def resolve(
    port: str, folder: Path | None = None, *, device_id: str | None = None, passed: Collection[Path] = ()
) -> Path:
    """The path of a port; ``auto`` looks for the one board that is plugged in, or for that with a ``device_id``.

    A microcontroller's USB name ends with its id. Where no name tells, all are tried in turn: ``passed`` were. Raises
    PortError.
    """
    if port != "auto":
        return Path(port)
    boards = find_boards(folder)
    if not boards:
        raise NotThere(Deferred("No light board is plugged in."))
    if device_id:
        boards = [path for path in boards if device_id.lower() in path.name.lower()] or boards
        return next((path for path in boards if path not in passed), boards[0])
    if len(boards) > 1:
        names = ", ".join(str(board) for board in boards)
        raise PortError(
            Deferred(
                "More than one board is plugged in; name one in the settings, as port or by its device_id: {names}.",
                names=names,
            )
        )
    return boards[0]


def plugged_in(path: Path) -> bool:
    """Whether there is anything at that path; a name that can be no path has nothing behind it."""
    try:
        return path.exists()
    except OSError:
        return False


def open_port(path: Path) -> serial.Serial:
    """The open port, ours alone, reads that never wait, writes that wait 0.25 s. Raises PortError."""
    if not plugged_in(path):
        raise NotThere(Deferred("No light board at {path}: is its cable plugged in?", path=path))
    try:
        return serial.Serial(str(path), 115200, timeout=0, write_timeout=_WRITE_TIMEOUT_S, exclusive=True)
    except GONE as error:
        raise PortError(why_not(path, error)) from error


def why_not(path: Path, error: Exception) -> str:
    """Why a port cannot be opened, and what to do about it."""
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return Deferred("You may not use {path}. Run: sudo adduser $USER dialout - then log in again.", path=path)
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusive" in str(error).lower():
        return Deferred("Another program uses {path}; close it (a serial monitor? a second Tablelight?).", path=path)
    return Deferred("{path} cannot be opened ({why}); unplug it and plug it in again.", path=path, why=error)
