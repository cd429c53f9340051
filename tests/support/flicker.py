"""Pictures under lamps that flicker."""

import numpy as np

from vision.camera.frames import Frame


def banded(frame, depth, waves, axis):
    """The frame under a lamp that flickers: bands go over the picture, a few tenths of a wave from frame to frame."""
    image = frame.image
    along = np.arange(image.shape[axis]) / image.shape[axis]
    light = 1 + depth * np.sin(2 * np.pi * (waves * along + 0.37 * frame.index))
    light = light[:, None, None] if axis == 0 else light[None, :, None]
    lit = 255 * np.clip((image / 255) ** 2.2 * light, 0, 1) ** (1 / 2.2)
    return Frame(lit.astype(np.uint8), frame.time, frame.index)
