"""Logs a person can read: time, part, what happened."""

import logging
import sys


def say_readably(level: int = logging.INFO) -> None:
    """Send the log to standard error, one line an event."""
    logging.basicConfig(
        level=level, stream=sys.stderr, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", datefmt="%H:%M:%S"
    )
