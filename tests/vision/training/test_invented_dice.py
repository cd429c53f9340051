"""Invented tables with dice, for trying the eyes: their truth must be true."""

import numpy as np
import pytest
from typer.testing import CliRunner

from tablelight.cli.main import app
from vision.dice.hue_order import hues_of
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.reader import DiceReader
from vision.dice.readings import SeenDie
from vision.dice.solids import solid
from vision.dice.taught import TaughtDice
from vision.dice.teaching import teach
from vision.training.dice.bodies import STACKED
from vision.training.dice.rounded_edges import strips
from vision.training.dice.tables import ROLL, DicePicture, InventedDiceTable
from vision.training.dice.whole_tables import label_of


def taught(table: InventedDiceTable) -> TaughtDice:
    lessons = [
        Lesson(shown.image, tuple(NamedDie(die.kind, die.hue, die.top) for die in shown.dice))
        for shown in table.teaching()
    ]
    return teach(lessons, {kind: make.size for kind, make in table.makes.items()})


def at(top: tuple[float, float], seen: tuple[SeenDie, ...]) -> SeenDie:
    return min(seen, key=lambda die: np.hypot(die.center_px[0] - top[0], die.center_px[1] - top[1]))


def test_the_same_seed_makes_the_same_roll_again() -> None:
    one, other = (InventedDiceTable(np.random.default_rng(3)).roll(card=True) for _ in range(2))
    assert (one.image == other.image).all()
    assert [(die.kind, die.hue, die.top) for die in one.dice] == [(die.kind, die.hue, die.top) for die in other.dice]


def test_every_hue_is_taught_once_and_lies_opposite_its_complement() -> None:
    table = InventedDiceTable(np.random.default_rng(5))
    dice = [die for picture in table.teaching() for die in picture.dice]
    for kind in ("d6", "d12"):
        ours = [die for die in dice if die.kind == kind]
        assert [die.hue for die in ours] == list(hues_of(kind))
        faces, count = table.makes[kind].faces, len(hues_of(kind))
        for face, normal in enumerate(ours[0].normals):
            across = int((ours[0].normals @ normal).argmin())
            assert (faces[face] - faces[across]) % count == count // 2


def test_dice_lie_where_the_truth_says_and_show_what_it_says() -> None:
    table = InventedDiceTable(np.random.default_rng(0))
    reader = DiceReader(taught(table))
    rolls: list[DicePicture] = [table.roll() for _ in range(3)]
    right = 0
    for roll in rolls:
        assert tuple(die.kind for die in roll.dice) == ROLL
        seen = reader.read(roll.image).dice
        for die in roll.dice:
            said = at(die.top, seen)
            assert np.hypot(said.center_px[0] - die.top[0], said.center_px[1] - die.top[1]) < 4.0
            assert said.top in (None, die.hue)
            right += said.top is die.hue
    assert right >= 0.9 * len(ROLL) * len(rolls)


def test_in_a_messy_roll_leaning_dice_lie_on_no_face_and_all_others_on_one() -> None:
    table = InventedDiceTable(np.random.default_rng(2))
    rolls = [table.messy_roll() for _ in range(4)]
    dice = [die for roll in rolls for die in roll.dice]
    assert any(die.leaning for die in dice) and not all(die.leaning for die in dice)
    for die in dice:
        assert np.isclose(die.corners[..., 2].min(), 0) or die.raised
        assert die.leaning == (die.normals[:, 2].max() < 0.999)
    places = [[die.corners.mean((0, 1)) for die in roll.dice if not die.raised] for roll in rolls]
    gaps = [np.linalg.norm(a - b) for ours in places for k, a in enumerate(ours) for b in ours[:k]]
    assert min(gaps) > 13.0  # the smallest die's size, mm: none stands in another


def test_in_a_messy_roll_a_die_may_stand_on_another_that_nobody_is_told_of() -> None:
    table = InventedDiceTable(np.random.default_rng(4))
    sizes = {make.size for make in table.makes.values()}
    rolls = [table.messy_roll(8, 1, raised=0.5) for _ in range(3)]
    raised = [die for roll in rolls for die in roll.dice if die.raised]
    assert raised and not any(die.leaning for die in raised)
    for die in raised:
        assert any(np.isclose(die.corners[..., 2].min(), size) for size in sizes)
        assert label_of(die) == STACKED
    assert sum(len(roll.dice) for roll in rolls) <= 24, "those below are not counted"


@pytest.mark.slow
def test_the_bench_counts_invented_tables(tmp_path) -> None:
    said = CliRunner().invoke(app, ["bench", "vision", "--invented", "1"])
    assert said.exit_code == 0, said.output
    assert "silent" in said.output and "d12" in said.output and "cocked" in said.output
    nothing = CliRunner().invoke(app, ["bench", "vision"])
    assert nothing.exit_code == 1 and "--invented 10" in nothing.output


@pytest.mark.slow
def test_the_bench_counts_invented_trays_without_a_mat() -> None:
    said = CliRunner().invoke(app, ["bench", "vision", "--invented", "1", "--no-mat"])
    assert said.exit_code == 0, said.output
    assert "silent" in said.output and "d12" in said.output
    untaught = CliRunner().invoke(app, ["bench", "vision", "--invented", "1", "--no-mat", "--untaught"])
    assert untaught.exit_code == 1 and "only taught dice" in untaught.output


def test_rounded_edges_leave_flat_faces_and_strips_that_close_the_die() -> None:
    for kind in ("d6", "d12"):
        body = solid(kind)
        flat, edges = strips(kind, body.faces, body.normals, 0.05)
        outline = np.concatenate([flat.reshape(-1, 3), *(edge.outline for edge in edges)])
        assert {edge.face for edge in edges} == set(range(len(body.normals)))
        middle = body.faces.mean((0, 1))
        for edge in edges:  # turned between its face and the next, and inside the sharp die
            assert all((edge.outline.mean(0) - middle) @ normal > 0 for normal in edge.normals)
        assert all(
            ((outline - face[0]) @ normal).max() < 1e-9 for face, normal in zip(body.faces, body.normals, strict=True)
        )
        area = sum(_area(face) for face in flat) + sum(_area(edge.outline) for edge in edges)
        assert 0.9 < area / sum(_area(face) for face in body.faces) < 1.0


def _area(polygon: np.ndarray) -> float:
    fan = np.cross(polygon[1:-1] - polygon[0], polygon[2:] - polygon[0])
    return float(np.linalg.norm(fan.sum(0)) / 2)
