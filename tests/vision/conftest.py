"""A small taught table (renderings at 960 x 540) and, where it lies beside the repository, the full set of pictures."""

import json

import pytest

from engine.components.hues import Hue
from tests.support.dice_pictures import SHARED, labels, lesson_of
from vision.camera.frames import load_picture
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.reader import DiceReader
from vision.dice.teaching import teach
from vision.simulation import SimulatedCamera, SimulatedTable, teaching_sets
from vision.simulation.solids import SIZE_MM


@pytest.fixture(scope="session")
def lessons():
    return [lesson_of(entry) for entry in labels() if entry["kind"] == "teach"]


@pytest.fixture(scope="session")
def taught(lessons):
    return teach(lessons, {"d6": 16.0, "d12": 20.0})


@pytest.fixture(scope="session")
def reader(taught):
    return DiceReader(taught)


@pytest.fixture(scope="session")
def rolls():
    return [entry for entry in labels() if entry["kind"] == "roll"]


@pytest.fixture(scope="session")
def shared():
    if not (SHARED / "dice" / "labels.json").exists():
        pytest.skip("the full set of pictures (../shared/vision) is not here")
    return SHARED


@pytest.fixture(scope="session")
def tables(shared):
    """The labels of the full set's tables, by the table's name."""
    entries = json.loads((shared / "dice" / "labels.json").read_text())
    return {name: [entry for entry in entries if entry["set"] == name] for name in {e["set"] for e in entries}}


@pytest.fixture(scope="session")
def reader_of(shared, tables):
    """A reader of one of the full set's tables, by the table's name."""

    def named(name: str) -> DiceReader:
        lessons = [
            Lesson(
                load_picture(shared / "dice" / entry["image"]),
                tuple(NamedDie(d["kind"], Hue.parse(d["top"]), tuple(d["top_center_px"])) for d in entry["dice"]),
                entry["image"],
            )
            for entry in tables[name]
            if entry["kind"] == "teach"
        ]
        return DiceReader(teach(lessons, {k: mm for e in tables[name] for k, mm in e["die_size_mm"].items() if mm}))

    return named


@pytest.fixture(scope="session")
def taught_eyes():
    """Reads the dice of simulated tables, taught at one of them."""
    table = SimulatedTable(seed=1)
    camera = SimulatedCamera(table, size=(1280, 720))
    lessons = []
    for number, dice in enumerate(teaching_sets()):
        table.place(dice)
        named = tuple(
            NamedDie(die.kind, die.top, camera.pixels(die.x, die.y, SIZE_MM[die.kind]))
            for die in table.truth(number).dice.values()
        )
        lessons.append(Lesson(camera.read(float(number)), named))
    return DiceReader(teach(lessons, SIZE_MM))
