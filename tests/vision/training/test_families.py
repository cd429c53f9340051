"""Families of decks: what judges is never learned from, a seed draws the same deck again, and its truth is true."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from tablelight.bench.families import wilson
from tablelight.cli.main import app
from vision.geometry.registration import Registrar
from vision.training.cards.painting import INKS, OWN_FONTS
from vision.training.cards.tables import InventedTable
from vision.training.families.design import design_of
from vision.training.families.faces import FamilyDesign
from vision.training.families.families import FAMILIES, PRINTED_LAYOUTS, CardFamily, families_of
from vision.training.families.fonts import FontFile, files_of, fonts_of, group_of, manifest
from vision.training.families.split import SPLITS, split_of_name

PALETTE = np.linspace(0, 1, INKS)[:, None] * np.array([[1.0, 0.5, 0.2]])


def deck(family: CardFamily, seed: int, usual: bool = True) -> FamilyDesign:
    return design_of(family, seed, OWN_FONTS, usual)


def test_every_family_is_in_one_split_and_some_layouts_only_judge() -> None:
    parts = [set(families_of(split)) for split in SPLITS]
    assert sum(map(len, parts)) == len(set.union(*parts)) == len(FAMILIES)
    assert all(len(part) > 12 for part in parts)
    learned, chosen, judged = ({family.layout for family in part} for part in parts)
    assert {"cross", "waves", *PRINTED_LAYOUTS} <= judged - learned - chosen


def test_the_split_is_the_same_on_every_machine() -> None:
    """A measured number must mean the same next year."""
    names = ("full on plain", "full on gradient", "marks on plain", "roboto", "lato")
    assert [split_of_name(name) for name in names] == ["learned", "chosen", "judged", "judged", "chosen"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Liberation Sans", "Nimbus Sans"), ("TeX Gyre Termes", "FreeSerif"), ("Lato Black", "Carlito"), ("Lato", "Lato")],
)
def test_typefaces_drawn_after_each_other_stay_together(one: str, other: str) -> None:
    assert group_of(one) == group_of(other)


def test_fonts_of_one_split_are_not_drawn_with_in_another() -> None:
    fonts = [FontFile(Path(font), font, font, split_of_name(font)) for font in OWN_FONTS[2:]]
    assert sorted(file for split in SPLITS for file in files_of(fonts, split)) == sorted(OWN_FONTS[2:])
    assert all(len(entry["sha256"]) == 64 for entry in manifest(fonts))


def test_a_folder_of_too_few_fonts_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="40 at least are needed"):
        fonts_of(Path(OWN_FONTS[-1]).parent)


@pytest.mark.parametrize("family", FAMILIES[::5], ids=lambda family: family.name)
def test_every_card_of_a_family_looks_different_and_the_same_again(family: CardFamily) -> None:
    cards = [*(Card(Hue(k), k + 1) for k in range(12)), *(Card(special=name) for name in SPECIALS), None]
    drawn = [deck(family, 5).face(card, PALETTE) for card in cards]
    small = [cv2.resize(face, (63, 88), interpolation=cv2.INTER_AREA) for face in drawn]
    assert all(np.abs(a - b).max() > 0.02 for k, a in enumerate(small) for b in small[:k])
    assert (deck(family, 5).face(cards[3], PALETTE) == drawn[3]).all()


def test_large_cards_lie_within_the_picture_on_a_larger_mat() -> None:
    look = next(one for one in (deck(FAMILIES[0], seed, usual=False) for seed in range(40)) if one.size_mm[1] > 110)
    table = InventedTable(np.random.default_rng(4), look)
    picture = table.lessons()[0]
    registration, _ = Registrar().find(picture.image)
    assert registration is not None
    assert registration.mat.name == "a3"
    for lying in picture.cards:
        mm = registration.view.on_plane(lying.corners)
        sides = np.linalg.norm(mm - np.roll(mm, 1, 0), axis=1)
        assert np.abs(np.sort(sides) - np.repeat(sorted(look.size_mm), 2)).max() < 2.0


def test_an_interval_is_as_wide_as_few_decks_make_it() -> None:
    assert wilson(9, 10) == pytest.approx((0.596, 0.982), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_bench_says_which_fonts_it_needs() -> None:
    answer = CliRunner().invoke(app, ["bench", "cards", "--families"])
    assert answer.exit_code == 1
    assert "--fonts FOLDER" in answer.output
