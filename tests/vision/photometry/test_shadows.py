"""Somebody leans over the table: what lies in the shadow is told as what lies beside it."""

import cv2
import numpy as np
import pytest

from tests.support.mat_pictures import empty_mat, in_shadow
from vision.geometry.mat import mats
from vision.geometry.registration import Registration
from vision.photometry.illumination import measure_illumination
from vision.photometry.mat_samples import MatSamples, measured, paper_spots
from vision.photometry.paper_shade import NO_PAPER, PaperShade, PaperSpots
from vision.photometry.srgb import LINEAR, encoded
from vision.photometry.table_shade import TableCells, TableShade

MAT = next(mat for mat in mats() if mat.name == "a4")
CELL_MM = 5.0
SHADOW = np.log([0.55, 0.5, 0.45])
"""Where the lamp does not shine, what is left is bluer."""


@pytest.fixture(scope="module")
def empty() -> tuple[np.ndarray, Registration]:
    """A picture of the empty mat, and where it is."""
    return empty_mat()


def shaded(empty: tuple[np.ndarray, Registration], left: float, right: float) -> np.ndarray:
    """The mat with a shadow from ``left`` to ``right`` (mm), over all of its height and beyond."""
    return in_shadow(*empty, left, right, np.exp(SHADOW), 2)


@pytest.mark.parametrize(("left", "right"), [(-50, 108), (40, 108), (190, 350), (90, 156)])
def test_the_inks_in_an_arms_shadow_look_as_those_beside_it(empty, left: float, right: float) -> None:
    """Its edges fall between two of the mat's hues, and on the markers, by which glare is told."""
    plain = measure_illumination(shaded(empty, -90, -80), empty[1]).inks
    seen = measure_illumination(shaded(empty, left, right), empty[1]).inks
    assert np.abs(encoded(seen) - encoded(plain)).max() < 0.04


def test_a_thing_beside_a_patch_is_no_shadow(empty) -> None:
    """A red card lies on the paper below it."""
    _, registration = empty
    image = shaded(empty, -90, -80)
    plain = measure_illumination(image, registration).inks
    card = np.array([[50, 27, 0], [120, 27, 0], [120, 60, 0], [50, 60, 0]], float)
    cv2.fillConvexPoly(image, np.rint(registration.view.project(card)).astype(np.int32), (30, 30, 190))
    seen = measure_illumination(image, registration).inks
    assert np.abs(encoded(seen) - encoded(plain)).max() < 0.04


def test_the_noise_of_a_channel_that_the_lamp_hardly_has_is_no_shadow(empty) -> None:
    """A yellow lamp: blue is nearly gone, and red and green of much of the paper clip."""
    plain, registration = empty
    image = encoded(np.clip(LINEAR[plain] * [0.012, 1.5, 1.7], 0, 1)) * 255
    image = np.clip(np.rint(image + np.random.default_rng(1).normal(0, 3, image.shape)), 0, 255).astype(np.uint8)
    light = measure_illumination(image, registration)
    spots, samples = PaperSpots.of_mat(registration), MatSamples.of_mat(registration)
    known = measured(image, samples.pixels[: samples.paper])
    _, shade = spots.shade(image, np.log(light.at(spots.xy)), known)
    assert np.abs(shade).max() < 0.02


