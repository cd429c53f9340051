"""What dice lean on in invented pictures: nothing stands on an edge by itself."""

import cv2
import numpy as np
import pytest

from vision.training.dice.bodies import Style, die
from vision.training.dice.insets import Field
from vision.training.dice.supports import LiftedSide, neighbour, support
from vision.training.dice.tables import InventedDiceTable

GRAY = np.full(3, 0.5)


def a_die(kind, lean, seed=0):
    """One of 16 mm that leans so far."""
    style = Style(kind, 16.0, (Field(1.0),), None, np.full((12, 3), 0.5))
    return die(style, np.random.default_rng(seed), (30.0, 40.0), lean)


@pytest.mark.parametrize("kind", ["d6", "d12"])
def test_a_die_is_lifted_on_the_side_that_was_asked_for(kind):
    table = InventedDiceTable(np.random.default_rng(1))
    for lifted in (0.0, 1.0, 3.0, -2.0):
        one = table._die(kind, 0, (30.0, 40.0), 0.3, lifted)
        side = LiftedSide.of(one.corners, one.normals)
        assert np.allclose(side.toward, [np.cos(lifted), np.sin(lifted)], atol=1e-6)


def test_the_lower_face_of_a_leaning_cube_rises_to_its_far_edge():
    one = a_die("d6", 0.2)
    side = LiftedSide.of(np.array(one.faces), one.normals)
    assert side.slope == pytest.approx(np.tan(0.2))
    lowest = np.array(one.faces)[one.normals[:, 2].argmin()]
    _, far = side.at(1.0)
    assert far == pytest.approx(lowest[:, 2].max(), abs=1e-6)
    _, at_balance = side.at(0.0)
    assert 0 < at_balance < far


@pytest.mark.parametrize("kind", ["d6", "d12"])
def test_what_holds_a_die_touches_its_lower_face_beyond_the_balance_or_stands_higher_at_its_end(kind):
    walls = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        one = a_die(kind, rng.uniform(0.15, 0.45), seed=seed)
        side = LiftedSide.of(np.array(one.faces), one.normals)
        thing = support(rng, side, GRAY)
        high, low, far = thing.corners[:, 2].max(), side.at(0.0)[1], side.at(1.0)[1]
        if not thing.carries:
            walls += 1
            assert high > far
            continue
        assert low < high < far
        touched, _ = side.at((high - low) / (far - low))
        assert abs(thing.beside(touched)) < 0.2, "its edge"
    assert 5 < walls < 40


def test_a_neighbour_stands_beside_a_die_and_not_under_it():
    for seed in range(30):
        one = a_die("d6", 0.0, seed=seed)
        thing = neighbour(np.random.default_rng(seed), np.array(one.faces), GRAY)
        assert 5.0 < thing.beside(one.middle[:2]) < 18.0


def gap(corners: np.ndarray, other: np.ndarray) -> float:
    """How far one outline is beside another, mm: corners (N x 2) of both."""
    hull = cv2.convexHull(other.astype(np.float32))
    return min(-cv2.pointPolygonTest(hull, (float(x), float(y)), True) for x, y in corners)


def test_most_dice_that_lean_on_a_full_table_touch_something_and_some_that_lie_flat_do() -> None:
    touch: dict[bool, list[bool]] = {True: [], False: []}
    for seed in range(25):
        table = InventedDiceTable(np.random.default_rng(seed))
        dice = table._fallen(5, 2)
        outlines = {id(one): one.corners.reshape(-1, 3)[:, :2] for one in dice}
        for one in dice:
            own = outlines.pop(id(one))
            near = [min(gap(own, other), gap(other, own)) for other in outlines.values()]
            near += [min(thing.body.beside(corner) for corner in own) for thing in table._things]
            touch[one.leaning].append(min(near) < 3.0)
            outlines[id(one)] = own
    assert np.mean(touch[True]) > 0.75
    assert 0.1 < np.mean(touch[False]) < 0.75
