"""Three-coloured tiles on a printed board, read from drawn pictures."""

from collections import Counter

import numpy as np
import pytest

from engine.games.spectrangle.tiles import TILES
from tablelight.setup.board_plans import plan_of, reader_of, tile_inks
from vision.boards.tile_colours import TileColours, TileSets
from vision.training.families.tiles import InventedTiles, TileFamily, tile_families_of

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


def made_by(maker, camera, seed):
    return InventedTiles(TileFamily(maker, camera), seed, plan_of("spectrangle"), TILES, tile_inks())


def told_and_true(table, counts):
    """How the tiles of the last picture were read, each picture being learned from as in a game."""
    reader = reader_of("spectrangle")
    for count in counts:
        picture = table.picture_of({n: TILES[n] for n in range(count)})
        reading = reader.read(picture.image)
        reader.learn(picture.image, named(table, picture))
    told = {space.spot: space.ways[0][0] for space in reading.spaces if space.status == "piece"}
    return told, named(table, picture)


def test_thick_tiles_before_a_camera_that_looks_from_the_side_are_read_where_their_faces_are_seen():
    """At the height of the board half of some thirds is the tile's own side, or the next tile."""
    told, true = told_and_true(made_by("plastic", "side", 907), (2, 8, 14))
    assert told == true


def test_a_board_that_is_covered_with_tiles_is_as_bright_as_it_was():
    """Light is told by paper, and of a full board only the corners are left of it."""
    told, true = told_and_true(made_by("cast", "stand", 6002), (6, 36))
    assert told == true


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


def worn_and_fresh():
    fresh = {letter: np.array([-1.0, 1.2 * (n % 3 - 1), 1.2 * (n // 3 - 0.5)]) for n, letter in enumerate(LETTERS)}
    return {letter: colour * 0.5 for letter, colour in fresh.items()}, fresh


def test_the_first_tile_of_a_worn_set_looks_like_one_although_all_of_its_colours_are_paler():
    worn, fresh = worn_and_fresh()
    edges, ways = np.stack([worn[letter] for letter in "YGB"]), ("YGB", "YGG", "RYG")
    members = np.array([[sum(1 << k for k in range(3) if way[k] == each) for each in LETTERS] for way in ways])
    alone, either = (
        TileSets.printed(sets).log_likelihoods(edges, np.full(3, True), members) for sets in ([fresh], [fresh, worn])
    )
    assert either.argmax() == 0 and either[0] > alone[0] + 2


def test_tiles_that_were_seen_tell_which_set_lies_there_and_another_may_follow():
    worn, fresh = worn_and_fresh()
    known = TileSets.printed([fresh, worn]).with_seen("YGB", np.stack([worn[letter] for letter in "YGB"]))
    assert known.likely.argmax() == 1 and known.likely.min() > -10


@pytest.mark.long
def test_a_third_keeps_its_colour_where_a_large_disc_and_signs_cover_most_of_it():
    bold = next(family for family in tile_families_of("chosen") if family.maker == "bold")
    table, reader = InventedTiles(bold, 3, plan_of("spectrangle"), TILES, tile_inks()), reader_of("spectrangle")
    lesson, picture = table.picture_of({n: TILES[n] for n in range(9)}), table.picture_of({12: TILES[20], 20: TILES[9]})
    reader.learn(lesson.image, named(table, lesson))
    spaces = {space.spot: space for space in reader.read(picture.image).spaces}
    assert [spaces[spot].ways[0] for spot in named(table, picture)] == [
        (way, pytest.approx(1, abs=0.01)) for way in named(table, picture).values()
    ]


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
