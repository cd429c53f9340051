"""What faces are painted with: inks, shapes, and letters of any font.

A face is painted in a palette of inks, so that any lamp can be shone on it. Inks are numbered: 0 to 11 the hues,
then white, dark, a gray and the design's own tint.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import reportlab
from PIL import Image, ImageDraw, ImageFont

PX_PER_MM = 3
WIDTH, HEIGHT = 63 * PX_PER_MM, 88 * PX_PER_MM
WHITE, DARK, GRAY, TINT = 12, 13, 14, 15
INKS = 16

OWN_FONTS = (
    "sans",
    "italic",
    *sorted(str(file) for file in (Path(reportlab.__file__).parent / "fonts").glob("Vera*.ttf")),
)
"""Fonts that lie in packages we need anyway, so that a seed draws the same deck everywhere: OpenCV's two by name, and
the files of reportlab's four. What else is installed on a machine is drawn with only where it is named."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A font (one of ``OWN_FONTS``, or a file) and its weight, where it has several. ``outline``: the ink ``around``
    letters taller than 12 mm, so many px wide; ``marks``: what tells a 6 and a 9 apart, a "line" or a "dot"."""

    font: str
    weight: int
    outline: int | str | None = None
    around: int = 2
    marks: str = "line"


@cache
def _glyph(text: str, font: str, weight: int, tall: int) -> np.ndarray:
    """A text as a tight mask, 0 to 1, capitals about ``tall`` px high; one empty pixel where a font has no such sign.
    Of a file the weight is the file's own."""
    mask = _written(text, font, weight, tall) if font in ("sans", "italic") else _set_in_type(text, font, tall)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return np.zeros((1, 1), np.float32)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32) / 255


def _written(text: str, font: str, weight: int, tall: int) -> np.ndarray:
    """With one of OpenCV's fonts; before version 5 these are other ones."""
    canvas = np.zeros((tall * 3, tall * (len(text) + 3), 3), np.uint8)
    at = (tall, 2 * tall)
    if hasattr(cv2, "FontFace"):
        cv2.putText(canvas, text, at, (255, 255, 255), cv2.FontFace(font), int(tall * 1.37), weight)
    else:
        face = cv2.FONT_HERSHEY_DUPLEX if font == "sans" else cv2.FONT_HERSHEY_TRIPLEX
        cv2.putText(canvas, text, at, face, tall / 21, (255, 255, 255), max(1, tall * weight // 5000), cv2.LINE_AA)
    return canvas[..., 0]


def _set_in_type(text: str, file: str, tall: int) -> np.ndarray:
    canvas = Image.new("L", (tall * (len(text) + 3), tall * 3))
    ImageDraw.Draw(canvas).text(
        (tall, 2 * tall), text, fill=255, font=ImageFont.truetype(file, tall * 1.37), anchor="ls"
    )
    return np.asarray(canvas)


class Painter:
    """A face being painted: ``shown`` HEIGHT x WIDTH x what the palette (INKS x anything) says of each ink."""

    def __init__(self, hues: list[int], palette: np.ndarray) -> None:
        self.hues = hues
        self.palette = palette.astype(np.float32)
        self.shown = np.empty((HEIGHT, WIDTH, palette.shape[1]), np.float32)
        self.shown[:] = self.palette[WHITE]

    def paint(self, mask: np.ndarray, ink: int | str) -> None:
        """``ink`` where ``mask`` (0 to 1); "hue": the card's own, its first above and its second below."""
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        if not len(rows):
            return
        across = slice(columns[0], columns[-1] + 1)
        inks = self.hues if ink == "hue" else [int(ink)]
        step = HEIGHT / len(inks)
        for k, one in enumerate(inks):
            down = slice(max(rows[0], round(k * step)), min(rows[-1] + 1, round((k + 1) * step)))
            part = self.shown[down, across]
            part += (self.palette[one] - part) * mask[down, across, None]

    def box(self, left: float, top: float, right: float, bottom: float, ink: int | str, turn: float = 0.0) -> None:
        """A rectangle in mm."""
        points = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
        c, s = np.cos(turn), np.sin(turn)
        middle = points.mean(0)
        self.polygon((points - middle) @ np.array([[c, s], [-s, c]]) + middle, ink)

    def polygon(self, points: np.ndarray, ink: int | str) -> None:
        """A filled polygon; ``points``: N x 2 mm."""
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(mask, [np.round(points * PX_PER_MM * 16 - 8).astype(np.int32)], 255, cv2.LINE_AA, 4)
        self.paint(mask.astype(np.float32) / 255, ink)

    def disc(self, x: float, y: float, radius: float, ink: int | str) -> None:
        around = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        self.polygon(np.stack([x + radius * np.cos(around), y + radius * np.sin(around)], -1), ink)

    def text(
        self,
        said: str,
        x: float,
        y: float,
        lettering: Lettering,
        tall: float,
        ink: int | str,
        turned: bool = False,
        most: float = 0.92 * WIDTH / PX_PER_MM,
    ) -> None:
        """A text with its middle at x, y mm, at ``most`` so many mm wide; a 6 or 9 is marked."""
        glyph = _marked(
            said, _glyph(said, lettering.font, lettering.weight, max(6, round(tall * PX_PER_MM))), lettering
        )
        room = most * PX_PER_MM
        if glyph.shape[1] > room:
            glyph = cv2.resize(glyph, None, fx=room / glyph.shape[1], fy=room / glyph.shape[1])
        if turned:
            glyph = glyph[::-1, ::-1]
        mask = np.zeros((HEIGHT, WIDTH), np.float32)
        row = int(np.clip(y * PX_PER_MM - glyph.shape[0] / 2, 0, HEIGHT - glyph.shape[0]))
        column = int(np.clip(x * PX_PER_MM - glyph.shape[1] / 2, 0, WIDTH - glyph.shape[1]))
        mask[row : row + glyph.shape[0], column : column + glyph.shape[1]] = glyph
        if lettering.outline is not None and tall > 12:
            wide = 2 * lettering.around + 1
            around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
            self.paint(cv2.dilate(mask, around), lettering.outline)
        self.paint(mask, ink)

    def wheel(self, x: float, y: float, radius: float, shown: list[int] | None) -> None:
        """Twelve wedges; only ``shown`` in colour where given."""
        for k in range(12):
            around = np.radians(np.linspace(30 * k - 105, 30 * k - 75, 8))
            rim = np.stack([x + radius * np.cos(around), y + radius * np.sin(around)], -1)
            self.polygon(np.vstack([[x, y], rim]), k if shown is None or k in shown else GRAY)


def _marked(said: str, glyph: np.ndarray, lettering: Lettering) -> np.ndarray:
    """A 6 or 9 with a line or a dot below."""
    if said not in ("6", "9"):
        return glyph
    line = max(1, glyph.shape[0] // 10)
    if lettering.marks == "line":
        glyph = np.pad(glyph, ((0, 2 * line), (0, 0)))
        glyph[-line:] = 1
        return glyph
    glyph = np.pad(glyph, ((0, 0), (0, 4 * line)))
    glyph[-2 * line :, -2 * line :] = 1
    return glyph
