"""The trained networks, as ONNX; ``vision.training`` makes them.

They are run by onnxruntime, which takes a third of OpenCV's time; where it is not installed OpenCV runs them.
"""

from collections.abc import Callable
from importlib import resources

import cv2
import numpy as np

try:
    import onnxruntime
except ImportError:  # there may be no build of it for this processor
    onnxruntime = None
else:
    onnxruntime.set_default_logger_severity(3)  # else it warns of graphics cards that are not there

IN_WHOLE_NUMBERS = "_int8"
"""Ends the name of the same network in whole numbers (``vision.training.quantise``), for onnxruntime alone."""

Network = Callable[[np.ndarray], np.ndarray]
"""From one array to another, float32. Not to be shared between threads."""


def network(name: str) -> Network:
    """A network, ready to run on as many threads of the processor as OpenCV uses."""
    folder = resources.files(__name__)
    usual, quick = folder.joinpath(f"{name}.onnx"), folder.joinpath(f"{name}{IN_WHOLE_NUMBERS}.onnx")
    if onnxruntime is None:
        return _by_opencv(usual.read_bytes())
    return _by_onnxruntime((quick if quick.is_file() else usual).read_bytes())


def _by_onnxruntime(data: bytes) -> Network:
    how = onnxruntime.SessionOptions()
    how.intra_op_num_threads = max(cv2.getNumThreads(), 1)
    how.inter_op_num_threads = 1
    how.log_severity_level = 3  # errors alone
    how.enable_mem_pattern = False  # the number of close-ups is never the same
    how.add_session_config_entry("session.intra_op.allow_spinning", "0")  # others need the processor, too
    session = onnxruntime.InferenceSession(data, how, providers=["CPUExecutionProvider"])
    given = session.get_inputs()[0].name
    return lambda array: session.run(None, {given: array})[0]


def _by_opencv(data: bytes) -> Network:
    # OpenCV 5 has a newer engine beside the classic one of 4.x, which is twice as fast on small networks
    classic = [engine] if (engine := getattr(cv2.dnn, "ENGINE_CLASSIC", None)) is not None else []
    net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), *classic)

    def run(array: np.ndarray) -> np.ndarray:
        net.setInput(array)
        return net.forward()

    return run
