"""A hand over the mat is noticed whatever lies below it; glare, which looks as large, is none."""

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from tests.support.dice_pictures import picture
from vision.dice.reader import DiceReader
from vision.geometry.registration import Registrar
from vision.photometry.illumination import measure_illumination
from vision.photometry.srgb import LINEAR, encoded
from vision.simulation import RestingDie, SimulatedCamera, SimulatedTable

SKIN = {"pale": (0.46, 0.57, 0.76), "rosy": (0.44, 0.53, 0.66), "brown": (0.20, 0.28, 0.45), "dark": (0.07, 0.10, 0.18)}
"""Linear BGR, parts of white."""


def with_glare(image: np.ndarray, strength: float, wide_mm: float) -> np.ndarray:
    """A lamp mirrored in the middle of the play area, fading out over so many millimetres."""
    registration, _ = Registrar().find(image)
    left, top, width, height = registration.mat.play
    middle = registration.view.project(np.array([[left + width / 2, top + height / 2, 0.0]]))[0]
    aside = registration.view.project(np.array([[left + width / 2 + wide_mm, top + height / 2, 0.0]]))[0]
    x, y = np.meshgrid(*(np.arange(n) for n in image.shape[1::-1]))
    near = np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * np.hypot(*(aside - middle)) ** 2))
    white = np.exp(measure_illumination(image, registration).levels)
    return np.rint(encoded(LINEAR[image] + strength * near[..., None] * white) * 255).astype(np.uint8)


def with_hand(image: np.ndarray, skin: tuple[float, float, float]) -> np.ndarray:
    """An arm from the near edge of the page to its middle, and fingers."""
    registration, _ = Registrar().find(image)
    left, top, width, height = registration.mat.play
    x, y = left + 0.6 * width, top + 0.5 * height
    white = np.exp(measure_illumination(image, registration).levels)
    own = np.zeros(image.shape[:2], np.float32)
    for start, end, wide in (
        ((x, y + 30), (x + 20, y + 200), 55),
        ((x, y + 20), (x, y + 25), 80),
        *(((x + k, y + 10), (x + 1.5 * k, y - 30), 17) for k in (-28, -10, 10, 28)),
    ):
        ends = registration.view.project(np.array([[*start, 0.0], [*end, 0.0]]))
        scale = np.hypot(*(ends[1] - ends[0])) / np.hypot(end[0] - start[0], end[1] - start[1])
        cv2.line(own, *(tuple(map(int, e)) for e in ends), 1, int(wide * scale))
    own = cv2.GaussianBlur(own, (0, 0), 1.5)[..., None]
    shown = 255 * encoded(np.array(skin) * white)
    return np.rint(image * (1 - own) + shown * own).astype(np.uint8)


def codes(image: np.ndarray) -> list[str]:
    return [trouble.code for trouble in DiceReader().read(image).troubles]


@pytest.fixture(scope="module")
def white() -> np.ndarray:
    """A mat without felt, and dice on it."""
    table = SimulatedTable(("d6", "d12"), seed=4)
    table.roll(0.0)
    return SimulatedCamera(table, size=(1280, 720)).read(30.0)


def with_felt(image: np.ndarray, colour: tuple[float, float, float]) -> np.ndarray:
    """The play area of this colour (linear BGR, parts of white), with what lies there."""
    registration, _ = Registrar().find(image)
    left, top, width, height = registration.mat.play
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    own = np.zeros(image.shape[:2], np.float32)
    outline = registration.view.project(np.array([[x, y, 0.0] for x, y in corners]))
    cv2.fillConvexPoly(own, np.rint(outline).astype(np.int32), 1)
    shown = LINEAR[image] * (1 + own[..., None] * (np.array(colour) - 1))
    return np.rint(encoded(shown) * 255).astype(np.uint8)


@pytest.mark.parametrize("wide_mm", [20.0, 35.0, 60.0])
@pytest.mark.parametrize("felt", [(0.35, 0.04, 0.12), (0.05, 0.25, 0.05), (0.04, 0.04, 0.4)])
def test_a_lamp_mirrored_in_the_mat_is_no_hand(white, felt, wide_mm):
    assert "hand" not in codes(with_glare(with_felt(white, felt), 0.35, wide_mm))


def with_pencil(image: np.ndarray) -> np.ndarray:
    """A green pencil across the middle of the play area."""
    registration, _ = Registrar().find(image)
    left, top, width, height = registration.mat.play
    ends = [(left + 0.35 * width, top + 0.75 * height, 0.0), (left + 0.65 * width, top + 0.2 * height, 0.0)]
    start, end = np.rint(registration.view.project(np.array(ends))).astype(int).tolist()
    return cv2.line(image.copy(), start, end, (40, 120, 60), 14, cv2.LINE_AA)


@pytest.mark.parametrize("wide_mm", [20.0, 35.0, 60.0])
@pytest.mark.parametrize("felt", [(0.35, 0.04, 0.12), (0.05, 0.25, 0.05), (0.04, 0.04, 0.4)])
def test_a_pencil_in_the_middle_of_a_mirrored_lamp_makes_no_hand_of_it(white, felt, wide_mm):
    assert "hand" not in codes(with_pencil(with_glare(with_felt(white, felt), 0.35, wide_mm)))


@pytest.mark.parametrize("felt", [(0.35, 0.04, 0.12), (0.05, 0.25, 0.05), (0.04, 0.04, 0.4)])
@pytest.mark.parametrize("skin", SKIN)
def test_a_hand_is_noticed_in_the_middle_of_a_mirrored_lamp(white, felt, skin):
    assert "hand" in codes(with_hand(with_glare(with_felt(white, felt), 0.35, 35.0), SKIN[skin]))


@pytest.mark.parametrize("skin", SKIN)
def test_a_hand_is_noticed_on_white_paper_as_on_felt(rolls, white, skin):
    for image in (picture(rolls[0]["image"]), white):
        assert "hand" not in codes(image)
        assert "hand" in codes(with_hand(image, SKIN[skin]))


def test_dice_beside_a_sheet_of_paper_make_no_hand_of_it():
    """Together they are as large as a hand, the sheet alone is not."""
    table = SimulatedTable(("d6", "d12"), seed=4)
    rests = [RestingDie(k, "d12", Hue(2 * k), 130 + 26 * k, 88, 0.4 + k) for k in range(4)]
    table.place_dice(rests)
    image = with_felt(SimulatedCamera(table, size=(1280, 720)).read(1.0), (0.05, 0.25, 0.05))
    registration, _ = Registrar().find(image)
    corners = [(128, 98), (208, 98), (208, 142), (128, 142)]
    outline = registration.view.project(np.array([[x, y, 0.0] for x, y in corners]))
    cv2.fillConvexPoly(image, np.rint(outline).astype(np.int32), (60, 90, 200))
    assert "hand" not in codes(image)
