"""Cards on sheets: where they lie, their cut marks, and backs that meet the fronts when printed on both sides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.texts.language import tr
from tablelight.printing.inks import BLACK, DARK
from tablelight.printing.paper import PAPERS, Paper, Point

POKER = (63.0, 88.0)
"""Width and height of a poker card, mm, as it is once cut."""
BLEED = 1.0
"""mm of colour beyond the cut, so that a cut a hair's breadth off shows no paper."""

_GAP = 2 * BLEED
_MARK = 4.0  # how long a cut mark is
_MARK_GAP = 0.5  # and how far from the colour
_LINE = 0.1
_NEAR_EDGE = 5.0  # printers leave this much of a sheet bare

Face = Callable[[Paper], None]
"""Draws one side of a card, its top left (after the cut) at the origin, BLEED beyond every edge."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How many cards lie on a sheet, in the middle of it: a sheet turned over lies the same way."""

    page: Point
    card: Point
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """How many cards lie on a sheet."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """The left edge of the first column, mm."""
        return (self.page[0] - self.columns * self.card[0] - (self.columns - 1) * _GAP) / 2

    @property
    def top(self) -> float:
        """The top edge of the first row, mm."""
        return (self.page[1] - self.rows * self.card[1] - (self.rows - 1) * _GAP) / 2

    def corner(self, place: int) -> Point:
        """Top left of a card, mm; places count row by row from 0."""
        row, column = divmod(place, self.columns)
        return self.left + column * (self.card[0] + _GAP), self.top + row * (self.card[1] + _GAP)

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where to cut: x of every upright cut, y of every level one."""
        width, height = self.card
        corners = [self.corner(place) for place in range(self.count)]
        upright = tuple(x for left, _ in corners[: self.columns] for x in (left, left + width))
        return upright, tuple(y for _, top in corners[:: self.columns] for y in (top, top + height))


def grid(size: str, card: Point = POKER) -> Grid:
    """The way of laying the paper, a key of PAPERS, that takes most cards and leaves room for the cut marks."""
    short, long = PAPERS[size]
    return max((_filled((short, long), card), _filled((long, short), card)), key=lambda grid: grid.count)


def _filled(page: Point, card: Point) -> Grid:
    columns, rows = (
        int((side - 2 * (_NEAR_EDGE + BLEED) + _GAP) // (part + _GAP)) for side, part in zip(page, card, strict=True)
    )
    return Grid(page, card, columns, rows)


def card_sheets(
    title: str, size: str, faces: Sequence[Face], *, card: Point = POKER, back: Face | None = None
) -> bytes:
    """All cards as a PDF; with ``back`` every sheet of fronts is followed by the backs that belong behind it."""
    lying = grid(size, card)
    paper = Paper(lying.page, title)
    sheets = [faces[n : n + lying.count] for n in range(0, len(faces), lying.count)]
    for number, sheet in enumerate(sheets, 1):
        if number > 1:
            paper.next_page()
        _one_side(
            paper, lying, sheet, tr("{title}, sheet {number} of {count}", title=title, number=number, count=len(sheets))
        )
        if back:
            # All places, also where the last sheet has no front: printers differ in which edge they turn over.
            paper.next_page()
            _one_side(
                paper, lying, [back] * lying.count, tr("{title}, back of sheet {number}", title=title, number=number)
            )
    return paper.pdf()


def _one_side(paper: Paper, lying: Grid, faces: Sequence[Face], words: str) -> None:
    for place, face in enumerate(faces):
        with paper.at(*lying.corner(place)):
            face(paper)
    _cut_marks(paper, lying)
    paper.text(lying.left + 3, lying.top - BLEED - 1.2, words, 2.4, DARK)


def _cut_marks(paper: Paper, lying: Grid) -> None:
    upright, level = lying.cuts()
    far = BLEED + _MARK_GAP
    for x in upright:
        for y, way in ((level[0], -1), (level[-1], 1)):
            paper.line((x, y + way * far), (x, y + way * (far + _MARK)), _LINE, BLACK)
    for y in level:
        for x, way in ((upright[0], -1), (upright[-1], 1)):
            paper.line((x + way * far, y), (x + way * (far + _MARK), y), _LINE, BLACK)
