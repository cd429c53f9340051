"""Waiting for what other threads and processes do."""

import time


def eventually(condition, patience_s=15.0):
    """The first true value of the condition; a failure says what was waited for."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.005)
    raise AssertionError(f"not within {patience_s} s")
