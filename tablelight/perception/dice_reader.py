"""Readings of dice with hues, in the referee's words and drawn on the picture."""

import numpy as np

from tablelight.perception.annotation import INK, outline, tag
from tablelight.referee.inputs import CameraObservation
from vision.dice.readings import Reading
from vision.motion.roll_watcher import ON_THE_TABLE, WatchEvent


def observation_of(event: WatchEvent) -> CameraObservation:
    """What the watcher saw, in the referee's words. A leaning die is part of a settled reading, and so is what keeps
    the dice from being read."""
    reading = event.reading
    if reading is None:
        return CameraObservation("settled" if event.event == "cocked" else event.event)
    words = " ".join(trouble.message for trouble in reading.troubles if trouble.code in ON_THE_TABLE)
    return CameraObservation("settled", reading.dice, words, event.frame)


def outlined(image: np.ndarray, reading: Reading) -> np.ndarray:
    """A copy of the picture (uint8 BGR) with every die's outline and hue code; unsure ones with a question mark."""
    out = image.copy()
    for die in reading.dice:
        corners = outline(out, np.array(die.outline_px), INK[die.status])
        tag(out, die.top.name if die.top is not None else "?", corners.max(axis=0), INK[die.status], 0.7)
    return out
