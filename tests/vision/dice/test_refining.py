"""What people answer refines what was taught: a little, within bounds, and never by what was only read."""

import json

import numpy as np
import pytest

from engine.components.hues import Hue
from vision.dice.hue_order import hues_of
from vision.dice.ink_ratios import expected_colours
from vision.dice.readings import SeenDie, TopAppearance
from vision.dice.taught import TaughtDice

WHITE = np.full(3, 0.6)
INKS = np.random.default_rng(3).uniform(0.1, 0.8, (12, 3))


def shown(taught, hue, other=1.0, glare=0.0, blown=False, candidates=None):
    """A cube whose top of this hue looks ``other`` times as blue as it was taught."""
    row = hues_of("d6").index(hue)
    own = expected_colours("d6", INKS, taught.kinds["d6"].ratios)[row] * [other, 1.0, 1.0]
    look = TopAppearance((own + glare) * WHITE, WHITE, INKS, np.full((12, 3), blown))
    return SeenDie("d6", "ask", None, candidates or ((hue, 0.6), (Hue.O, 0.4)), (0, 0), (), (0, 0), look)


def blue_of(taught, hue):
    return taught.kinds["d6"].ratios[hues_of("d6").index(hue)][0]


@pytest.mark.parametrize("other", [1.3, 0.75])
def test_an_answer_moves_a_hue_towards_what_was_seen(taught, other):
    refined = taught.refined([(shown(taught, Hue.B, other), Hue.B)])
    moved = blue_of(refined, Hue.B) - blue_of(taught, Hue.B)
    assert np.sign(moved) == np.sign(np.log(other)) and abs(moved) < 0.5 * abs(np.log(other))
    assert np.array_equal(refined.kinds["d6"].ratios[0], taught.kinds["d6"].ratios[0])


def test_a_hundred_answers_move_it_no_further_than_the_bound(taught):
    refined = taught
    for _ in range(100):
        refined = refined.refined([(shown(taught, Hue.B, 1.6), Hue.B)])
    assert 0.1 < blue_of(refined, Hue.B) - blue_of(taught, Hue.B) <= 0.2 + 1e-9


def test_an_answer_that_the_eyes_hold_impossible_teaches_nothing(taught):
    sure = shown(taught, Hue.B, 1.3, candidates=((Hue.G, 0.9), (Hue.P, 0.1)))
    assert taught.refined([(sure, Hue.B)]) is taught


def test_a_top_that_mirrors_a_lamp_or_an_ink_that_is_blown_out_teaches_nothing(taught):
    assert taught.refined([(shown(taught, Hue.P, glare=0.5), Hue.P)]) is taught
    assert taught.refined([(shown(taught, Hue.P, blown=True), Hue.P)]) is taught


def test_a_die_of_a_kind_that_was_never_taught_teaches_nothing(taught):
    cubes_unknown = TaughtDice(taught.mat, {"d12": taught.kinds["d12"]}, taught.lens)
    assert cubes_unknown.refined([(shown(taught, Hue.B, 1.3), Hue.B)]) is cubes_unknown


def test_answers_survive_the_file_and_go_on_from_there(taught, tmp_path):
    refined = taught.refined([(shown(taught, Hue.B, 1.3), Hue.B)])
    refined.save(tmp_path / "ours.json")
    again = TaughtDice.load(tmp_path / "ours.json")
    assert again.to_json() == refined.to_json() and again.kinds["d6"].answers.sum() == 1
    twice = again.refined([(shown(taught, Hue.B, 1.3), Hue.B)])
    assert blue_of(twice, Hue.B) > blue_of(refined, Hue.B)


@pytest.mark.parametrize(("version", "unheard_of"), [(1, ("refined", "mixtures")), (2, ("mixtures",))])
def test_files_from_before_answers_and_mixtures_counted_are_still_read(taught, tmp_path, version, unheard_of):
    data = taught.to_json() | {"version": version}
    for entry in data["kinds"].values():
        for name in unheard_of:
            del entry[name]
    (tmp_path / "old.json").write_text(json.dumps(data))
    old = TaughtDice.load(tmp_path / "old.json")
    assert np.allclose(old.kinds["d12"].ratios, taught.kinds["d12"].ratios, atol=1e-3)
