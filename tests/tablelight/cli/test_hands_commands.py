"""``tablelight board`` and ``tablelight bench link``."""

import json

import pytest
from typer.testing import CliRunner

from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.bench import link
from tablelight.cli.main import app

pytestmark = pytest.mark.long


def test_board_says_line_by_line_that_all_is_well():
    with SimulatedDevice() as device:
        answer = CliRunner().invoke(app, ["board", "--port", device.port, "--json"])
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert answer.exit_code == 0 and all(line["ok"] for line in lines)
    assert any("1.2.0" in line["sentence"] for line in lines)


def test_board_says_what_to_do_when_there_is_none(tmp_path):
    answer = CliRunner().invoke(app, ["board", "--port", str(tmp_path / "nothing"), "--map", "ring"])
    assert answer.exit_code == 1 and "is its cable plugged in" in answer.stdout


def test_the_link_bench_counts_faults_and_wrong_lights():
    figures = link._faults(20, None)
    assert figures["faults"] == 20 and figures["wrong_lights"] == 0 and figures["damaged_messages"] > 0


@pytest.mark.parametrize("port", ["x" * 300, "/dev/null", "/"])
def test_what_can_be_no_port_ends_in_a_sentence(port):
    answer = CliRunner().invoke(app, ["board", "--port", port, "--map", "ring"])
    assert answer.exit_code == 1 and isinstance(answer.exception, SystemExit) and "look" in answer.stdout


def test_a_seed_below_nothing_is_refused(tmp_path):
    answer = CliRunner().invoke(app, ["demo", "--seed", "-5", "--data", str(tmp_path)])
    assert answer.exit_code == 2 and "--seed" in answer.output


def test_benches_refuse_what_cannot_be_measured():
    assert CliRunner().invoke(app, ["bench", "road", "--rolls", "-3"]).exit_code == 2
    answer = CliRunner().invoke(app, ["bench", "watch", "--size", "1x1"])
    assert answer.exit_code == 1 and isinstance(answer.exception, SystemExit) and "no size" in answer.output
