"""What is printed on a sheet, as a picture: drawn tables show the very lines and words that come out of a printer."""

from collections.abc import Iterable
from importlib.resources import files

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tablelight.printing.inks import BLACK, Colour
from tablelight.printing.paper import Align, Box, Point
from vision.photometry.srgb import LINEAR

_FINER = 4
"""It is painted so many times as large, as lines are thinner than a pixel."""
_FONT = str(files("reportlab") / "fonts" / "Vera.ttf")
"""Near enough to a printer's Helvetica."""
_LETTERS = {"left": "ls", "middle": "ms", "right": "rs"}


class PaintedPaper:
    """A sheet of gray inks, drawn on as on a ``Paper``. ``size``: mm; ``px_per_mm``: of the picture."""

    def __init__(self, size: Point, px_per_mm: int) -> None:
        self._scale = px_per_mm * _FINER
        self._image = Image.new("L", (round(size[0] * self._scale), round(size[1] * self._scale)), 255)
        self._draw = ImageDraw.Draw(self._image)

    def reflected(self) -> np.ndarray:
        """How much light comes back, H x W float32: 1 where nothing is printed."""
        return self._smaller(LINEAR[np.asarray(self._image)].astype(np.float32))

    def gray(self) -> np.ndarray:
        """As a printer's preview shows it, H x W uint8."""
        return self._smaller(np.asarray(self._image))

    def _smaller(self, fine: np.ndarray) -> np.ndarray:
        high, wide = fine.shape
        return cv2.resize(fine, (wide // _FINER, high // _FINER), interpolation=cv2.INTER_AREA)

    def boxes(self, boxes: Iterable[Box], colour: Colour) -> None:
        """Filled boxes."""
        for x, y, width, height in boxes:
            left, top, right, bottom = (round(part * self._scale) for part in (x, y, x + width, y + height))
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=_gray(colour))

    def line(self, start: Point, end: Point, width: float, colour: Colour = BLACK) -> None:
        """A line across or down, with blunt ends."""
        aside = width / 2
        (left, right), (top, bottom) = (sorted(part) for part in zip(start, end, strict=True))
        across, down = (aside, 0.0) if left == right else (0.0, aside)
        self.boxes([(left - across, top - down, right - left + 2 * across, bottom - top + 2 * down)], colour)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: Colour = BLACK,
        *,
        align: Align = "left",
        most: float = 0,
    ) -> None:
        """Words of ``size`` mm, smaller where they would be wider than ``most``."""
        wide = ImageFont.truetype(_FONT, size * self._scale).getlength(words) / self._scale
        size *= min(1.0, most / wide) if most and wide else 1.0
        font = ImageFont.truetype(_FONT, size * self._scale)
        at = (x * self._scale, y * self._scale)
        self._draw.text(at, words, fill=_gray(colour), font=font, anchor=_LETTERS[align])


def _gray(colour: Colour) -> int:
    return round(sum(colour) / 3)
