"""Whatever sensors report in any phase of a board game has a way out: accepted, asked, or what is wrong where."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.registry import create
from engine.games.spectrum.board import NAME
from engine.games.spectrum.player import anything, inward, playout
from engine.games.spectrum_escape.events import PawnMoved, PawnWithdrawn
from engine.inference.board import looks_like
from engine.inference.observation import SOMEBODY, Observation
from engine.texts import ask, explain
from tablelight.bench.engine_sixchex_spectrum import random_match as random_sixchex
from tablelight.bench.engine_spectrangle import random_match as random_spectrangle
from tablelight.bench.engine_spectrum_escape import random_match as random_escape

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
SPECTRUM = {
    "cubes": (2, "A", {}),
    "older edition": (2, "B", {}),
    "three with portals": (3, "A", {"portals": True}),
    "twelve-sided": (2, "A", {"dice": "d12"}),
    "cards": (2, "A", {"dice": "cards", "swap_cards": True}),
    "solo": (1, "A", {}),
    "self capture": (2, "A", {"self_capture": True, "capture_place": "may_stock"}),
    "shotgun": (2, "A", {"start": "shotgun_d12"}),
}
OTHERS = {
    "escape": (random_escape, [f"{hue}{ring}" for hue in ("R", "RO", "O", "G", "B", "P") for ring in range(1, 10)]),
    "sixchex": (random_sixchex, [f"{column}{row}" for column in "abcdefghi" for row in range(1, 9)]),
    "spectrangle": (random_spectrangle, [f"T{n}" for n in range(36)]),
}


def perturbed(game, state, chance, spots):
    """What sensors may report: the board now or a move or two later, some spots wrong, with or without owners."""
    for _ in range(chance.choice([0, 0, 1, 2])):
        moves = list(game.moves(state))
        if moves:
            state = game.result(state, chance.choice(moves))
    seen = dict(game.board_of(state))
    for _ in range(chance.choice([0, 0, 1, 1, 2, 5, 20])):
        spot = chance.choice(spots)
        if seen.pop(spot, None) is None or chance.random() < 0.3:
            seen[spot] = chance.randrange(game.rules.seats)
    return dict.fromkeys(seen, SOMEBODY) if chance.random() < 0.5 else seen


def put_right(game, state, wrong, seen):
    """The board after its hints were followed: what is too much is taken off, what is missing put back."""
    board = game.board_of(state)
    blind = SOMEBODY in seen.values()
    kept = {spot: seat for spot, seat in seen.items() if spot not in wrong.details.get("extra", ())}
    return kept | {spot: SOMEBODY if blind else board[spot] for spot in wrong.details["missing"]}


def check_way_out(game, state, seen):
    looked = game.infer(state, Observation(occupied=seen))
    for way in looked.explanations:
        after = state
        for event in way.events:
            after = game.after(after, event)
        assert looks_like(game.board_of(after), seen)
    if looked.accepted is not None:
        assert looked.question is None and looked.wrong is None
    elif looked.question is not None:
        # Every answer names other events, and the question is a whole sentence.
        assert len({way.events for way in looked.explanations}) == len(looked.explanations) > 1
        assert "{" not in ask(game.name, looked.question, NAMES)
    else:
        assert "{" not in explain(game.name, looked.wrong, NAMES)
        assert set(looked.wrong.spots) <= seen.keys() | game.board_of(state).keys()
        restored = put_right(game, state, looked.wrong, seen)
        assert game.infer(state, Observation(occupied=restored)).accepted == ()


@pytest.mark.parametrize("variant", SPECTRUM)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_mismatch_on_a_spectrum_board_has_a_way_out(variant, seed):
    """SB-F3-6, D-65"""
    seats, edition, options = SPECTRUM[variant]
    game, chance = create("spectrum", seats, edition, options), random.Random(seed)
    way = playout(game, chance, 60, inward) + playout(game, chance, 60, anything)
    phases = {}
    for state, _ in chance.sample(way, len(way)):
        phases.setdefault(state.phase, []).append(state)
    for states in phases.values():
        for state in states[:4]:
            check_way_out(game, state, perturbed(game, state, chance, NAME))


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_mismatch_on_other_boards_has_a_way_out(name, seed):
    random_match, spots = OTHERS[name]
    match, chance = random_match(2, seed=seed, stop=80), random.Random(seed)
    for n in chance.sample(range(len(match.log) + 1), min(12, len(match.log))):
        state = match.state_at(n)
        check_way_out(match.game, state, perturbed(match.game, state, chance, spots))


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_move_on_other_boards_is_among_what_is_read(name, seed):
    random_match, _ = OTHERS[name]
    match = random_match(2, seed=seed, stop=60)
    for n, (_, event) in enumerate(match.events):
        before, after = match.game.board_of(match.state_at(n)), match.game.board_of(match.state_at(n + 1))
        if before != after:
            found = match.game.explanations(match.state_at(n), Observation(occupied=after))
            assert (event,) in found or (isinstance(event, PawnWithdrawn) and _may_escape(event, found))


def _may_escape(event, found):
    """Whoever takes a pawn back that may escape says so (SB-ESC-10)."""
    return any(isinstance(other, PawnMoved) and other.hue == event.hue for (other,) in found)


@pytest.mark.parametrize("variant", SPECTRUM)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_whole_turn_played_before_anybody_looked_is_explained(variant, seed):
    """SB-F3-3: at least one legal way leads from the last accepted position to what is seen."""
    seats, edition, options = SPECTRUM[variant]
    game, chance = create("spectrum", seats, edition, options), random.Random(seed)
    way = playout(game, chance, 100, inward) + playout(game, chance, 150)
    states = [state for state, _ in way]
    for at, state in enumerate(states):
        if state.phase != "move" or state.moved:
            continue
        turn = [later for later in states[at : at + 10] if later.turns == state.turns and later.phase != "send"]
        for later in turn[-1:]:
            assert game.infer(state, Observation(occupied=game.board_of(later))).explanations
