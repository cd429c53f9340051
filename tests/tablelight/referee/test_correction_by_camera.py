"""A camera alone, or one beside switches: hands that follow the lights bring table and game together again."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.lights import Meaning
from engine.core.registry import find
from engine.games.spectrum.player import inward
from engine.inference.observation import SOMEBODY
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import random_match
from tablelight.referee.inputs import BoardObservation, BoardSighting, TakeReading
from tablelight.referee.lights import all_lights
from tablelight.referee.piece_places import held_on
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches

BOARD_GAMES = ("spectrum", "spectrum_escape", "sixchex_spectrum", "spectrangle")
MOST_ROUNDS = 14
SURE = 0.9999


class CameraTable:
    """Hands that never read a word, before a camera. ``lies``: what lies where; ``felt``: there are switches, too."""

    def __init__(self, match, *, felt=False, known=True):
        self.state, self.lies, self.felt = RefereeState(match), dict(held_on(match)), felt
        self.blurred = frozenset()
        if known:
            self.look()

    def look(self, *, long=False):
        """What the sensors say once hands are off."""
        clear = {spot: held for spot, held in self.lies.items() if spot not in self.blurred}
        tiles = any(isinstance(held, str) for held in clear.values())
        seen = BoardSighting(
            dict.fromkeys(clear, SOMEBODY) if tiles else clear,
            unclear=self.blurred,
            long=long,
            chances={spot: {held: SURE} for spot, held in clear.items()} if tiles else {},
        )
        if self.felt:
            self.state, _ = step(self.state, BoardObservation(frozenset(self.lies), quiet=True, long=long))
        self.state, entries = step(self.state, seen)
        return entries

    def rest(self):
        self.look()
        if self.state.pieces.lifted:
            self.look(long=True)

    def lift(self, spot):
        held = self.lies.pop(spot)
        self._feel()
        return held

    def put(self, spot, held):
        self.lies[spot] = held
        self._feel()

    def _feel(self):
        if self.felt:
            self.state, _ = step(self.state, BoardObservation(frozenset(self.lies), quiet=False))

    def follow(self):
        """Do once what the lights say. What breathes gets the piece that was taken, or one like its light from beside
        the board; a tile alone that is red is turned as it counted."""
        picture = all_lights(self.state)
        take = [
            s for s, light in picture.items() if light.meaning in (Meaning.WRONG, Meaning.CHOSEN) and s in self.lies
        ]
        put = [s for s, light in picture.items() if light.meaning is Meaning.WAITING and s not in self.lies]
        should = held_on(self.state.match)
        hand = {spot: self.lift(spot) for spot in take}
        if len(take) == len(put) == 1:
            self.put(put[0], hand[take[0]])
            return
        for spot in put:
            self.put(spot, should[spot])
        if not put and self.state.pieces.why is not None and self.state.pieces.why.reason == "TURNED":
            for spot in take:
                self.put(spot, should[spot])

    @property
    def apart(self):
        return self.lies != dict(held_on(self.state.match))


@cache
def match_of(name, seed):
    towards = {"choose": inward} if name == "spectrum" else {}
    return random_match(name, 2, seed, 40 if name == "spectrangle" else 60, **towards)


@cache
def spots_of(name):
    return sorted(spot for spot, place in BoardMap.load(find(name).board).by_spot.items() if place.sensor is not None)


def moment(data, name):
    whole = match_of(name, data.draw(st.integers(1, 3)))
    return whole.at(data.draw(st.integers(0, len(whole.log))))


def disturb(table, data, name):
    """Up to three things go wrong: taken away, pushed, exchanged, turned, or put there by somebody."""
    for _ in range(data.draw(st.integers(1, 3))):
        there = sorted(table.lies)
        free = [spot for spot in spots_of(name) if spot not in table.lies]
        wrong = data.draw(st.sampled_from(("gone", "pushed", "exchanged", "turned", "extra") if there else ("extra",)))
        spot = data.draw(st.sampled_from(there)) if there else None
        to = data.draw(st.sampled_from(free))
        if wrong == "extra":
            kinds = sorted(set(table.lies.values()) | set(held_on(table.state.match).values()), key=str)
            table.put(to, data.draw(st.sampled_from(kinds or ["RRR1" if name == "spectrangle" else 0])))
        elif wrong == "gone":
            table.lift(spot)
        elif wrong == "pushed":
            table.put(to, table.lift(spot))
        elif wrong == "exchanged":
            other = data.draw(st.sampled_from(there))
            table.lies[spot], table.lies[other] = table.lies[other], table.lies[spot]
        elif name == "spectrangle":
            tile = table.lies[spot]
            table.lies[spot] = tile[1:3] + tile[0] + tile[3:]


@pytest.mark.parametrize("felt", [False, True], ids=["camera", "both"])
@pytest.mark.parametrize("name", BOARD_GAMES)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_hands_that_follow_the_lights_alone_come_to_an_end(name, felt, data):
    match = moment(data, name)
    if match.over:
        return
    table = CameraTable(match, felt=felt, known=data.draw(st.booleans()))
    disturb(table, data, name)
    if not felt:  # a sleeve lies there
        table.blurred = frozenset(data.draw(st.lists(st.sampled_from(spots_of(name)), max_size=2)))
    table.rest()
    table.blurred = frozenset()
    table.rest()
    for _ in range(MOST_ROUNDS):
        if table.state.pieces.why is None and not table.state.pieces.lifted:
            break
        before, was = len(table.state.match.log), table.state.pieces.why
        assert was is None or switches.sentence(table.state), "what the lights lead through is said as well"
        table.follow()
        table.rest()
        moved = len(table.state.match.log) != before
        assert not moved or (was is not None and was.reason == "ON_ITS_WAY"), "what is put right is no move"
    assert table.state.pieces.why is None
    assert not table.apart


@pytest.mark.parametrize("name", BOARD_GAMES)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_pieces_moved_back_to_any_time_are_taken_back_or_led_forward_again(name, data):
    match = moment(data, name)
    table = CameraTable(match)
    table.lies = dict(held_on(match.at(data.draw(st.integers(0, len(match.log))))))
    if match.over or not table.apart:
        return
    table.rest()
    if table.state.pieces.why is None:  # this turn's moves, or a move that leads to the same
        assert len(table.state.match.log) > len(match.log) and not table.apart
        return
    asked = table.state
    for index in range(len(asked.pieces.explanations)):
        table.state, entries = step(asked, TakeReading(index))
        assert entries and table.state.pieces.why is None and not table.apart
    table.state = asked
    for _ in range(MOST_ROUNDS + 2 * len(match.log)):
        if table.state.pieces.why is None:
            break
        table.follow()
        table.rest()
    assert table.state.pieces.why is None and not table.apart