def cells(shade, ground=(0.2, 0.25, 0.15), covered=()) -> TableCells:
    """The mat's play area in cells, its ``ground`` in a light that differs by ``shade`` (of x and y in mm, a
    logarithm), and what is ``covered`` (left, top, right, bottom in mm) by a card of another colour."""
    rows, columns = (int(side // CELL_MM) for side in (MAT.height, MAT.width))
    middles = (np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1) + 0.5) * CELL_MM
    x, y = np.moveaxis(middles, -1, 0)
    colours = np.array(ground) * np.exp(shade(x, y))
    left, top, wide, high = MAT.play
    bare = (x > left) & (x < left + wide) & (y > top) & (y < top + high)
    for card in covered:
        on_it = (x > card[0]) & (x < card[2]) & (y > card[1]) & (y < card[3])
        colours[on_it], bare[on_it] = 0.9, False
    return TableCells(colours, np.full(3, 0.7), bare, middles, CELL_MM)


def half(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """In shadow on the left."""
    return np.where((x < 150)[..., None], SHADOW, 0.0)


def most(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """In shadow but for a third."""
    return np.where((x < 190)[..., None], SHADOW, 0.0)


def paper(shade) -> PaperShade:
    xy = paper_spots(MAT)
    return PaperShade(xy, shade(*xy.T))


@pytest.mark.parametrize("shade", [half, most])
def test_the_light_on_a_card_is_that_on_the_table_around_it(shade) -> None:
    """Whichever part of the table is the larger: paper beside it says which of the two is the shadow."""
    lying = ((30, 60, 93, 148), (232, 60, 275, 148))
    seen = TableShade.of(cells(shade, covered=lying), MAT, paper(shade))
    assert seen is not None
    assert seen.at(np.array([[61.5, 104.0]])) == pytest.approx(SHADOW[None], abs=0.08)
    assert seen.at(np.array([[250.0, 104.0]])) == pytest.approx(np.zeros((1, 3)), abs=0.15)


def test_on_a_dark_table_the_channels_it_hardly_shows_tell_nothing() -> None:
    """Of a green felt's red there is nearly nothing; a little glare would make it a red light."""

    def with_glare(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return half(x, y) + np.where((x < 150)[..., None], np.array([0.0, 0.0, 0.3]), 0.0)

    seen = TableShade.of(cells(with_glare, ground=(0.2, 0.3, 0.01)), MAT, paper(half))
    blue, green, red = seen.at(np.array([[60.0, 100.0]]))[0]
    assert blue == pytest.approx(SHADOW[0], abs=0.1) and green == pytest.approx(SHADOW[1], abs=0.1)
    assert red < -0.5


def test_a_lamp_mirrored_in_the_table_and_light_that_falls_off_are_no_shadows() -> None:
    def mirrored(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        away = np.hypot(x - 120, y - 100)
        return np.repeat((0.4 * np.exp(-((away / 50) ** 2)) + x / 1000)[..., None], 3, -1)

    assert TableShade.of(cells(mirrored), MAT, paper(lambda x, y: np.zeros((len(x), 3)))) is None


def test_a_table_of_which_hardly_anything_is_bare_has_no_shadow() -> None:
    assert TableShade.of(cells(half, covered=((0, 0, 290, 200),)), MAT, NO_PAPER) is None


def test_something_dark_that_lies_on_the_table_is_no_shadow() -> None:
    """A telephone: it takes more light than a shadow leaves."""

    def telephone(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        on_it = (x > 100) & (x < 170) & (y > 50) & (y < 160)
        return np.where(on_it[..., None], np.full(3, -2.5), 0.0)

    assert TableShade.of(cells(telephone), MAT, paper(lambda x, y: np.zeros((len(x), 3)))) is None


def test_a_gray_card_that_nobody_sees_is_no_shadow_as_the_paper_lies_in_none() -> None:
    """Else it would be passed over, and what lies beside it read in a light that is not there."""

    def card(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        on_it = (x > 100) & (x < 163) & (y > 60) & (y < 148)
        return np.where(on_it[..., None], SHADOW, 0.0)

    assert TableShade.of(cells(card), MAT, paper(lambda x, y: np.zeros((len(x), 3)))) is None


def test_where_most_of_the_mat_lies_in_shadow_the_rest_is_lit_and_not_too_bright() -> None:
    """The smooth light then is that of the shadow."""

    def lit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return most(x, y) - SHADOW

    seen = TableShade.of(cells(lit, covered=((232, 60, 275, 148),)), MAT, paper(lit))
    assert seen is not None
    assert seen.at(np.array([[250.0, 104.0]])) == pytest.approx(-SHADOW[None], abs=0.15)


@pytest.mark.parametrize(
    "points", [np.zeros((2,)), np.zeros((3, 2)), np.zeros((4, 7, 5, 2)), np.zeros((0, 2)), np.zeros((40_000, 2))]
)
def test_light_is_told_at_any_number_of_places(points: np.ndarray) -> None:
    seen = TableShade.of(cells(half), MAT, paper(half))
    assert seen.at(points).shape == (*points.shape[:-1], 3)
