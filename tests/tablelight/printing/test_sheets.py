"""Printed sheets, looked at as a printer would draw them: right size, right places, right colours."""

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from engine.games.roll_and_color.sheet import ROWS, cell_points
from tablelight.printing.inks import ink_on
from tablelight.printing.mat import mat_sheet
from tablelight.printing.paper import PAPERS
from tablelight.printing.ruler import ruler_sheet
from tablelight.printing.score_sheet import MOST_PLAYERS, score_sheet
from tablelight.referee.card_fields import mat_for
from tests.support.printed import PER_MM, drawn, luminance, part, size_mm, words_of
from vision.geometry.mat import mats
from vision.geometry.mat_code import code_in
from vision.geometry.play_area import MARGIN_MM
from vision.geometry.registration import Registrar
from vision.photometry.illumination import measure_illumination
from vision.photometry.mat_samples import paper_spots
from vision.photometry.paper_shade import spots_beside

pytestmark = pytest.mark.long

ALL_MATS = pytest.mark.parametrize("mat", mats(), ids=lambda mat: mat.name)


@pytest.fixture(scope="module")
def mat_pictures(tmp_path_factory):
    return {mat.name: drawn(mat_sheet(mat.name), tmp_path_factory.mktemp(mat.name)) for mat in mats()}


# ---- the mat


@ALL_MATS
def test_a_mat_is_one_page_of_exactly_its_size(mat):
    assert size_mm(mat_sheet(mat.name)) == pytest.approx((mat.width, mat.height), abs=0.001)


def test_there_is_a_page_for_every_mat_the_eyes_know():
    assert {mat.name for mat in mats()} == set(PAPERS)


@ALL_MATS
def test_the_eyes_find_the_printed_mat_within_0_3_mm(mat, mat_pictures):
    registration, troubles = Registrar().find(mat_pictures[mat.name])
    assert not troubles
    assert registration.mat.name == mat.name
    assert set(registration.markers) == set(mat.markers)
    marks = np.vstack([mat.marker_corners(marker) for marker in registration.markers])
    assert np.abs((registration.corners_px + 0.5) / PER_MM - marks).max() < 0.3
    page = np.array([[0, 0], [mat.width, 0], [mat.width, mat.height], [0, mat.height]])
    seen = registration.view.project(np.column_stack([page, np.zeros(4)]))
    assert np.abs((seen + 0.5) / PER_MM - page).max() < 0.3


def test_the_eyes_find_a_mat_with_fields_as_well_and_read_its_light(tmp_path):
    cards = mat_for("spectrum_casino")
    picture = drawn(mat_sheet("a3", cards), tmp_path)
    registration, troubles = Registrar().find(picture)
    assert not troubles and registration.mat.name == "a3"
    assert measure_illumination(picture, registration) is not None
    assert code_in(picture, registration) == cards.code
    x, y, width, height = cards.fields[0].area(registration.mat.play)
    assert part(picture, x, y, width, height).min() < 220, "its corners are drawn"


@ALL_MATS
def test_every_patch_is_printed_in_its_colour_and_fills_its_place(mat, mat_pictures):
    for patch in mat.patches:
        printed = part(mat_pictures[mat.name], patch.x, patch.y, patch.size, patch.size)[..., ::-1].astype(int)
        assert np.abs(printed - patch.srgb).max() <= 2, patch.name


@ALL_MATS
def test_a_patch_ends_where_the_next_paper_begins(mat, mat_pictures):
    for patch in mat.patches:
        x, y, size = patch.x - 0.5, patch.y - 0.5, patch.size + 1
        for edge in (
            (x, y, size, 0.5),
            (x, y + size - 0.5, size, 0.5),
            (x, y, 0.5, size),
            (x + size - 0.5, y, 0.5, size),
        ):
            assert part(mat_pictures[mat.name], *edge).min() == 255, patch.name


@ALL_MATS
def test_markers_are_black_cells_without_seams_and_stand_on_white(mat, mat_pictures):
    image = mat_pictures[mat.name]
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker, (x, y, size) in mat.markers.items():
        cells = cv2.aruco.generateImageMarker(book, marker, 6)
        cell = size / 6
        # The border's four sides go through 24 cells: a seam would be a gray line.
        for strip in ((x, y, size, cell), (x, y + size - cell, size, cell), (x, y, cell, size)):
            assert part(image, *strip).max() == 0
        for row, column in np.ndindex(6, 6):
            found = part(image, x + column * cell, y + row * cell, cell, cell)
            assert (found == cells[row, column]).all()
        # Edges share a pixel with the paper (0.17 mm); beyond it a whole cell all around is white.
        wide, near = size + 2 * cell, cell - 0.2
        for strip in (
            (x - cell, y - cell, wide, near),
            (x - cell, y + size + 0.2, wide, near),
            (x - cell, y - cell, near, wide),
            (x + size + 0.2, y - cell, near, wide),
        ):
            assert part(image, *strip).min() == 255


