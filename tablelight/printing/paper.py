"""A PDF drawn in millimetres from the page's top left, y downwards: the mat's own way to count."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Literal, Protocol

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from tablelight.printing.inks import BLACK, Colour

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Upright sheets: width and height in mm."""

Box = tuple[float, float, float, float]
"""x, y, width, height in mm."""
Point = tuple[float, float]
"""x, y in mm."""
Align = Literal["left", "middle", "right"]


class Drawable(Protocol):
    """What a mat's print is drawn on: paper, or a picture of it. Lengths in mm, as those of ``Paper``."""

    def boxes(self, boxes: Iterable[Box], colour: Colour) -> None:
        """Filled boxes."""

    def line(self, start: Point, end: Point, width: float, colour: Colour = BLACK) -> None:
        """A line with blunt ends."""

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
        """Words that stand on ``y``, smaller where they would be wider than ``most``."""


class Paper:
    """One document, a page at a time. Every length is in mm; text stands on ``y``."""

    def __init__(self, size: Point, title: str) -> None:
        self.width, self.height = size
        self._buffer = BytesIO()
        self._stamps: set[str] = set()
        # The same sheet is the same file, byte by byte: no dates, no random names.
        self._canvas = Canvas(self._buffer, pagesize=(self.width * mm, self.height * mm), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Tablelight")
        # Print dialogues that honour it then offer "actual size" first.
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._start_page()

    # ---- pages and frames

    def next_page(self) -> None:
        """From here on a new sheet."""
        self._canvas.showPage()
        self._start_page()

    def pdf(self) -> bytes:
        """The finished file. Nothing can be drawn after it."""
        self._canvas.showPage()
        self._canvas.save()
        return self._buffer.getvalue()

    @contextmanager
    def at(self, x: float, y: float, *, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """What is drawn inside has its origin there, turned clockwise by ``turn`` degrees, ``scale`` times as large."""
        self._canvas.saveState()
        self._canvas.translate(x * mm, -y * mm)
        self._canvas.rotate(-turn)
        self._canvas.scale(scale, scale)
        yield
        self._canvas.restoreState()

    @contextmanager
    def inside(self, *corners: Point) -> Iterator[None]:
        """What is drawn inside shows only within this outline."""
        self._canvas.saveState()
        self._canvas.clipPath(self._outline([corners]), stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def stamp(self, name: str, box: Box, draw: Callable[["Paper"], None]) -> None:
        """Draws the named picture; the file holds it once, however often it is stamped. It shows within ``box``."""
        if name not in self._stamps:
            self._stamps.add(name)
            x, y, width, height = box
            self._canvas.beginForm(name, x * mm, -(y + height) * mm, (x + width) * mm, -y * mm)
            draw(self)
            self._canvas.endForm()
        self._canvas.doForm(name)

    # ---- shapes

    def boxes(self, boxes: Iterable[Box], colour: Colour) -> None:
        """Filled boxes as one shape, so that no hairline shows where two touch."""
        self.shapes([box_corners(*box) for box in boxes], colour)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled box; ``x`` and ``y``: its top left, mm."""
        self.boxes([(x, y, width, height)], colour)

    def round_box(self, x: float, y: float, width: float, height: float, radius: float, colour: Colour) -> None:
        """The same with round corners of that radius, mm."""
        self._canvas.setFillColorRGB(*_parts(colour))
        self._canvas.roundRect(x * mm, -(y + height) * mm, width * mm, height * mm, radius * mm, stroke=0, fill=1)

    def shapes(
        self, outlines: Iterable[Iterable[Point]], colour: Colour, *, edge: Colour | None = None, width: float = 0.3
    ) -> None:
        """Filled outlines, each closed by itself; with ``edge`` a line of that width around them."""
        self._canvas.setFillColorRGB(*_parts(colour))
        if edge:
            self._pen(width, edge)
        self._canvas.drawPath(self._outline(outlines), fill=1, stroke=int(edge is not None))

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle; all in mm."""
        self._canvas.setFillColorRGB(*_parts(colour))
        self._canvas.circle(x * mm, -y * mm, radius * mm, stroke=0, fill=1)

    def circle(self, x: float, y: float, radius: float, width: float, colour: Colour = BLACK) -> None:
        """A round line; ``radius`` to its middle."""
        self._pen(width, colour)
        self._canvas.circle(x * mm, -y * mm, radius * mm, stroke=1, fill=0)

    def line(self, start: Point, end: Point, width: float, colour: Colour = BLACK, *, dash: float = 0) -> None:
        """A line with blunt ends: it is as long as it says. ``dash``: length of dashes and gaps; 0 for none."""
        self._pen(width, colour)
        self._canvas.setDash([dash * mm] if dash else [])
        self._canvas.line(start[0] * mm, -start[1] * mm, end[0] * mm, -end[1] * mm)
        self._canvas.setDash([])

    def rim(self, corners: Iterable[Point], width: float, colour: Colour = BLACK) -> None:
        """A closed line through the corners."""
        self._pen(width, colour)
        self._canvas.drawPath(self._outline([corners]), fill=0, stroke=1)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: Colour = BLACK,
        *,
        bold: bool = False,
        align: Align = "left",
        most: float = 0,
    ) -> None:
        """Words of ``size`` mm (letter body) that start at, stand in the middle of, or end at ``x``. ``most``: where
        they would be wider (mm; 0: no matter), they are written smaller: other languages take more room."""
        words = words.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")  # which these fonts have
        font = "Helvetica-Bold" if bold else "Helvetica"
        wide = self._canvas.stringWidth(words, font, size * mm) / mm
        self._canvas.setFont(font, size * mm * (min(1.0, most / wide) if most and wide else 1.0))
        self._canvas.setFillColorRGB(*_parts(colour))
        draw = {
            "left": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]
        draw(x * mm, -y * mm, words)

    def lines(self, words: str, size: float, most: float) -> list[str]:
        """Words broken into lines of at most ``most`` mm."""
        return simpleSplit(words, "Helvetica", size * mm, most * mm)

    # ---- inside

    def _start_page(self) -> None:
        self._canvas.translate(0, self.height * mm)

    def _pen(self, width: float, colour: Colour) -> None:
        self._canvas.setLineCap(0)
        self._canvas.setLineWidth(width * mm)
        self._canvas.setStrokeColorRGB(*_parts(colour))

    def _outline(self, outlines: Iterable[Iterable[Point]]):
        path = self._canvas.beginPath()
        for outline in outlines:
            for n, (x, y) in enumerate(outline):
                (path.lineTo if n else path.moveTo)(x * mm, -y * mm)
            path.close()
        return path


def box_corners(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Clockwise from the top left."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _parts(colour: Colour) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
