"""A drilling stencil for the lights of any board map: hole, drill point, light number, spot and the strip's way."""

from itertools import pairwise

from engine.texts.language import tr
from firmware_bridge.board_maps import HOLE_MM, BoardMap, MappedSpot
from tablelight.printing.inks import DARK, FAINT, Colour
from tablelight.printing.paper import Paper, Point
from tablelight.printing.poster import Drawing, poster

DRILL_POINT: Colour = (208, 0, 96)
"""Nothing else on the stencil has this colour."""

_RIM = 14.5  # mm from the outermost light to the drawing's edge
_ARM = 3.0


def stencil_sheets(board: BoardMap, size: str = "a4", *, hole_mm: float = HOLE_MM) -> bytes:
    """The stencil over as many sheets as it needs. ``size``: a key of PAPERS. Raises ValueError with a sentence."""
    if not 1 <= hole_mm <= 40:
        raise ValueError(f"A hole of {hole_mm:g} mm does not fit a light; give 1 to 40 mm.")
    return poster(stencil(board, hole_mm), size)


def stencil(board: BoardMap, hole_mm: float = HOLE_MM) -> Drawing:
    """The board's middle is the drawing's middle."""
    width, height = board_size(board, _RIM)
    advice = (
        tr(
            "Holes of {hole} mm, {count} lights. Drill at the red points, from the top of the board.",
            hole=f"{hole_mm:g}",
            count=board.lights,
        ),
        tr("The thin gray line is the strip's way; numbers are lights as the strip counts them, from 0."),
        tr("From below the strip's way is mirrored: mark light 0 on both sides before you drill."),
    )

    def draw(paper: Paper) -> None:
        with paper.at(width / 2, height / 2):
            _strip(paper, board)
            for place in board.places:
                _hole(paper, place, hole_mm)
            _middle(paper)

    # The hole, and the words to its right.
    clear = tuple(
        (place.at_mm[0] + width / 2 + aside, place.at_mm[1] + height / 2)
        for place in board.places
        for aside in (0, 7, 10)
    )
    return Drawing(tr("{board}: drilling stencil", board=board.title), width, height, draw, advice, clear)


def board_size(board: BoardMap, rim: float) -> Point:
    """Width and height, mm, of a drawing that has the board's middle in its own and a rim around all lights."""
    x, y = (max(abs(place.at_mm[n]) for place in board.places) for n in (0, 1))
    return 2 * (x + rim), 2 * (y + rim)


def _strip(paper: Paper, board: BoardMap) -> None:
    order = sorted((light, place.at_mm) for place in board.places for light in place.lights)
    for (_, start), (_, end) in pairwise(order):
        paper.line(start, end, 0.25, FAINT)


def _hole(paper: Paper, place: MappedSpot, hole_mm: float) -> None:
    x, y = place.at_mm
    paper.circle(x, y, hole_mm / 2, 0.2, DARK)
    paper.line((x - _ARM, y), (x + _ARM, y), 0.2, DRILL_POINT)
    paper.line((x, y - _ARM), (x, y + _ARM), 0.2, DRILL_POINT)
    beside = hole_mm / 2 + 0.8
    paper.text(x + beside, y - 0.4, place.spot, 3, bold=True)
    paper.text(x + beside, y + 2.6, ", ".join(map(str, place.lights)), 2.6, DARK)


def _middle(paper: Paper) -> None:
    """The board's middle, to find it again on the wood."""
    paper.circle(0, 0, 3, 0.2)
    paper.line((-8, 0), (8, 0), 0.2)
    paper.line((0, -8), (0, 8), 0.2)
