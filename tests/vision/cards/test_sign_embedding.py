"""A sign is known again in other colours, a little aside and coarse, in typefaces that the network never saw."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cards.sign_embedding import LENGTH, SIDE, SignEmbedder, as_learned
from vision.training.cards.painting import OWN_FONTS, Lettering, Painter

NUMBERS = [str(k) for k in range(1, 13)]
WORDS = ["SWAP", "DRAW", "PASS", "MIX", "left", "right"]
FONTS = [pytest.param(font, id=Path(font).stem) for font in ("sans", "italic", OWN_FONTS[2])]
"""The first two are strokes, the third is a typeface."""
WHITE_ON_RED, BLACK_ON_YELLOW = ((40, 40, 200), (245, 245, 245)), ((40, 220, 240), (30, 30, 30))
ORANGE, BLUE = (40, 104, 200), (200, 125, 95)
"""BGR, of one brightness: gray level 125."""


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


def printed(sign: str, font: str, ground: np.ndarray, ink: tuple[int, int, int], aside: int = 0) -> np.ndarray:
    """The same on any ground (96 x 96 x 3 or 1, 0 to 255)."""
    there = cut_out(sign, font, ((0, 0, 0), (255, 255, 255)), aside=aside) / 255
    return np.rint(ground * (1 - there) + there * np.array(ink)).astype(np.uint8)


def spots(seed: int) -> np.ndarray:
    """Gray squares of 4 px, as many dark as light ones, 125 on average: 96 x 96 x 1."""
    few = np.random.default_rng(seed).choice([105.0, 145.0], (24, 24))
    return few.repeat(4, 0).repeat(4, 1)[..., None]


def without_colours(cut_out: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(cut_out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def known(taught: np.ndarray, seen: np.ndarray) -> int:
    """How many of the seen signs are nearest to their own taught one."""
    return int(((seen @ taught.T).argmax(1) == np.arange(len(taught))).sum())


@pytest.mark.parametrize("font", FONTS)
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


@pytest.mark.parametrize("font", FONTS)
def test_green_on_gray_of_one_brightness_is_known_as_black_on_white(embedder, font: str) -> None:
    """There is no contrast in black and white."""
    green, gray = (60, 170, 60), (125, 125, 125)
    assert without_colours(np.full((1, 1, 3), green, np.uint8))[0, 0, 0] == 125
    taught = embedder.embed([cut_out(sign, font, ((250, 250, 250), (5, 5, 5))) for sign in NUMBERS])
    seen = embedder.embed([cut_out(sign, font, (gray, green), 40, aside=2) for sign in NUMBERS])
    assert known(taught, seen) == len(NUMBERS)


@pytest.mark.parametrize("font", FONTS)
def test_a_sign_on_a_pattern_is_known_by_its_ink_alone(embedder, font: str) -> None:
    """Dark and light spots, others on every card, and inks no darker or lighter than these are."""
    taught = [printed(sign, font, spots(1), ORANGE) for sign in NUMBERS]
    seen = [printed(sign, font, spots(2), BLUE, aside=2) for sign in NUMBERS]
    assert known(embedder.embed(taught), embedder.embed(seen)) == len(NUMBERS)
    gray = ([without_colours(one) for one in several] for several in (taught, seen))
    assert known(*map(embedder.embed, gray)) < len(NUMBERS) / 2, "the pattern must hide what the ink shows"


@pytest.mark.parametrize("font", FONTS)
def test_a_sign_is_known_on_a_ground_that_runs_from_one_colour_to_another(embedder, font: str) -> None:
    """Most of what differs there is the ground; what is sharp is the sign."""
    down = np.linspace(60, 180, 96)[:, None]
    ground = np.dstack([np.broadcast_to(one, (96, 96)) for one in (down, 240 - down, 120 + 0 * down)])
    taught = embedder.embed([printed(sign, font, ground, (240, 240, 240)) for sign in NUMBERS])
    seen = embedder.embed([cut_out(sign, font, BLACK_ON_YELLOW, 40, aside=2) for sign in NUMBERS])
    assert known(taught, seen) == len(NUMBERS)


@pytest.mark.parametrize("font", FONTS)
def test_a_sign_upside_down_is_less_like_it(embedder, font: str) -> None:
    """A card may lie either way; what its numbers are like says which."""
    signs = ["2", "3", "4", "5", "6", "7", "9", "10", "12"]
    taught = embedder.embed([cut_out(sign, font, WHITE_ON_RED) for sign in signs])
    upright = [cut_out(sign, font, BLACK_ON_YELLOW, 32) for sign in signs]
    over = [np.ascontiguousarray(one[::-1, ::-1]) for one in upright]
    likeness = [(embedder.embed(several) * taught).sum(1) for several in (upright, over)]
    assert (likeness[0] > likeness[1] + 0.1).all()


def test_an_even_cut_out_shows_nothing_and_a_faint_one_little() -> None:
    """What noise is left in an even cut-out must not look like print."""
    even = np.full((30, 30, 3), 90, np.uint8)
    assert as_learned(even).shape == (3, SIDE, SIDE)
    assert np.abs(as_learned(even)).max() == 0
    even[::2] += 2
    assert np.abs(as_learned(even)).max() < 0.3
    assert as_learned(printed("8", "sans", spots(1), ORANGE)).std() == pytest.approx(1.0, abs=1e-3)
