"""Spectrangle to print: the 36 tiles and the board with its bonus fields, in a design of our own (SPG-SETUP-01)."""

import math
from collections.abc import Sequence

from engine.components.hues import Hue
from engine.games.spectrangle.tiles import BONUS, N_FIELDS, TILES, value_of
from engine.texts.language import tr
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.inks import DARK, FAINT, GOLD, PALE, SLATE, WHITE, Colour, ink_on, mixed, printed
from tablelight.printing.marks import draw_mark
from tablelight.printing.paper import PAPERS, Paper, Point
from tablelight.printing.poster import Drawing, poster

TILE_SIDE = 60.0
"""mm; a tile lies in its field with a little air."""

_HIGH = math.sqrt(3) / 2
_RIM = 1.0  # white between colour and cut: a cut a hair's breadth off shows no neighbour
_MARGIN = 8.0
_BOARD_RIM = 10.0
_ROWS = 6
_BONUS_COLOURS = {1: PALE, 2: mixed(GOLD, WHITE, 0.7), 3: mixed(GOLD, WHITE, 0.45), 4: mixed(GOLD, WHITE, 0.15)}


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


def triangle(side: float) -> tuple[Point, Point, Point]:
    """Corners of a triangle around the origin that points up: top, bottom right, bottom left."""
    high = side * _HIGH
    return (0, -2 / 3 * high), (side / 2, high / 3), (-side / 2, high / 3)


def _tile(paper: Paper, tile: str) -> None:
    """A tile whose first edge is its base; the others follow clockwise."""
    paper.rim(triangle(TILE_SIDE), 0.1, FAINT)
    _, right, left = triangle(TILE_SIDE - 2 * math.sqrt(3) * _RIM)
    for turn, edge in zip((0, 120, 240), tile[:3], strict=True):
        with paper.at(0, 0, turn=turn):
            colour = _edge_colour(edge)
            paper.shapes([((0, 0), right, left)], colour, edge=WHITE, width=0.6)
            ink = ink_on(colour)
            if edge != "W":
                draw_mark(paper, Hue[edge], -4, 12.2, 5, ink)
            paper.text(4 if edge != "W" else 0, 14.2, edge, 5.6, ink, bold=True, align="middle")
    paper.disc(0, 0, 8, WHITE)
    paper.text(0, 4, str(value_of(tile)), 11, SLATE, bold=True, align="middle")


def _edge_colour(edge: str) -> Colour:
    return mixed(PALE, WHITE, 0.4) if edge == "W" else printed(Hue[edge])


# ---- the board


def spectrangle_board_sheets(size: str = "a4") -> bytes:
    """The board over as many sheets as it needs. ``size``: a key of PAPERS."""
    return poster(spectrangle_board(BoardMap.load("spectrangle")), size)


def field_side(board: BoardMap) -> float:
    """One side of a field, mm: neighbours of one row lie half of it apart."""
    return 2 * (board.by_spot["T2"].at_mm[0] - board.by_spot["T1"].at_mm[0])


def points_up(field: int) -> bool:
    """Whether a field's apex points up: every other one of a row, beginning with its first."""
    return (field - math.isqrt(field) ** 2) % 2 == 0


def spectrangle_board(board: BoardMap) -> Drawing:
    """The whole board, its fields where ``board`` has their lights."""
    side = field_side(board)
    high = _ROWS * side * _HIGH
    width, height = _ROWS * side + 2 * _BOARD_RIM, high + 2 * _BOARD_RIM
    advice = (tr("The white rounds lie over the lights, where the board has some."),)

    def draw(paper: Paper) -> None:
        with paper.at(width / 2, _BOARD_RIM + high * 2 / 3):
            for field in range(N_FIELDS):
                x, y = board.by_spot[f"T{field}"].at_mm
                with paper.at(x, y):
                    _field(paper, field, side, up=points_up(field))

    return Drawing(tr("Spectrangle board"), width, height, draw, advice)


def _field(paper: Paper, field: int, side: float, *, up: bool) -> None:
    corners = triangle(side - 1) if up else [(-x, -y) for x, y in triangle(side - 1)]
    paper.shapes([corners], _BONUS_COLOURS[BONUS[field]], edge=SLATE, width=0.4)
    paper.disc(0, 0, 4, WHITE)
    paper.text(0, 15.5 if up else -14.2, f"T{field}", 3, DARK, align="middle")
    if BONUS[field] > 1:
        paper.text(0, -7 if up else -4.8, f"×{BONUS[field]}", 11, SLATE, bold=True, align="middle")
