"""Families of dice: split once, drawn from a seed."""

from itertools import pairwise

import numpy as np
from typer.testing import CliRunner

from tablelight.cli.main import app
from vision.training.dice.any_fields import any_fields, any_print
from vision.training.dice.insets import DISC, Field, FieldShape, engraved, layers
from vision.training.dice.patterns import Pattern, any_pattern
from vision.training.families.dice import DICE_FAMILIES, FamilyDiceTable, dice_families_of
from vision.training.families.split import SPLITS


def test_every_family_of_dice_has_one_split_and_some_bodies_only_judge() -> None:
    assert sorted(f.name for split in SPLITS for f in dice_families_of(split)) == sorted(f.name for f in DICE_FAMILIES)
    seen = {f.body for split in ("learned", "chosen") for f in dice_families_of(split)}
    assert {f.body for f in dice_families_of("judged")} - seen == {"star fields", "engraved frame"}


def test_a_seed_makes_the_same_table_again_and_round_fields_show_their_body() -> None:
    family = next(f for f in DICE_FAMILIES if f.name == "round fields on felt")
    one, same, other = (FamilyDiceTable(family, seed) for seed in (3, 3, 4))
    picture = one.messy_roll(3)
    assert np.array_equal(picture.image, same.messy_roll(3).image)
    assert other.makes["d6"].size != one.makes["d6"].size
    assert all(make.fields[0].shape == FieldShape(DISC) and make.rim is not None for make in one.makes.values())


def test_a_star_has_an_arm_to_each_corner_and_an_engraved_line_has_the_faces_own_colour_on_both_sides() -> None:
    for sides in (4, 5):
        around = 2 * np.pi * np.arange(sides) / sides
        face = np.column_stack([np.cos(around), np.sin(around), np.zeros(sides)])
        arms = layers(face, (Field(0.8, star=True),))
        assert [own for _, own in arms] == [True] * sides
        for (arm, _), corner in zip(arms, face, strict=True):
            assert np.allclose(arm[1:3].mean(0), 0.8 * corner) and np.allclose(arm[[0, 3]].mean(0), 0)
        below, line, field = layers(face, engraved(0.8, 0.1))
        assert [below[1], line[1], field[1]] == [True, False, True]
        reaches = [np.linalg.norm(outline, axis=1).max() for outline, _ in (below, line, field)]
        assert np.allclose(reaches, [1.0, 0.8, 0.7])
    makes = [FamilyDiceTable(f, 3).makes["d12"] for f in DICE_FAMILIES if f.ground == "felt" and f.split == "judged"]
    assert [[(field.own, field.star) for field in make.fields] for make in makes] == [
        [(True, True)],
        [(True, False), (False, False), (True, False)],
    ]


def test_faces_by_chance_have_fields_of_any_shape_one_within_another() -> None:
    drawn = [any_fields(np.random.default_rng(seed)) for seed in range(200)]
    face = np.array([[1.0, -1, 0], [1, 1, 0], [-1, 1, 0], [-1, -1, 0]])
    for fields in drawn:
        assert any(field.own for field in fields)
        assert all(outer.own != inner.own and inner.reach < outer.reach for outer, inner in pairwise(fields))
        assert all(np.abs(outline).max() < 1.001 for outline, _ in layers(face, fields[1:]))
    shapes = [field.shape for fields in drawn for field in fields if field.shape is not None]
    assert {shape.rounding == DISC for shape in shapes} == {shape.lobes > 0 for shape in shapes} == {True, False}


def test_patterns_by_chance_lie_on_their_face_in_one_piece_or_many_with_and_without_holes() -> None:
    for edges in (4, 5):
        around = 2 * np.pi * np.arange(edges) / edges
        face = np.column_stack([np.cos(around), np.sin(around), np.zeros(edges)])
        toward = np.column_stack([np.cos(around + np.pi / edges), np.sin(around + np.pi / edges)])
        patterns = [any_pattern(np.random.default_rng([edges, seed]), edges) for seed in range(100)]
        for pattern in patterns:
            outlines = layers(face, (Field(0.9, own=False, shape=pattern),))
            assert [own for _, own in outlines] == [not printed for _, printed in pattern.pieces]
            assert max((outline[:, :2] @ toward.T).max() for outline, _ in outlines) < 0.92 * np.cos(np.pi / edges)
        counts = [sum(printed for _, printed in pattern.pieces) for pattern in patterns]
        holes = [len(pattern.pieces) - count for pattern, count in zip(patterns, counts, strict=True)]
        assert min(counts) == 1 and max(counts) > 8 and min(holes) == 0 and max(holes) > 1
    prints = [any_print(np.random.default_rng(seed), 5) for seed in range(100)]
    assert {isinstance(fields[-1].shape, Pattern) for fields in prints} == {True, False}


def test_families_are_refused_where_there_are_none() -> None:
    said = CliRunner().invoke(app, ["bench", "vision", "--invented", "1", "--split", "seen"])
    assert said.exit_code == 1 and "--split learned, chosen or judged" in said.output
