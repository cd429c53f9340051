"""The sheet for Spectra's pyramids to print: six yards of places, in a design of our own (SPA-TURN-02)."""

from engine.texts.language import later, tr, translated
from tablelight.printing.inks import DARK, WHITE
from tablelight.printing.marker import corners_of_markers, draw_markers
from tablelight.printing.paper import Paper
from tablelight.printing.poster import Drawing, poster
from tablelight.setup.yards_plan import PITCH_MM, yards_plan

_ADVICE = (
    later(
        "One yard for each player. The nine darker places are for the trees: stand their pyramids there side by side, "
        "so that a camera sees each."
    ),
    later("With two or three players, the yard below is yours as well. One pyramid stands on each place."),
)


def spectra_sheets(size: str = "a4") -> bytes:
    """The sheet over as many pages as it needs. ``size``: a key of PAPERS."""
    return poster(spectra_sheet(), size)


def spectra_sheet() -> Drawing:
    """All places, and a marker in each corner."""
    plan = yards_plan()
    width, height = plan.sheet.size

    def draw(paper: Paper) -> None:
        draw_markers(paper, plan.sheet)
        for space in plan.spaces:
            paper.shapes([space.outline], space.srgb)
            with paper.at(*space.at):
                paper.disc(0, 0, plan.landing_mm, WHITE)
                paper.text(0, PITCH_MM / 2 - 2.5, space.name, 2.4, DARK, align="middle")

    clear = (*corners_of_markers(plan.sheet), *(space.at for space in plan.spaces))
    return Drawing(tr("Spectra sheet"), width, height, draw, tuple(map(translated, _ADVICE)), clear)
