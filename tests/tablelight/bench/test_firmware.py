"""``tablelight bench firmware``: what is measured and what is modelled from it."""

import json

import pytest
from typer.testing import CliRunner

from firmware_bridge.simulated.board import find_micropython
from tablelight.bench.firmware import modelled
from tablelight.cli.main import app

HERE = {
    "frame": 30.0,
    "delta": 20.0,
    "idle": 4.0,
    "scan": 10.0,
    "step": 5.0,
    "vipers_of_frame": 6.0,
    "vipers_of_delta": 5.0,
    "vipers_of_step": 4.0,
    "viper_unstuff": 4.0,
    "plain_unstuff": 50.0,
    "crc": 2.0,
    "settle_us": 360,
    "used_bytes": 36_000,
    "litter_bytes": 1_000,
    "word_bytes": 8,
    "frame_bytes": 448,
    "delta_bytes": 128,
}


def test_each_kind_of_code_is_scaled_by_its_own_yardstick():
    figures = modelled(HERE)
    assert figures["ratio_plain"] == 200 and figures["ratio_viper"] == 100
    whole = figures["parts"][0]
    # 22 us of plain code, 6 us of viper, 0.09 ms to check, 448 bytes to read.
    assert whole["rp2040_ms"] == pytest.approx(22 * 0.2 + 6 * 0.1 + 0.09 + 0.896, abs=0.01)
    # A round of 4 us, 1 us of plain code and 4 us of viper for the strip, 60 us to set the DMA going.
    assert figures["parts"][2]["rp2040_ms"] == pytest.approx(4 * 0.2 + 1 * 0.2 + 4 * 0.1 + 0.06, abs=0.01)
    assert figures["memory_bytes"] == 18_000  # half of what 64 bits need


def test_what_is_left_is_what_no_part_takes():
    figures = modelled(HERE)
    taken = sum(row["percent"] for row in figures["parts"] if row["part"] != "12 changed lights")
    assert figures["left_percent_whole_frames"] == round(100 - taken - figures["tidying_percent"])


@pytest.mark.skipif(not find_micropython(), reason="no MicroPython here: set TABLELIGHT_MICROPYTHON")
def test_the_firmware_is_measured_on_micropython():
    answer = CliRunner().invoke(app, ["bench", "firmware", "--json"])
    figures = json.loads(answer.stdout)
    assert answer.exit_code == 0 and len(figures["parts"]) == 4
    assert figures["memory_bytes"] < figures["heap_bytes"] / 2


def test_without_micropython_it_says_what_to_install(monkeypatch):
    monkeypatch.delenv("TABLELIGHT_MICROPYTHON", raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    answer = CliRunner().invoke(app, ["bench", "firmware"])
    assert answer.exit_code == 1 and "install the package" in answer.stderr
