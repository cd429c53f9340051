"""What holds in every position of every variant, found by playing at random."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.match import Match
from engine.core.registry import create
from engine.games.spectrum.events import PawnMove
from engine.games.spectrum.legal_moves import legal_moves
from engine.games.spectrum.pawn_paths import path_of
from engine.games.spectrum.player import fact, inward, next_event, playout

VARIANTS = {
    "d6, edition A": (2, "A", {}),
    "d6, edition B": (2, "B", {}),
    "six players": (6, "A", {"tiebreak": False}),
    "d12": (3, "A", {"dice": "d12", "quintuple": "five", "d12_dd_neighbours": True}),
    "cards": (2, "A", {"dice": "cards", "swap_cards": True}),
    "cards whole, one pawn": (2, "A", {"dice": "cards", "single_card": "whole", "three_same_pawns": "one"}),
    "shaded cards in steps": (2, "A", {"dice": "cards", "shaded_cards": "steps", "swap_cards": True}),
    "solo": (1, "A", {}),
    "self rules": (2, "A", {"self_capture": True, "self_jump": True, "capture_place": "may_stock"}),
    "leaps": (2, "A", {"leap_two": True, "no_backtrack": True, "entry_jump": "lane", "star_by_point": False}),
    "chains": (2, "A", {"chain_jump": True, "revisit": True, "extra_face": True, "closed_primary_exit": True}),
    "listed order": (2, "A", {"special_order": "listed", "base_from_neighbour": "demanded"}),
    "any order": (2, "A", {"special_order": "any", "base_from_neighbour": "strict", "must_move": "at_least_one"}),
    "declared dice": (2, "A", {"declare_dice": "declared", "dead_choice": True, "surrender": True}),
    "as many spaces as can be": (2, "A", {"must_move": "maximal"}),
    "shotgun cards": (3, "A", {"start": "shotgun_cards"}),
    "shotgun d12": (2, "B", {"start": "shotgun_d12", "scoring": "weighted"}),
    "missions with d12": (2, "A", {"missions": True, "dice": "d12"}),
    "portals": (3, "A", {"portals": True, "portal_limit": "one"}),
    "edition B, every part played": (2, "B", {"must_move": "continue", "two_colour": True}),
}
EACH = pytest.mark.parametrize("variant", VARIANTS)
QUICK = settings(max_examples=4, deadline=None)


def table(variant):
    seats, edition, options = VARIANTS[variant]
    return create("spectrum", seats, edition, options)


def walk(variant, seed, most=70):
    """Positions from a game that has gone on for a while, so that pawns meet."""
    game, rng = table(variant), random.Random(seed)
    return game, playout(game, rng, 60, inward) + playout(game, rng, most)


@EACH
@QUICK
@given(seed=st.integers(0, 10**6))
def test_legal_moves_are_exactly_the_candidates_that_judge_as_legal(variant, seed):
    game, way = walk(variant, seed)
    for state, _ in way[::3]:
        judged = {str(move) for move in game.pseudo_legal_moves(state) if game.judge(state, move).ok}
        assert {str(move) for move in game.moves(state)} == judged


@EACH
@QUICK
@given(seed=st.integers(0, 10**6))
def test_a_move_off_the_list_leaves_of_the_dice_what_its_verdict_says(variant, seed):
    game, way = walk(variant, seed)
    for state, event in way:
        if not isinstance(event, PawnMove):
            continue
        masks, path = game.context.masks(state), path_of(event)
        for plan in state.plans:
            choice = game.choice(plan.key)
            judged = game.context.turn.judge(masks, choice, plan, path)
            assert game.context.turn.plans_after(masks, choice, plan, path) == (
                judged if isinstance(judged, list) else []
            )


@EACH
@QUICK
@given(seed=st.integers(0, 10**6))
def test_positions_and_events_survive_being_written_down(variant, seed):
    game, way = walk(variant, seed)
    for state, event in way:
        assert game.parse(str(event)) == event
        assert game.event_from_json(json.loads(json.dumps(game.event_to_json(event)))) == event
        assert game.state_from_json(json.loads(json.dumps(game.state_to_json(state)))) == state


@EACH
@QUICK
@given(seed=st.integers(0, 10**6))
def test_pawns_are_conserved_and_every_event_played_was_legal(variant, seed):
    game, way = walk(variant, seed)
    full = sum(game.start().stock)
    for state, event in way:
        assert game.judge(state, event).ok
        standing = sum(mask.bit_count() for mask in (*state.pawns, *state.stars))
        assert standing + sum(state.stock) + len(state.captives) == full
        assert game.problems(state) == []


def owned(state):
    """How many pawns each player has: on the board, on stars, in the stock and in somebody's hand."""
    held = [sum(captive.owner == seat for captive in state.captives) for seat in range(len(state.pawns))]
    on_board = [pawns.bit_count() + stars.bit_count() for pawns, stars in zip(state.pawns, state.stars, strict=True)]
    return [sum(all_of_one) for all_of_one in zip(on_board, state.stock, held, strict=True)]


