"""The picture of how far stated chances can be believed says what is there, and no more."""

import json
import shutil
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from tablelight.bench.reliability import StatedChance, believed, drawn, steps, worse
from tablelight.cli.main import app
from tests.support.dice_pictures import DATA, labels, picture
from vision.geometry.registration import Registrar


def dice(chance, right, wrong, ok=True):
    return [StatedChance(chance, True, ok)] * right + [StatedChance(chance, False, ok)] * wrong


def test_every_die_is_counted_in_one_step_certain_ones_too():
    many = [*dice(0.3, 1, 2), *dice(0.9, 8, 1), *dice(0.99, 5, 0), *dice(1.0, 40, 0)]
    found = steps(many)
    assert sum(step.count for step in found) == len(many) and sum(step.right for step in found) == 54
    assert all(step.low <= step.right / step.count <= step.high for step in found)


def test_the_fewer_dice_the_wider_the_bounds():
    (few,), (many,) = steps(dice(0.9, 9, 1)), steps(dice(0.9, 900, 100))
    assert few.high - few.low > 5 * (many.high - many.low)


def test_what_was_asked_about_is_no_silent_error():
    wrong, stated = believed([*dice(0.95, 95, 5), *dice(0.5, 0, 50, ok=False)])
    assert wrong == pytest.approx(0.05) and stated == pytest.approx(0.05)


def test_no_dice_at_all_are_drawn_as_none():
    assert believed([]) == (0.0, 0.0) and "0 of 0 dice" in drawn([], "nothing")


def test_worse_light_changes_colours_but_the_mat_is_still_found():
    image = picture("dev4-roll-06.jpg")
    spoiled = worse(image, np.random.default_rng(1))
    assert spoiled.shape == image.shape and spoiled.dtype == np.uint8
    assert np.abs(spoiled.astype(int) - image).mean() > 3
    assert Registrar().find(spoiled)[0] is not None


def test_the_command_draws_the_dice_of_a_folder(tmp_path):
    roll = [entry for entry in labels() if entry["image"] == "dev4-roll-06.jpg"]
    (tmp_path / "labels.json").write_text(json.dumps(roll))
    shutil.copy(DATA / "dev4-roll-06.jpg", tmp_path)
    svg = tmp_path / "reliability.svg"
    said = CliRunner().invoke(app, ["bench", "vision", str(tmp_path), "--untaught", "--reliability", str(svg)])
    assert said.exit_code == 0, said.output
    texts = [node.text for node in ElementTree.parse(svg).iter() if node.tag.endswith("text")]
    assert any(f"of {len(roll[0]['dice'])} dice taken for sure" in text for text in texts)
