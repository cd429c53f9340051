"""Spectrum Escape by its rules: SB-ESC-01 to SB-ESC-11."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.errors import BadRules, NotUnderstood
from engine.core.registry import create
from engine.games.spectrum_escape.events import CommonDiceRolled, DieLost, OwnDieRolled, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.state import PAWNS, dice_split
from engine.inference.observation import SOMEBODY, Observation
from tablelight.bench.engine_spectrum_escape import random_match
from tests.support.properties import check_match, check_position, sentence

R, RO, O, G, B = Hue.R, Hue.RO, Hue.O, Hue.G, Hue.B  # noqa: E741


def position(lanes=None, own=(R, G), common=(O, B, G, R, R), seats=2, escaped=None, **options):
    """Player one is about to make the first move."""
    game = create("spectrum_escape", seats, options=options)
    state = game.start()
    placed = tuple(tuple((lanes or {}).get(hue, (0,) * seats)) for hue in Hue)
    state = replace(state, lanes=placed, own=own, common=common, escaped=escaped or (0,) * seats)
    return game, state


# ---- where pawns go (SB-ESC-03..06)


def place_after(lanes, hue=R, **options):
    game, state = position(lanes, own=(hue, G), **options)
    return game.after(state, PawnMoved(0, hue, "own")).lanes[hue][0]


def test_the_first_pawn_in_a_colour_comes_in_at_the_centre():
    assert place_after({}) == 1


def test_an_entering_or_trailing_pawn_goes_one_beyond_the_leader():
    assert place_after({R: (0, 4)}) == 5
    assert place_after({R: (2, 4)}) == 5


def test_a_leader_goes_on_by_its_margin():
    assert place_after({R: (4, 3)}) == 5
    assert place_after({R: (4, 2)}) == 6


def test_a_lone_pawn_goes_one_space_or_its_distance_as_the_table_chose():
    assert place_after({R: (4, 0)}) == 5
    assert place_after({R: (4, 0)}, lone_leader="from_centre") == 8


def test_a_pawn_beyond_the_rim_has_escaped():
    game, state = position({R: (8, 3)})
    after = game.after(state, PawnMoved(0, R, "own"))
    assert after.lanes[R] == (0, 3)
    assert game.scores(after) == {0: 1, 1: 0}
    assert after.last == R


def test_a_pawn_may_not_enter_and_escape_in_one_move():
    game, state = position({R: (0, 9)})
    verdict = game.judge(state, PawnMoved(0, R, "own"))
    assert (verdict.reason, verdict.rule) == ("ENTER_AND_ESCAPE", "SB-ESC-06")
    assert "rim" in sentence(game, verdict)
    assert game.judge(state, DieLost(0, R, "own")).ok


def test_with_the_first_ring_eight_the_way_is_one_shorter():
    game, state = position({R: (0, 8)}, escape_first_ring=8)
    assert game.judge(state, PawnMoved(0, R, "own")).reason == "ENTER_AND_ESCAPE"
    assert game.spot(R, 1) == "R8"
    assert game.spot(R, 8) == "R1"


# ---- dice and order (SB-ESC-07..09)


def test_each_moves_once_by_the_own_die_and_once_by_a_common_one():
    game, state = position()
    assert game.judge(state, PawnMoved(0, G, "own")).reason == "NOT_YOUR_DIE"
    assert game.judge(state, PawnMoved(0, RO, "common")).reason == "NO_COMMON_DIE"
    state = game.after(state, PawnMoved(0, R, "own"))
    assert game.mover(state) == 1
    state = game.after(state, PawnMoved(1, R, "common"))
    assert sorted(state.common) == [R, O, G, B]
    assert game.judge(state, PawnMoved(0, R, "own")).reason == "OWN_USED"
    state = game.after(state, PawnMoved(0, O, "common"))
    assert game.judge(state, PawnMoved(1, B, "common")).reason == "COMMON_USED"


def test_after_two_moves_each_the_next_round_is_rolled():
    game, state = position()
    for move in (PawnMoved(0, R, "own"), PawnMoved(1, R, "common"), PawnMoved(0, O, "common"), PawnMoved(1, G, "own")):
        state = game.after(state, move)
    assert (state.round, state.cycle, state.own, state.common) == ("d12", 0, (None, None), None)
    need = game.awaiting(state).need
    assert (need.d6, need.d12) == (0, 1)


def test_after_each_pair_of_rounds_the_first_player_goes_last():
    match = random_match(3, seed=4, stop=200)
    for n in range(len(match.log)):
        state = match.state_at(n)
        if state.turn == 0:
            assert state.mover == state.cycle % 3


def test_a_cube_shows_primaries_and_the_common_dice_are_counted():
    game = create("spectrum_escape", 3)
    state = game.start()
    assert game.judge(state, OwnDieRolled(0, RO)).reason == "NOT_ON_A_CUBE"
    assert game.judge(state, OwnDieRolled(3, R)).reason == "NO_SUCH_PLAYER"
    state = game.after(state, OwnDieRolled(0, R))
    assert game.judge(state, OwnDieRolled(0, R)).reason == "HAS_OWN_DIE"
    assert game.judge(state, CommonDiceRolled((RO,), (R,) * 5)).reason == "NOT_ON_A_CUBE"
    verdict = game.judge(state, CommonDiceRolled((R, R), (R,) * 5))
    assert "I count 2 cubes and 5 twelve-sided dice" in sentence(game, verdict)
    assert game.judge(state, CommonDiceRolled((R,), (R,) * 5)).ok
    assert dice_split(4, "d6") == (4, 0, 5)


# ---- dice of no use (rulings 114, 116)


def test_a_useless_common_die_is_taken_only_when_all_are_useless():
    lanes = {R: (0, 9), O: (0, 9)}
    game, state = position(lanes, common=(R, O, G))
    verdict = game.judge(state, DieLost(0, R, "common"))
    assert verdict.reason == "USABLE_COMMON"
    assert "green" in sentence(game, verdict)
    assert game.judge(replace(state, common=(R, O)), DieLost(0, R, "common")).ok
    assert game.judge(state, DieLost(0, G, "common")).reason == "DIE_IS_USABLE"
    game, state = position(lanes, common=(R, O, G), deny_die=True)
    assert game.judge(state, DieLost(0, R, "common")).ok


def test_without_a_pawn_in_stock_nobody_enters():
    game, state = position({O: (3, 0), B: (1, 0)}, escaped=(8, 0))
    assert game.judge(state, PawnMoved(0, R, "own")).reason == "NO_RESERVE"


# ---- taking a pawn back (SB-ESC-10)


def test_taking_a_pawn_back_costs_both_moves_of_the_round():
    game, state = position({R: (3, 0)})
    state = game.after(state, PawnWithdrawn(0, R))
    assert state.lanes[R] == (0, 0)
    assert len(state.common) == 5
    state = game.after(game.after(state, PawnMoved(1, G, "own")), PawnMoved(1, O, "common"))
    assert state.round == "d12"


def test_a_pawn_is_taken_back_instead_of_the_first_move():
    game, state = position({R: (3, 0)})
    assert game.judge(state, PawnWithdrawn(0, G)).reason == "NO_PAWN_THERE"
    state = game.after(game.after(state, PawnMoved(0, R, "own")), PawnMoved(1, G, "own"))
    assert game.judge(state, PawnWithdrawn(0, R)).reason == "WITHDRAW_FIRST"


# ---- the end (SB-ESC-01, SB-ESC-11)


@pytest.mark.parametrize(("seats", "target"), [(2, 7), (3, 5), (4, 4)])
def test_the_first_to_bring_out_enough_pawns_wins_at_once(seats, target):
    zeros = (0,) * (seats - 1)
    game, state = position({R: (9, *zeros)}, seats=seats, own=(R,) * seats, escaped=(target - 1, *zeros))
    after = game.after(state, PawnMoved(0, R, "own"))
    assert after.over
    assert game.winners(after) == (0,)
    assert game.judge(after, PawnMoved(1, G, "own")).reason == "GAME_OVER"
    with pytest.raises(BadRules):
        create("spectrum_escape", 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_with_ten_pawns_each(seats):
    for seed in range(4):
        match = random_match(seats, seed=seed)
        state = match.state
        assert len(match.game.winners(state)) == 1
        for seat in range(seats):
            on_board = sum(lane[seat] > 0 for lane in state.lanes)
            assert state.stock(seat) + on_board + state.escaped[seat] == PAWNS
    check_match(match)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 200), st.booleans(), st.sampled_from(["one", "from_centre"]))
def test_what_holds_in_every_position(seed, length, deny, lone):
    match = random_match(2 + seed % 3, seed=seed, stop=length, deny_die=deny, lone_leader=lone)
    check_position(match.game, match.state)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(5, 200))
def test_moves_are_all_that_a_plain_search_finds(seed, length):
    match = random_match(2 + seed % 3, seed=seed, stop=length)
    game, state = match.game, match.state
    if game.awaiting(state).actor == "player":
        seat = game.mover(state)
        everything = [kind(seat, hue, die) for kind in (PawnMoved, DieLost) for hue in Hue for die in ("own", "common")]
        everything += [PawnWithdrawn(seat, hue) for hue in Hue]
        assert set(game.moves(state)) == {move for move in everything if game.judge(state, move).ok}


# ---- around the game


def test_dice_and_moved_pawns_are_read():
    game = create("spectrum_escape", 2)
    state = game.start()
    assert game.explanations(state, Observation(d6=(R,), d12=())) == [(OwnDieRolled(0, R),)]
    assert game.explanations(state, Observation(d6=(R, G), d12=())) == []
    game, state = position({R: (0, 3)}, common=(R, O, B, G, G))
    seen = Observation(occupied={"R7": SOMEBODY, "R6": SOMEBODY})
    assert {move for (move,) in game.explanations(state, seen)} == {PawnMoved(0, R, "own"), PawnMoved(0, R, "common")}


def test_lights_show_leaders_bright_and_where_dice_lead():
    game, state = position({R: (2, 4)}, common=(O,))
    lights = game.lights(state)
    assert lights["R6"].meaning == Meaning.PIECE
    assert lights["R8"].meaning == Meaning.IDLE
    assert lights["R5"].meaning == Meaning.LEGAL
    assert lights["O9"].meaning == Meaning.LEGAL
    assert game.lights(game.start())["B9"].meaning == Meaning.WAITING


def test_loose_notation_is_understood_and_nonsense_is_named():
    game, state = position()
    assert game.parse("go red", state) == PawnMoved(0, R, "own")
    assert game.parse("2: move blue-green common") == PawnMoved(1, Hue.GB, "common")
    assert game.parse("own green for 2") == OwnDieRolled(1, G)
    with pytest.raises(NotUnderstood, match="mauve"):
        game.parse("go mauve own", state)
    with pytest.raises(NotUnderstood, match="stroke"):
        game.parse("common R G")


def test_every_fault_of_a_set_up_position_is_listed():
    game, state = position({R: (3, 3), G: (12, 0)}, escaped=(10, 0))
    faults = game.problems(replace(state, turn=9))
    assert {v.reason for v in faults} == {"TWO_ON_A_SPACE", "NO_SUCH_PLACE_IN", "TOO_MANY_PAWNS", "NO_SUCH_TURN"}
    for verdict in faults:
        sentence(game, verdict)


def test_every_refusal_has_its_sentence():
    game, state = position({R: (3, 0)})
    used = game.after(game.after(state, PawnMoved(0, R, "own")), PawnMoved(1, O, "common"))
    for event in (
        PawnMoved(1, R, "own"),
        PawnMoved(0, B, "own"),
        PawnMoved(0, Hue.PR, "common"),
        DieLost(0, R, "own"),
        PawnWithdrawn(0, G),
    ):
        sentence(game, game.judge(state, event))
    for event in (
        PawnMoved(0, R, "own"),
        PawnWithdrawn(0, R),
        OwnDieRolled(0, R),
        OwnDieRolled(7, R),
        CommonDiceRolled((), ()),
    ):
        sentence(game, game.judge(used, event))
    sentence(game, game.judge(game.start(), PawnWithdrawn(0, R)))
