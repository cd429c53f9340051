"""The light language: each meaning can be told apart, also without colour."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.animation import moves, render
from firmware_bridge.board_maps import BoardMap

BOARD = BoardMap.load("spectrum")
LIGHTS = st.builds(Light, st.sampled_from(Meaning), st.none() | st.sampled_from(Hue))
PICTURES = st.dictionaries(st.sampled_from(sorted(BOARD.by_spot)) | st.just("no such spot"), LIGHTS, max_size=12)
TIMES = [step / 30 for step in range(150)]


def rhythm(meaning, hue=Hue.B, *, colour_blind=False, spot="R1"):
    """How bright one spot is over five seconds, 30 times a second."""
    picture = {spot: Light(meaning, hue)}
    index = 3 * BOARD.by_spot[spot].lights[0]
    return [max(render(picture, BOARD, t, colour_blind=colour_blind)[index : index + 3]) for t in TIMES]


@given(picture=PICTURES, time_s=st.floats(0, 1e6), brightness=st.floats(-1, 2), blind=st.booleans())
def test_any_picture_renders_every_light_and_only_its_own(picture, time_s, brightness, blind):
    data = render(picture, BOARD, time_s, brightness, colour_blind=blind)
    assert len(data) == 3 * BOARD.lights
    mine = {light for spot in picture if spot in BOARD.by_spot for light in BOARD.by_spot[spot].lights}
    assert all(data[3 * n : 3 * n + 3] == b"\0\0\0" for n in range(BOARD.lights) if n not in mine)


@given(picture=PICTURES, time_s=st.floats(0, 100), blind=st.booleans())
def test_a_picture_that_does_not_move_looks_the_same_later(picture, time_s, blind):
    known = {spot: light for spot, light in picture.items() if spot in BOARD.by_spot}
    if not moves(known, time_s, colour_blind=blind):
        now = render(known, BOARD, time_s, colour_blind=blind)
        assert now == render(known, BOARD, time_s + 1.37, colour_blind=blind)


@pytest.mark.parametrize("meaning", [Meaning.IDLE, Meaning.PIECE, Meaning.LEGAL, Meaning.CHOSEN])
def test_steady_meanings_are_steady(meaning):
    assert len(set(rhythm(meaning))) == 1


def test_idle_is_dimmer_than_a_piece_and_a_piece_than_a_legal_spot():
    assert rhythm(Meaning.IDLE)[0] < rhythm(Meaning.PIECE)[0] < rhythm(Meaning.LEGAL)[0]


def test_waiting_breathes_slowly_and_never_goes_out():
    levels = rhythm(Meaning.WAITING)
    breaths = sum(a < 100 <= b for a, b in itertools.pairwise(levels))
    assert min(levels) > 0 and 1 <= breaths <= 3 and max(levels) > 5 * min(levels)


def test_wrong_is_red_and_fast_whatever_the_hue():
    data = render({"R1": Light(Meaning.WRONG, Hue.G)}, BOARD, 0.0)
    levels = rhythm(Meaning.WRONG)
    assert data[0] == 255 and data[1:3] == b"\0\0"
    assert sum(a < b for a, b in itertools.pairwise(levels)) >= 12


def test_chosen_is_white_whatever_the_hue():
    data = render({"R1": Light(Meaning.CHOSEN, Hue.G)}, BOARD, 0.0)
    assert min(data[:3]) > 120


def test_scored_ripples_outwards_once_and_then_rests():
    inner, outer = rhythm(Meaning.SCORED, spot="R9"), rhythm(Meaning.SCORED, spot="R1")
    assert inner.index(max(inner)) < outer.index(max(outer))
    assert len(set(outer[-60:])) == 1


def test_without_colour_every_meaning_still_has_its_own_look():
    looks = {meaning: rhythm(meaning, None, colour_blind=True) for meaning in Meaning}
    for one, other in itertools.combinations(Meaning, 2):
        assert max(abs(a - b) for a, b in zip(looks[one], looks[other], strict=True)) >= 40, (one, other)


@given(picture=PICTURES, time_s=st.floats(0, 10))
def test_brightness_zero_is_dark_and_one_is_never_dimmer_than_half(picture, time_s):
    full, half = render(picture, BOARD, time_s), render(picture, BOARD, time_s, 0.5)
    assert not any(render(picture, BOARD, time_s, 0))
    assert all(a >= b for a, b in zip(full, half, strict=True))
