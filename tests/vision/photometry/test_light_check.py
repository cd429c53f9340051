"""Before a game the light is checked: what is wrong is said with its place and what to do about it."""

import cv2
import numpy as np
import pytest

from vision.geometry.registration import Registrar
from vision.photometry.drift import LightWatch, drifted, note_of
from vision.photometry.illumination import measure_illumination
from vision.photometry.light_check import check_light
from vision.photometry.light_note import LightNote
from vision.simulation import SimulatedCamera, SimulatedLamp, SimulatedTable

NO_BLUE = {"balance": 0.0, "colour": (1.4, 0.9, 0.03)}


@pytest.fixture(scope="module")
def camera():
    return SimulatedCamera(SimulatedTable(("d6",), seed=1))


@pytest.fixture
def under(camera):
    """The empty mat under a lamp."""

    def picture(balance=0.8, **lamp):
        camera.balance = balance
        camera.lamp = SimulatedLamp("test", **lamp)
        return camera.read(1.0)

    return picture


def said(image, name):
    line = next(line for line in check_light(image, Registrar()).lines if line.name == name)
    return line.state, line.sentence


def codes(image):
    registration, troubles = Registrar().find(image)
    return [trouble.code for trouble in (*troubles, *measure_illumination(image, registration).troubles)]


def test_a_well_lit_mat_is_all_well(under):
    check = check_light(under(), Registrar())
    assert check.state == "ok", check.lines
    assert [mark.state for mark in check.marks] == ["ok"] * 4


@pytest.mark.parametrize(("slope", "where"), [((-0.9, 0.0), "on the left"), ((0.9, 0.0), "on the right")])
def test_too_bright_is_said_with_its_side_and_what_to_do(under, slope, where):
    image = under(level=1.55, slope=slope)
    state, words = said(image, "Brightness")
    assert state == "bad" and where in words and "move the lamp" in words
    registration, _ = Registrar().find(image)
    troubles = measure_illumination(image, registration).troubles
    assert [t.code for t in troubles] == ["too-bright"] and where in troubles[0].message


def test_too_bright_everywhere_is_said_so(under):
    image = under(level=3.0)
    assert "all over the mat" in said(image, "Brightness")[1] and codes(image) == ["too-bright"]


def test_a_lamp_without_blue_is_named_by_what_it_lacks(under):
    image = under(**NO_BLUE)
    state, words = said(image, "Colour of the light")
    assert state == "bad" and words.startswith("The lamp is too coloured: blue is gone.") and "another lamp" in words
    assert "lamp-coloured" in codes(image)


def test_too_little_light_is_said(under):
    assert said(under(level=0.02), "Brightness")[0] == "bad"
    assert said(under(level=0.08), "Brightness") == ("care", "Rather dark; more light makes colours surer.")


def test_uneven_light_is_said_with_both_places(under):
    state, words = said(under(level=0.6, slope=(1.5, 0.0)), "Evenness")
    assert state == "care" and "right as" in words and "left" in words


def test_a_covered_corner_is_said_and_marked(under):
    image = under()
    registration, _ = Registrar().find(image)
    cv2.fillConvexPoly(image, np.rint(registration.corners_px[:4]).astype(np.int32), (90, 120, 160))
    check = check_light(image, Registrar())
    assert said(image, "Mat")[0] == "care"
    assert sorted(mark.state for mark in check.marks if len(mark.corners) == 4)[:1] == ["bad"]


def test_a_shadow_on_the_paper_is_said_with_its_place(under):
    image = under()
    left = image[:, : int(0.36 * image.shape[1])]
    left[:] = (left * 0.62).astype(np.uint8)
    # Half of the paper's left edge lies in it: that is no smooth falloff.
    bottom = left[left.shape[0] // 2 :]
    bottom[:] = under()[left.shape[0] // 2 :, : left.shape[1]]
    state, words = said(image, "Shadows")
    assert state != "ok" and "left" in words


def test_a_lamp_that_mirrors_in_the_mat_is_said(under):
    image = under().astype(float)
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    x, y = Registrar().find(under())[0].corners_px[:4].mean(0)
    image += 130 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 40.0**2))[..., None]
    state, words = said(np.clip(image, 0, 255).astype(np.uint8), "Glare")
    assert state != "ok" and "top left" in words


def test_a_blurred_picture_is_said(under):
    assert said(under(), "Sharpness")[0] == "ok"
    assert said(cv2.GaussianBlur(under(), (0, 0), 3.2), "Sharpness")[0] != "ok"


def test_a_mat_that_is_small_in_the_picture_is_said(under):
    image = np.full((1080, 1920, 3), 90, np.uint8)
    image[300:840, 480:1440] = under()
    small = cv2.resize(image, (800, 450), interpolation=cv2.INTER_AREA)
    assert said(small, "Size")[0] != "ok"


def test_more_red_than_the_camera_can_show_is_said(under):
    """Such a camera shows bright paper as cyan, and darker grays as red as they are."""
    image = under()
    assert said(image, "Brightness")[0] == "ok"
    bright = image[..., 2] > 190
    image[..., 2] = np.where(bright, 90, image[..., 2])
    state, words = said(image, "Brightness")
    assert state == "care" and "more red" in words


def test_without_a_mat_it_says_what_to_lay_down_and_whether_it_is_dark():
    check = check_light(np.full((540, 960, 3), 20, np.uint8), Registrar())
    assert [line.state for line in check.lines] == ["bad", "bad"]
    assert "black" in check.lines[0].sentence and not check.marks


# ---- drift


def light_of(image):
    return note_of(measure_illumination(image, Registrar().find(image)[0]))


def test_the_same_lamp_has_not_drifted_and_a_lamp_without_blue_has(under):
    taught = light_of(under())
    assert drifted(light_of(under(level=0.8, slope=(0.2, 0.0))), taught) == ""
    assert "warmer" in drifted(light_of(under(**NO_BLUE)), taught)
    assert "darker" in drifted(light_of(under(level=0.1)), taught)


def test_a_change_of_lamp_between_rolls_is_noticed_once(under):
    watch = LightWatch(light_of(under()))
    day, night = light_of(under(level=0.9)), light_of(under(**NO_BLUE))
    assert [watch.see(note)[1] for note in (day, day, night, night, day)] == [False, False, True, False, True]
    assert watch.see(day)[0] == "" and watch.see(night)[0] != ""


def test_the_light_of_the_teaching_survives_the_file(under):
    note = light_of(under())
    assert LightNote.from_json(note.to_json()) == note
