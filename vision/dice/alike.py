"""Hues of taught cubes that look too much alike to be told apart."""

from dataclasses import replace

import numpy as np

from engine.components.hues import Hue
from engine.core.price import ENOUGH
from vision.dice.classifier import posterior_of
from vision.dice.hue_order import hues_of
from vision.dice.markerless.taught import MarkerlessDice
from vision.dice.taught import TaughtDice
from vision.photometry.colour_likelihood import TOP, fit


def alike(taught: TaughtDice | MarkerlessDice) -> list[tuple[Hue, Hue]]:
    """Pairs of hues of which even a cube that looks just as it was taught would be asked about where none of its sides
    is seen. Neighbours on a twelve-sided die are told apart by the faces around them."""
    colours = _colours(taught)
    if colours is None:
        return []
    # Without a mat nothing measures the light so well that a pale top would be seen more exactly than others.
    slack = replace(TOP, pale=1.0) if isinstance(taught, MarkerlessDice) else TOP
    chances = posterior_of(fit(colours, np.ones_like(colours), colours, slack)[0], 0.0)
    pairs = {tuple(sorted(map(int, row.argsort()[-2:]))) for row in chances if row.max() < ENOUGH}
    hues = hues_of("d6")
    return [(hues[one], hues[other]) for one, other in sorted(pairs)]


def _colours(taught: TaughtDice | MarkerlessDice) -> np.ndarray | None:
    """What the hues (6 x 3, parts of white) looked like when they were taught; None where nothing is known of it."""
    if "d6" not in taught.kinds:
        return None
    if isinstance(taught, MarkerlessDice):
        return taught.kinds["d6"].colours
    return taught.kinds["d6"].expected(np.array(taught.light.inks)) if taught.light else None
