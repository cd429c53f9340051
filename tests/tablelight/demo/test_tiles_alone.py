"""Spectrangle at the simulated table: which tile was laid where, and how, is seen by the camera alone."""

import pytest

from tablelight.demo.auto import play_alone


@pytest.mark.slow
def test_the_first_tiles_of_a_game_are_seen_and_only_what_comes_out_of_the_bag_is_typed():
    played = play_alone("spectrangle", "camera", seed=2, most_events=16)
    assert not played.silent and set(played.typed) <= {"draw"} and not played.as_values()["questions"]
    assert played.events > sum(played.typed.values()), "some tiles were laid"


@pytest.mark.slow
@pytest.mark.parametrize(("sensors", "lamp"), [("camera", "warm"), ("both", "dim"), ("camera", "daylight")])
def test_a_whole_game_ends_with_its_true_score(sensors, lamp):
    played = play_alone("spectrangle", sensors, lamp, seed=5)
    assert played.over and played.score_true and not played.silent
