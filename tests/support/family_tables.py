"""Invented tables of a family of dice: taught as people do by tapping, and read."""

from dataclasses import replace

import numpy as np

from vision.dice.lessons import Lesson, NamedDie
from vision.dice.reader import DiceReader
from vision.dice.taught import TaughtDice
from vision.training.dice.insets import Field
from vision.training.families.dice import DiceFamily, FamilyDiceTable
from vision.training.spectra import press


def table_with(fields: tuple[Field, ...], body: float, seed: int) -> FamilyDiceTable:
    """Sharp dice on felt that have these fields. ``body``: how bright the rest of them is, 0 to 1."""
    table = FamilyDiceTable(DiceFamily("sharp", "felt"), seed)
    ink = press(np.random.default_rng(seed)).ink(np.full(3, body))
    table.makes = {kind: replace(make, fields=fields, rim=ink) for kind, make in table.makes.items()}
    return table


def lessons_of(table: FamilyDiceTable) -> list[Lesson]:
    shown = table.teaching()
    return [Lesson(one.image, tuple(NamedDie(d.kind, d.hue, tuple(d.top)) for d in one.dice)) for one in shown]


def read_all(taught: TaughtDice, table: FamilyDiceTable, rolls: int) -> tuple[int, int, int]:
    """How many dice of so many rolls are right, asked about, and silently wrong."""
    reader, right, asked, wrong = DiceReader(taught), 0, 0, 0
    for roll in (table.roll() for _ in range(rolls)):
        for seen in reader.read(roll.image).dice:
            truth = min(roll.dice, key=lambda die: np.hypot(*np.subtract(die.top, seen.center_px)))
            sure, good = seen.status == "ok", (seen.kind, seen.top) == (truth.kind, truth.hue)
            right, asked, wrong = right + (sure and good), asked + (not sure), wrong + (sure and not good)
    return right, asked, wrong
