"""A picture with the moment it was taken: what every camera gives and everything else looks at."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

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
        data = np.frombuffer(Path(path).read_bytes(), np.uint8)
    except OSError as error:
        raise PictureError(f"The picture {path} cannot be opened: {error.strerror or error}.") from None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise PictureError(f"{path} is not a picture that can be read; JPEG and PNG are understood.")
    return image
