"""Settings of the whole suite."""

import os
from pathlib import Path

import cv2
import pytest
from hypothesis import HealthCheck, settings

# A Raspberry Pi is slow: how long an example takes is no verdict on it.
settings.register_profile("tablelight", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tablelight")

if os.environ.get("PYTEST_XDIST_WORKER"):
    cv2.setNumThreads(1)  # others test beside us

LONGEST_FIRST = ("browser", "vision", "tablelight")
"""Folders whose files take longest, before all others: beside each other, files end at about the same time then."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        return LONGEST_FIRST.index(folder) if folder in LONGEST_FIRST else len(LONGEST_FIRST)

    items.sort(key=turn)
