"""Spectrangle to print: the 36 tiles and the board with its bonus fields, in a design of our own (SPG-SETUP-01)."""

import math
from collections.abc import Sequence

from engine.components.hues import Hue
from engine.games.spectrangle.tiles import BONUS, TILES, value_of
from engine.texts.language import tr
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.inks import DARK, FAINT, GOLD, SLATE, WHITE, ink_on, mixed
from tablelight.printing.marker import corners_of_markers, draw_markers
from tablelight.printing.marks import draw_mark
from tablelight.printing.paper import PAPERS, Paper, Point
from tablelight.printing.poster import Drawing, poster
from tablelight.setup.board_plans import WINDOW_MM, points_up, spectrangle_plan, tile_inks, triangle
from vision.boards.plan import PlannedSpace

TILE_SIDE = 60.0
"""mm; a tile lies in its field with a little air."""

_HIGH = math.sqrt(3) / 2
_RIM = 1.0  # white between colour and cut: a cut a hair's breadth off shows no neighbour
_MARGIN = 8.0


# ---- tiles


def tile_sheets(size: str = "a4") -> bytes:
    """All 36 tiles. ``size``: a key of PAPERS."""
    page = PAPERS[size]
    a_row, rows = places_on(page)
    sheets = [TILES[n : n + a_row * rows] for n in range(0, len(TILES), a_row * rows)]
    paper = Paper(page, tr("Spectrangle tiles"))
    for number, tiles in enumerate(sheets, 1):
        if number > 1:
            paper.next_page()
        words = tr(
            "Spectrangle tiles, sheet {number} of {count}. Glue it on card, then cut along the thin lines.",
            number=number,
            count=len(sheets),
        )
        paper.text(_MARGIN + 2, _MARGIN - 1, words, 2.6, DARK)
        _tiles(paper, tiles, page)
    return paper.pdf()


def places_on(page: Point) -> tuple[int, int]:
    """How many tiles a row has, and how many rows there are; tiles of a row point up and down by turns."""
    wide, high = page[0] - 2 * _MARGIN, page[1] - 2 * _MARGIN
    return int(wide // (TILE_SIDE / 2)) - 1, int(high // (TILE_SIDE * _HIGH))


def tile_place(place: int, page: Point) -> tuple[Point, bool]:
    """The middle of a tile on its page, mm, and whether it points up."""
    a_row, rows = places_on(page)
    row, column = divmod(place, a_row)
    left = (page[0] - (a_row + 1) * TILE_SIDE / 2) / 2
    top = (page[1] - rows * TILE_SIDE * _HIGH) / 2
    up = (row + column) % 2 == 0
    return (
        left + (column + 1) * TILE_SIDE / 2,
        top + (row + (2 if up else 1) / 3) * TILE_SIDE * _HIGH,
    ), up


def _tiles(paper: Paper, tiles: Sequence[str], page: Point) -> None:
    for place, tile in enumerate(tiles):
        (x, y), up = tile_place(place, page)
        with paper.at(x, y, turn=0 if up else 180):
            _tile(paper, tile)


def _tile(paper: Paper, tile: str) -> None:
    """A tile whose first edge is its base; the others follow clockwise."""
    paper.rim(triangle(TILE_SIDE), 0.1, FAINT)
    _, right, left = triangle(TILE_SIDE - 2 * math.sqrt(3) * _RIM)
    inks = tile_inks()
    for turn, edge in zip((0, 120, 240), tile[:3], strict=True):
        with paper.at(0, 0, turn=turn):
            colour = inks[edge]
            paper.shapes([((0, 0), right, left)], colour, edge=WHITE, width=0.6)
            ink = ink_on(colour)
            if edge != "W":
                draw_mark(paper, Hue[edge], -4, 12.2, 5, ink)
            paper.text(4 if edge != "W" else 0, 14.2, edge, 5.6, ink, bold=True, align="middle")
    paper.disc(0, 0, 8, WHITE)
    paper.text(0, 4, str(value_of(tile)), 11, SLATE, bold=True, align="middle")


# ---- the board


def spectrangle_board_sheets(size: str = "a4") -> bytes:
    """The board over as many sheets as it needs. ``size``: a key of PAPERS."""
    return poster(spectrangle_board(BoardMap.load("spectrangle")), size)


def spectrangle_board(board: BoardMap) -> Drawing:
    """The whole board, its fields where ``board`` has their lights, and a marker in each corner."""
    plan = spectrangle_plan(board)
    width, height = plan.sheet.size
    advice = (
        tr("The white rounds lie over the lights, where the board has some."),
        tr("Lay the sheet flat: a camera then reads which tile lies where, and how it is turned."),
    )

    def draw(paper: Paper) -> None:
        draw_markers(paper, plan.sheet)
        for field, space in enumerate(plan.spaces):
            _field(paper, field, space)

    return Drawing(tr("Spectrangle board"), width, height, draw, advice, corners_of_markers(plan.sheet))


def _field(paper: Paper, field: int, space: PlannedSpace) -> None:
    up, ink = points_up(field), mixed(GOLD, WHITE, 0.2)
    paper.shapes([space.outline], space.srgb)
    with paper.at(*space.at):
        paper.disc(0, 0, WINDOW_MM, WHITE)
        paper.text(0, 15.5 if up else -14.2, f"T{field}", 3, ink, align="middle")
        if BONUS[field] > 1:
            paper.text(0, -7 if up else -4.8, f"×{BONUS[field]}", 11, ink, bold=True, align="middle")
