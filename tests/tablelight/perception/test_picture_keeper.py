"""Every reading that counted keeps its picture, and nothing else does."""

from collections import namedtuple

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.perception.picture_keeper import LONG_PX, PictureKeeper, small
from tablelight.referee.inputs import CameraObservation, EnterEvent, NameDie, TakeBack
from tablelight.session.record import pictures
from tablelight.session.record.pictures import PictureFolder, is_jpeg
from vision.dice.readings import SeenDie

Usage = namedtuple("Usage", "total used free")


def photo(width=1280, height=720):
    noise = np.random.default_rng(1).integers(0, 255, (height // 8, width // 8, 3), np.uint8)
    return cv2.imencode(".jpg", cv2.resize(noise, (width, height)))[1].tobytes()


PHOTO = photo()


def die(kind, hue, at, status="ok"):
    return SeenDie(kind, status, hue, ((hue, 1.0),), (at, 50.0), (), (at, 50.0))


def roll(picture, *, unsure=False):
    """Nine dice that lie still, in picture number ``picture``."""
    dice = [die("d6", Hue[name], 400.0 * picture + 20 * n) for n, name in enumerate("RROG")]
    dice += [
        die("d12", Hue[name], 400.0 * picture + 200 + 20 * n) for n, name in enumerate(("R", "RO", "RO", "BP", "P"))
    ]
    if unsure:
        dice[0] = die("d6", Hue.R, 400.0 * picture, "ask")
    return CameraObservation("settled", tuple(dice), "", picture)


ROLLING = CameraObservation("rolling")


@pytest.fixture
def said():
    return []


@pytest.fixture
def keeper(table, tmp_path, said):
    table.archive.pictures = PictureFolder(tmp_path / "pictures")
    keeper = PictureKeeper(table.archive.pictures, lambda number: PHOTO, said.append)
    table.watch(keeper.saw)
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    yield keeper
    keeper.close()


def kept(table, keeper):
    keeper.close()  # what waits is kept first
    now = table.snapshot
    return table.archive.pictured(now.match_id, now.referee.match)


def test_a_roll_that_counts_keeps_its_picture_and_it_is_small(table, keeper):
    table.tell(ROLLING)
    table.tell(roll(7))
    assert len(table.snapshot.referee.match.log) == 1
    assert kept(table, keeper) == {0}
    picture = table.archive.picture(table.snapshot.match_id, table.snapshot.referee.match, 0)
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert max(image.shape) == LONG_PX and is_jpeg(picture) and len(picture) < len(PHOTO)


def test_a_roll_in_doubt_keeps_its_picture_once_it_counts(table, keeper):
    table.tell(ROLLING)
    table.tell(roll(7, unsure=True))
    assert table.snapshot.referee.doubt is not None and kept(table, keeper) == frozenset()
    table.tell(NameDie(0, Hue.R))
    assert len(table.snapshot.referee.match.log) == 1 and kept(table, keeper) == {0}


def test_what_was_tapped_or_taken_back_has_no_picture(table, keeper):
    for said in (EnterEvent("roll R R O G / R RO RO BP P"), EnterEvent("score R"), TakeBack()):
        table.tell(said)
    assert kept(table, keeper) == frozenset()


def test_switched_off_no_file_is_written(table, keeper, tmp_path):
    table.archive.pictures.most_bytes = 0
    table.tell(ROLLING)
    table.tell(roll(7))
    assert table.snapshot.referee.match.log and kept(table, keeper) == frozenset()
    assert not (tmp_path / "pictures").exists()


def test_a_disk_that_is_almost_full_keeps_none_and_says_so(table, keeper, said, monkeypatch):
    monkeypatch.setattr(pictures.shutil, "disk_usage", lambda _: Usage(1, 1, 1000))
    table.tell(ROLLING)
    table.tell(roll(7))
    assert kept(table, keeper) == frozenset()
    assert len(said) == 1 and "almost full" in said[0]


def test_a_disk_that_refuses_costs_the_game_nothing(table, keeper, said, tmp_path):
    (tmp_path / "pictures").write_text("no folder")
    table.tell(ROLLING)
    assert table.tell(roll(7))
    keeper.close()
    assert table.snapshot.referee.match.log and "cannot be kept" in said[0]


def test_all_pictures_together_stay_within_what_the_settings_allow(table, keeper):
    folder = table.archive.pictures
    folder.most_bytes = 1_000_000
    match = table.snapshot.referee.match.fork()
    match.add(match.parse("roll R R O G / R RO RO BP P"))
    for n in range(40):
        folder.keep(f"old{n}", 0, match.log[0], small(PHOTO))
    assert folder.size() > 1_000_000
    table.tell(ROLLING)
    table.tell(roll(7))
    assert kept(table, keeper) == {0} and folder.size() <= 1_000_000


def test_pictures_go_on_with_their_game_and_are_deleted_with_it(table, keeper):
    table.tell(ROLLING)
    table.tell(roll(7))
    first = table.snapshot.match_id
    assert kept(table, keeper) == {0}
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    table.go_on(first)
    fresh = table.snapshot.match_id
    assert fresh != first and kept(table, keeper) == {0} and not table.archive.has_pictures(first)
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    table.archive.delete(fresh)
    assert not table.archive.has_pictures(fresh)


def test_a_picture_that_cannot_be_read_leaves_the_next_ones_alone(table, keeper, monkeypatch):
    keeper._picture = lambda number: b"nothing" if number == 7 else PHOTO
    table.tell(ROLLING)
    table.tell(roll(7))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    table.tell(ROLLING)
    table.tell(roll(8))
    assert len(table.snapshot.referee.match.log) == 1 and kept(table, keeper) == {0}
