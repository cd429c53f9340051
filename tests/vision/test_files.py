"""A small file is there whole or as it was, whatever happens while it is written."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from vision.files import OWNER, write_json, write_whole


def test_a_file_is_written_where_there_is_no_folder_yet(tmp_path):
    write_whole(tmp_path / "new" / "file.txt", b"words")
    assert (tmp_path / "new" / "file.txt").read_bytes() == b"words"
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["file.txt"]


def test_what_a_stopped_program_left_behind_is_no_hindrance(tmp_path):
    (tmp_path / "file.txt.draft").write_bytes(b"half a wo")
    write_whole(tmp_path / "file.txt", b"words")
    assert [file.name for file in tmp_path.iterdir()] == ["file.txt"]


def test_a_secret_is_its_owners_alone_from_the_start(tmp_path):
    write_json(tmp_path / "secret.json", {"code": 1}, OWNER)
    assert (tmp_path / "secret.json").stat().st_mode & 0o777 == 0o600
    assert json.loads((tmp_path / "secret.json").read_text()) == {"code": 1}


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step):
    write_whole(tmp_path / "file.txt", b"old")

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full) if step == "fsync" else monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "file.txt", b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("file.txt", b"old")]


def test_phones_that_save_at_once_leave_one_of_their_files_whole(tmp_path):
    contents = [bytes([65 + n]) * 100_000 for n in range(8)]
    with ThreadPoolExecutor(8) as phones:
        list(phones.map(lambda content: write_whole(tmp_path / "file.txt", content), contents * 3))
    assert (tmp_path / "file.txt").read_bytes() in contents
    assert len(list(tmp_path.iterdir())) == 1
