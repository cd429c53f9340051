"""A sign is known again in other colours, a little aside and coarse, in typefaces that the network never saw."""

import cv2
import numpy as np
import pytest

from vision.cards.sign_embedding import LENGTH, SIDE, SignEmbedder, without_colour
from vision.training.cards.painting import Lettering, Painter

NUMBERS = [str(k) for k in range(1, 13)]
WORDS = ["SWAP", "DRAW", "PASS", "MIX", "left", "right"]
WHITE_ON_RED, BLACK_ON_YELLOW = ((40, 40, 200), (245, 245, 245)), ((40, 220, 240), (30, 30, 30))


@pytest.fixture(scope="module")
def embedder() -> SignEmbedder:
    return SignEmbedder()


def cut_out(sign: str, font: str, colours: tuple, px: int = 96, aside: int = 0) -> np.ndarray:
    """A sign in one of OpenCV's own fonts, so many px a side."""
    palette = np.zeros((16, 3), np.float32)
    palette[12], palette[13] = colours
    brush = Painter([0], palette)
    brush.text(sign, 31.5, 44, Lettering(font, 600), 24, 13, most=38)
    there = brush.shown[84 + aside : 180 + aside, 46 + aside : 142 + aside]
    coarse = cv2.resize(there, (px, px), interpolation=cv2.INTER_AREA)
    return np.rint(coarse).astype(np.uint8)


@pytest.mark.parametrize("font", ["sans", "italic"])
@pytest.mark.parametrize("signs, px", [(NUMBERS, 20), (WORDS, 32)], ids=["numbers", "words"])
def test_a_sign_of_an_unknown_typeface_is_known_again_in_another_light(embedder, signs, px: int, font: str) -> None:
    taught = embedder.embed([cut_out(sign, font, WHITE_ON_RED) for sign in signs])
    seen = embedder.embed([cut_out(sign, font, BLACK_ON_YELLOW, px, aside=3) for sign in signs])
    likeness = seen @ taught.T
    assert likeness.argmax(1).tolist() == list(range(len(signs)))
    others = likeness[~np.eye(len(signs), dtype=bool)]
    assert np.median(np.diag(likeness)) > np.median(others) + 0.3


def test_vectors_are_of_length_one_and_none_for_none(embedder) -> None:
    assert embedder.embed([]).shape == (0, LENGTH)
    (vector,) = embedder.embed([cut_out("7", "sans", WHITE_ON_RED)])
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-3)


def test_colours_of_one_brightness_still_show_their_sign() -> None:
    """Green on gray of the same gray level: there is no contrast in black and white."""
    green, gray = (60, 170, 60), (121, 121, 121)
    shown = without_colour(cut_out("8", "sans", (gray, green)))
    clear = without_colour(cut_out("8", "sans", ((250, 250, 250), (5, 5, 5))))
    assert abs(float((shown * clear).mean())) > 0.95


def test_a_sign_stands_out_from_a_ground_that_runs_from_one_colour_to_another() -> None:
    """Most of what differs there is the ground; what is sharp is the sign."""
    sign = cut_out("8", "sans", ((0, 0, 0), (60, 60, 60)))
    down = np.linspace(60, 180, len(sign))[:, None]
    ground = np.dstack([np.broadcast_to(one, sign.shape[:2]) for one in (down, 240 - down, 120 + 0 * down)])
    clear = without_colour(sign)
    assert abs(float((without_colour(np.uint8(ground + sign)) * clear).mean())) > 0.9


def test_an_even_cut_out_shows_nothing() -> None:
    assert np.abs(without_colour(np.full((30, 30, 3), 90, np.uint8))).max() == 0
    assert without_colour(np.full((30, 30, 3), 90, np.uint8)).shape == (SIDE, SIDE)
