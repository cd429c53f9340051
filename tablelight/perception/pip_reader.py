"""What the roll watcher sees of dice with dots, in the referee's words, drawn on the picture."""

from collections.abc import Iterator

import numpy as np

from tablelight.perception.annotation import INK, outline, tag
from tablelight.perception.close_ups import close_up
from tablelight.referee.inputs import CameraObservation
from vision.camera.frames import Frame
from vision.motion.roll_watcher import ON_THE_TABLE, RollWatcher
from vision.pips.on_mat import MatPipReader
from vision.pips.readings import PipReading


class PipObserver:
    """Watches the mat for dice with dots; nothing has to be taught."""

    def __init__(self) -> None:
        self._watcher = RollWatcher(MatPipReader())

    @property
    def trouble(self) -> str | None:
        """What stands in the way of reading, None when nothing does."""
        return " ".join(trouble.message for trouble in self._watcher.troubles) or None

    @property
    def in_motion(self) -> bool:
        """Dice roll, or have just come to rest."""
        return self._watcher.in_motion

    def see(self, frame: Frame) -> Iterator[tuple[CameraObservation, np.ndarray | None]]:
        """What is to be told about a frame, each with the picture of the reading, if there is one."""
        for event in self._watcher.see(frame):
            if event.event == "empty":
                yield CameraObservation("settled", pips=()), None
            elif isinstance(event.reading, PipReading):
                picture = close_up(outlined(frame.image, event.reading), event.reading)
                yield observation_of(event.reading, event.frame), picture
            else:
                yield CameraObservation("rolling" if event.event == "rolling" else "hand"), None


def observation_of(reading: PipReading, picture: int) -> CameraObservation:
    """A reading in the referee's words."""
    words = " ".join(trouble.message for trouble in reading.troubles if trouble.code in ON_THE_TABLE)
    return CameraObservation("settled", trouble=words, picture=picture, pips=reading.dice)


def outlined(image: np.ndarray, reading: PipReading) -> np.ndarray:
    """A copy of the picture (uint8 BGR) with every die's outline and number; unsure ones with a question mark."""
    out = image.copy()
    for die in reading.dice:
        corners = outline(out, np.array(die.outline_px), INK[die.status])
        tag(out, str(die.top) if die.top is not None else "?", corners.max(axis=0), INK[die.status], 0.9)
    return out
