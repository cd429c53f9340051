"""The pictures of a teaching that is not finished, on the disk: a pulled plug costs nobody the cards shown so far."""

import logging
from pathlib import Path

import cv2
import numpy as np

from vision.camera.frames import load_picture
from vision.cards.lessons import CardLesson
from vision.cards.said_size import HIGH_MM, WIDE_MM
from vision.cards.table_plane import Size
from vision.errors import PictureError
from vision.files import bytes_of, read_json, within, write_json, write_whole
from vision.readings import Point

Kept = tuple[np.ndarray, list[list[Point]], Size | None]
"""A picture (uint8 BGR), the points (px) that were shown of each card in it, and the cards' size where it was said."""

log = logging.getLogger(__name__)

_MOST_BYTES, _MOST_PX = 20_000, 20_000


def read_picture(file: Path) -> np.ndarray | None:
    """A picture (uint8 BGR); None where it is missing or damaged."""
    try:
        return load_picture(file)
    except PictureError:
        return None


def write_picture(file: Path, image: np.ndarray) -> None:
    """Write a picture down, whole or not at all. Raises OSError."""
    write_whole(file, cv2.imencode(".png", image)[1].tobytes())


class Album:
    """Numbered pictures in a folder of their own. What cannot be kept is only gone after a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def pictures(self, most: int) -> list[Kept]:
        """The pictures in order, up to the first that is missing or damaged."""
        out: list[Kept] = []
        for number in range(most):
            image = read_picture(self._file(number))
            if image is None:
                break
            out.append((image, *self._said(number)))
        return out

    def keep(self, number: int, lesson: CardLesson) -> None:
        """Write one picture down, whole or not at all, with what a person pointed at and said of its cards."""
        said = {"points": [one.points for one in lesson.cards], "size_mm": lesson.size_mm}
        try:
            write_json(self._file(number).with_suffix(".json"), said)
            write_picture(self._file(number), lesson.image)
        except OSError as error:
            log.warning("a teaching picture lasts until the next start only: %s", error)

    def cut(self, number: int) -> None:
        """Forget this picture and those after it."""
        try:
            for file in [*self._folder.glob("*.png"), *self._folder.glob("*.json")]:
                if not file.stem.isdigit() or int(file.stem) >= number:
                    file.unlink()
            if not number and self._folder.is_dir():
                self._folder.rmdir()
        except OSError as error:
            log.warning("teaching pictures that are not needed any more stay in %s: %s", self._folder, error)

    def _said(self, number: int) -> tuple[list[list[Point]], Size | None]:
        """Nothing where nothing was kept, or the file is damaged."""
        try:
            kept = read_json(bytes_of(self._file(number).with_suffix(".json"), _MOST_BYTES))
            points = [[(within(x, 0, _MOST_PX), within(y, 0, _MOST_PX)) for x, y in each] for each in kept["points"]]
            size = kept["size_mm"]
            return points, size and (within(size[0], *WIDE_MM), within(size[1], *HIGH_MM))
        except (OSError, ValueError, TypeError, LookupError):
            return [], None

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.png"
