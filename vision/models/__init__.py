"""The trained networks, as ONNX; ``vision.training`` makes them."""

from importlib import resources

import cv2
import numpy as np


def network(name: str) -> cv2.dnn.Net:
    """A network, ready to run on the processor. Not to be shared between threads."""
    data = np.frombuffer(resources.files(__name__).joinpath(f"{name}.onnx").read_bytes(), np.uint8)
    # OpenCV 5 has a newer engine beside the classic one of 4.x, which is twice as fast on small networks
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(data) if classic is None else cv2.dnn.readNetFromONNX(data, classic)
