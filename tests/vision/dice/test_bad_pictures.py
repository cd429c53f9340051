"""A bad picture gets the right words and no reading."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.dice_pictures import picture
from vision.camera.frames import load_picture
from vision.dice.reader import count_troubles
from vision.errors import PictureError
from vision.geometry.registration import Registrar


def codes(reading):
    return [trouble.code for trouble in reading.troubles]


def test_a_black_frame_is_called_black(reader):
    reading = reader.read(np.zeros((540, 960, 3), np.uint8))
    assert codes(reading) == ["dark"]
    assert not reading.dice and not reading.registered


def test_a_picture_without_mat_says_so(reader):
    reading = reader.read(np.full((540, 960, 3), 128, np.uint8))
    assert codes(reading) == ["no-mat"]
    assert not reading.dice


def test_a_mat_that_is_too_dark_to_be_found_is_not_asked_to_be_laid_there(reader):
    """White paper at a tenth of the light: nobody would see why the mat should be missing."""
    dim = np.full((540, 960, 3), 12, np.uint8)
    dim[100:400, 200:700] = 34
    reading = reader.read(dim)
    assert codes(reading) == ["dark"] and "more light" in reading.troubles[0].message


def half(image, *, patches):
    """The picture with the right half under a gray sheet: two markers are left; the patches as well, or not."""
    image = image.copy()
    image[:, image.shape[1] // 2 :] = 90
    if not patches:
        mat = Registrar().find(image)[0]
        for patch in mat.mat.patches:
            x, y = mat.view.project(np.array([[*patch.center, 0.0]]))[0]
            cv2.circle(image, (round(x), round(y)), 14, (90, 90, 90), -1)
    return image


@pytest.mark.parametrize("patches", [True, False])
def test_with_half_the_mat_covered_two_markers_are_named_and_nothing_wrong_is_read(reader, rolls, patches):
    for entry in rolls:
        reading = reader.read(half(picture(entry["image"]), patches=patches))
        assert "two-markers" in codes(reading)
        for die in reading.dice:
            truth = min(entry["dice"], key=lambda d: np.hypot(*np.subtract(d["top_center_px"], die.center_px)))
            assert die.top is None or die.top.title == truth["top"]


def test_with_one_marker_left_it_says_how_many_it_needs_and_reads_nothing(reader, rolls):
    image = picture(rolls[0]["image"])
    image[:, image.shape[1] // 2 :] = 90
    image[image.shape[0] // 2 :] = 90
    reading = reader.read(image)
    assert codes(reading) == ["half-mat"]
    assert "three" in reading.troubles[0].message
    assert not reading.dice and not reading.registered


def test_a_hand_in_the_play_area_is_named_and_nothing_is_read(reader, rolls):
    image = picture(rolls[0]["image"])
    cv2.ellipse(image, (480, 250), (170, 70), 20, 0, 360, (70, 115, 186), -1)  # skin under this warm lamp
    reading = reader.read(image)
    assert "hand" in codes(reading)
    assert not reading.dice


def test_ten_dice_are_too_many(reader, rolls):
    nine = next(entry for entry in rolls if len(entry["dice"]) == 9)
    image = picture(nine["image"])
    die = next(d for d in nine["dice"] if d["kind"] == "d6")
    x, y = map(int, die["top_center_px"])
    image[235 - 28 : 235 + 28, 415 - 28 : 415 + 28] = image[y - 28 : y + 28, x - 28 : x + 28].copy()
    reading = reader.read(image)
    assert "too-many" in codes(reading)
    assert not reading.dice


def test_nine_dice_and_what_is_perhaps_none_are_not_refused(reader, rolls):
    """A hard shadow was taken for a tenth die, and nine good readings were lost."""
    nine = next(entry for entry in rolls if len(entry["dice"]) == 9)
    dice = reader.read(picture(nine["image"])).dice
    sure, doubtful = (replace(dice[0], status=status) for status in ("ok", "ask"))
    assert count_troubles((*[sure] * 9, doubtful)) == ()
    assert count_troubles((*[sure] * 9, doubtful, doubtful)) == ()
    assert count_troubles([sure] * 10) and count_troubles((*[sure] * 9, *[doubtful] * 3))


def test_a_file_that_is_no_picture_is_refused_with_its_name(tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    with pytest.raises(PictureError, match=r"broken\.jpg"):
        load_picture(broken)
    with pytest.raises(PictureError, match="cannot be opened"):
        load_picture(tmp_path / "absent.jpg")
