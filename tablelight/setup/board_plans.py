"""Boards that a camera can read: what their print looks like, worked out from the map of their lights."""

import math
from collections.abc import Callable, Mapping
from functools import cache

from engine.components.hues import Hue
from engine.games.spectrangle.tiles import BONUS, N_FIELDS, WAYS
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.inks import PALE, SLATE, WHITE, Colour, mixed, printed
from tablelight.setup.yards_plan import pyramid_inks, yards_plan
from vision.boards.plan import BoardPlan, Inked, PlannedSpace, arc, board_sheet
from vision.boards.pyramid_reader import PyramidReader
from vision.boards.reader import BoardReader
from vision.boards.tile_reader import TileReader
from vision.readings import Point

NAMES_MM = 13.0
"""Width of the rim with the paths' names, mm."""
STAR_RING = 9
"""The innermost ring of a Spectrum board, that of the stars (SB-BRD-01)."""

CARD_AIR_MM = 2.0
"""Between cards that lie on neighbouring places."""
CORNER_MM = 56.0
"""Around the cards, as wide as a marker with its paper."""

FIELD_AIR_MM = 0.5
"""From a field's edge to the line around it: half the seam between two fields."""
WINDOW_MM = 4.0
"""Radius of the paper over the light of a field for tiles."""
FIELD_COLOURS = {bonus: mixed(SLATE, WHITE, white) for bonus, white in ((1, 0.45), (2, 0.35), (3, 0.25), (4, 0.15))}
"""A field's colour by its bonus: darker and greyer than any tile, so that no tile looks like a free field."""

_MARKERS = {"spectrum": 12, "sixchex": 16, "spectrangle": 20}
"""The first of four; mats have those before, and no sheet has another's."""
TRIANGLE_RIM_MM = 10.0
"""Paper beside the triangle of Spectrangle's fields."""
_SEAM = 0.5  # half the line between two spaces, mm
_EDGE = 0.5  # from the rim to the sheet's edge, mm
_LIGHTER = 0.16  # of white in every other ring: a space can be counted without its name


@cache
def plan_of(board: str) -> BoardPlan | None:
    """The printed board of that map's name; None for one that no camera reads."""
    maker = _MAKERS.get(board)
    return None if maker is None else maker(BoardMap.load(board))


def radius_of(board: BoardMap, spot: str) -> float:
    """How far a spot is from the middle, mm."""
    return math.hypot(*board.by_spot[spot].at_mm)


def degrees_of(board: BoardMap, spot: str) -> float:
    """Where a spot is, clockwise from twelve o'clock."""
    x, y = board.by_spot[spot].at_mm
    return math.degrees(math.atan2(x, -y))


def _spectrum(board: BoardMap) -> BoardPlan:
    """Twelve paths of nine spaces on a round of slate."""
    step = radius_of(board, "R1") - radius_of(board, "R2")
    rim = radius_of(board, "R1") + step / 2
    half = rim + NAMES_MM + _EDGE
    inside = radius_of(board, f"R{STAR_RING}") - step / 2 - 1.5
    rounds = ((rim + NAMES_MM, SLATE), (inside, mixed(SLATE, WHITE, 0.12)))
    grounds = tuple(Inked(arc(radius, 0, 355, (half, half)), colour) for radius, colour in rounds)
    spaces = tuple(
        _space(board, f"{hue.name}{ring}", hue, ring, step, half) for hue in Hue for ring in range(1, STAR_RING + 1)
    )
    return BoardPlan(
        "spectrum", board_sheet("spectrum board", 2 * half, 2 * half, _MARKERS["spectrum"]), grounds, spaces
    )


def _space(board: BoardMap, spot: str, hue: Hue, ring: int, step: float, half: float) -> PlannedSpace:
    x, y = board.by_spot[spot].at_mm
    outline = _cell(radius_of(board, spot), step, degrees_of(board, spot), (half, half))
    colour = printed(hue)
    return PlannedSpace(spot, (x + half, y + half), outline, colour if ring % 2 else mixed(colour, WHITE, _LIGHTER))


