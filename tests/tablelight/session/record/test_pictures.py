"""Pictures beside the record: tied to what an entry says, bounded, and gone with their game."""

import os

import pytest

from engine.core.match import Match
from tablelight.session.record.pictures import MOST_BYTES, PictureFolder

JPEG = b"\xff\xd8\xff" + bytes(500) + b"\xff\xd9"
ROLL, OTHER = "roll R R O G / R RO RO BP P", "roll Y Y O G / R RO RO BP P"


def rolled(text=ROLL):
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    match.add(match.parse(text))
    return match


@pytest.fixture
def folder(tmp_path):
    return PictureFolder(tmp_path / "pictures")


def test_a_picture_is_kept_and_found_by_match_and_entry(folder):
    log = rolled().log
    folder.keep("abc", 0, log[0], JPEG)
    assert folder.picture("abc", 0, log[0]) == JPEG and folder.kept("abc", log) == {0}
    assert folder.picture("abd", 0, log[0]) is None and folder.kept("abd", log) == frozenset()


def test_no_picture_is_taken_for_one_of_another_roll_at_the_same_place(folder):
    """The record was restored from a copy, and another roll came where that one had been."""
    folder.keep("abc", 0, rolled().log[0], JPEG)
    other = rolled(OTHER).log
    assert folder.picture("abc", 0, other[0]) is None and folder.kept("abc", other) == frozenset()
    assert folder.kept("abc", []) == frozenset()


@pytest.mark.parametrize("content", [b"", JPEG[:300], bytes(500), JPEG + bytes(MOST_BYTES)])
def test_what_a_power_cut_left_half_written_is_no_picture(folder, content):
    entry = rolled().log[0]
    folder.keep("abc", 0, entry, content)
    assert folder.picture("abc", 0, entry) is None


def test_a_power_cut_before_the_picture_leaves_a_draft_that_is_nothing(folder):
    log = rolled().log
    folder.keep("abc", 0, log[0], JPEG)
    (file,) = (folder.folder / "abc").iterdir()
    file.rename(file.with_suffix(".draft"))
    assert folder.kept("abc", log) == frozenset()
    folder.keep("abc", 0, log[0], JPEG)
    assert folder.kept("abc", log) == {0} and folder.count("abc") == 1


def test_the_pictures_of_the_game_played_longest_ago_go_first_and_those_of_this_one_never(folder):
    entry = rolled().log[0]
    for age, match_id in enumerate(("now", "newer", "older")):
        folder.keep(match_id, 0, entry, JPEG)
        os.utime(folder.folder / match_id, (10_000 - age, 10_000 - age))
    os.utime(folder.folder / "now", (1, 1))
    folder.most_bytes = 3 * len(JPEG)
    assert folder.thin_out("now", len(JPEG)) == 2 * len(JPEG)
    assert {each.name for each in folder.folder.iterdir()} == {"now", "newer"}
    folder.most_bytes = 0
    assert folder.thin_out("now") == len(JPEG)


@pytest.mark.parametrize("match_id", ["..", "../record", "", "a/b", "a" * 60, "a\0"])
def test_no_id_leads_out_of_the_folder(folder, match_id, tmp_path):
    (tmp_path / "record").mkdir()
    entry = rolled().log[0]
    with pytest.raises(ValueError, match="no match's id"):
        folder.keep(match_id, 0, entry, JPEG)
    assert folder.picture(match_id, 0, entry) is None and folder.kept(match_id, [entry]) == frozenset()
    folder.forget(match_id)
    assert (tmp_path / "record").is_dir()


def test_only_the_owner_may_read_them(folder):
    folder.keep("abc", 0, rolled().log[0], JPEG)
    (file,) = (folder.folder / "abc").iterdir()
    assert file.stat().st_mode & 0o077 == 0
