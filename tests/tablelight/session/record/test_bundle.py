"""A game and its pictures in one file come back the same; no file from elsewhere harms the table."""

import io
import json
import zipfile
from hashlib import sha256
from random import Random

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.session.record import Record, RecordTrouble, bundle
from tablelight.session.record.bundle import Recording, packed, unpacked
from tablelight.session.record.pictures import PictureFolder
from tablelight.session.table import GameTable

JPEG = b"\xff\xd8\xff" + bytes(range(256)) * 40 + b"\xff\xd9"
ROLL = EnterEvent("roll R R O G / R RO RO BP P")


def table_in(folder):
    table = GameTable(lambda: Record.open(folder / "record.db"))
    table.archive.pictures = PictureFolder(folder / "pictures")
    return table


@pytest.fixture
def recording(tmp_path):
    """A game of two entries, the first with its picture, as a file."""
    (tmp_path / "here").mkdir()
    table = table_in(tmp_path / "here")
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    table.tell(ROLL)
    table.tell(EnterEvent("score RO"))
    now = table.snapshot
    table.archive.pictures.keep(now.match_id, 0, now.referee.match.log[0], JPEG)
    return table.archive.recording(now.match_id)


def zipped(files, how=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as file:
        for name, content in files:
            file.writestr(name, content)
    return out.getvalue()


def indexed(files):
    """A zip whose index tells the truth about these files."""
    hashes = {name: sha256(content).hexdigest() for name, content in files.items()}
    index = json.dumps({"tablelight": "recording", "format": 1, "files": hashes})
    return zipped([("index.json", index), *files.items()])


def test_a_game_and_its_pictures_come_back_the_same_at_another_table(recording, tmp_path):
    (tmp_path / "there").mkdir()
    other = table_in(tmp_path / "there")
    brought = other.archive.bring_in(recording)
    match = other.archive.match(brought.match_id)
    assert len(match.log) == 2 and other.archive.pictured(brought.match_id, match) == {0}
    assert other.archive.picture(brought.match_id, match, 0) == JPEG
    assert other.archive.recording(brought.match_id).count(b"pictures/000000.jpg") == 2
    assert other.archive.bring_in(recording).was_here


@pytest.mark.parametrize("most", [0, 5000])
def test_where_there_is_no_room_for_pictures_the_game_comes_without_them(recording, tmp_path, most):
    (tmp_path / "there").mkdir()
    other = table_in(tmp_path / "there")
    other.archive.pictures.most_bytes = most
    brought = other.archive.bring_in(recording)
    assert len(other.archive.match(brought.match_id).log) == 2 and not other.archive.has_pictures(brought.match_id)


def test_the_same_game_is_always_the_same_file():
    assert packed(Recording(b"x", {3: JPEG})) == packed(Recording(b"x", {3: JPEG}))


GAME = b'{"tablelight":"match"}\n'
HOSTILE = {
    "nothing": b"",
    "no zip": b"PK\x03\x04 and nothing more",
    "an empty zip": zipped([]),
    "no index": zipped([("game.jsonl", GAME)]),
    "an index that is none": zipped([("index.json", "[" * 100_000), ("game.jsonl", GAME)]),
    "a wrong hash": zipped(
        [
            ("index.json", json.dumps({"tablelight": "recording", "format": 1, "files": {"game.jsonl": "0" * 64}})),
            ("game.jsonl", GAME),
        ]
    ),
    "hashes that are none": zipped(
        [
            ("index.json", json.dumps({"tablelight": "recording", "format": 1, "files": {"game.jsonl": 5}})),
            ("game.jsonl", GAME),
        ]
    ),
    "a later format": zipped(
        [("index.json", json.dumps({"tablelight": "recording", "format": 2, "files": {}})), ("game.jsonl", GAME)]
    ),
    "a way out of the folder": indexed({"game.jsonl": GAME, "../../evil.jpg": JPEG}),
    "a way to the root": indexed({"game.jsonl": GAME, "/etc/evil.jpg": JPEG}),
    "a way out inside": indexed({"game.jsonl": GAME, "pictures/../../000001.jpg": JPEG}),
    "another kind of file": indexed({"game.jsonl": GAME, "pictures/000001.exe": JPEG}),
    "a picture that is none": indexed({"game.jsonl": GAME, "pictures/000001.jpg": b"<script>"}),
    "a picture that is too large": indexed({"game.jsonl": GAME, "pictures/000001.jpg": JPEG * 1000}),
    "a bomb": indexed({"game.jsonl": bytes(50_000_000)}),
    "a bomb for an index": zipped([("index.json", bytes(50_000_000)), ("game.jsonl", GAME)]),
    "too many files": indexed({"game.jsonl": GAME} | {f"pictures/{n:06}.jpg": b"" for n in range(1100)}),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_is_no_sound_recording_is_refused_in_a_sentence(content):
    with pytest.raises(RecordTrouble) as trouble:
        unpacked(content)
    assert "othing was added" in str(trouble.value)


def test_a_name_that_comes_twice_is_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zipped([("index.json", "{}"), ("game.jsonl", GAME), ("game.jsonl", GAME)])
    with pytest.raises(RecordTrouble):
        unpacked(twice)


def test_a_file_larger_than_allowed_is_not_even_looked_into(monkeypatch):
    monkeypatch.setattr(bundle, "MOST_BYTES", 10)
    with pytest.raises(RecordTrouble, match="too large"):
        unpacked(packed(Recording(GAME)))


def test_a_zip_that_says_it_is_small_is_read_no_further_than_its_bound():
    content = bytearray(indexed({"game.jsonl": bytes(5_000_000)}))
    for where in (content.find(b"game.jsonl"), content.rfind(b"game.jsonl")):
        content[where - 24 : where - 20] = (100).to_bytes(4, "little")
    with pytest.raises(RecordTrouble):
        unpacked(bytes(content))


def test_a_recording_with_any_byte_changed_is_refused_or_the_same(recording):
    whole, random = unpacked(recording), Random(5)
    for _ in range(300):
        changed = bytearray(recording)
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        try:
            assert unpacked(bytes(changed)) == whole
        except RecordTrouble:
            continue


def test_a_picture_of_no_entry_is_left_out(tmp_path, recording):
    (tmp_path / "there").mkdir()
    other = table_in(tmp_path / "there")
    game = unpacked(recording).game
    brought = other.archive.bring_in(packed(Recording(game, {0: JPEG, 999: JPEG})))
    assert other.archive.pictures.count(brought.match_id) == 1
