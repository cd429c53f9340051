"""Families of dice: split once, drawn from a seed."""

import numpy as np
from typer.testing import CliRunner

from tablelight.cli.main import app
from vision.training.dice.insets import DISC
from vision.training.families.dice import DICE_FAMILIES, FamilyDiceTable, dice_families_of
from vision.training.families.split import SPLITS


def test_every_family_of_dice_has_one_split_and_some_bodies_only_judge() -> None:
    assert sorted(f.name for split in SPLITS for f in dice_families_of(split)) == sorted(f.name for f in DICE_FAMILIES)
    seen = {f.body for split in ("learned", "chosen") for f in dice_families_of(split)}
    assert {f.body for f in dice_families_of("judged")} - seen == {"diamond fields"}


def test_a_seed_makes_the_same_table_again_and_round_fields_show_their_body() -> None:
    family = next(f for f in DICE_FAMILIES if f.name == "round fields on felt")
    one, same, other = (FamilyDiceTable(family, seed) for seed in (3, 3, 4))
    picture = one.messy_roll(3)
    assert np.array_equal(picture.image, same.messy_roll(3).image)
    assert other.makes["d6"].size != one.makes["d6"].size
    assert all(make.rounding == DISC and make.rim is not None for make in one.makes.values())


def test_families_are_refused_where_there_are_none() -> None:
    said = CliRunner().invoke(app, ["bench", "vision", "--invented", "1", "--split", "seen"])
    assert said.exit_code == 1 and "--split learned, chosen or judged" in said.output
