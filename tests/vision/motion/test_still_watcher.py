"""Cards are read when the table has changed and lies still, and only then."""

import numpy as np
import pytest

from tests.support.flicker import banded
from vision.camera.frames import Frame
from vision.cards.readings import CardReading
from vision.motion.still_watcher import SMALL, StillWatcher


class Counting:
    def __init__(self) -> None:
        self.reads = 0

    def read(self, image: np.ndarray) -> CardReading:
        self.reads += 1
        return CardReading(registered=True)


def table(card_at: int | None = None, bright: int = 0) -> np.ndarray:
    picture = np.full((360, 640, 3), 90 + bright, np.uint8)
    if card_at is not None:
        picture[100:188, card_at : card_at + 63] = 220
    return picture


def watch(pictures: list[np.ndarray]) -> tuple[list[str], int]:
    reader = Counting()
    watcher = StillWatcher(reader)
    events = [e.event for k, image in enumerate(pictures) for e in watcher.see(Frame(image, k / 30, k))]
    return events, reader.reads


def test_the_table_is_read_once_when_it_is_first_quiet() -> None:
    assert watch([table()] * 60) == (["settled"], 1)


def test_a_card_being_laid_is_read_once_after_it_lies_still() -> None:
    laid = [table()] * 20 + [table(x) for x in range(0, 300, 20)] + [table(300)] * 30
    assert watch(laid) == (["settled", "moving", "settled"], 2)


def test_what_moves_again_while_it_is_read_early_is_read_anew() -> None:
    paused = [table()] * 20 + [table(20)] * 12 + [table(x) for x in range(40, 300, 20)] + [table(300)] * 30
    assert watch(paused) == (["settled", "moving", "settled"], 3)


def test_nothing_is_read_while_something_moves() -> None:
    assert watch([table(x % 400) for x in range(0, 3000, 30)]) == (["moving"], 0)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("depth", [0.05, 0.1, 0.2])
def test_bands_of_a_flickering_lamp_are_no_cards_being_laid_and_hide_none(depth: float, axis: int) -> None:
    laid = [table()] * 30 + [table(x) for x in range(0, 300, 20)] + [table(300)] * 30
    lit = [banded(Frame(image, 0.0, k), depth, 2.0, axis).image for k, image in enumerate(laid)]
    assert watch(lit) == watch(laid)


def test_a_lamp_that_dims_evenly_is_no_reason_to_read_again() -> None:
    assert watch([table(100)] * 20 + [table(100, -6)] * 40)[1] == 1


def test_what_has_not_changed_is_read_again_when_asked() -> None:
    reader = Counting()
    watcher = StillWatcher(reader)
    told = []
    for k in range(60):
        if k == 30:
            watcher.read_again()
        told += watcher.see(Frame(table(100), k / 30, k))
    assert ([each.event for each in told], reader.reads) == (["settled", "settled"], 2)


def test_pieces_are_read_a_tenth_of_a_second_after_they_stand_still() -> None:
    watcher = StillWatcher(Counting(), SMALL)
    moves = [table()] * 20 + [table(x) for x in range(0, 300, 20)] + [table(300)] * 30
    events = [(k - 35, e.event) for k, image in enumerate(moves) for e in watcher.see(Frame(image, k / 30, k))]
    assert [event for _, event in events] == ["settled", "moving", "settled"]
    assert events[-1][0] <= 4  # frames of a thirtieth of a second


def test_something_that_moves_is_said_until_it_has_been_read() -> None:
    watcher = StillWatcher(Counting(), SMALL)
    said = []
    for k, image in enumerate([table()] * 20 + [table(100)] * 20):
        watcher.see(Frame(image, k / 30, k))
        said.append(watcher.in_motion)
    assert not any(said[:20]) and all(said[20:23]) and not any(said[24:])


def test_what_changes_where_nothing_counts_is_no_motion_and_beside_it_is() -> None:
    watcher = StillWatcher(Counting(), SMALL)
    watcher.overlook([((330.0, 144.0), 60.0)], (640, 360))
    pictures = [table()] * 9 + [table(300), table()] * 9
    assert [e.event for k, image in enumerate(pictures) for e in watcher.see(Frame(image, k / 30, k))] == ["settled"]
    assert [e.event for e in watcher.see(Frame(table(100), 1.0, 99))] == ["moving"]


def test_pictures_that_are_taken_instead_are_read_at_once_where_nothing_moves_in_them() -> None:
    reader, taken = Counting(), [(), (table(100), table(200)), (table(200),), (table(100),)]
    watcher = StillWatcher(reader, SMALL, lambda image: taken.pop(0))
    events = [e for k in range(9) for e in watcher.see(Frame(table(100), k / 30, k))]
    assert [(e.event, e.frame) for e in events] == [("settled", 3)] and reader.reads == 1
    assert events[0].picture is not None and events[0].picture[120, 120, 0] == 220
