"""Pyramids of a simulated table: each on some place of its yard, where a hand has put it, and how it is drawn there."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.components.lights import Spot
from engine.games.spectra_icehouse.sheet import parts
from engine.inference.held import Held
from tablelight.setup.yards_plan import pyramid_inks
from vision.boards.pyramid_silhouettes import SIZES
from vision.simulation.lamps import linear
from vision.simulation.piece_bodies import PYRAMID, PieceShape, StandingPiece

LYING = " lying"
"""Behind the name of one that has fallen over."""
_SLOPPY_MM, _MOST_MM, _TURNED = 2.0, 5.0, 0.15  # by hand: how far from its middle, and how far turned
_GLOSS = 0.3
_SHAPES = {size: PieceShape(PYRAMID, wide / float(np.sqrt(2)), high, _GLOSS) for size, (wide, high) in SIZES.items()}


def arranged(there: Mapping[Spot, Held], state: Any, rng: np.random.Generator) -> dict[Spot, Held]:
    """Where pyramids stand once each is in the part of the yard where it belongs in this position; those that are there
    already stay where they are."""
    out: dict[Spot, Held] = {}
    for _, _, pieces, places in parts(state):
        lacking = Counter(pieces)
        for place in places:
            held = there.get(place)
            if isinstance(held, str) and lacking[held] > 0:
                out[place] = held
                lacking[held] -= 1
        free = [place for place in places if place not in out]
        come = list(lacking.elements())
        out |= {free[n]: piece for n, piece in zip(rng.permutation(len(free)).tolist(), come, strict=False)}
    return out


def drawn_pyramid(held: str, at: tuple[float, float], rng: np.random.Generator) -> StandingPiece:
    """A pyramid as a hand has put it down on a place with this middle, in mm of the page."""
    name = held.removesuffix(LYING)
    x, y = np.array(at) + np.clip(rng.normal(0, _SLOPPY_MM, 2), -_MOST_MM, _MOST_MM)
    red, green, blue = (float(part) for part in linear(np.array(pyramid_inks()[name[2:]])))
    turn = float(rng.normal(0, _TURNED))
    return StandingPiece(_SHAPES[name[0]], float(x), float(y), (red, green, blue), turn, lying=held != name)
