"""Eyes for games with dotted dice: what the watcher sees of them, in the referee's words, drawn on the picture."""

from collections.abc import Iterator

import cv2
import numpy as np

from tablelight.close_up import close_up
from tablelight.referee import Watched
from vision.frames import Frame
from vision.pips.mat import MatPipReader
from vision.pips.seen import PipReading
from vision.watch import ON_THE_TABLE, RollWatcher

_SURE, _ASKED = (255, 255, 255), (0, 200, 255)


class PipEyes:
    """Watches the mat for dice with dots; nothing has to be taught."""

    def __init__(self) -> None:
        self._watcher = RollWatcher(MatPipReader())

    @property
    def trouble(self) -> str | None:
        """What stands in the way of reading, None when nothing does."""
        return " ".join(trouble.message for trouble in self._watcher.troubles) or None

    def see(self, frame: Frame) -> Iterator[tuple[Watched, np.ndarray | None]]:
        """What is to be told about a frame, each with the picture of the reading, if there is one."""
        for event in self._watcher.see(frame):
            if event.event == "empty":
                yield Watched("settled", pips=()), None
            elif isinstance(event.reading, PipReading):
                picture = close_up(outlined(frame.image, event.reading), event.reading)
                yield heard(event.reading, event.frame), picture
            else:
                yield Watched("rolling" if event.event == "rolling" else "hand"), None


def heard(reading: PipReading, picture: int) -> Watched:
    """A reading in the referee's words."""
    words = " ".join(trouble.message for trouble in reading.troubles if trouble.code in ON_THE_TABLE)
    return Watched("settled", trouble=words, picture=picture, pips=reading.dice)


def outlined(image: np.ndarray, reading: PipReading) -> np.ndarray:
    """A copy of the picture (uint8 BGR) with every die's outline and number; unsure ones with a question mark."""
    out = image.copy()
    scale = image.shape[1] / 1280
    for die in reading.dice:
        ink = _SURE if die.status == "ok" else _ASKED
        outline = np.round(np.array(die.outline_px)).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(out, [outline], True, (0, 0, 0), max(2, round(5 * scale)), cv2.LINE_AA)
        cv2.polylines(out, [outline], True, ink, max(1, round(2 * scale)), cv2.LINE_AA)
        at = outline[:, 0].max(0)
        size, thick = 0.9 * scale, max(1, round(2 * scale))
        text = str(die.top) if die.top is not None else "?"
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        x, y, pad = int(at[0]), int(at[1]), max(2, round(4 * scale))
        cv2.rectangle(out, (x, y), (x + width + 2 * pad, y + height + 2 * pad), (30, 24, 24), cv2.FILLED)
        cv2.putText(out, text, (x + pad, y + height + pad), cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)
    return out
