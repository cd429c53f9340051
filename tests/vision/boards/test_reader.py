"""Pieces on a printed board, read from drawn pictures."""

import numpy as np
import pytest

from engine.inference.observation import SOMEBODY
from tablelight.setup.board_plans import plan_of
from tests.support.board_pictures import board_picture, spectrum_plan
from vision.boards.pieces import PieceColour, PieceSet
from vision.boards.reader import BoardReader
from vision.simulation.piece_bodies import PieceShape
from vision.training.families.pieces import InventedBoard, piece_families_of

SHOWN = {"R1": 0, "Y4": 1, "B2": 2, "G7": 3}
POSITION = {"R9": 0, "R8": 1, "O3": 2, "O4": 0, "Y1": 1, "B6": 1, "P5": 3, "RO1": 0}


@pytest.fixture(scope="module")
def reader():
    reader = BoardReader(spectrum_plan())
    reader.learn(board_picture(SHOWN), SHOWN)
    return reader


@pytest.mark.parametrize("lamp", ["daylight", "warm", "dim"])
def test_every_piece_is_on_its_space_and_its_owner_is_told_under_other_lamps(reader, lamp):
    reading = reader.read(board_picture(POSITION, lamp=lamp))
    assert reading.occupied == POSITION
    assert not reading.unclear and not reading.troubles


def test_an_empty_board_is_empty(reader):
    assert not reader.read(board_picture({})).occupied


def test_the_foot_tells_the_space_where_a_camera_from_the_side_sees_the_top_over_the_next_one():
    reader, tall = BoardReader(spectrum_plan()), PieceShape("cylinder", 6.0, 36.0)
    reader.learn(board_picture(SHOWN, tilt=38, shape=tall), SHOWN)
    hidden = {"R9": 0, "R8": 1}
    apart = {spot: owner for spot, owner in POSITION.items() if spot not in hidden}
    assert reader.read(board_picture(apart, tilt=38, shape=tall)).occupied == apart
    reading = reader.read(board_picture(hidden, tilt=38, shape=tall))
    assert reading.occupied == {"R9": 0} and set(reading.unclear) == {"R8"}, "a foot that is hidden is not guessed at"


@pytest.mark.parametrize("column", [("R6", "R7", "R8", "R9"), ("G3", "G4", "G5")])
def test_a_space_that_pieces_in_front_of_it_hide_is_not_said_to_be_free(column):
    """From the side a column of tall pieces is one wall: what stands behind the first is not told, nor passed over."""
    tall, standing = PieceShape("cylinder", 8.0, 42.0), dict.fromkeys(column, 0)
    reader = BoardReader(spectrum_plan())
    reader.learn(board_picture(SHOWN, tilt=50, shape=tall), SHOWN)
    spaces = reader.read(board_picture(standing, tilt=50, shape=tall)).spaces
    assert not {space.spot for space in spaces if space.status == "empty"} & set(column)
    unclear = {space.spot for space in spaces if space.status == "unclear"}
    assert unclear <= {f"{column[0][0]}{n}" for n in range(1, 10)}, "no other space waits for an answer"


def test_once_everybodys_pieces_were_seen_one_in_odd_light_is_somebodys_of_them():
    """Nobody else plays: a tint between what others would have and what is known is not asked about."""
    pieces = PieceSet(colours={0: PieceColour(-1.0, (0.0, 0.0), 0.1), 1: PieceColour(-1.0, (1.5, 0.0), 0.1)})
    odd, foreign = np.array([[-1.0, -0.62, 0.0]]), np.array([[-1.0, -1.2, 0.0]])
    assert pieces.owners(odd)[0][1] < 0.6 and pieces.owners(odd, seats=3)[0][1] < 0.6
    assert pieces.owners(odd, seats=2)[0] == (0, pytest.approx(0.95, abs=0.05))
    assert pieces.owners(foreign, seats=2)[0][0] == SOMEBODY, "what no piece of theirs looks like is none"


def test_a_piece_put_down_carelessly_is_still_on_its_space(reader):
    assert reader.read(board_picture(POSITION, off=(3.0, -3.0))).occupied == POSITION


def test_whose_a_piece_is_stays_open_until_one_of_them_was_seen():
    reader = BoardReader(spectrum_plan())
    assert set(reader.read(board_picture(POSITION)).occupied.values()) == {SOMEBODY}
    reader.learn(board_picture({"Y4": 1, "R1": 0}), {"Y4": 1, "R1": 0})
    whose = reader.read(board_picture(POSITION)).occupied
    assert whose["P5"] == SOMEBODY, "of the green ones none was seen"
    assert whose["B6"] == 1 and whose["R9"] == 0


def test_a_hand_over_the_board_is_said(reader):
    assert [trouble.code for trouble in reader.read(board_picture(POSITION, hand="P5")).troubles] == ["hand"]


def test_without_a_board_nothing_is_read_and_it_says_why(reader):
    reading = reader.read(np.full((720, 960, 3), 120, np.uint8))
    assert not reading.registered and not reading.spaces
    assert "board" in reading.troubles[0].message


def test_coins_on_cards_are_read_whatever_cards_lie_there():
    """The coins of SIXCHEX, on cards laid by hand."""
    family = next(family for family in piece_families_of("learned") if family.profile == "disc")
    table = InventedBoard(family, 3, plan_of("sixchex"))
    reader, lesson, names = BoardReader(table.plan), table.lesson(), [space.name for space in table.plan.spaces]
    reader.learn(lesson.image, {names[n]: owner for n, owner in lesson.standing.items()})
    picture = table.picture()
    assert reader.read(picture.image).occupied == {names[n]: owner for n, owner in picture.standing.items()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_boards_of_judging_families_are_read_and_nothing_is_silently_wrong(seed):
    """The bars that ``tablelight bench boards`` measures, on a few tables."""
    families = piece_families_of("judged")
    table = InventedBoard(families[seed % len(families)], seed, spectrum_plan())
    reader, lesson = BoardReader(table.plan), table.lesson()
    reader.learn(lesson.image, {table.plan.spaces[n].name: owner for n, owner in lesson.standing.items()})
    for _ in range(4):
        picture = table.picture()
        reading = reader.read(picture.image)
        if reading.troubles:
            continue
        for n, space in enumerate(reading.spaces):
            if n not in picture.touched and space.status != "unclear":
                assert (space.status == "piece") == (n in picture.standing)
                assert space.owner in (picture.standing.get(n, SOMEBODY), SOMEBODY)
