"""Cameras that show everything as in a mirror are turned round by themselves."""

import logging

from vision.camera.camera import Camera
from vision.camera.frames import Frame
from vision.geometry.registration import Registrar

log = logging.getLogger(__name__)

MIRROR_S = 5.0
"""How often it is looked whether a camera shows all as in a mirror. Chosen by hand."""


class MirrorCheck:
    """Apps that make a camera of a phone may show everything as in a mirror, and whoever finds the switch may turn it
    in the middle of an evening: nobody has to know."""

    def __init__(self, camera: Camera) -> None:
        self._camera, self._registrar, self._due = camera, Registrar(), float("-inf")

    def check(self, frame: Frame) -> None:
        """Turn the camera's next pictures round, where the mat's markers are seen mirrored in this one."""
        if frame.time < self._due:
            return
        self._due = frame.time + MIRROR_S
        if self._registrar.mirrored(frame.image):
            self._camera.mirrored = not self._camera.mirrored
            log.info("the camera shows everything as in a mirror; from now on its pictures are turned round")
