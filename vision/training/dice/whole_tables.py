"""Messy rolls on whole invented tables, seen through camera and mat: flat pictures, and how the dice lie."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.geometry.play_area import FlatTable, FlatTableMap
from vision.geometry.registration import Registrar
from vision.training.dice.any_fields import any_print
from vision.training.dice.bodies import FLAT_D6, FLAT_D12, LEANING, STACKED
from vision.training.dice.flat_pictures import INSETS, FlatDicePicture
from vision.training.dice.tables import DicePicture, DieMake, InventedDiceTable, PosedDie
from vision.training.spectra import press

_ROLLS, _DICE, _LEANING = 6, 12, 5  # chosen by hand: of a table; at most, in each
_RAISED = 0.2  # of the dice that do not lean: so many that there is enough to learn from


def varied_table(seed: int) -> InventedDiceTable:
    """An invented table, part of the time with any print on its dice."""
    table = InventedDiceTable(np.random.default_rng(seed))
    table.makes = {kind: _varied(kind, make, np.random.default_rng([seed, 1])) for kind, make in table.makes.items()}
    return table


def messy_rolls(table: InventedDiceTable) -> Iterator[tuple[DicePicture, FlatTable]]:
    """Rolls on this table, seen as on a real one; those where the mat is not found are left out."""
    registrar = Registrar()
    for _ in range(_ROLLS):
        roll = table.messy_roll(_DICE, _LEANING, _RAISED)
        registration, _ = registrar.find(roll.image)
        if registration is not None:
            yield roll, FlatTable(roll.image, FlatTableMap.of(registration))


def flat_pictures_of_table(seed: int, shape: tuple[int, int]) -> list[FlatDicePicture]:
    """A part of ``shape`` (height, width) of each roll on one table, somewhere in it."""
    rng, table, out = np.random.default_rng([seed, 2]), varied_table(seed), []
    for roll, flat in messy_rolls(table):
        if flat.height < shape[0] or flat.width < shape[1]:
            continue
        row = int(rng.integers(flat.height - shape[0] + 1))
        column = int(rng.integers(flat.width - shape[1] + 1))
        part = np.s_[row : row + shape[0], column : column + shape[1]]
        dice = np.array([_row(die, flat, table.makes[die.kind].size) for die in roll.dice], np.float32).reshape(-1, 5)
        dice[:, 1:3] -= [column, row]
        out.append(FlatDicePicture(flat.image[part].copy(), flat.slant[part].copy(), dice))
    return out


def label_of(die: PosedDie) -> int:
    """What a reader should say of it, as ``bodies`` numbers it."""
    if die.leaning or die.raised:
        return LEANING if die.leaning else STACKED
    return FLAT_D6 if die.kind == "d6" else FLAT_D12


def _row(die: PosedDie, flat: FlatTable, size: float) -> list[float]:
    """A die as ``FlatDicePicture`` has it."""
    body, top = solid(die.kind), die.corners[die.normals[:, 2].argmax()]
    unturned = body.faces[body.normals[:, 2].argmax()]
    middle = flat.flat(top.mean(0))
    away, before = flat.flat(top[0]) - middle, unturned[0, :2] - unturned.mean(0)[:2]
    angle = np.arctan2(away[1], away[0]) - np.arctan2(before[1], before[0])
    return [label_of(die), *middle, float(angle), size]


def _varied(kind: Kind, make: DieMake, rng: np.random.Generator) -> DieMake:
    """The same dice, or with fields of any shape or patterns on a body of one colour."""
    if rng.random() > INSETS:
        return make
    rim = press(rng).ink(np.full(3, rng.uniform(0.05, 0.97)))
    return replace(make, rim=rim, fields=any_print(rng, solid(kind).ring))
