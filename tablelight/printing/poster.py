"""A drawing larger than a sheet, laid over several: overlap, alignment crosses, sheet numbers, a sketch to assemble by.

Every sheet is cut at its left and upper line and laid on the dashed line of the one before; half a cross on either
sheet then makes a whole one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import ceil, dist

from engine.texts.language import later, tr, translated
from tablelight.printing import ruler
from tablelight.printing.inks import BLACK, DARK, WHITE
from tablelight.printing.paper import PAPERS, Paper, Point, box_corners

OVERLAP = 12.0
"""mm that neighbouring sheets share."""

_MARGIN = 10.0
_FOOT = 20.0  # room for words and the ruler under the drawing
_LINE = 0.15
_CROSS = 4.0  # half a cross
_STEPS = (
    later("Print all sheets at 100 % (“actual size”) and check the 50 mm ruler at the foot of each."),
    later("Cut every sheet but the first along its thin lines, on the left and at the top, as its foot says."),
    later("Lay sheet upon sheet, left to right, top to bottom: the cut edge on the dashed line of the one before,"),
    later("so that half a cross on either sheet makes a whole one. Then glue or tape."),
)


Seam = tuple[Point, Point]
"""A line from one point of the drawing to another."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be printed: ``draw`` draws it from the origin; width and height in mm.

    ``clear``: points of the drawing that no alignment cross may cover.
    """

    title: str
    width: float
    height: float
    draw: Callable[[Paper], None]
    advice: tuple[str, ...] = ()
    clear: tuple[Point, ...] = ()

    def stamp(self, paper: Paper) -> None:
        """Draw it on this paper, its top left at the origin; the file holds it once."""
        paper.stamp("drawing", (0, 0, self.width, self.height), self.draw)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing lies over sheets. ``window``: what one sheet shows, mm; ``start``: where the first one begins."""

    page: Point
    window: Point
    columns: int
    rows: int
    start: Point
    clear: tuple[Point, ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets it takes."""
        return self.columns * self.rows

    def corner(self, sheet: int) -> Point:
        """Where in the drawing a sheet begins, mm; sheets count row by row from 0."""
        row, column = divmod(sheet, self.columns)
        return (
            self.start[0] + column * (self.window[0] - OVERLAP),
            self.start[1] + row * (self.window[1] - OVERLAP),
        )

    def on_page(self, sheet: int, point: Point) -> Point:
        """Where on its page, mm, a sheet prints a point of the drawing."""
        x, y = self.corner(sheet)
        return point[0] - x + _MARGIN, point[1] - y + _MARGIN

    def cuts(self, sheet: int) -> dict[str, Seam]:
        """Lines of the drawing, by side, along which this sheet is cut, to be laid on the one before."""
        row, column = divmod(sheet, self.columns)
        (x, y), (width, height) = self.corner(sheet), self.window
        sides = {"left": (column > 0, ((x, y), (x, y + height))), "top": (row > 0, ((x, y), (x + width, y)))}
        return {side: seam for side, (there, seam) in sides.items() if there}

    def rests(self, sheet: int) -> list[Seam]:
        """Lines of the drawing on which the cut edges of the next sheets come to lie."""
        row, column = divmod(sheet, self.columns)
        (x, y), (width, height) = self.corner(sheet), self.window
        right, low = x + width - OVERLAP, y + height - OVERLAP
        upright = [((right, y), (right, y + height))] if column + 1 < self.columns else []
        return upright + ([((x, low), (x + width, low))] if row + 1 < self.rows else [])

    def crosses(self, sheet: int) -> Iterator[Point]:
        """The places in the drawing where this sheet has alignment crosses; its neighbours have the same."""
        for (x, y), (to_x, to_y) in (*self.cuts(sheet).values(), *self.rests(sheet)):
            for share in (0.12, 0.5, 0.88):
                yield self._beside((x, y), (to_x, to_y), share)

    def _beside(self, start: Point, end: Point, share: float) -> Point:
        """The point of the line, near that share of it, that leaves the clear points uncovered, or comes nearest to."""
        places = ((share + step * way) for step in (0.0, 0.02, 0.04, 0.06, 0.08, 0.1) for way in (1, -1))
        points = [(start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at) for at in places]
        return max(points, key=lambda p: min((2 * _CROSS, *(dist(p, clear) for clear in self.clear))))


def tiling(size: str, drawing: Drawing) -> Tiling:
    """The way of laying the paper, a key of PAPERS, that needs fewest sheets."""
    short, long = PAPERS[size]
    return min((_tiled(page, drawing) for page in ((short, long), (long, short))), key=lambda t: t.sheets)


def _tiled(page: Point, drawing: Drawing) -> Tiling:
    width, height = drawing.width, drawing.height
    window = page[0] - 2 * _MARGIN, page[1] - _MARGIN - _FOOT
    columns, rows = (
        max(1, ceil((side - OVERLAP) / (part - OVERLAP))) for side, part in zip((width, height), window, strict=True)
    )
    covered = (
        columns * (window[0] - OVERLAP) + OVERLAP,
        rows * (window[1] - OVERLAP) + OVERLAP,
    )
    return Tiling(page, window, columns, rows, ((width - covered[0]) / 2, (height - covered[1]) / 2), drawing.clear)


def poster(drawing: Drawing, size: str) -> bytes:
    """The drawing on as many sheets as it needs, after a page that shows how they belong together."""
    tiles = tiling(size, drawing)
    paper = Paper(tiles.page, drawing.title)
    if tiles.sheets > 1:
        _cover(paper, drawing, tiles)
        paper.next_page()
    for sheet in range(tiles.sheets):
        if sheet:
            paper.next_page()
        _sheet(paper, drawing, tiles, sheet)
    return paper.pdf()


def _sheet(paper: Paper, drawing: Drawing, tiles: Tiling, sheet: int) -> None:
    left, top = tiles.on_page(sheet, tiles.corner(sheet))
    with paper.inside(*box_corners(left, top, *tiles.window)), paper.at(*tiles.on_page(sheet, (0, 0))):
        drawing.stamp(paper)
    for start, end in tiles.cuts(sheet).values():
        paper.line(tiles.on_page(sheet, start), tiles.on_page(sheet, end), _LINE, DARK)
    for start, end in tiles.rests(sheet):
        paper.line(tiles.on_page(sheet, start), tiles.on_page(sheet, end), _LINE, DARK, dash=2)
    for cross in tiles.crosses(sheet):
        _cross(paper, *tiles.on_page(sheet, cross))
    _foot(paper, drawing, tiles, sheet)


def _cross(paper: Paper, x: float, y: float) -> None:
    paper.disc(x, y, 1.5, WHITE)
    paper.circle(x, y, 1.5, 0.2)
    paper.line((x - _CROSS, y), (x + _CROSS, y), 0.2, BLACK)
    paper.line((x, y - _CROSS), (x, y + _CROSS), 0.2, BLACK)


def _foot(paper: Paper, drawing: Drawing, tiles: Tiling, sheet: int) -> None:
    y = paper.height - _FOOT + 5
    row, column = divmod(sheet, tiles.columns)
    words = drawing.title
    if tiles.sheets > 1:
        words = tr(
            "{title}, sheet {number} of {count}: row {row}, column {column}",
            title=words,
            number=sheet + 1,
            count=tiles.sheets,
            row=row + 1,
            column=column + 1,
        )
    room = paper.width - 2 * _MARGIN - ruler.LENGTH - 6
    paper.text(_MARGIN, y, words, 3.4, bold=True, most=room)
    for number, line in enumerate(drawing.advice if tiles.sheets == 1 else _to_cut(tiles.cuts(sheet))):
        paper.text(_MARGIN, y + 3.6 + 3.2 * number, line, 2.6, DARK, most=room)
    ruler.draw_across(paper, paper.width - _MARGIN - ruler.LENGTH - 2, y)


def _to_cut(sides: Iterable[str]) -> tuple[str, str]:
    return translated(_CUTS[frozenset(sides)]), tr("On the dashed lines the next sheets come to lie.")


_CUTS = {
    frozenset(): later("Leave this sheet as it is."),
    frozenset({"left"}): later("Cut it along the thin line on the left."),
    frozenset({"top"}): later("Cut it along the thin line at the top."),
    frozenset({"left", "top"}): later("Cut it along the thin lines on the left and at the top."),
}


def _cover(paper: Paper, drawing: Drawing, tiles: Tiling) -> None:
    """Title, what to do, and the whole drawing small with the sheets numbered over it."""
    paper.text(_MARGIN + 5, 24, drawing.title, 8, bold=True)
    lines = (*drawing.advice, *map(translated, _STEPS))
    for number, line in enumerate(lines):
        paper.text(_MARGIN + 5, 34 + 5.4 * number, line, 3.6, DARK, most=paper.width - 2 * _MARGIN - 5)
    top = 34 + 5.4 * len(lines) + 4
    first, last = tiles.corner(0), tiles.corner(tiles.sheets - 1)
    wide, high = (last[n] - first[n] + tiles.window[n] for n in (0, 1))
    scale = min((paper.width - 2 * _MARGIN - 10) / wide, (paper.height - top - _MARGIN - 5) / high)
    with paper.at((paper.width - wide * scale) / 2, top):
        with paper.at(-first[0] * scale, -first[1] * scale, scale=scale):
            drawing.stamp(paper)
        for sheet in range(tiles.sheets):
            x, y = ((tiles.corner(sheet)[n] - first[n]) * scale for n in (0, 1))
            width, height = (tiles.window[n] * scale for n in (0, 1))
            paper.rim(box_corners(x, y, width, height), 0.3, DARK)
            paper.disc(x + width / 2, y + height / 2, 6, WHITE)
            paper.circle(x + width / 2, y + height / 2, 6, 0.5)
            paper.text(x + width / 2, y + height / 2 + 2.5, str(sheet + 1), 7, bold=True, align="middle")
