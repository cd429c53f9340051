"""Pyramids on their printed sheet, read from drawn pictures."""

import numpy as np
import pytest

from engine.games.spectra_icehouse.pieces import all_pieces
from tablelight.setup.board_plans import plan_of, reader_of
from tablelight.setup.yards_plan import pyramid_inks
from vision.boards.flat_board import ink_colour
from vision.boards.pyramid_colours import PyramidColours, shown
from vision.training.families.pyramids import InventedPyramids, pyramid_families_of

PIECES = [piece for piece, count in all_pieces().items() for _ in range(count)]


def table_of(split, number, seed):
    families = pyramid_families_of(split)
    return InventedPyramids(families[number % len(families)], seed, plan_of("ring"), PIECES, pyramid_inks())


def named(table, picture):
    return {table.plan.spaces[n].name: piece for n, piece in picture.standing.items()}


@pytest.fixture(scope="module")
def table():
    return table_of("learned", 1, 4)


@pytest.mark.long
def test_every_pyramid_is_told_by_size_and_colour_once_a_few_were_seen(table):
    reader = reader_of("ring")
    lesson, picture = table.picture(8), table.picture(16)
    reader.learn(lesson.image, named(table, lesson))
    reading = reader.read(picture.image)
    told = {space.spot: space.ways[0][0] for space in reading.spaces if space.status == "piece"}
    assert told == named(table, picture) and not picture.touched and not reading.troubles
    assert {space.status for space in reading.spaces} == {"piece", "empty"}


@pytest.mark.long
def test_an_empty_sheet_is_empty(table):
    assert {space.status for space in reader_of("ring").read(table.picture(0).image).spaces} == {"empty"}


@pytest.mark.long
def test_a_hand_that_rests_over_pyramids_is_no_pyramids():
    """Fingers and a sleeve have colours that some pyramid has: what comes in over the rim tells them."""
    picture = table_of("learned", 9, 69).picture_with_hand(3)
    assert "hand" in {trouble.code for trouble in reader_of("ring").read(picture.image).troubles}


def test_a_colour_is_told_the_same_in_the_dark():
    bright, dark = (shown(ink_colour(srgb)) for srgb in ((240, 130, 30), (132, 71, 16)))
    assert np.abs(bright - dark)[1:].max() < 0.1 and bright[0] > dark[0] + 1


def usual():
    return PyramidColours.usual({name: shown(ink_colour(srgb)) for name, srgb in pyramid_inks().items()})


def test_a_pyramid_that_looks_like_no_colour_may_have_any():
    chances = usual().chances(np.array([[-0.5, 0.0, 6.0]]))[0]
    assert chances.sum() == pytest.approx(1) and chances.max() < 0.2


def test_a_colour_that_was_seen_is_known_more_exactly():
    colours = usual()
    between = (colours.means[1] + 2 * colours.means[2]) / 3
    learned = colours.with_seen(["yellow"] * 2 + ["orange"] * 2, np.array([between, between, *[colours.means[1]] * 2]))
    assert learned.chances(between[None])[0, 2] > 0.99 > 0.95 > colours.chances(between[None])[0, 2]


def test_what_some_colours_of_a_set_show_is_expected_of_the_others():
    """A set paler than usual: red and blue, named, make yellow paler too, and it stays yellow."""
    colours = usual()
    pale = colours.means * [1, 0.7, 0.7]
    learned = colours.with_seen(["red", "blue"], pale[[0, 4]])
    before, after = (np.abs(each.means - pale)[[1, 2, 3, 5]].sum() for each in (colours, learned))
    assert after < before / 2
    assert learned.chances(pale)[2, 2] > 0.95 > colours.chances(pale)[2, 2]


def test_near_colours_are_told_apart_in_a_set_whose_pieces_are_alike():
    """Orange and yellow of this set lie nearer to each other than pieces of a glossy set do among themselves."""
    colours = usual()
    near = np.array([colours.means[1], colours.means[1] + [0, -0.1, 0.1]])
    lessons = {
        wide: near.repeat(20, axis=0) + np.random.default_rng(0).normal(0, wide, (40, 3)) for wide in (0.02, 0.1)
    }
    names = ["orange"] * 20 + ["yellow"] * 20
    alike, unlike = (colours.with_seen(names, shown).chances(near)[1, 2] for shown in lessons.values())
    assert alike > 0.9 > unlike


def test_pyramids_that_nobody_has_named_tell_the_light_and_nothing_is_surer_for_it():
    colours = usual()
    dim = colours.means - [0.8, 0, 0]
    shifted = colours.as_these_show(dim, np.ones(len(dim)))
    assert np.abs(shifted.means - dim)[:, 0].max() < 0.2
    assert np.array_equal(shifted.spread, colours.spread)
    nobody = colours.as_these_show(dim[:0], np.ones(0))
    assert np.array_equal(nobody.means, colours.means)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_hardly_a_place_of_judging_families_is_silently_wrong(number):
    """How many are right is measured by ``tablelight bench pyramids``."""
    table, reader = table_of("judged", number, 200 + number), reader_of("ring")
    for count in (6, 16, 30):
        picture = table.picture(count)
        if picture.hand:
            continue
        for n, space in enumerate(reader.read(picture.image).spaces):
            if n not in picture.touched:
                assert space.status == "unclear" or (space.status == "piece") == (n in picture.standing)
        reader.learn(picture.image, named(table, picture))
