"""Cubes of which two colours look alike are taught, and whoever taught them is told."""

import numpy as np
import pytest

from engine.components.hues import Hue
from vision.dice.alike import alike
from vision.dice.contours import DieShape
from vision.dice.hue_order import hues_of
from vision.dice.markerless.taught import MarkerlessDice, MarkerlessKind
from vision.dice.taught import TaughtDice, TaughtKind
from vision.photometry.light_note import LightNote
from vision.simulation.lamps import PAINT, linear

INKS = linear(np.array([PAINT[hue] for hue in Hue]))[:, ::-1].astype(float)


def cubes(ratios, light=True):
    note = LightNote((0.0, 0.0, 0.0), tuple(map(tuple, INKS))) if light else None
    return TaughtDice("a4", {"d6": TaughtKind(DieShape("d6", 16.0), ratios)}, None, note)


def test_cubes_in_the_colours_of_the_mat_look_unlike_each_other():
    assert alike(cubes(np.zeros((6, 3)))) == []


@pytest.mark.parametrize("light", [True, False])
def test_an_orange_cube_that_is_nearly_red_is_named_with_the_red_one(light):
    """In files of before the light was kept nothing is known of it, and nothing is said."""
    ratios = np.zeros((6, 3))
    red, orange = INKS[Hue.R], INKS[Hue.O]
    ratios[hues_of("d6").index(Hue.O)] = np.log((red * 1.02 + 0.02) / (orange + 0.02))
    assert alike(cubes(ratios, light)) == ([(Hue.R, Hue.O)] if light else [])


def test_pastel_cubes_are_told_apart_on_a_mat_and_not_without_one():
    inks = INKS[[int(hue) for hue in hues_of("d6")]]
    pastel = 0.6 * inks + 0.4
    alone = MarkerlessDice(None, np.ones(3), 1.0, np.ones(0), {"d6": MarkerlessKind(DieShape("d6", 16.0), pastel)})
    assert alike(cubes(np.log((pastel + 0.02) / (inks + 0.02)))) == []
    assert alike(alone)


def test_without_cubes_nothing_is_said():
    assert alike(TaughtDice("a4", {}, None, None)) == []
