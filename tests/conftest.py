"""Settings of the whole suite."""

import os

import cv2
from hypothesis import HealthCheck, settings

# A Raspberry Pi is slow: how long an example takes is no verdict on it.
settings.register_profile("tablelight", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tablelight")

if os.environ.get("PYTEST_XDIST_WORKER"):
    cv2.setNumThreads(1)  # others test beside us
