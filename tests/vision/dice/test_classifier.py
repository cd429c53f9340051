"""How a top's hue is judged from its own colour and the faces around it, on colours made up for the purpose."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components.hues import Hue
from vision.dice.classifier import classify, posterior_of
from vision.dice.contours import DieShape
from vision.dice.faces import Faces
from vision.dice.hue_order import arrangements, hues_of, orders, rings
from vision.dice.ink_ratios import expected_colours
from vision.dice.taught import TaughtKind
from vision.geometry.mat import mats
from vision.photometry.colour_likelihood import TOP, ColourComparison, fit, fit_all
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import encoded
from vision.simulation.lamps import PAINT, linear

INKS = linear(np.array([PAINT[hue] for hue in Hue]))[:, ::-1].astype(float)
TAUGHT = TaughtKind(DieShape("d12", 18.0), np.zeros((12, 3)), arrangements("d12")[5])


def light(level=0.7, blown=None):
    mat = next(iter(mats()))
    none = np.zeros((12, 3), bool)
    return Illumination(mat, np.full(3, np.log(level)), np.zeros((5, 3)), INKS, none if blown is None else blown, ())


def dodecahedron(top, level=0.7, sides=None):
    """The faces of one that lies with ``top`` up, seen from straight above; ``sides``: colours of the ring."""
    ring = rings("d12", TAUGHT.ring)[top]
    colour = INKS[[top, *ring]] * level
    if sides is not None:
        colour[1:] = sides
    return Faces(colour[None], np.ones((1, 6)), np.full((1, 6, 2), 100.0))


@pytest.mark.parametrize("top", list(Hue))
def test_the_order_around_tells_neighbours_apart_whose_own_colours_have_become_one(top):
    """A warm lamp may leave red, red-orange and purple-red one colour: each lies in its own ring of faces."""
    one = dodecahedron(top)
    inks = INKS.copy()
    inks[[top.step(-1), top.step(1)]] = inks[top]
    lamp = Illumination(light().mat, light().levels, light().slopes, inks, light().blown, ())
    (said,) = classify("d12", one, lamp, TAUGHT)
    assert said.ranked()[0][0] == top and said.ranked()[0][1] > 0.95


@given(st.integers(0, 11), st.integers(0, 4), st.integers(0, 11))
def test_one_face_hidden_behind_another_die_does_not_turn_the_answer(top, hidden, shows):
    sides = INKS[rings("d12", TAUGHT.ring)[top]] * 0.7
    sides[hidden] = INKS[shows] * 0.7
    (said,) = classify("d12", dodecahedron(Hue(top), sides=sides), light(), TAUGHT)
    assert said.ranked()[0][0] == top


def test_a_cube_never_shows_its_tops_opposite_beside_it():
    ways = orders("d6", None)
    for top in range(6):
        assert not set(ways[top].ravel()) & {top, (top + 3) % 6}
        assert all((way + 3) % 6 in set(row) for row in ways[top] for way in row)


@given(st.sampled_from(hues_of("d6")), st.floats(0.0, 0.45))
def test_glare_over_a_cubes_top_may_hide_its_hue_but_never_makes_another(hue, glare):
    expected = expected_colours("d6", INKS, None)
    cost, _, found = fit(((INKS[hue] + glare) * 0.5)[None], np.full((1, 3), 0.5), expected, TOP)
    own = hues_of("d6").index(hue)
    assert cost[0, own] <= cost[0].min() + 1e-6 or cost[0].min() > 8
    assert glare < 0.1 or found[0, own] == pytest.approx(glare, abs=0.15)


@pytest.mark.parametrize("kind", ["d6", "d12"])
def test_the_worse_a_top_agrees_with_any_hue_the_less_sure_its_hue_is(kind):
    tops = np.full((3, len(hues_of(kind))), 40.0)
    tops[:, 4] = 0.0
    clear, hazy, mirrored = posterior_of(tops + np.array([[0.0], [10.0], [20.0]]), 0.0)[:, 4]
    assert clear > 0.99
    assert 1 - mirrored > 2 * (1 - hazy) > 10 * (1 - clear)


@pytest.mark.parametrize("kind", ["d6", "d12"])
def test_the_top_of_a_die_that_mirrors_a_lamp_is_told_by_the_faces_around_it(kind):
    tops, around = np.full((1, len(hues_of(kind))), 40.0), np.full((1, len(hues_of(kind))), 20.0)
    tops[0, 2], tops[0, 4] = 16.0, 30.0
    around[0, 2], around[0, 4] = 10.0, 0.0
    assert posterior_of(tops, around)[0].argmax() == 4


def test_an_ink_that_is_blown_out_on_the_mat_is_not_held_against_a_die_in_the_shade():
    """The mat's yellow clips in red, so it looks darker there than it is; the die beside it is not clipped."""
    clipped = INKS.copy()
    clipped[Hue.Y, 2] /= 1.25
    blown = np.zeros((12, 3), bool)
    blown[Hue.Y, 2] = True
    expected = expected_colours("d6", clipped, None)
    die, there = (INKS[Hue.Y] * 0.4)[None], np.full((1, 3), 0.4)
    most = expected * np.where(blown[[int(h) for h in hues_of("d6")]], 1.3, 1.0)
    yellow = hues_of("d6").index(Hue.Y)
    assert fit(die, there, expected, TOP, most)[0][0, yellow] < 0.5 * fit(die, there, expected, TOP)[0][0, yellow]


def glared(hue, glare):
    """Cubes whose every hue was taught under so much glare, and how ``hue`` looks without any: its cost by each hue."""
    expected = expected_colours("d6", INKS, None) + glare
    seen, lit = (INKS[hue] * 0.5)[None], np.full((1, 3), 0.5)
    (cost, _, _), (held, _, _) = fit_all(
        [ColourComparison(seen, lit, expected, TOP, glared=may_be) for may_be in (True, False)]
    )
    return cost[0], held[0]


@pytest.mark.parametrize("hue", hues_of("d6"))
def test_a_hue_taught_under_glare_is_known_where_there_is_none(hue):
    cost, held = glared(hue, 0.25)
    own = hues_of("d6").index(hue)
    assert cost.argmin() == own and cost[own] < 12
    assert held[own] > 20, "as if its pigment were pale"


def test_no_more_glare_can_be_gone_than_the_weakest_channel_holds():
    """A pure orange is no yellow without its glare."""
    cost, held = glared(Hue.O, 0.0)
    other = hues_of("d6").index(Hue.Y)
    assert cost[other] == pytest.approx(held[other], rel=0.1) and cost[other] > 8
    assert cost.argmin() == hues_of("d6").index(Hue.O)


@pytest.mark.parametrize("hue", hues_of("d6"))
def test_hues_of_pastel_dice_are_told_apart_though_they_are_near_each_other(hue):
    """A pale ink is seen more exactly than a strong one, whatever the lamp does."""
    pastel = 0.35 * expected_colours("d6", INKS, None) + 0.65
    own = hues_of("d6").index(hue)
    seen = linear(255 * (encoded(pastel[own] * 0.5) + np.array([[0.008, -0.008, 0.008]])))
    exact, loose = (
        posterior_of(fit(seen, np.full((1, 3), 0.5), pastel, slack)[0], 0.0)[0]
        for slack in (TOP, replace(TOP, pale=1.0))
    )
    assert exact.argmax() == own
    assert 1 - exact[own] < 0.8 * (1 - loose[own])
