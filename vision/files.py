"""Files: read with a bound on their size, written whole or not at all, and JSON that comes from outside.

Whatever stands in such a text, reading it ends in plain values or in a ValueError.
"""

import errno
import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

_MOST = 1e15
"""No number that is kept anywhere is larger; behind this whole numbers are no longer exact either."""


def bytes_of(file: Path, most: int) -> bytes:
    """What stands in a file. Raises OSError, also for one of more than ``most`` bytes, which is not read to its end."""
    with file.open("rb") as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
    return content


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file whole or not at all: ``write`` fills a draft beside it, which then takes its place. Makes its folder
    where that is missing. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("wb") as out:
        write(out)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)


def write_json(path: Path, data: Any) -> None:
    """Write plain values as JSON, whole or not at all. Raises OSError."""
    write_whole(path, lambda out: out.write(json.dumps(data, indent=1).encode()))


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