@ALL_MATS
def test_all_paper_that_the_eyes_take_for_bare_is_bare(mat, mat_pictures):
    image = mat_pictures[mat.name]
    x, y, width, height = mat.play
    assert part(image, x, y, width, height).min() == 255
    # The eyes also look a little beyond the play area; there, between the markers, must be no ink either.
    between = mat.width - 2 * 45
    assert part(image, 45, y - MARGIN_MM, between, height + 2 * MARGIN_MM).min() == 255
    for spot_x, spot_y in (*paper_spots(mat), *spots_beside(mat)):
        assert part(image, spot_x - 2, spot_y - 2, 4, 4).min() == 255


@ALL_MATS
def test_the_light_measured_on_the_page_itself_is_even_and_without_trouble(mat, mat_pictures):
    image = (mat_pictures[mat.name] * 0.9).astype(np.uint8)  # a white of 255 would count as clipped
    light = measure_illumination(image, Registrar().find(image)[0])
    assert not light.troubles
    levels = light.at(np.array([[20.0, 50], [mat.width - 20, 50], [mat.width / 2, mat.height / 2]]))
    assert levels.max() / levels.min() < 1.05


@ALL_MATS
def test_the_ruler_on_the_mat_is_50_mm_long(mat, tmp_path):
    fine = 1200 / 25.4
    top = mat.play[1] + mat.play[3] + MARGIN_MM + 6.5  # through the longest ticks alone
    area = [round(v * fine) for v in (45, top, 60, 0.4)]
    image = drawn(mat_sheet(mat.name), tmp_path, 1200, *area)
    assert tick_middles(image, axis=0, per_mm=fine) == pytest.approx([0, 10, 20, 30, 40, 50], abs=0.03)


def tick_middles(image, axis, per_mm):
    """Where dark lines cross the picture, in mm from the first."""
    dark = np.flatnonzero(image[..., 0].mean(axis) < 128)
    lines = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    middles = np.array([line.mean() for line in lines]) / per_mm
    return middles - middles[0]


def test_the_mat_says_how_to_print_it(tmp_path):
    words = words_of(mat_sheet("a4"), tmp_path)
    assert "Print at 100 %" in words
    assert "50 mm" in words


# ---- rulers


@pytest.mark.parametrize("size", PAPERS)
def test_every_ruler_of_the_ruler_sheet_has_its_51_lines_1_mm_apart(size, tmp_path):
    pdf = ruler_sheet(size)
    assert size_mm(pdf) == pytest.approx(PAPERS[size], abs=0.001)
    fine = 600 / 25.4
    width, _ = PAPERS[size]
    across = drawn(pdf, tmp_path, 600, *[round(v * fine) for v in (15, 76, 60, 0.5)])
    assert tick_middles(across, 0, fine) == pytest.approx(range(51), abs=0.05)
    down = drawn(pdf, tmp_path, 600, *[round(v * fine) for v in (width - 27, 80, 0.5, 65)])
    assert tick_middles(down, 1, fine) == pytest.approx(range(51), abs=0.05)


# ---- the score sheet


@pytest.mark.parametrize("size", PAPERS)
def test_a_score_sheet_has_all_24_rows_with_what_they_are_worth(size, tmp_path):
    pdf = score_sheet(4, size)
    assert size_mm(pdf) == pytest.approx(PAPERS[size], abs=0.001)
    table = words_of(pdf, tmp_path).partition("Player")[2]
    lines = [line.split() for line in table.splitlines()]
    rows = [line for line in lines if "neighbours" not in line and "dice" not in line]
    told = [[word for word in line if word.isdigit()] for line in rows]
    assert [list(map(int, points)) for points in told if len(points) > 1] == [
        list(cell_points(row).values()) for row in ROWS
    ]


@pytest.mark.parametrize("players", range(1, MOST_PLAYERS + 1))
@pytest.mark.parametrize("size", PAPERS)
def test_every_player_has_a_column_to_write_in(players, size, tmp_path):
    image = drawn(score_sheet(players, size), tmp_path, 75)
    per_mm = 75 / 25.4 * (2**0.5 if size == "a3" else 1)  # A3 has the sheet of A4, larger
    row = image[round(33.0 * per_mm) : round(37.0 * per_mm), round(100 * per_mm) :, 0]
    dark = np.flatnonzero(row.max(0) < 200)
    lines = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    assert len(lines) == players + 1
    assert dark[-1] < image.shape[1] - round(100 * per_mm) - 8 * per_mm, "inside what printers can print"
    assert min(np.diff([line.mean() for line in lines])) / per_mm > 11


def test_letters_on_every_hue_can_be_read():
    for patch in mats()[0].patches[: len(Hue)]:
        low, high = sorted((luminance(patch.srgb), luminance(ink_on(patch.srgb))))
        # WCAG 2.2: 3 to 1 for large bold letters.
        assert (high + 0.05) / (low + 0.05) >= 3, patch.name
