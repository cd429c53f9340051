"""Pictures that come from outside: bytes and pixels are bounded before anything is unpacked.

A picture of a few bytes may say that it is 60,000 pixels wide; whoever unpacks it needs gigabytes. So the size is read
from the head, and only what fits is given to the decoder.
"""

import struct
from collections.abc import Iterator

import cv2
import numpy as np

from engine.core.language import Deferred
from vision.errors import PictureError

MOST_BYTES, MOST_PIXELS = 40_000_000, 25_000_000
"""Of a picture. More pixels than the largest cameras of phones give as a rule, and than a table needs by far."""
_MOST_LONG = 20
"""How many times as long as wide a picture may be."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_ALONE = (0x01, *range(0xD0, 0xD8))
"""JPEG markers without anything behind them."""
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""JPEG markers that tell the picture's size."""


def decoded(content: bytes, name: str) -> np.ndarray:
    """A JPEG or PNG as uint8 BGR. Raises PictureError, a sentence that names the picture as ``name``."""
    size = size_of(content)
    if size is not None:
        check_size(*size, name)
        try:
            image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            image = None
        if image is not None:
            return image
    raise PictureError(Deferred("{name} is not a picture that can be read; JPEG and PNG are understood.", name=name))


def check_size(width: int, height: int, name: str) -> None:
    """Raises PictureError where no table can be seen in a picture of this size, px, or it would fill the memory."""
    if width * height > MOST_PIXELS:
        raise PictureError(
            Deferred(
                "{name} has {width} x {height} pixels; {number} million are the most. Make it smaller, or set the "
                "camera to fewer.",
                name=name,
                width=f"{width:,}",
                height=f"{height:,}",
                number=MOST_PIXELS // 1_000_000,
            )
        )
    if not width or not height or max(width, height) > _MOST_LONG * min(width, height):
        raise PictureError(
            Deferred(
                "{name} has {width} x {height} pixels; no table can be seen in that.",
                name=name,
                width=f"{width:,}",
                height=f"{height:,}",
            )
        )


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height as a JPEG or PNG tells them, px; None for anything else, or where the head is cut off."""
    if content.startswith(_PNG):
        return struct.unpack(">II", content[16:24]) if len(content) >= 24 and content[12:16] == b"IHDR" else None
    if not content.startswith(_JPEG):
        return None
    for marker, at in _segments(content):
        if marker in _FRAMES:
            head = content[at + 3 : at + 7]
            return struct.unpack(">HH", head)[::-1] if len(head) == 4 else None
    return None


def _segments(content: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG before its pixels, each with where its length stands; up to what is none."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # filling
            at += 1
        elif marker in _ALONE:
            at += 2
        else:
            yield marker, at + 2
            if marker in (0xD9, 0xDA):  # the end; the pixels
                return
            at += 2 + max(2, struct.unpack_from(">H", content, at + 2)[0])
