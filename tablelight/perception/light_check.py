"""The light check, for however many look at it: computed once for each picture, and never waited for in a queue."""

import threading
import time
from collections.abc import Callable

import numpy as np

from vision.camera.camera import Camera
from vision.camera.frames import Frame
from vision.dice.markerless.light_check import check_light_markerless
from vision.dice.markerless.taught import MarkerlessDice
from vision.dice.taught import TaughtDice
from vision.geometry.registration import Registrar
from vision.photometry.light_check import LightCheck, check_light

EVERY_S = 0.8
"""How often the light is checked while somebody looks at that page. Chosen by hand."""
WAITS_S = 2.0
"""So long somebody waits for the very first check, while it is made for another. Chosen by hand."""


class LightChecker:
    """Checks a camera's newest frame. ``clock``: seconds, never going back.

    Where the mat was last it is looked for first, so the registrar is kept; it serves one check at a time.
    """

    def __init__(self, camera: Camera, clock: Callable[[], float] = time.monotonic) -> None:
        self._camera, self._clock = camera, clock
        self._registrar = Registrar()
        self._busy = threading.Lock()
        self._at = -1e9
        self._of: tuple[Frame, object] | None = None
        self._said: LightCheck | None = None

    def check(self, taught: TaughtDice | MarkerlessDice | None) -> LightCheck | None:
        """How well the newest frame can be read; None while there is none.

        Whoever asks while a check is being made for somebody else gets the one before.
        """
        if not self._busy.acquire(timeout=WAITS_S if self._said is None else 0):
            return self._said
        try:
            if self._clock() - self._at >= EVERY_S:
                self._renew(taught)
            return self._said
        finally:
            self._busy.release()

    def _renew(self, taught: TaughtDice | MarkerlessDice | None) -> None:
        frame = self._camera.latest()
        if frame is None:
            self._of, self._said = None, None
        elif self._of is None or frame is not self._of[0] or taught is not self._of[1]:
            self._at = self._clock()
            self._of, self._said = (frame, taught), self._checked(frame.image, taught)

    def _checked(self, image: np.ndarray, taught: TaughtDice | MarkerlessDice | None) -> LightCheck:
        if isinstance(taught, MarkerlessDice):
            return check_light_markerless(image, taught)
        return check_light(image, self._registrar, taught.light if taught else None)
