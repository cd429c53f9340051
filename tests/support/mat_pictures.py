"""Pictures of an empty mat, and shadows over whatever lies on one."""

import cv2
import numpy as np

from vision.geometry.registration import Registrar, Registration
from vision.photometry.srgb import LINEAR, encoded
from vision.simulation import SimulatedCamera, SimulatedLamp, SimulatedTable

_BEYOND = 600.0  # mm: more than a picture shows above and below a mat


def empty_mat() -> tuple[np.ndarray, Registration]:
    """A picture of the empty A4 mat (uint8 BGR), and where the mat is in it."""
    camera = SimulatedCamera(SimulatedTable(("d6",), seed=1))
    camera.lamp, camera.balance = SimulatedLamp("test"), 0.8
    image = camera.read(1.0)
    registration, _ = Registrar().find(image)
    return image, registration


def in_shadow(
    image: np.ndarray, registration: Registration, left: float, right: float, left_over: np.ndarray, soft_px: float
) -> np.ndarray:
    """The picture with a shadow across the mat from ``left`` to ``right`` (mm), in which so much of the light is
    ``left_over`` (3, BGR)."""
    corners = np.array([[left, -_BEYOND], [right, -_BEYOND], [right, _BEYOND], [left, _BEYOND]])
    shadow = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(shadow, np.rint(registration.view.project_flat(corners)).astype(np.int32), 1)
    shadow = cv2.GaussianBlur(shadow, (0, 0), soft_px)[..., None]
    return np.rint(encoded(LINEAR[image] * (1 - shadow * (1 - left_over))) * 255).astype(np.uint8)
