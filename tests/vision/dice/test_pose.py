"""A leaning die is never taken for a flat one."""

import numpy as np
import pytest

from engine.components.hues import Hue
from vision.dice.pose import DiePose, doubt_of
from vision.simulation import RestingDie, SimulatedCamera, SimulatedTable

SIZE = (1280, 720)


def spread_out(rng, leaning):
    """Nine dice on a grid, every second one leaning by that many radians, turned and showing by chance."""
    rests = []
    for k in range(9):
        kind = "d6" if k % 3 == 0 else "d12"
        top = Hue(2 * int(rng.integers(6))) if kind == "d6" else Hue(int(rng.integers(12)))
        x, y = 80 + 68 * (k % 3), 65 + 38 * (k // 3)
        lean = leaning if (k + k // 3) % 2 == 0 else 0.0
        rests.append(RestingDie(k, kind, top, x, y, float(rng.uniform(0, 2 * np.pi)), lean))
    return rests


@pytest.mark.parametrize(("lamp", "leaning"), [("daylight", 0.45), ("warm", 0.55), ("window", 0.4), ("tube", 0.5)])
def test_leaning_cubes_and_dodecahedra_are_not_ok_and_the_flat_ones_beside_them_are_read(taught_eyes, lamp, leaning):
    rng = np.random.default_rng(len(lamp))
    rests = spread_out(rng, leaning)
    table = SimulatedTable(seed=3)
    table.place_dice(rests)
    camera = SimulatedCamera(table, size=SIZE, lamp=lamp)
    reading = taught_eyes.read(camera.read(1.0))
    read = 0
    for die in reading.dice:
        at = die.mat_xy_mm
        rest = min(rests, key=lambda r: np.hypot(r.x - at[0], r.y - at[1]))
        if rest.lean:
            assert die.status != "ok", f"{rest.kind} {rest.top.title}"
        elif die.status == "ok":
            assert die.top == rest.top
            read += 1
    flat = sum(not rest.lean for rest in rests)
    assert read >= flat - 1


def test_the_dice_of_a_whole_roll_on_paper_are_all_read(taught_eyes):
    for seed in (2, 6):
        table = SimulatedTable(seed=seed)
        table.roll(0.0)
        now = table.busy_until() + 1
        reading = taught_eyes.read(SimulatedCamera(table, size=SIZE).read(now))
        assert sorted(die.top for die in reading.dice if die.top is not None) == sorted(table.truth(now).tops.values())


def test_dice_of_a_make_that_looks_as_if_it_stood_on_another_are_doubted_less_and_leaning_ones_as_before():
    usual, odd = DiePose(0.997, 0.002, 0.0, 0.001, 0.0), DiePose(0.8, 0.0, 0.01, 0.18, 0.01)
    assert doubt_of([usual] * 6, "d6") == 0
    doubt = doubt_of([usual, odd, odd, odd], "d6")
    assert doubt == pytest.approx(3.5, abs=0.1), "the median, so that one picture decides nothing"
    assert odd.beside(doubt).d6 > 0.95 and odd.beside(0.0).d6 == pytest.approx(0.8)
    leans = DiePose(0.25, 0.0, 0.75, 0.0, 0.0)
    assert leans.beside(doubt) == leans
