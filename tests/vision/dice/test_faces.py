"""The colour of its own of a face is told from what else is seen on it, wherever on the face it is."""

import numpy as np
import pytest

from tests.support.family_tables import lessons_of, read_all, table_with
from vision.dice.faces import most_colourful, own_colours
from vision.dice.teaching import teach
from vision.photometry.srgb import LINEAR, encoded
from vision.training.dice.insets import DISC, Field, FieldShape

SIDE = 9
BLUE, BLACK, WHITE, PALE = (170, 90, 40), (38, 36, 37), (205, 208, 203), (196, 190, 214)
GRAY_LIGHT, GREEN_LIGHT = np.ones(3), np.array([0.35, 0.9, 0.4])

y, x = np.mgrid[:SIDE, :SIDE] / (SIDE - 1) * 2 - 1
OUT = np.hypot(x, y)
DESIGNS = {
    "all over": OUT < 9,
    "a disc": OUT < 0.6,
    "around what is in its middle": OUT > 0.6,
    "a ring": (OUT > 0.45) & (OUT < 0.85),
    "a star": (np.abs(x) < 0.26) | (np.abs(y) < 0.26),
}


def face(
    design: np.ndarray, own: tuple[int, ...], body: tuple[int, ...], light: np.ndarray, *, grain: float = 4.0
) -> np.ndarray:
    """Samples of a face, 1 x S x 3 uint8 BGR, as a camera shows it in a light."""
    shown = np.where(design[..., None], own, body)
    lit = 255 * encoded(LINEAR[shown] * light)
    grainy = lit + np.random.default_rng(1).normal(0, grain, lit.shape)
    return np.clip(np.rint(grainy), 0, 255).astype(np.uint8).reshape(1, -1, 3)


def told(shown: np.ndarray, light: np.ndarray) -> np.ndarray:
    """As a part of the light, 3."""
    return own_colours(shown, light)[0] / light


@pytest.mark.parametrize("body", [BLACK, WHITE], ids=["black body", "white body"])
@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 1.0])
def test_where_not_all_places_show_the_colour_the_most_colourful_ones_tell_it(
    share: float, body: tuple[int, ...]
) -> None:
    loop = np.arange(SIDE * SIDE) < share * SIDE * SIDE
    seen = most_colourful(face(loop, BLUE, body, GREEN_LIGHT), GREEN_LIGHT)[0] / GREEN_LIGHT
    assert np.abs(seen - LINEAR[list(BLUE)]).max() < 0.06


def test_one_place_tells_a_colour_too() -> None:
    seen = most_colourful(face(np.ones(1, bool), BLUE, WHITE, GRAY_LIGHT, grain=0.0), GRAY_LIGHT)[0]
    assert np.abs(seen - LINEAR[list(BLUE)]).max() < 0.01


@pytest.mark.parametrize("light", [GRAY_LIGHT, GREEN_LIGHT], ids=["white light", "green light"])
@pytest.mark.parametrize("body", [BLACK, WHITE], ids=["black body", "white body"])
@pytest.mark.parametrize("design", list(DESIGNS.values()), ids=list(DESIGNS))
def test_the_colour_of_a_face_is_its_own_wherever_on_it_it_is(
    design: np.ndarray, body: tuple[int, ...], light: np.ndarray
) -> None:
    assert np.abs(told(face(design, BLUE, body, light), light) - LINEAR[list(BLUE)]).max() < 0.05


def test_a_mirrored_lamp_and_a_spot_of_what_lies_beside_are_not_the_colour_of_a_face() -> None:
    lamp = OUT < 0.45
    assert np.abs(told(face(lamp, (250, 250, 252), BLUE, GRAY_LIGHT), GRAY_LIGHT) - LINEAR[list(BLUE)]).max() < 0.03
    spot = (x > 0.7) & (y > 0.4)
    assert np.abs(told(face(spot, (20, 40, 220), PALE, GRAY_LIGHT), GRAY_LIGHT) - LINEAR[list(PALE)]).max() < 0.03


def test_under_a_lamp_without_any_blue_a_face_has_the_colour_that_is_left() -> None:
    shown = face(DESIGNS["a disc"], (0, 90, 200), BLACK, np.array([0.0, 0.6, 0.9]))
    seen = own_colours(shown, np.array([0.0, 0.6, 0.9]))[0]
    assert np.isfinite(seen).all() and seen[2] > 0.3 > seen[1] > seen[0]


@pytest.mark.parametrize("own", [WHITE, BLACK, (120, 121, 119)], ids=["white", "black", "gray"])
def test_a_face_without_a_hue_is_as_white_gray_or_black_as_most_of_it(own: tuple[int, ...]) -> None:
    dot = OUT < 0.3
    assert np.abs(told(face(~dot, own, (90, 90, 90), GRAY_LIGHT), GRAY_LIGHT) - LINEAR[list(own)]).max() < 0.03


ROUND = FieldShape(DISC)
PRINTED = (Field(1.0), Field(0.6, own=False, shape=ROUND))
RINGS = (Field(0.85, shape=ROUND), Field(0.45, own=False, shape=ROUND))


@pytest.mark.long
@pytest.mark.parametrize(("fields", "body"), [(PRINTED, 0.05), (RINGS, 0.9)], ids=["black discs", "rings on white"])
def test_dice_whose_middle_is_not_of_their_colour_are_taught_and_read(fields: tuple[Field, ...], body: float) -> None:
    table = table_with(fields, body, 5)
    right, asked, wrong = read_all(teach(lessons_of(table)), table, 4)
    assert not wrong and right + asked >= 12 and right > 0.85 * (right + asked)
