"""The Spectrum board to print: twelve paths of nine spaces, a window over every light, stars (SB-BRD-01).

Pieces stand on white rounds, and each corner of the sheet has a marker: so a camera can read it.
"""

from engine.components.hues import Hue
from engine.games.spectrum.board import HUE, RING
from engine.texts.language import later, tr, translated
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.inks import GOLD, WHITE, ink_on
from tablelight.printing.marker import corners_of_markers, draw_markers
from tablelight.printing.marks import Outline, draw_mark, star
from tablelight.printing.paper import Paper
from tablelight.printing.poster import Drawing, poster
from tablelight.setup.board_plans import NAMES_MM, STAR_RING, degrees_of, plan_of, radius_of
from vision.boards.plan import LANDING_MM, BoardPlan, PlannedSpace

WINDOW = 4.0
"""Radius of the paper over a light that stays bare, mm."""
STAR_MM = 7.6
"""Radius of a star's tips."""

_ADVICE = (
    later(
        "Glue it on the drilled board; the drilling stencil has the same middle. A camera reads it without any board, "
        "too."
    ),
    later("Lights shine through the white rounds: thin paper lets the light through, or cut holes of 8 mm."),
)


def spectrum_board_sheets(size: str = "a4") -> bytes:
    """The board over as many sheets as it needs. ``size``: a key of PAPERS."""
    return poster(spectrum_board(BoardMap.load("spectrum")), size)


def spectrum_board(board: BoardMap) -> Drawing:
    """Spaces where that map has their lights, and a marker in each corner."""
    plan = plan_of("spectrum")
    assert plan is not None
    width, height = plan.sheet.size

    def draw(paper: Paper) -> None:
        draw_markers(paper, plan.sheet)
        for ground in plan.grounds:
            paper.shapes([ground.outline], ground.srgb)
        for n, space in enumerate(plan.spaces):
            _space(paper, board, space, starred=RING[n] == STAR_RING or (RING[n] == 1 and Hue(HUE[n]).is_primary))
        with paper.at(width / 2, height / 2):
            for hue in Hue:
                _name(paper, hue, degrees_of(board, f"{hue.name}1"), width / 2 - NAMES_MM)

    return Drawing(tr("Spectrum board"), width, height, draw, tuple(map(translated, _ADVICE)), _clear(plan))


def _clear(plan: BoardPlan) -> tuple[tuple[float, float], ...]:
    """Points of the markers and landings, which no alignment cross may cover."""
    return (*corners_of_markers(plan.sheet), *(space.at for space in plan.spaces))


def _space(paper: Paper, board: BoardMap, space: PlannedSpace, *, starred: bool) -> None:
    """One space around its light: a piece of a ring, as wide as its path, with a landing."""
    at, (x, y) = degrees_of(board, space.name), space.at
    paper.shapes([space.outline], space.srgb)
    paper.disc(x, y, LANDING_MM, WHITE)
    with paper.at(x, y, turn=at):
        if starred:
            paper.rim(_star(), 0.9, GOLD if space.name.endswith(str(STAR_RING)) else space.srgb)
        half = (radius_of(board, "R1") - radius_of(board, "R2")) / 2
        paper.text(-7.6, half - 1.6, space.name, 2.8, ink_on(space.srgb), bold=True, align="right")


def _star() -> Outline:
    return tuple((STAR_MM * x, STAR_MM * y) for x, y in star(5, 0.62))


def _name(paper: Paper, hue: Hue, at: float, rim: float) -> None:
    with paper.at(0, 0, turn=at), paper.at(0, -rim - 4.5):
        words = f"{hue.title}  {hue.name}"
        paper.text(6, 0, words, 5.4, WHITE, bold=True, align="middle")
        draw_mark(paper, hue, -22, -1.9, 5.4, WHITE)
