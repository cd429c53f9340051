"""Printed boards, tiles and stencils: every spot once, where the board's map has it, on sheets that fit together."""

from collections import Counter

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from engine.games.spectrangle.tiles import BONUS, TILES
from engine.games.spectrum.board import HUE, NAME, RING
from firmware_bridge.board_maps import BOARDS as BOARDS_FOLDER
from firmware_bridge.board_maps import BoardMap, parse, shipped
from tablelight.printing.inks import GOLD, WHITE, mixed, printed
from tablelight.printing.paper import PAPERS
from tablelight.printing.poster import OVERLAP, poster, tiling
from tablelight.printing.sheets import BOARDS, sheets
from tablelight.printing.spectrangle import TILE_SIDE, spectrangle_board, tile_place, tile_sheets
from tablelight.printing.spectrum_board import STAR_MM, WINDOW, spectrum_board
from tablelight.printing.stencil import DRILL_POINT, stencil, stencil_sheets
from tablelight.setup.board_plans import TRIANGLE_RIM_MM, field_side, triangle
from tests.support.printed import all_drawn, drawn, sizes_mm, words_at

pytestmark = pytest.mark.long

DPI = 150
PER_MM = DPI / 25.4
MAPS = pytest.mark.parametrize("name", shipped())


@pytest.fixture(scope="module", params=shipped())
def printed_stencil(request, tmp_path_factory):
    """A board's map, its stencil, how that lies over A4, and the sheets as pictures."""
    board = BoardMap.load(request.param)
    drawing = stencil(board)
    tiles = tiling("a4", drawing)
    return board, drawing, tiles, all_drawn(poster(drawing, "a4"), tmp_path_factory.mktemp("sheets"))[-tiles.sheets :]


def assembled(drawing, tiles, pages, per_mm=PER_MM):
    """The drawing as glued together from its sheets."""
    whole = np.full((round(drawing.height * per_mm) + 1, round(drawing.width * per_mm) + 1, 3), 255, np.uint8)
    for sheet, page in enumerate(pages):
        (x, y), (width, height) = tiles.corner(sheet), tiles.window
        left, top = max(x, 0), max(y, 0)
        right, low = min(x + width, drawing.width), min(y + height, drawing.height)
        on_x, on_y = (round(v * per_mm) for v in tiles.on_page(sheet, (left, top)))
        to_x, to_y = round(left * per_mm), round(top * per_mm)
        wide, high = int((right - left) * per_mm), int((low - top) * per_mm)
        whole[to_y : to_y + high, to_x : to_x + wide] = page[on_y : on_y + high, on_x : on_x + wide]
    return whole


