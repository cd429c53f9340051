"""Files of what was taught, and labels, come from anywhere: whatever stands in them ends in a sentence."""

import json
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from engine.components.hues import Hue
from tests.support.commands import run
from vision.dice.contours import DieShape
from vision.dice.hue_order import hues_of
from vision.dice.ink_ratios import TERMS
from vision.dice.markerless.backdrop import CELLS
from vision.dice.markerless.camera_pose import CameraPose
from vision.dice.markerless.taught import MarkerlessDice, MarkerlessKind, taught_from
from vision.dice.taught import TaughtDice, TaughtKind
from vision.errors import TaughtFileError
from vision.files import bytes_of, read_json
from vision.photometry.light_note import LightNote

INF, HUGE, DEEP = float("inf"), int("9" * 400), object()
ODD = [HUGE, -HUGE, INF, -INF, float("nan"), 1e300, 1e-300, 0, -1, True, None, "x" * 300_000, "", [], {}, [[]], DEEP]


def mat_dice():
    """Dice taught on a mat, with everything that a file can hold."""
    kinds = {}
    for kind, size in (("d6", 16.0), ("d12", 20.0)):
        count = len(hues_of(kind))
        moved = np.full((count, 3), 0.01)
        ring = np.arange(count)
        answers = np.ones(count, int)
        mixtures = {0: np.full(TERMS, 0.1, np.float32)}
        kinds[kind] = TaughtKind(DieShape(kind, size), np.full((count, 3), 0.1), ring, moved, answers, mixtures)
    light = LightNote((0.5, 0.5, 0.5), ((0.2, 0.3, 0.4),) * 12)
    return TaughtDice("a4", kinds, (0.9, 0.01), light)


def bare_dice():
    """Dice taught without one."""
    kinds = {
        kind: MarkerlessKind(DieShape(kind, 16.0), np.full((len(hues_of(kind)), 3), 0.4), np.arange(len(hues_of(kind))))
        for kind in ("d6", "d12")
    }
    return MarkerlessDice(CameraPose(0.002), np.full(3, 0.3), 0.8, np.full((CELLS[1], CELLS[0], 3), 0.3), kinds)


def places(data, way=()):
    """The way to every value in plain data."""
    if way:
        yield way
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from places(data[key], (*way, key))


def changed(data, way, value):
    data = deepcopy(data)
    inner = data
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return data


def written(data):
    """As JSON; what no JSON writer writes stands for itself."""
    return json.dumps(data, default=lambda _: "DEEP").replace('"DEEP"', "[" * 100_000).encode()


@pytest.mark.parametrize("taught", [mat_dice(), bare_dice()], ids=["on a mat", "without"])
def test_what_was_taught_is_whole_or_refused_in_a_sentence_whatever_stands_where_a_value_stood(taught):
    plain = taught.to_json()
    assert taught_from(written(plain)).to_json() == plain
    random, ways = Random(4), list(places(plain))
    refused = 0
    for _ in range(600):
        content = written(changed(plain, random.choice(ways), random.choice(ODD)))
        try:
            sane(taught_from(content).to_json())
        except TaughtFileError as why:
            assert str(why).endswith(".") and len(str(why)) < 200
            refused += 1
    assert refused > 300


def sane(plain):
    """Every number that was taken can be counted with."""
    numbers = [value for way in places(plain) if isinstance(value := reached(plain, way), (int, float))]
    assert np.isfinite(np.exp(np.array(numbers, float) / 2)).all()


def reached(data, way):
    for key in way:
        data = data[key]
    return data


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": ' * 100_000, b"9" * 400, b"1e400"])
def test_plain_values_are_read_or_a_value_error_says_why(content):
    with pytest.raises(ValueError):
        read_json(content)


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path):
    with (tmp_path / "long").open("wb") as out:
        out.truncate(10**12)
    with pytest.raises(OSError, match="more than 1,000 bytes"):
        bytes_of(tmp_path / "long", 1000)


DIE = {"kind": "d6", "top": "red", "top_center_px": [3, 4]}
CARD = {"colour": "red", "number": 3, "corners_px": [[0, 0], [9, 0], [9, 9], [0, 9]]}
ENTRY = {"image": "p.png", "kind": "teach", "dice": [DIE], "cards": [CARD], "die_size_mm": {"d6": 16.0}}


@pytest.mark.parametrize("what", ["dice", "cards"])
def test_labels_that_make_no_sense_are_said_with_the_picture_they_are_about(tmp_path, what):
    (tmp_path / "p.png").write_bytes(b"no picture")
    labels = tmp_path / "labels.json"
    ways = [(0,), *((0, *way) for way in places(ENTRY))]
    tried = [(way, value) for way in ways for value in (HUGE, INF, "x" * 300_000, [], {}, None, DEEP, 3)]
    for way, value in Random(2).sample(tried, 60):
        labels.write_bytes(written(changed([ENTRY], way, value)))
        answer = run("teach", what, "--table", "t", "--labels", str(labels), str(tmp_path / "p.png"), data=tmp_path)
        assert answer.exit_code == 1 and isinstance(answer.exception, SystemExit), (way, str(value)[:20])
        assert answer.output.strip().endswith(".") and len(answer.output) < 800, (way, str(value)[:20])


def test_a_name_that_is_none_is_not_written_out_in_full():
    with pytest.raises(ValueError) as why:
        Hue.parse("x" * 300_000)
    assert len(str(why.value)) < 300
