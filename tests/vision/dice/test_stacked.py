"""A die that stands on another is not read: the players are asked to take it down."""

import numpy as np
import pytest

from engine.components.hues import Hue
from vision.simulation import RestingDie, SimulatedCamera, SimulatedTable
from vision.simulation.solids import SIZE_MM

SIZE = (1280, 720)


@pytest.mark.parametrize("lower", ["d6", "d12"])
@pytest.mark.parametrize("upper", ["d6", "d12"])
@pytest.mark.parametrize(("lamp", "yaw"), [("daylight", 0.3), ("warm", 0.9), ("tube", 2.0)])
def test_a_die_on_another_is_said_to_be_stacked_and_only_the_ones_beside_are_read(taught_eyes, lower, upper, lamp, yaw):
    beside = (190.0, 110.0)
    table = SimulatedTable(seed=3)
    table.place_dice(
        [
            RestingDie(0, lower, Hue.O, 120.0, 90.0, yaw),
            RestingDie(1, upper, Hue.R, 121.5, 89.0, yaw + 0.5, above=SIZE_MM[lower]),
            RestingDie(2, upper, Hue.R, *beside, yaw),
        ]
    )
    reading = taught_eyes.read(SimulatedCamera(table, size=SIZE, lamp=lamp).read(1.0))
    said = next(trouble.message for trouble in reading.troubles if trouble.code == "stacked")
    assert "take it down" in said
    ok = [die for die in reading.dice if die.status == "ok"]
    assert [die.top for die in ok] == [Hue.R]
    assert np.hypot(*(np.subtract(ok[0].mat_xy_mm, beside))) < 5


def test_dice_that_lie_flat_and_close_together_are_not_said_to_be_stacked(taught_eyes):
    table = SimulatedTable(seed=3)
    places = [(110, 90), (127.5, 91), (180, 100), (199.5, 101)]
    table.place_dice([RestingDie(k, "d6" if k < 2 else "d12", Hue.R, x, y, 0.0) for k, (x, y) in enumerate(places)])
    reading = taught_eyes.read(SimulatedCamera(table, size=SIZE).read(1.0))
    assert "stacked" not in [trouble.code for trouble in reading.troubles]
    assert len(reading.dice) == 4
