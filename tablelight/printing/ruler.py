"""A ruler of 50 mm, and a sheet of them that shows whether a printer keeps to its scale."""

from engine.texts.language import later, tr, translated
from tablelight.printing.inks import DARK
from tablelight.printing.paper import PAPERS, Drawable, Paper

LENGTH = 50
"""mm, between the middles of the outermost lines."""

_LINE = 0.2
_TICKS = {10: 4.0, 5: 3.0, 1: 2.0}  # mm, by what the place on the ruler can be divided by
_MARGIN = 20.0


def draw_across(paper: Drawable, x: float, y: float) -> None:
    """A ruler from ``x`` to the right, its ticks hanging from ``y``, its numbers above; 7 mm high in all."""
    paper.line((x - _LINE / 2, y), (x + LENGTH + _LINE / 2, y), _LINE)
    for place in range(LENGTH + 1):
        paper.line((x + place, y), (x + place, y + _tick(place)), _LINE)
        if place % 10 == 0:
            paper.text(x + place, y - 0.7, str(place), 2.4, align="middle")


def draw_down(paper: Paper, x: float, y: float) -> None:
    """A ruler from ``y`` down, its ticks to the right of ``x``, its numbers to the left."""
    paper.line((x, y - _LINE / 2), (x, y + LENGTH + _LINE / 2), _LINE)
    for place in range(LENGTH + 1):
        paper.line((x, y + place), (x + _tick(place), y + place), _LINE)
        if place % 10 == 0:
            paper.text(x - 0.8, y + place + 0.8, str(place), 2.4, align="right")


def ruler_sheet(size: str = "a4") -> bytes:
    """A page of rulers, across and down, in its corners and its middle. ``size``: a key of PAPERS."""
    paper = Paper(PAPERS[size], tr("50 mm rulers, {size}", size=size.upper()))
    width, height = paper.width, paper.height
    paper.text(_MARGIN, 22, tr("Does this printer keep to its scale?"), 7, bold=True, most=width - 2 * _MARGIN)
    for number, words in enumerate(_ADVICE):
        paper.text(_MARGIN, 31 + 5.4 * number, translated(words), 3.6, DARK, most=width - 2 * _MARGIN)
    top, bottom, right = 75.0, height - _MARGIN - LENGTH - 20, width - _MARGIN - LENGTH
    for y in (top, bottom):
        for x in (_MARGIN, right):
            draw_across(paper, x, y)
            draw_down(paper, x + 8 if x == _MARGIN else x + LENGTH - 8, y + 12)
    middle = (width - LENGTH) / 2, (top + bottom + 62) / 2
    draw_across(paper, *middle)
    return paper.pdf()


_ADVICE = (
    later("Print this page at 100 % (“actual size”; not “fit to page”), then hold a steel ruler to it."),
    later("Every ruler must measure 50 mm from its first line to its last, across and down."),
    later("Up to 0.2 mm more or less is good enough everywhere."),
    later("48 to 49 mm everywhere: the print dialogue shrank the page. Turn fitting or scaling off and print again."),
    later("Right across but wrong down, or the other way round: try other paper settings, or another printer."),
    later("Different in different places: the paper slipped. Use the straight paper path, or heavier paper."),
)


def _tick(place: int) -> float:
    return next(length for step, length in _TICKS.items() if place % step == 0)
