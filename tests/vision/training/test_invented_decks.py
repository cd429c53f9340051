"""Invented decks, for setting thresholds and for trying the reader: their truth must be true."""

from pathlib import Path

import cv2
import numpy as np
import reportlab

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.teaching import find_cards
from vision.training.cards import decks
from vision.training.cards.painting import INKS, OWN_FONTS
from vision.training.cards.tables import InventedTable
from vision.training.spectra import lamp, press, sensor


def test_the_same_seed_makes_the_same_picture_again() -> None:
    one, other = (InventedTable(np.random.default_rng(3)).draw() for _ in range(2))
    assert (one.image == other.image).all()
    assert [lying.card for lying in one.cards] == [lying.card for lying in other.cards]


def test_cards_lie_where_the_truth_says() -> None:
    picture = InventedTable(np.random.default_rng(1)).lessons()[0]
    named = tuple(NamedCard(lying.card, tuple(lying.corners.mean(0))) for lying in picture.cards)
    found = find_cards(CardLesson(picture.image, named)).outlines
    for outline, lying in zip(found, picture.cards, strict=True):
        own = np.roll(outline, 2, 0)  # which end is up is not the finder's to say
        off = min(np.abs(outline - lying.corners).max(), np.abs(own - lying.corners).max())
        assert off < 8.0  # px, of about 2.5 a millimetre


def test_an_ink_looks_by_daylight_as_it_was_asked_to() -> None:
    rng = np.random.default_rng(5)
    printer, eye = press(rng), sensor(rng)
    day = lamp(rng, "daylight")
    white, red = (eye.raw(printer.ink(np.array(c)), day) for c in ((0.95, 0.95, 0.95), (0.84, 0.13, 0.16)))
    assert red[0] / white[0] > 3 * red[1] / white[1]


def test_every_number_and_hue_of_a_design_looks_different() -> None:
    palette = np.linspace(0, 1, INKS)[:, None] * np.array([[1.0, 0.5, 0.2]])
    look = decks.design(np.random.default_rng(2))
    faces = [look.face(Card(Hue(k), k + 1), palette) for k in range(12)]
    small = [cv2.resize(face, (40, 56), interpolation=cv2.INTER_AREA) for face in faces]
    assert all(np.abs(a - b).max() > 0.02 for k, a in enumerate(small) for b in small[:k])


def test_a_seed_draws_the_same_deck_whatever_fonts_a_machine_has() -> None:
    """Fonts that happened to be installed had changed what tests and benches draw, and what they found."""
    assert len(OWN_FONTS) == 6
    assert {Path(font).parent.name for font in OWN_FONTS[2:]} == {"fonts"}
    assert all(Path(reportlab.__file__).parent in Path(font).parents for font in OWN_FONTS[2:])
    drawn = {decks.design(np.random.default_rng(seed)).font for seed in range(100)}
    assert drawn == set(OWN_FONTS)
