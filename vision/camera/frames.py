"""A picture with the moment it was taken: what every camera gives and everything else looks at."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.core.language import Deferred
from vision.camera.decoding import MOST_BYTES, decoded
from vision.errors import PictureError


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. ``image``: uint8, height x width x 3, blue-green-red. ``time``: seconds on the camera's clock."""

    image: np.ndarray
    time: float = 0.0
    index: int = 0


def load_picture(path: Path) -> np.ndarray:
    """A picture file as uint8 BGR. Raises PictureError with a sentence when it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise PictureError(
            Deferred("The picture {path} cannot be opened: {what}.", path=path, what=error.strerror or error)
        ) from None
    if len(content) > MOST_BYTES:
        raise PictureError(
            Deferred(
                "The picture {path} has more than {number} million bytes; make it smaller.",
                path=path,
                number=MOST_BYTES // 1_000_000,
            )
        )
    return decoded(content, str(path))
