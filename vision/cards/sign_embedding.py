"""Signs of cards (numbers, letters, words) as unit vectors: the same sign of a deck is near, another one is not.

The network learned "same sign?" on very many typefaces (``vision/training/signs``), so that it carries over to signs
it never saw. A sign is shown to it without its colours: along the direction in which those of its cut-out differ most
at its edges.
"""

import cv2
import numpy as np

from vision.models import network

SIDE = 48
"""Pixels a side of a cut-out."""
LENGTH = 64
"""Of the vector."""


class SignEmbedder:
    """The network, ready to look. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = network("signs")

    def embed(self, cut_outs: list[np.ndarray]) -> np.ndarray:
        """Cut-outs (uint8 BGR, squares of any size) to unit vectors, N x LENGTH float32."""
        if not cut_outs:
            return np.zeros((0, LENGTH), np.float32)
        return self._net(np.array([without_colour(one) for one in cut_outs])[:, None])


def without_colour(cut_out: np.ndarray) -> np.ndarray:
    """SIDE x SIDE float32, mean 0 and deviation 1: a cut-out (uint8 BGR) along the direction in which its colours
    differ most from pixel to pixel: a sign's edges are sharper than what is printed under it, however colourful.

    Light on dark and dark on light are not told apart: the same number is lighter than one hue and darker than another.
    """
    small = cv2.resize(cut_out, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    steps = np.concatenate([np.diff(small, axis=way).reshape(-1, 3) for way in (0, 1)])
    _, axes = np.linalg.eigh(steps.T @ steps)
    return normalised(small @ axes[:, -1])


def normalised(shown: np.ndarray) -> np.ndarray:
    """Mean 0 and deviation 1, float32; what is even stays nearly so."""
    shown = shown - shown.mean()
    return (shown / max(float(shown.std()), 1.0)).astype(np.float32)
