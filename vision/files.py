"""Files: read with a bound on their size, written whole or not at all, and JSON that comes from outside.

Whatever stands in such a text, reading it ends in plain values or in a ValueError.
"""

import errno
import json
import math
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

ANYBODY, OWNER = 0o666, 0o600
"""Who may read a new file: whoever the user's umask lets, or its owner alone."""

_TURN = threading.Lock()

_MOST = 1e15
"""No number that is kept anywhere is larger; behind this whole numbers are no longer exact either."""


def bytes_of(file: Path, most: int) -> bytes:
    """What stands in a file. Raises OSError, also for one of more than ``most`` bytes, which is not read to its end."""
    with file.open("rb") as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
    return content


def write_whole(file: Path, content: bytes, mode: int = ANYBODY) -> None:
    """Put ``content`` in the place of a file: on the disk first, then under its name. Makes the folder where it lacks.

    ``mode``: the new file's permissions, less the umask. Raises OSError; then the old file is there as before.
    Threads take turns; two programs must not write the same file.
    """
    with _TURN:
        _write(file, content, mode)


def _write(file: Path, content: bytes, mode: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)  # of a program that was stopped while it wrote
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # some disks cannot be asked to keep a name
        sync(file.parent)


def write_json(file: Path, data: Any, mode: int = ANYBODY) -> None:
    """The same with the JSON of ``data``. Raises OSError, and TypeError for what JSON does not know."""
    write_whole(file, json_bytes(data), mode)


def json_bytes(data: Any) -> bytes:
    """Plain values as JSON that people can read. Raises TypeError for what JSON does not know."""
    return (json.dumps(data, indent=1) + "\n").encode("utf-8")


def sync(path: Path) -> None:
    """Have what was written of a file, or of a folder's names, on the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_json(content: bytes | str) -> Any:
    """The values of a JSON text. Raises ValueError for what is none, for numbers without end or sense, and for brackets
    in brackets without end."""
    try:
        return json.loads(content, parse_int=_whole, parse_float=_number, parse_constant=_number)
    except RecursionError:
        raise ValueError("brackets in brackets without end") from None


def within(value: Any, low: float, high: float) -> float:
    """The number, which has to lie between these. Raises ValueError or TypeError."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"a number is wanted, not {repr(value)[:60]}")
    number = float(value)
    if not low <= number <= high:
        raise ValueError(f"{number:g} does not lie between {low:g} and {high:g}")
    return number


def _whole(digits: str) -> int:
    if len(digits) > len("-1000000000000000"):
        raise ValueError("a number of too many digits")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) > _MOST:
        raise ValueError("a number that is none, or too large")
    return number
