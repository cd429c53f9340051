"""Pictures to teach a simulated table's dice with, and the truth about them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.components.hues import Hue
from vision.simulation.camera import SimulatedCamera
from vision.simulation.lamps import SimulatedLamp
from vision.simulation.scene import TrueDie
from vision.simulation.solids import KINDS, SIZE_MM, solid
from vision.simulation.table import SimulatedTable


@dataclass(frozen=True, slots=True, eq=False)
class TeachingPicture:
    """A picture (BGR uint8), its dice from left to right, and the pixel in the middle of each one's top."""

    image: np.ndarray
    dice: tuple[TrueDie, ...]
    tops_px: tuple[tuple[float, float], ...]


def teaching_sets(kinds: Iterable[str] = KINDS) -> list[list[tuple[str, Hue]]]:
    """What to ``place`` for teaching: every hue of each kind once, three or four dice a picture."""
    sets = []
    for kind in dict.fromkeys(kinds):
        hues = sorted(solid(kind).hues)
        size = 3 if kind == "d6" else 4
        sets += [[(kind, hue) for hue in hues[i : i + size]] for i in range(0, len(hues), size)]
    return sets


def teaching_pictures(
    kinds: Iterable[str] = KINDS,
    *,
    seed: int = 0,
    size: tuple[int, int] = (960, 540),
    lamp: str | SimulatedLamp = "daylight",
) -> Iterator[TeachingPicture]:
    """One picture for each of ``teaching_sets``, of dice painted as those of the table with that seed."""
    table = SimulatedTable(seed=seed)
    camera = SimulatedCamera(table, size=size, lamp=lamp, seed=seed)
    for number, dice in enumerate(teaching_sets(kinds)):
        table.place(dice)
        there = tuple(table.truth(number).dice.values())
        tops = tuple(camera.pixels(die.x, die.y, SIZE_MM[die.kind]) for die in there)
        yield TeachingPicture(camera.read(float(number)), there, tops)
