"""Lights around a card mat show where a card may be laid or taken, by whom, what was scored, and what is asked."""

import pytest

from engine.components.cards import UNKNOWN, Card
from engine.components.lights import Light, Meaning
from engine.core.registry import find, names
from engine.inference.observation import SeenCard
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import random_match, setups_of
from tablelight.referee.card_fields import CARD_MATS, fields_of
from tablelight.referee.field_lights import EDGES, around, lights_of
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState

ON_MATS = sorted({mat.game for mat in CARD_MATS if find(mat.game).seats[1] != 1})
"""Who plays alone need not be told that it is his turn, and where he may lay what he sees as well as the table does."""
HANDED_OVER = ("GIVE", "GIVE_BACK", "PICK", "LOAD", "BID", "BID_FIRST", "CUT", "COUNT_HAND", "COUNT_CRIB")
"""What is done with hands or words, on no field."""


def fields_lit(state):
    return {spot: light for spot, light in around(state).items() if spot.startswith(EDGES)}


@pytest.mark.parametrize("mat", CARD_MATS, ids=lambda mat: mat.name)
def test_every_field_has_lights_that_are_on_the_map(mat):
    spots = BoardMap.load("cards").by_spot.keys()
    assert all(lights_of(field) and set(lights_of(field)) <= spots for field in mat.fields)


@pytest.mark.parametrize("name", ON_MATS)
def test_at_every_moment_it_is_lit_where_the_next_card_lies(name):
    setup = setups_of(name)[0]
    match, dark = random_match(name, setup.seats, 1, 60, **setup.options), set()
    for n in range(len(match.log)):
        then = match.at(n)
        waits = then.awaiting_at(n)
        if not fields_lit(RefereeState(then)) and waits.ask not in HANDED_OVER:
            dark.add(waits.ask)
    assert not dark


@pytest.mark.parametrize("name", names())
def test_a_ring_says_at_the_seats_whose_turn_it_is(name):
    setup = setups_of(name)[0]
    match = random_match(name, setup.seats, 1, 20, **setup.options).at(12)
    lit = {spot for spot in around(RefereeState(match)) if spot.startswith("seat:")}
    assert {f"seat:{seat + 1}" for seat in match.awaiting_at(12).seats} <= lit


def test_the_field_breathes_in_the_colour_of_whose_turn_it_is():
    match = random_match("spectrump", 2, 1, 60)
    n = next(n for n in range(len(match.log)) if match.awaiting_at(n).ask == "LEAD")
    (seat,) = match.awaiting_at(n).seats
    assert set(fields_lit(RefereeState(match.at(n))).values()) == {
        Light(Meaning.WAITING, find("spectrump").seat_hues[seat])
    }


def test_a_card_that_cannot_be_explained_lights_its_field_red_until_it_is_gone():
    match = random_match("spectrumo", 2, 1, 10)
    lies = SeenCard((UNKNOWN,), "stock")
    state, _ = step(RefereeState(match), CameraObservation("settled", cards=(lies,)))
    astray = [SeenCard((Card.parse(text),), "shown") for text in ("R5", "B9", "G1")]
    state, _ = step(state, CameraObservation("settled", cards=(lies, *astray)))
    assert state.doubt.why.reason == "CARDS_NOT_EXPLAINED"
    (shown,) = [field for field in fields_of(state.game) if field.spot == "shown"]
    red = {spot for spot, light in fields_lit(state).items() if light.meaning is Meaning.WRONG}
    assert red == set(lights_of(shown))
    state, _ = step(state, CameraObservation("settled", cards=(lies,)))
    assert not any(light.meaning is Meaning.WRONG for light in fields_lit(state).values())
