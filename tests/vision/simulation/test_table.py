"""The simulated table: dice come to rest as asked, apart from each other, the same way for the same seed."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.hues import PRIMARIES, Hue
from vision.simulation import ROLL_AND_COLOR, SimulatedTable, TableBusy, TableFull, teaching_sets
from vision.simulation.solids import KINDS, UP, lift, orientation, solid

TOPS = [Hue.R, Hue.G, Hue.B, Hue.Y, Hue.RO, Hue.PR, Hue.GB, Hue.P, Hue.OY]


def least_distance(table, now):
    places = [(die.x, die.y) for die in table.truth(now).dice.values()]
    return min(np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(places, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_a_die_has_each_hue_once_and_opposites_on_opposite_faces(kind):
    body = solid(kind)
    assert sorted(body.hues) == (list(PRIMARIES) if kind == "d6" else list(Hue))
    for normal, hue in zip(body.normals, body.hues, strict=True):
        assert body.hues[int(np.argmin(body.normals @ normal))] == hue.opposite


@pytest.mark.parametrize(("kind", "sides", "size"), [("d6", 4, 16.0), ("d12", 5, 18.0)])
def test_a_die_is_a_regular_solid_of_its_size(kind, sides, size):
    body = solid(kind)
    assert body.faces.shape[1] == sides
    edges = np.linalg.norm(body.faces - np.roll(body.faces, 1, axis=1), axis=2)
    assert np.allclose(edges, edges[0, 0])
    assert np.allclose(np.einsum("fkc,fc->fk", body.faces, body.normals), size / 2)


@given(kind=st.sampled_from(KINDS), place=st.integers(0, 11), yaw=st.floats(0, 6.28))
def test_a_standing_die_shows_its_top_upwards_and_touches_the_table(kind, place, yaw):
    top = solid(kind).hues[place % len(solid(kind).hues)]
    rotation = orientation(kind, top, yaw)
    up = solid(kind).normals @ rotation.T @ UP
    assert solid(kind).hues[int(np.argmax(up))] == top
    assert up.max() == pytest.approx(1)
    assert lift(kind, rotation) == pytest.approx({"d6": 8.0, "d12": 9.0}[kind])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), again=st.sets(st.integers(0, 8), min_size=1))
def test_dice_never_overlap_at_rest(seed, again):
    table = SimulatedTable(seed=seed)
    table.roll(0.0)
    rested = table.busy_until()
    assert least_distance(table, rested) > 22.6
    table.reroll(rested, again)
    assert least_distance(table, table.busy_until()) > 22.6
    assert len(table.truth(table.busy_until()).dice) == 9


@pytest.mark.parametrize("seed", range(5))
def test_a_roll_ends_settled_with_the_tops_that_were_asked_for(seed):
    table = SimulatedTable(seed=seed)
    table.roll(0.0, TOPS)
    assert table.truth(0.6).state == "rolling"
    end = table.truth(table.busy_until())
    assert end.state == "settled"
    assert list(end.tops.values()) == TOPS
    flat = [solid(die.kind).normals @ die.rotation.T @ UP for die in table.scene(table.busy_until()).dice]
    assert [solid(k).hues[int(np.argmax(up))] for k, up in zip(ROLL_AND_COLOR, flat, strict=True)] == TOPS


def test_a_reroll_leaves_the_other_dice_where_they_lie():
    table = SimulatedTable(seed=4)
    table.roll(0.0, TOPS)
    before = table.truth(10.0).dice
    table.reroll(10.0, [1, 5], [Hue.P, Hue.BP])
    after = table.truth(20.0).dice
    assert {n for n in before if before[n] != after[n]} == {1, 5}
    assert (after[1].top, after[5].top) == (Hue.P, Hue.BP)


def test_a_reroll_shows_a_hand_then_dice_in_motion_then_rest():
    table = SimulatedTable(seed=4)
    table.roll(0.0)
    table.reroll(10.0, [0, 1, 2, 3])
    states = [table.truth(10 + i / 30).state for i in range(round(30 * (table.busy_until() - 10)) + 3)]
    order = [s for i, s in enumerate(states) if not i or states[i - 1] != s]
    assert order == ["settled", "hand", "settled", "rolling", "settled"]
    assert table.busy_until() - 10 < 4


def test_a_hand_takes_all_dice_away():
    table = SimulatedTable(("d6", "d12"), seed=1)
    table.roll(0.0)
    table.take_away(5.0)
    assert table.truth(10.0).state == "empty"
    assert not table.truth(10.0).dice


def test_a_cocked_die_has_no_top():
    table = SimulatedTable(("d6", "d12"), seed=1)
    table.roll(0.0, [Hue.R, Hue.PR], cocked=[1])
    assert table.truth(5.0).tops == {0: Hue.R, 1: None}
    assert table.truth(5.0).dice[1].cocked
    posed = table.scene(5.0).dice[1]
    assert (solid("d12").normals @ posed.rotation.T @ UP).max() < 0.95


def test_a_seed_repeats_what_people_do_and_another_does_not():
    tables = [SimulatedTable(seed=seed) for seed in (6, 6, 7)]
    for table in tables:
        table.roll(0.0)
        table.reroll(5.0, [2, 7])
    one, same, other = ([table.scene(t / 10) for t in range(120)] for table in tables)
    assert one == same
    assert one != other


def test_dice_thrown_by_chance_show_every_hue_in_time():
    table, seen = SimulatedTable(seed=0), set()
    for turn in range(12):
        table.roll(10.0 * turn)
        seen |= set(table.truth(10.0 * turn + 9).tops.values())
    assert seen == set(Hue)


def test_nobody_rolls_while_dice_move():
    table = SimulatedTable(("d6",), seed=1)
    table.roll(0.0)
    with pytest.raises(TableBusy, match="wait"):
        table.roll(0.2)
    table.roll(table.busy_until())


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda t: t.reroll(0.0, [3]), "choose dice"),
        (lambda t: t.reroll(0.0, []), "choose dice"),
        (lambda t: t.roll(0.0, [Hue.R]), "2 dice are rolled"),
        (lambda t: t.roll(0.0, [Hue.RO, Hue.RO]), "no red-orange face"),
        (lambda t: t.place([("d6", Hue.RO)]), "no red-orange face"),
        (lambda t: t.place([("d20", Hue.R)]), "d20"),
        (lambda t: t.place([("d6", Hue.R)] * 11), "do not fit"),
        (lambda t: SimulatedTable(("d8",)), "d8"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(call, says):
    table = SimulatedTable(("d6", "d12"), seed=1)
    table.place([("d6", Hue.G), ("d12", Hue.GB)])
    before = table.scene(1.0)
    with pytest.raises(ValueError, match=says):
        call(table)
    assert table.scene(1.0) == before
    assert table.kinds == ("d6", "d12")


def test_more_dice_than_the_mat_holds_are_refused():
    with pytest.raises(TableFull, match="do not fit"):
        SimulatedTable(("d12",) * 60).roll(0.0)


def test_teaching_shows_every_hue_of_every_kind_once_from_left_to_right():
    shown = []
    for dice in teaching_sets():
        table = SimulatedTable(seed=2)
        table.place(dice)
        there = table.truth(0.0).dice
        assert [there[n].x for n in there] == sorted(there[n].x for n in there)
        shown += [(die.kind, die.top) for die in there.values()]
    assert sorted(shown) == sorted([("d6", hue) for hue in PRIMARIES] + [("d12", hue) for hue in Hue])