def _cell(radius: float, step: float, at: float, middle: Point) -> tuple[Point, ...]:
    """A piece of a ring, as wide as its path."""
    sides = ((radius + step / 2 - _SEAM, 1), (radius - step / 2 + _SEAM, -1))
    halves = [(side, way, 15 - math.degrees(_SEAM / side)) for side, way in sides]
    return tuple(point for side, way, half in halves for point in arc(side, at - way * half, at + way * half, middle))


def _sixchex(board: BoardMap) -> BoardPlan:
    """Places for 72 cards, eight in a row, with room for a marker in each corner."""
    (x, y), (right, _), (_, below) = (board.by_spot[spot].at_mm for spot in ("a1", "a2", "b1"))
    half = (min(right - x, below - y) - CARD_AIR_MM) / 2
    low, high = ([pick(place.at_mm[n] for place in board.places) for n in (0, 1)] for pick in (min, max))
    room = half + CORNER_MM
    spaces = tuple(
        PlannedSpace(
            place.spot,
            (at := (place.at_mm[0] - low[0] + room, place.at_mm[1] - low[1] + room)),
            tuple((at[0] + half * a, at[1] + half * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))),
            PALE,
        )
        for place in board.places
    )
    width, height = (high[n] - low[n] + 2 * room for n in (0, 1))
    return BoardPlan(
        "sixchex", board_sheet("SIXCHEX board", width, height, _MARKERS["sixchex"]), (), spaces, of_cards=True
    )


def field_side(board: BoardMap) -> float:
    """One side of a Spectrangle field, mm: neighbours of one row lie half of it apart."""
    return 2 * (board.by_spot["T2"].at_mm[0] - board.by_spot["T1"].at_mm[0])


def points_up(field: int) -> bool:
    """Whether a field's apex points up: every other one of a row, beginning with its first."""
    return (field - math.isqrt(field) ** 2) % 2 == 0


def triangle(side: float) -> tuple[Point, Point, Point]:
    """Corners of a triangle around the origin that points up: top, bottom right, bottom left."""
    high = side * math.sqrt(3) / 2
    return (0, -2 / 3 * high), (side / 2, high / 3), (-side / 2, high / 3)


def spectrangle_plan(board: BoardMap) -> BoardPlan:
    """Six rows of triangles; the upper corners of the sheet are free anyway, a strip below has the other markers."""
    side = field_side(board)
    high, rows = side * math.sqrt(3) / 2, math.isqrt(N_FIELDS)
    width, height = rows * side + 2 * TRIANGLE_RIM_MM, rows * high + TRIANGLE_RIM_MM + CORNER_MM
    # The map counts from the middle of the whole triangle, two thirds of its height below the apex.
    middle = (width / 2, TRIANGLE_RIM_MM + rows * high * 2 / 3)

    def space(field: int) -> PlannedSpace:
        x, y = (part + off for part, off in zip(board.by_spot[f"T{field}"].at_mm, middle, strict=True))
        turn = 1 if points_up(field) else -1
        outline = tuple((x + turn * a, y + turn * b) for a, b in triangle(side - 2 * FIELD_AIR_MM))
        return PlannedSpace(f"T{field}", (x, y), outline, FIELD_COLOURS[BONUS[field]])

    sheet = board_sheet("Spectrangle board", width, height, _MARKERS["spectrangle"])
    return BoardPlan("spectrangle", sheet, (), tuple(map(space, range(N_FIELDS))), landing_mm=WINDOW_MM)


_MAKERS: Mapping[str, Callable[[BoardMap], BoardPlan]] = {
    "spectrum": _spectrum,
    "sixchex": _sixchex,
    "spectrangle": spectrangle_plan,
    "ring": lambda _: yards_plan(),  # around it there is a sheet for what has no place on it
}


def tile_inks() -> dict[str, Colour]:
    """What colour each letter of a Spectrangle tile is printed in."""
    return {edge: mixed(PALE, WHITE, 0.4) if edge == "W" else printed(Hue[edge]) for edge in "RYGBPW"}


def reader_of(board: str) -> BoardReader | TileReader | PyramidReader | None:
    """What reads the printed board of that name in a picture; None for one that no camera reads."""
    plan = plan_of(board)
    if plan is None:
        return None
    if board == "spectrangle":
        return TileReader(plan, [way for ways in WAYS.values() for way in ways], tile_inks())
    if board == "ring":
        return PyramidReader(plan, pyramid_inks())
    return BoardReader(plan)
