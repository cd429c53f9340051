"""Signs of cards (numbers, letters, words) as unit vectors: the same sign of a deck is near, another one is not.

The network learned "same sign?" on very many typefaces, inks and grounds (``vision/training/signs``), so that it
carries over to signs it never saw. It sees colours, for on a pattern a sign may be told by its ink alone.
"""

import cv2
import numpy as np

from vision.models import network

SIDE = 48
"""Pixels a side of a cut-out."""
LENGTH = 64
"""Of the vector."""
EVEN = 8.0
"""Gray levels: what differs less stays nearly even."""


class SignEmbedder:
    """The network, ready to look. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = network("signs")

    def embed(self, cut_outs: list[np.ndarray]) -> np.ndarray:
        """Cut-outs (uint8 BGR, squares of any size) to unit vectors, N x LENGTH float32."""
        if not cut_outs:
            return np.zeros((0, LENGTH), np.float32)
        return self._net(np.array([as_learned(one) for one in cut_outs]))


def as_learned(cut_out: np.ndarray) -> np.ndarray:
    """3 x SIDE x SIDE float32, mean 0 and deviation 1: a cut-out (uint8 BGR), as the network learned from them."""
    small = cv2.resize(cut_out, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    shown = small - small.mean()
    return (shown / max(float(shown.std()), EVEN)).transpose(2, 0, 1)
