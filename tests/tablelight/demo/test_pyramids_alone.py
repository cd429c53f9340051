"""Spectra at the simulated table: pyramids are drawn, exchanged and added, and the camera alone tells so."""

import pytest

from tablelight.demo.auto import play_alone


@pytest.mark.long
def test_the_first_turns_are_seen_and_nothing_is_typed_or_asked():
    played = play_alone("spectra_icehouse", "camera", seed=3, most_events=9)
    assert not played.silent and not played.typed and not played.asked
    assert played.events >= 9


@pytest.mark.slow
@pytest.mark.parametrize(("sensors", "lamp"), [("camera", "warm"), ("both", "tube"), ("camera", "daylight")])
def test_a_whole_game_ends_with_its_true_score(sensors, lamp):
    played = play_alone("spectra_icehouse", sensors, lamp, seed=5)
    assert played.over and played.score_true and not played.silent