def drill_points(image):
    """Middles of all drill points, mm from the picture's top left. A thin line across one does not part it."""
    point = np.array(DRILL_POINT[::-1])
    near = cv2.inRange(image, *(np.clip(point + off, 0, 255) for off in (-89, 89)))
    closed = cv2.morphologyEx(near, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, _, _, places = cv2.connectedComponentsWithStats(closed)
    return (places[1:count] + 0.5) / PER_MM


def nearest(point, points):
    return np.hypot(*(points - point).T).min()


# ---- stencils


def test_every_light_of_the_map_has_its_drill_point_once_on_the_assembled_stencil(printed_stencil):
    board, drawing, tiles, pages = printed_stencil
    found = drill_points(assembled(drawing, tiles, pages)) - [drawing.width / 2, drawing.height / 2]
    assert len(found) == len(board.places)
    # Sheets are laid here to a whole pixel (0.17 mm); the exact place is measured sheet by sheet below.
    assert max(nearest(place.at_mm, found) for place in board.places) < 0.25


def test_a_drill_point_on_its_sheet_is_within_0_1_mm_of_the_map(printed_stencil):
    board, drawing, tiles, pages = printed_stencil
    away = {place.spot: [] for place in board.places}
    for sheet, page in enumerate(pages):
        points = drill_points(page)
        for place in board.places:
            at = tiles.on_page(sheet, (place.at_mm[0] + drawing.width / 2, place.at_mm[1] + drawing.height / 2))
            away[place.spot].append(nearest(at, points))
    assert max(map(min, away.values())) < 0.1


@MAPS
@pytest.mark.parametrize("size", PAPERS)
def test_each_hole_is_whole_on_some_sheet(name, size):
    board = BoardMap.load(name)
    drawing = stencil(board)
    tiles = tiling(size, drawing)
    for place in board.places:
        x, y = place.at_mm[0] + drawing.width / 2, place.at_mm[1] + drawing.height / 2
        room = []
        for sheet in range(tiles.sheets):
            left, top = tiles.corner(sheet)
            room.append(min(x - left, left + tiles.window[0] - x, y - top, top + tiles.window[1] - y))
        assert max(room) >= OVERLAP / 2 - 0.01, place.spot
    assert all(page == pytest.approx(tiles.page, abs=0.001) for page in sizes_mm(stencil_sheets(board, size)))


@MAPS
def test_the_stencil_names_every_spot_and_its_lights_beside_the_hole(name, tmp_path):
    board = BoardMap.load(name)
    drawing = stencil(board)
    tiles = tiling("a4", drawing)
    pages = words_at(stencil_sheets(board, "a4"), tmp_path)[-tiles.sheets :]
    for place in board.places:
        named, lit = False, False
        for sheet, words in enumerate(pages):
            x, y = tiles.on_page(sheet, (place.at_mm[0] + drawing.width / 2, place.at_mm[1] + drawing.height / 2))
            beside = {word for word, at_x, at_y, _ in words if 4 < at_x - x < 14 and abs(at_y - y) < 4}
            named |= place.spot in beside
            lit |= {str(light) for light in place.lights} <= beside
        assert named and lit, place.spot


def test_a_hole_no_light_fits_is_refused():
    for hole in (0.5, 41, float("nan")):
        with pytest.raises(ValueError, match="1 to 40 mm"):
            stencil_sheets(BoardMap.load("ring"), hole_mm=hole)


# ---- sheets that belong together


@pytest.mark.parametrize("size", PAPERS)
def test_neighbouring_sheets_have_their_crosses_at_the_same_places(size):
    drawing = spectrum_board(BoardMap.load("spectrum"))
    tiles = tiling(size, drawing)
    crosses = Counter((round(x, 6), round(y, 6)) for n in range(tiles.sheets) for x, y in tiles.crosses(n))
    assert crosses
    assert all(count >= 2 for count in crosses.values())


def test_crosses_are_where_the_tiling_says_within_0_1_mm(tmp_path):
    drawing = stencil(BoardMap.load("spectrum"))
    tiles = tiling("a4", drawing)
    per_mm = 300 / 25.4
    for sheet in (0, 4):
        dark = drawn(poster(drawing, "a4"), tmp_path, 300, page=2 + sheet).max(-1) < 128
        for cross in tiles.crosses(sheet):
            x, y = (v * per_mm for v in tiles.on_page(sheet, cross))
            for along in (-3.5 * per_mm, 3.5 * per_mm):
                assert middle(dark[:, round(x + along)], y) == pytest.approx(y, abs=0.1 * per_mm)
                assert middle(dark[round(y + along)], x) == pytest.approx(x, abs=0.1 * per_mm)


def middle(pixels, near):
    """The middle of the dark pixels within 8 of a place."""
    first = round(near) - 8
    return first + np.flatnonzero(pixels[first : first + 17]).mean() + 0.5


def test_every_sheet_says_which_it_is_and_the_first_page_how_to_assemble_them(tmp_path):
    drawing = spectrum_board(BoardMap.load("spectrum"))
    cover, *pages = words_at(poster(drawing, "a4"), tmp_path)
    large = {word for word, _, _, high in cover if high > 6 and word.isdigit()}
    assert large == {str(n + 1) for n in range(len(pages))}
    for number, words in enumerate(pages, 1):
        foot = " ".join(word for word, _, y, _ in words if y > 280)
        assert f"sheet {number} of {len(pages)}" in foot
        assert "50" in foot.split(), "a ruler"


# ---- the Spectrum board


def test_every_space_has_its_colour_and_a_window_over_its_light(tmp_path):
    board = BoardMap.load("spectrum")
    drawing = spectrum_board(board)
    tiles, per_mm = tiling("a4", drawing), 75 / 25.4
    whole = assembled(drawing, tiles, all_drawn(poster(drawing, "a4"), tmp_path, 75)[1:], per_mm)
    for n, spot in enumerate(NAME):
        x, y = board.by_spot[spot].at_mm
        middle = np.array([x + drawing.width / 2, y + drawing.height / 2])
        away = np.array([x, y]) / np.hypot(x, y)
        aside = np.array([-away[1], away[0]])
        colour = printed(Hue(HUE[n])) if RING[n] % 2 else mixed(printed(Hue(HUE[n])), WHITE, 0.16)
        looks = {
            "window": (middle + aside * WINDOW * 0.5 + away * WINDOW * 0.5, (255, 255, 255)),
            "colour": (middle + aside * 10.5 + away * 7, colour),
        }
        if RING[n] == 9:
            looks["star"] = middle + away * (STAR_MM - 0.6), GOLD
        for what, (at, want) in looks.items():
            px, py = (at * per_mm).astype(int)
            seen = np.median(whole[py - 1 : py + 2, px - 1 : px + 2, ::-1].reshape(-1, 3), axis=0)
            assert np.abs(seen - want).max() < 12, (spot, what)


# ---- Spectrangle


@pytest.mark.parametrize("size", PAPERS)
def test_the_36_tiles_are_there_once_each_with_edges_clockwise(size, tmp_path):
    """SPG: the same tile in any turn is the same tile; a mirrored one is another."""
    seen = Counter()
    page = PAPERS[size]
    for words in words_at(tile_sheets(size), tmp_path):
        for place in range(40):
            (x, y), _ = tile_place(place, page)
            near = [(w, wx - x, wy - y) for w, wx, wy, _ in words if np.hypot(wx - x, wy - y) < 17]
            values = [w for w, wx, wy in near if w.isdigit() and np.hypot(wx, wy) < 3]
            letters = [(np.arctan2(wy, wx), w) for w, wx, wy in near if w in "RBGYPW"]
            if values:
                edges = "".join(letter for _, letter in sorted(letters))
                seen[min(edges[n:] + edges[:n] for n in range(3)) + values[0]] += 1
    assert seen == {min(tile[n:3] + tile[:n] for n in range(3)) + tile[3]: 1 for tile in TILES}


def test_tiles_do_not_touch_and_fit_their_fields():
    assert field_side(BoardMap.load("spectrangle")) > TILE_SIDE
    page = PAPERS["a4"]
    (ax, ay), up = tile_place(0, page)
    (bx, by), down = tile_place(1, page)
    assert (up, down) == (True, False)
    high = TILE_SIDE * 3**0.5 / 2
    assert bx - ax == pytest.approx(TILE_SIDE / 2)
    assert ay - by == pytest.approx(high / 3)
    assert triangle(TILE_SIDE)[1][0] - triangle(TILE_SIDE)[2][0] == TILE_SIDE


def test_every_field_of_the_printed_board_has_its_number_and_bonus(tmp_path):
    board = BoardMap.load("spectrangle")
    drawing = spectrangle_board(board)
    tiles = tiling("a3", drawing)
    pages = words_at(poster(drawing, "a3"), tmp_path)[-tiles.sheets :]
    top = TRIANGLE_RIM_MM + 6 * field_side(board) / 3**0.5  # the triangle's own centre
    for field, bonus in enumerate(BONUS):
        fx, fy = board.by_spot[f"T{field}"].at_mm
        found = set()
        for sheet, words in enumerate(pages):
            x, y = tiles.on_page(sheet, (fx + drawing.width / 2, fy + top))
            found |= {word for word, wx, wy, _ in words if abs(wx - x) < 5 and abs(wy - y) < 17}
        assert f"T{field}" in found
        assert {word for word in found if word.startswith("×")} == ({f"×{bonus}"} if bonus > 1 else set())


def test_the_printed_board_grows_with_the_board_map():
    """Nothing of the board's size stands anywhere but in its map."""
    text = (BOARDS_FOLDER / "spectrangle.toml").read_text(encoding="utf-8")
    board, larger = parse(text), parse(text.replace("62.0", "70.0"))
    assert field_side(board) == pytest.approx(62) and field_side(larger) == pytest.approx(70)
    assert spectrangle_board(larger).width - spectrangle_board(board).width == pytest.approx(6 * 8)


# ---- all of them


@pytest.mark.parametrize("size", PAPERS)
def test_everything_can_be_printed_small_and_without_pixels(size):
    made = {sheet.name: sheet.make(size) for sheet in sheets()}
    assert {f"board-{name}" for name in BOARDS} < set(made)
    for name, pdf in made.items():
        assert len(pdf) < 150_000, name
        assert b"/Subtype /Image" not in pdf, name
        assert all(width > 200 for width, _ in sizes_mm(pdf))


@pytest.mark.parametrize("name", ["cards", "board-spectrum", "stencil-spectrum", "tiles"])
def test_the_same_thing_printed_again_is_the_same_file(name):
    make = next(sheet.make for sheet in sheets() if sheet.name == name)
    assert make("a4") == make("a4")
