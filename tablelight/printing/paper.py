"""A PDF drawn in millimetres from the page's top left, y downwards: the mat's own way to count."""

from collections.abc import Iterable
from io import BytesIO
from typing import Literal

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

Colour = tuple[int, int, int]
"""sRGB, 0 to 255, as sent to the printer."""

BLACK: Colour = (0, 0, 0)
DARK: Colour = (60, 60, 64)
FAINT: Colour = (190, 190, 194)
WHITE: Colour = (255, 255, 255)

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Upright sheets: width and height in mm."""

Box = tuple[float, float, float, float]
"""x, y, width, height in mm."""


class Paper:
    """One document, a page at a time. Every length is in mm; text stands on ``y``."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        self.width, self.height = size
        self._buffer = BytesIO()
        # The same sheet is the same file, byte by byte: no dates, no random names.
        self._canvas = Canvas(self._buffer, pagesize=(self.width * mm, self.height * mm), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Tablelight")
        # Print dialogues that honour it then offer "actual size" first.
        self._canvas.setViewerPreference("PrintScaling", "None")

    def boxes(self, boxes: Iterable[Box], colour: Colour) -> None:
        """Filled boxes as one shape, so that no hairline shows where two touch."""
        path = self._canvas.beginPath()
        for x, y, width, height in boxes:
            path.rect(x * mm, (self.height - y - height) * mm, width * mm, height * mm)
        self._canvas.setFillColorRGB(*_parts(colour))
        self._canvas.drawPath(path, fill=1, stroke=0)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.boxes([(x, y, width, height)], colour)

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, colour: Colour = BLACK) -> None:
        """A line with blunt ends: it is as long as it says."""
        self._canvas.setLineCap(0)
        self._canvas.setLineWidth(width * mm)
        self._canvas.setStrokeColorRGB(*_parts(colour))
        self._canvas.line(start[0] * mm, (self.height - start[1]) * mm, end[0] * mm, (self.height - end[1]) * mm)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: Colour = BLACK,
        *,
        bold: bool = False,
        align: Literal["left", "middle", "right"] = "left",
    ) -> None:
        """Words of ``size`` mm (letter body) that start at, stand in the middle of, or end at ``x``."""
        self._canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size * mm)
        self._canvas.setFillColorRGB(*_parts(colour))
        draw = {
            "left": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]
        draw(x * mm, (self.height - y) * mm, words)

    def pdf(self) -> bytes:
        """The finished file. Nothing can be drawn after it."""
        self._canvas.showPage()
        self._canvas.save()
        return self._buffer.getvalue()


def ink_on(colour: Colour) -> Colour:
    """Black or white letters, whichever reads better on this colour."""
    red, green, blue = colour
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else WHITE


def _parts(colour: Colour) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
