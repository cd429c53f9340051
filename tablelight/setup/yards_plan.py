"""The sheet on which Spectra's pyramids stand, as a camera reads it: six yards of squares around a white round each."""

from engine.games.spectra_icehouse.pieces import COLOURS, HUES
from engine.games.spectra_icehouse.yards import PLACES, SIDE, TREE_PLACES, YARDS, at_in_yard
from tablelight.printing.inks import BLACK, Colour, mixed, printed
from vision.boards.plan import BoardPlan, PlannedSpace, Srgb, board_sheet

PITCH_MM, SEAM_MM = 36.0, 2.0
"""From one place to the next: the largest pyramid is 25.4 mm wide and as high as a place and a quarter."""
YARD_GAP_MM = 4.0
_SIDE_MM, _RIM_MM = 58.0, 8.0  # beside the yards, where the markers are; above and below them
_WINDOW_MM = 3.5
_FIRST_MARKER = 40
GROUND: Colour = (110, 180, 190)
"""Between green and blue, where no pyramid is, and pale: neither black nor white looks like it, nor does a shadow."""
_TREES = mixed(GROUND, BLACK, 0.2)


def yards_plan() -> BoardPlan:
    """Five places by five in a yard, three yards by two; markers to the left and right."""
    yard = SIDE * PITCH_MM + YARD_GAP_MM
    sheet = board_sheet("Spectra sheet", 3 * yard + 2 * _SIDE_MM, 2 * yard + 2 * _RIM_MM, _FIRST_MARKER)
    half = (PITCH_MM - SEAM_MM) / 2

    def place(number: int, which: int) -> PlannedSpace:
        column, row = at_in_yard(number)
        x = _SIDE_MM + which % 3 * yard + YARD_GAP_MM / 2 + (column + 0.5) * PITCH_MM
        y = _RIM_MM + which // 3 * yard + YARD_GAP_MM / 2 + (row + 0.5) * PITCH_MM
        outline = tuple((x + half * a, y + half * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        return PlannedSpace(f"{YARDS[which]}{number}", (x, y), outline, _TREES if number <= TREE_PLACES else GROUND)

    spaces = tuple(place(number, which) for which in range(len(YARDS)) for number in range(1, PLACES + 1))
    return BoardPlan("spectra", sheet, (), spaces, landing_mm=_WINDOW_MM)


def pyramid_inks() -> dict[str, Srgb]:
    """About what colour each pyramid has, by its name."""
    return {name: printed(HUES[name]) for name in COLOURS} | {"black": (30, 30, 32), "white": (236, 236, 232)}
