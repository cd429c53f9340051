"""Random games for measurements: how they ended, as lines and as JSON."""

import json

import pytest
from typer.testing import CliRunner

from tablelight.cli.main import app


def bench(*words):
    done = CliRunner().invoke(app, ["bench", "games", *words])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_json_tells_of_every_kind_of_game_how_many_ended_by_which_rule():
    lines = [json.loads(line) for line in bench("--game", "spectrum_poker", "--count", "4", "--json")]
    assert [line["games"] for line in lines] == [2, 2]
    for line in lines:
        assert len(line["lengths"]) == 2 and line["endless"] == 0 and line["seconds"] > 0
        assert sum(line["winners"].values()) == sum(line["ends"].values()) == 2


def test_a_line_tells_the_same_to_people():
    (first, second) = bench("--game", "spectrum_solitaire", "--count", "2")
    assert "1 by SS-END-01" in first and "a second" in second


@pytest.mark.parametrize("seed", ["0", "5"])
def test_a_seed_plays_the_same_games(seed):
    words = ("--game", "spectrangle", "--count", "2", "--seed", seed, "--json")
    again = [[json.loads(line)["lengths"] for line in bench(*words)] for _ in range(2)]
    assert again[0] == again[1]


def test_a_game_that_nobody_knows_is_said():
    answer = CliRunner().invoke(app, ["bench", "games", "--game", "chess"])
    assert answer.exit_code == 1 and "there are roll_and_color" in answer.output
