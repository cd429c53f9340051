"""The light is measured on bare paper and gray patches, whatever clips, and whatever lies on some of them."""

import cv2
import numpy as np
import pytest

from tests.support.mat_pictures import empty_mat
from vision.geometry.registration import Registration
from vision.photometry.illumination import Illumination, measure_illumination
from vision.photometry.srgb import LINEAR, encoded

PURPLE, ORANGE_YELLOW = (140, 20, 110), (12, 215, 240)
BESIDE, BELOW = (267.0, 70.0, 26.0, 60.0), (60.0, 174.0, 60.0, 20.0)
"""Left, top, width, height, mm of an A4 mat: of paper on the right; of the left ones of the gray patches."""


@pytest.fixture(scope="module")
def mat() -> tuple[np.ndarray, Registration]:
    """The empty mat, its white paper at three quarters of what the camera can store: linear light, and where it is."""
    image, registration = empty_mat()
    return LINEAR[image] / np.exp(measure_illumination(image, registration).levels) * 0.75, registration


def corners(registration: Registration, x: float, y: float, width: float, height: float) -> np.ndarray:
    """Of a part of the page (mm), in pixels."""
    page = np.array([[x, y, 0], [x + width, y, 0], [x + width, y + height, 0], [x, y + height, 0]])
    return np.rint(registration.view.project(page)).astype(np.int32)


def measured(
    mat: tuple[np.ndarray, Registration], red: float, *covered: tuple[float, float, float, float], card=PURPLE
) -> Illumination:
    """The light where there is so much more red, and a card of this colour lies on these places."""
    linear, registration = mat
    image = np.rint(encoded(linear * [1, 1, red]) * 255).astype(np.uint8)
    for x, y, width, height in covered:
        cv2.fillConvexPoly(image, corners(registration, x, y, width, height), card)
    return measure_illumination(image, registration)


def off(light: Illumination, plain: Illumination) -> float:
    """How far off the red of the inks that did not clip is, as a factor."""
    clear = ~light.blown[:, 2]
    ratio = light.inks[clear, 2] / plain.inks[clear, 2]
    return float(np.exp(np.abs(np.log(ratio)).max()))


@pytest.mark.parametrize("red", [1.0, 1.5, 2.0, 2.6])
@pytest.mark.parametrize("covered", [(), (BESIDE,)])
def test_where_paper_is_too_red_for_the_camera_the_grays_tell_how_red_it_is(mat, red, covered) -> None:
    light = measured(mat, red, *covered)
    assert off(light, measured(mat, 1.0)) < 1.15
    assert np.exp(light.levels) == pytest.approx([0.75, 0.75, 0.75 * red], rel=0.1)


def test_paper_that_loses_a_channel_inside_the_camera_is_not_believed_where_it_loses_a_little_less(mat) -> None:
    """Some cameras show paper that is too red for them as cyan, more so here and less so there."""
    linear, registration = mat
    plain = linear * [1, 1, 1.2]
    left = np.linspace(0.3, 0.75, linear.shape[1])
    lost = plain * np.where(plain[..., 2:] > 0.7, np.stack([left**0, left**0, left], -1), 1)
    light, there = (
        measure_illumination(np.rint(encoded(one) * 255).astype(np.uint8), registration) for one in (lost, plain)
    )
    assert np.exp(light.levels) == pytest.approx(np.exp(there.levels), rel=0.1)


def test_grays_printed_the_more_purple_the_darker_they_are_are_no_lamp(mat) -> None:
    linear, registration = mat
    purple = linear.copy()
    for patch in registration.mat.patches:
        if patch.name.startswith("gray"):
            where = np.zeros(linear.shape[:2], np.uint8)
            cv2.fillConvexPoly(where, corners(registration, patch.x, patch.y, patch.size, patch.size), 1)
            tone = np.log(LINEAR[patch.srgb[0]] / 0.93)
            purple[where > 0] *= [1, np.exp(0.3 * tone), 1]
    light = measure_illumination(np.rint(encoded(purple) * 255).astype(np.uint8), registration)
    assert np.exp(light.levels) == pytest.approx([0.75, 0.75, 0.75], rel=0.1)
    assert off(light, measured(mat, 1.0)) < 1.15


def test_paper_that_clips_is_at_least_as_bright_as_it_looks_when_hardly_a_gray_is_in_sight(mat) -> None:
    assert off(measured(mat, 1.5, BESIDE, BELOW), measured(mat, 1.0)) < 1.3


def test_what_lies_on_the_paper_does_not_change_the_light(mat) -> None:
    plain, covered = measured(mat, 1.0), measured(mat, 1.0, BESIDE, BELOW)
    assert np.exp(covered.levels) == pytest.approx(np.exp(plain.levels), rel=0.02)


@pytest.mark.parametrize("red", [1.5, 2.0])
def test_a_card_that_shows_green_as_paper_does_is_not_taken_for_paper_with_less_red(mat, red) -> None:
    light = measured(mat, red, BESIDE, card=ORANGE_YELLOW)
    assert off(light, measured(mat, red)) < 1.03


@pytest.mark.parametrize("strength", [0.2, 0.4])
@pytest.mark.parametrize(
    ("place", "wide"), [((0.0, 0.0), 90.0), ((40.0, 30.0), 90.0), ((300.0, 100.0), 90.0), ((120.0, 20.0), 25.0)]
)
def test_a_lamp_mirrored_in_the_mat_makes_inks_less_pale_than_it_looks(mat, place, wide, strength) -> None:
    linear, registration = mat
    x, y = np.meshgrid(*(np.arange(n) for n in linear.shape[1::-1]))
    at, aside = registration.view.project(np.array([[*place, 0.0], [place[0] + wide, place[1], 0.0]]))
    near = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * np.hypot(*(aside - at)) ** 2))
    image = np.rint(encoded(linear * 0.7 + strength * 0.5 * near[..., None]) * 255).astype(np.uint8)
    seen, plain = measure_illumination(image, registration).inks, measured(mat, 1.0).inks
    assert np.sqrt(((encoded(seen) - encoded(plain)) ** 2).mean()) < 0.11
