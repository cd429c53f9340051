"""Three-coloured tiles on a printed board, read from drawn pictures."""

from collections import Counter

import numpy as np
import pytest

from engine.games.spectrangle.tiles import TILES
from tablelight.setup.board_plans import plan_of, reader_of, tile_inks
from vision.boards.tile_colours import TileColours
from vision.training.families.tiles import InventedTiles, tile_families_of

LETTERS = "RYGBPW"


@pytest.fixture(scope="module")
def table():
    return InventedTiles(tile_families_of("learned")[1], 1, plan_of("spectrangle"), TILES, tile_inks())


def named(table, picture):
    return {table.plan.spaces[n].name: way for n, way in picture.lying.items()}


@pytest.mark.long
def test_every_tile_is_told_with_how_it_lies_once_a_few_were_seen(table):
    reader = reader_of("spectrangle")
    lesson, picture = table.picture(6), table.picture(14)
    reader.learn(lesson.image, named(table, lesson))
    reading = reader.read(picture.image)
    assert {space.spot: space.ways[0][0] for space in reading.spaces if space.status == "piece"} == named(
        table, picture
    )
    assert {space.status for space in reading.spaces} == {"piece", "empty"} and not reading.troubles


@pytest.mark.long
def test_an_empty_board_is_empty_and_no_field_waits_for_an_answer(table):
    statuses = Counter(space.status for space in reader_of("spectrangle").read(table.picture(0).image).spaces)
    assert statuses == {"empty": 36}


def test_without_a_board_nothing_is_read_and_it_says_why():
    reading = reader_of("spectrangle").read(np.full((720, 960, 3), 120, np.uint8))
    assert not reading.registered and not reading.spaces and "board" in reading.troubles[0].message


def colours():
    return TileColours.printed({letter: np.array([-1.0, 0.6 * n, 0.3]) for n, letter in enumerate(LETTERS)})


def test_edges_of_one_colour_count_as_one_surprise_however_they_differ_from_the_print():
    likely = colours().log_likelihoods(np.tile([-1.4, 0.3, 0.3], (3, 1)), np.full(3, True))
    apart = likely[1, 0] + likely[2, 0] + likely[4, 0]
    assert likely[7, 0] > apart + 1


def test_an_edge_that_nothing_is_known_of_speaks_for_no_colour():
    likely = colours().log_likelihoods(np.tile([-1.0, 0.6, 0.3], (3, 1)), np.array([False, True, True]))
    assert np.ptp(likely[1]) == 0 and likely[2].argmax() == 1


def test_a_colour_that_was_seen_is_known_more_exactly_than_the_print():
    seen = np.tile([-1.3, 0.9, 0.3], (3, 1))
    known = colours().with_seen("YYY", seen)
    sure = np.full(3, True)
    assert known.log_likelihoods(seen, sure)[7, 1] > colours().log_likelihoods(seen, sure)[7, 1] + 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_fields_of_judging_families_are_never_silently_taken_for_free_or_for_held(seed):
    """Which tile it is, and how it lies, is measured by ``tablelight bench tiles``."""
    families = tile_families_of("judged")
    table = InventedTiles(families[seed % len(families)], 100 + seed, plan_of("spectrangle"), TILES, tile_inks())
    reader = reader_of("spectrangle")
    for count in (2, 8, 20, 36):
        picture = table.picture(count)
        if picture.hand:
            continue
        for n, space in enumerate(reader.read(picture.image).spaces):
            if space.status != "unclear":
                assert (space.status == "piece") == (n in picture.lying)
        reader.learn(picture.image, named(table, picture))
