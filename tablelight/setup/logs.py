"""Logs a person can read: time, part, what happened."""

import logging
import sys
import time
from collections.abc import Callable


def say_readably(level: int = logging.INFO) -> None:
    """Send the log to standard error, one line an event."""
    logging.basicConfig(
        level=level, stream=sys.stderr, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", datefmt="%H:%M:%S"
    )


class Seldom(logging.Filter):
    """Lets the same warning through once a minute: what others cause as often as they like must not fill the disk.

    The same: by its form, whatever is filled in. Tracebacks always pass, as they tell of faults of our own.
    """

    def __init__(self, every_s: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._every_s, self._clock = every_s, clock
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written: the first of its form for a while, and every traceback."""
        now, form = self._clock(), str(record.msg)
        if record.exc_info or now - self._said.get(form, -self._every_s) >= self._every_s:
            self._said[form] = now
            return True
        return False
