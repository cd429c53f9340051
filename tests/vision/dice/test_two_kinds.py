"""A die that one network takes for a cube and the other for a twelve-sided one."""

from dataclasses import replace

import pytest

from engine.components.hues import Hue
from vision.dice.detector import DiceDetector
from vision.dice.lesson_pictures import named_detections, prepare
from vision.dice.lessons import Lesson, NamedDie
from vision.errors import TeachingError
from vision.simulation import RestingDie, SimulatedCamera, SimulatedTable
from vision.training.families.dice import DiceFamily, FamilyDiceTable


def test_a_cube_that_the_finder_takes_for_a_twelve_sided_die_is_read(taught_eyes, monkeypatch):
    real = DiceDetector.detect
    monkeypatch.setattr(
        DiceDetector,
        "detect",
        lambda self, table: [replace(die, kind="d12", angle=0.0, twelve=1.0) for die in real(self, table)],
    )
    table = SimulatedTable(seed=1)
    table.place_dice([RestingDie(k, "d6", hue, 100 + 60 * k, 100, 0.4 + k) for k, hue in enumerate((Hue.R, Hue.B))])
    reading = taught_eyes.read(SimulatedCamera(table, size=(1280, 720)).read(1.0))
    assert sorted((die.kind, die.top) for die in reading.dice) == [("d6", Hue.R), ("d6", Hue.B)]


@pytest.fixture(scope="module")
def diamonds():
    """A teaching picture of cubes with fields turned by an eighth, in which the finder sees two twelve-sided dice."""
    return FamilyDiceTable(DiceFamily("diamond fields", "pale felt"), 21).teaching()[0]


@pytest.mark.slow  # drawing a family takes a second
@pytest.mark.parametrize(("kind", "said"), [("d6", None), ("d12", "wrong-kind")])
def test_cubes_whose_fields_are_no_squares_can_be_taught_and_only_as_cubes(diamonds, kind, said):
    named = tuple(NamedDie(kind, die.hue, die.top) for die in diamonds.dice)
    try:
        (one,) = prepare([Lesson(diamonds.image, named)])
        assert said is None and [spot.kind for spot in named_detections(one, "d6")] == ["d6"] * 3
    except TeachingError as error:
        assert error.code == said
