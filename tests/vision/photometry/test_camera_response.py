"""Cameras that draw dark tones down and middle tones up, as phones do: the mat's gray steps tell, and it is undone."""

import cv2
import numpy as np
import pytest

from tests.support.dice_pictures import picture
from vision.geometry.registration import Registrar
from vision.photometry.camera_response import straightened
from vision.photometry.illumination import measure_illumination
from vision.photometry.srgb import LINEAR, encoded

STEPS = (0, 0.026, 0.07, 0.155, 0.295, 0.477, 0.71, 1)
ANSWERS = (0, 0.020, 0.071, 0.2, 0.44, 0.66, 0.87, 1)
"""How much light, and what a phone makes of it: as on photographs of a chart of grays."""
PHONE = np.rint(255 * encoded(np.interp(LINEAR, STEPS, ANSWERS))).astype(np.uint8)


@pytest.fixture(scope="module")
def seen(rolls):
    return [(picture(entry["image"]), Registrar().find(picture(entry["image"]))[0]) for entry in rolls]


def test_the_picture_of_a_camera_that_answers_as_it_should_is_left_as_it_is(seen):
    for image, registration in seen:
        assert straightened(image, registration)[0] is image


def test_what_a_phone_made_of_the_light_is_undone(seen):
    for image, registration in seen:
        plain, crooked = (measure_illumination(one, registration) for one in (image, cv2.LUT(image, PHONE)))
        again, light = straightened(cv2.LUT(image, PHONE), registration)
        assert light.contrast < 0.4 * crooked.contrast
        assert np.abs(light.inks - plain.inks).mean() < 0.75 * np.abs(crooked.inks - plain.inks).mean()
        assert again.shape == image.shape and again.dtype == np.uint8


def test_what_clips_still_clips_and_black_is_black(seen):
    image, registration = seen[0]
    crooked = cv2.LUT(image, PHONE)
    crooked[:20, :20], crooked[:20, 20:40] = 255, 0
    again, _ = straightened(crooked, registration)
    assert (again[:20, :20] == 255).all() and (again[:20, 20:40] <= 8).all()


def test_a_lamp_that_mirrors_in_the_mat_is_no_crooked_camera(seen):
    """It lifts the dark steps; a phone draws them down."""
    for image, registration in seen:
        veiled = np.rint(255 * encoded(LINEAR[image] * 0.9 + 0.06)).astype(np.uint8)
        assert straightened(veiled, registration)[0] is veiled


def test_a_shadow_on_some_of_the_steps_is_no_crooked_camera(seen):
    for image, registration in seen:
        grays = [patch for patch in registration.mat.patches if patch.name.startswith("gray")]
        for half in (grays[: len(grays) // 2], grays[len(grays) // 2 :]):
            shaded = image.copy()
            for patch in half:
                reach = patch.size * 0.7 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
                corners = registration.view.project(np.array([*patch.center, 0.0]) + reach)
                mask = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), np.rint(corners).astype(int), 255)
                shaded[mask > 0] = np.rint(255 * encoded(LINEAR[image[mask > 0]] * 0.6))
            assert straightened(shaded, registration)[0] is shaded


def test_dice_seen_by_a_phone_are_read_as_well_by_what_another_camera_was_taught(reader, rolls, seen):
    for (image, _), entry in zip(seen, rolls, strict=True):
        dice = reader.read(cv2.LUT(image, PHONE)).dice
        assert sum(die.status == "ok" for die in dice) >= len(entry["dice"]) - 1
        for die in dice:
            truth = min(entry["dice"], key=lambda d: np.hypot(*np.subtract(d["top_center_px"], die.center_px)))
            assert die.top is None or die.top.title == truth["top"]