def one_star_short(game, state, chance):
    """The mover lacks one star to win, and pawns of everybody crowd around the stars that are left."""
    hues = chance.sample(range(12), game.context.goal - 1)
    stars = [0] * game.rules.seats
    stars[state.to_move] = sum(1 << hue for hue in hues)
    spots = [hue * 9 + ring for hue in range(12) for ring in (5, 6, 7)]
    chance.shuffle(spots)
    pawns = [sum(1 << n for n in spots[seat * 5 : seat * 5 + 5]) for seat in range(game.rules.seats)]
    return state._replace(pawns=tuple(pawns), stars=tuple(stars), stock=(1,) * game.rules.seats)


@EACH
@QUICK
@given(seed=st.integers(0, 10**6))
def test_no_player_loses_or_gains_a_pawn_by_any_event_not_even_by_the_last_one(variant, seed):
    game, way = walk(variant, seed)
    chance = random.Random(seed)
    for state, event in way:
        assert owned(game.result(state, event)) == owned(state)
    for state in [state for state, _ in way if state.phase == "roll"][::7]:
        rolling = one_star_short(game, state, chance)
        rolled = game.result(rolling, fact(game, rolling, chance))
        for _ in range(3):
            moves = list(game.moves(rolled))
            for move in moves:
                after = game.result(rolled, move)
                assert owned(after) == owned(rolling)
                assert after.phase != "over" or not after.captives
            if not moves or rolled.phase == "over":
                break
            rolled = game.result(rolled, chance.choice(moves))


@EACH
@QUICK
@given(seed=st.integers(0, 10**6))
def test_nobody_sees_what_is_in_others_hands(variant, seed):
    game, way = walk(variant, seed)
    for state, _ in way[::5]:
        for seat in range(game.rules.seats):
            seen = game.view(state, seat).extras
            for hands in (seen.missions, seen.portals):
                others = [card for n, hand in enumerate(hands) if n not in (seat, state.extras.won) for card in hand]
                assert set(others) <= {"??"}
            assert game.view(state, seat).pawns == state.pawns


@EACH
def test_there_is_always_a_way_on(variant):
    """Until the game is over somebody can move, or the table is asked to show something."""
    game = table(variant)
    for seed in range(3):
        for state, _ in playout(game, random.Random(seed), 250):
            awaited = game.awaiting(state)
            assert awaited.actor == "table" or state.phase == "send" or bool(game.moves(state))
            assert game.lights(state) or state.phase == "setup"


def test_whoever_plays_inward_sends_by_portals_too():
    game, rng = table("portals"), random.Random(1)
    sends = [state for state, _ in playout(game, rng, 90, inward) if state.phase == "send"]
    assert sends and all(game.judge(state, inward(game, state, rng)).ok for state in sends)


@QUICK
@given(seed=st.integers(0, 10**6))
def test_undo_then_redo_leads_back(seed):
    match, rng = Match.new("spectrum", ["Ann", "Ben"]), random.Random(seed)
    for _ in range(40):
        match.add(next_event(match.game, match.state, rng, inward))
    state = match.state
    match.undo()
    assert match.state != state
    match.add(type(match.log[-1])(match.redo_target()))
    assert match.state == state


@pytest.mark.parametrize("seed", range(25))
def test_games_of_sensible_players_come_to_an_end(seed):
    game = create("spectrum", 2)
    way = playout(game, random.Random(seed), 2500, inward)
    state, event = way[-1]
    end = game.result(state, event)
    assert end.phase == "over"
    assert game.winners(end)


def test_a_list_of_moves_is_read_off_the_board_and_not_judged_one_by_one(monkeypatch):
    game = create("spectrum", 2)
    rolled = [state for state, _ in playout(game, random.Random(3), 300, inward) if state.phase == "move"]
    expected = [list(legal_moves(game.context, state)) for state in rolled]
    monkeypatch.setattr(game, "judge", None)
    assert [list(game.moves(state)) for state in rolled] == expected
