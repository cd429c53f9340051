"""Dice that have other colours than their names are told beside mixtures of the mat's inks."""

import numpy as np
import pytest

from engine.components.hues import Hue
from vision.dice.hue_order import hues_of
from vision.dice.ink_ratios import TopShown, expected_colours, ratios_of
from vision.photometry.colour_likelihood import TOP, fit
from vision.training.cards.tables import HUES
from vision.training.spectra import lamp, press, sensor

SHIFTED = (Hue.O, Hue.OY, Hue.YG, Hue.GB, Hue.BP, Hue.PR)
"""What cubes look like that are called red, orange, yellow, green, blue and purple."""
WHITE = np.full(3, 0.6)


class Room:
    """Inks (12 x 3) and paints (6 x 3) as one camera sees them, parts of white, by daylight and by a lamp of a kind."""

    def __init__(self, seed, kind, paints):
        rng = np.random.default_rng(seed)
        for_mat, for_dice, eye = press(rng), press(rng), sensor(rng)
        inks = np.array([for_mat.ink(np.array(rgb) / 255) for rgb in HUES])
        dyes = np.array([for_dice.ink(np.clip(rgb, 0, 255) / 255) for rgb in paints])
        both = self._powers(rng, kind)
        self.inks, self.paints = ([self._seen(eye, what, power) for power in both] for what in (inks, dyes))

    @staticmethod
    def _powers(rng, kind):
        return lamp(rng, "daylight"), lamp(rng, kind)

    @staticmethod
    def _seen(eye, what, power):
        raw = eye.raw(what, power) / eye.raw(np.ones(31), power)
        return np.clip(raw @ eye.matrix.T, 0, 1)[:, ::-1]

    def taught(self):
        shown = [
            TopShown(c * WHITE, WHITE, self.inks[0], int(h)) for c, h in zip(self.paints[0], hues_of("d6"), strict=True)
        ]
        return ratios_of(dict(enumerate(shown)))


def costs_under_the_lamp(room):
    """How badly every paint agrees with every taught hue under the other lamp: 6 x 6."""
    ratios, mixtures = room.taught()
    expected = expected_colours("d6", room.inks[1], ratios, mixtures)
    return fit(room.paints[1] * WHITE, np.tile(WHITE, (6, 1)), expected, TOP)[0]


@pytest.mark.parametrize("kind", ["tungsten", "warm-led", "tube"])
def test_dice_two_steps_from_their_names_are_known_again_under_another_lamp(kind):
    costs = np.array([costs_under_the_lamp(Room(seed, kind, np.array(HUES)[list(SHIFTED)])) for seed in range(3)])
    assert (costs.argmin(-1) == np.arange(6)).all()
    assert np.median(costs.diagonal(axis1=1, axis2=2)) < 2


def test_pale_dice_are_pale_and_mirror_no_lamp():
    pale = 255 - (255 - np.array(HUES)[::2]) * 0.4
    room = Room(0, "warm-led", pale)
    _, mixtures = room.taught()
    assert set(mixtures) == set(range(6))
    assert (costs_under_the_lamp(room).argmin(-1) == np.arange(6)).all()


def test_dice_in_the_colours_of_their_names_are_told_beside_these_inks_even_where_one_mirrors_a_lamp():
    room = Room(0, "tungsten", HUES[::2])
    room.paints[0] += np.array([[0.0], [0.0], [0.15], [0.0], [0.0], [0.0]])
    ratios, mixtures = room.taught()
    assert not mixtures and ratios.shape == (6, 3)
