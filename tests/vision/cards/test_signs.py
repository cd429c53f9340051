"""Signs beside the number: what goes with the hue, and what with the number, is told though it was never said."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import (
    BLACK,
    FINE,
    INKS,
    SURE,
    WHITE,
    blank,
    number,
    patch,
    read,
    some_cards,
    taught,
    write,
)
from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.ink_unmixing import inks_of, number_and_signs, unmix
from vision.cards.print_edges import SeenPrint, edge_orientations, visible_cells
from vision.cards.reader import CardReader
from vision.cards.signs import Signs

WHOLE = np.ones((ROWS, COLUMNS), np.float32)
GRAY = np.array([0.5, 0.5, 0.5])
LOW = 43
"""The row of fine cells in which the wheel's middle lies."""


def emblem(face: np.ndarray, wedge: int, ink) -> None:
    middle = (face.shape[1] // 2, LOW * FINE)
    for k in range(12):
        mask = np.zeros(face.shape[:2], np.uint8)
        cv2.ellipse(mask, middle, (33, 33), 30 * k - 90, -13, 13, 255, -1, cv2.LINE_AA)
        share = mask[..., None] / 255.0
        face[:] = face * (1 - share) + share * (ink if k == wedge else GRAY)


def framed(card: Card, wedge: int, ink=None) -> np.ndarray:
    ink = INKS[card.hue] if ink is None else ink
    face = blank(ink)
    face[4 * FINE : -4 * FINE, 4 * FINE : -4 * FINE] = WHITE
    text = blank(WHITE)
    number(text, str(card.number), BLACK, 2.2)
    up = 8 * FINE
    inner = slice(4 * FINE, -14 * FINE), slice(4 * FINE, -4 * FINE)
    face[inner] = np.roll(text, -up, 0)[inner]
    emblem(face, wedge, ink)
    return face


def wheel_of_hues(card: Card) -> np.ndarray:
    return framed(card, int(card.hue))


def wheel_of_numbers(card: Card) -> np.ndarray:
    return framed(card, card.number - 1)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(taught(wheel_of_hues))


def between(one: Hue, other: Hue) -> np.ndarray:
    return ((INKS[one] ** 0.45 + INKS[other] ** 0.45) / 2) ** 2.2


def parts(design: Callable[[Card], np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """The number and the signs of a design, from its twelve taught cards."""
    faces = np.array([one.face for one in taught(design).samples[:12]])
    inks = inks_of(faces, np.ones(12, bool))
    return number_and_signs(np.array([unmix(f, i) for f, i in zip(faces, inks, strict=True)]))


def test_the_emblem_and_the_number_are_told_apart_from_twelve_cards() -> None:
    digits, signs = parts(wheel_of_hues)
    there = max(signs, key=np.sum)
    rows = np.flatnonzero(there.any(1))
    assert there.sum() > 40 and abs(rows.mean() - LOW) < 2 and rows[0] > LOW - 8 and rows[-1] < ROWS - 6
    assert digits.sum() > 60 and not digits[LOW - 9 :].any()


def test_a_colour_midway_between_two_hues_is_told_by_the_wheel(reader: CardReader) -> None:
    for hue in (Hue.B, Hue.GB):
        said, margin = read(reader, framed(Card(hue, 5), int(hue), between(Hue.GB, Hue.B)))
        assert said == Card(hue, 5) and margin > SURE


def test_several_signs_together_say_as_much_as_one(reader: CardReader) -> None:
    """One print that lies a little aside is taken for many signs."""
    (wheel,) = reader.statistics.signs
    shown = SeenPrint.of(edge_orientations(patch(wheel_of_hues(Card(Hue.B, 5)))), visible_cells(WHOLE))
    (told, none), (once, none_once) = (Signs([wheel] * count).costs(shown) for count in (5, 1))
    assert np.ptp(once) > 5
    assert np.allclose(told, once) and none == pytest.approx(none_once)


def test_a_wheel_of_another_hue_never_outweighs_a_colour_far_from_it(reader: CardReader) -> None:
    said, _ = read(reader, framed(Card(Hue.R, 5), int(Hue.G)))
    assert said == Card(Hue.R, 5)


def test_a_sign_that_goes_with_the_number_is_not_taken_for_a_hue() -> None:
    reader = CardReader(taught(wheel_of_numbers))
    for shown in (8, 9):  # the numbers with which blue-green's and blue's neighbours were taught
        said, margin = read(reader, framed(Card(Hue.B, shown), shown - 1, between(Hue.GB, Hue.B)))
        assert said is not None and said.number == shown and margin < SURE
    for card in (Card(Hue.B, 3), Card(Hue.Y, 12), Card(Hue.R, 7)):
        said, margin = read(reader, wheel_of_numbers(card))
        assert said == card and margin > SURE


def test_a_card_as_it_was_taught_tells_nothing_of_what_the_sign_goes_with(reader: CardReader) -> None:
    _, margin = read(reader, framed(Card(Hue.B, 9), int(Hue.B), between(Hue.GB, Hue.B)))
    assert margin < SURE


def named(card: Card) -> np.ndarray:
    """A card with its hue in dark letters below its number, and its number in white in two corners."""
    face = blank(INKS[card.hue])
    face[6 * FINE : -6 * FINE, 10 * FINE : -10 * FINE] = WHITE
    text = blank(WHITE)
    number(text, str(card.number), BLACK, 2.2)
    inner = slice(6 * FINE, -14 * FINE), slice(10 * FINE, -10 * FINE)
    face[inner] = np.roll(text, -8 * FINE, 0)[inner]
    write(face, card.hue.name, BLACK, 1.6, 13, 46)
    write(face, str(card.number), WHITE, 1.0, 1, 12)
    write(face[::-1, ::-1], str(card.number), WHITE, 1.0, 1, 12)
    return face


def test_a_hue_written_in_words_is_not_taken_for_a_number() -> None:
    reader = CardReader(taught(named))
    said = {card: read(reader, named(card)) for card in some_cards()}
    assert [str(card) for card, (told, margin) in said.items() if told != card or margin < SURE] == []


def test_small_digits_are_the_number_again_and_a_name_is_not() -> None:
    digits, signs = parts(named)
    assert digits[6:12, 1:6].sum() > 8 and digits[-12:-6, -6:-1].sum() > 8
    name = max(signs, key=np.sum)
    assert name[38:].any() and not name[:38].any() and not (digits & name).any()
