"""Settings of the whole suite."""

import gc
import os
from itertools import zip_longest
from pathlib import Path

import cv2
import pytest
from hypothesis import HealthCheck, settings

from tests.support import installed_games

installed_games.leave_out()  # before any file asks for all games

# A Raspberry Pi is slow: how long an example takes is no verdict on it.
settings.register_profile("tablelight", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("tablelight"), max_examples=15)  # `make check`
settings.load_profile("tablelight")

if os.environ.get("PYTEST_XDIST_WORKER"):
    cv2.setNumThreads(1)  # others test beside us

WAITING = ("browser", "firmware_bridge")
"""Folders whose tests wait most of their time, for pages and devices."""

LONGEST_FIRST = ("vision", "tablelight")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that wait and files that work by turns, and the longest first: so workers beside each other keep the cores
    busy, and end at about the same time."""

    def folder(file: Path) -> str:
        return file.relative_to(Path(__file__).parent).parts[0]

    files = list(dict.fromkeys(item.path for item in items))
    waiting = [file for file in files if folder(file) in WAITING]
    working = [file for file in files if folder(file) not in WAITING]
    working.sort(key=lambda file: (*LONGEST_FIRST, folder(file)).index(folder(file)))
    turns = [file for pair in zip_longest(waiting, working) for file in pair if file is not None]
    turn_of = {file: turn for turn, file in enumerate(turns)}
    items.sort(key=lambda item: turn_of[item.path])


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the search for what nobody needs leaves it out, which saves
    a seventh of the time."""
    gc.collect()
    gc.freeze()
