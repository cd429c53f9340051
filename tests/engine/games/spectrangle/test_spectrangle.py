"""Spectrangle by its rules: SPG-SETUP to SPG-END."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import texts
from engine.components.lights import Meaning
from engine.core.errors import BadRules, NotUnderstood, Refused
from engine.core.registry import create
from engine.games.spectrangle.dealing import next_fact as chance
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TilesDrawn, TurnSkipped
from engine.games.spectrangle.fitting import fits
from engine.games.spectrangle.scoring import counter, counter_score
from engine.games.spectrangle.tiles import BONUS, N_FIELDS, TILES, TOUCHING, WAYS, value_of
from engine.inference.observation import SOMEBODY, Observation
from tablelight.bench.engine_spectrangle import random_match
from tests.support.properties import check_match, check_position, sentence

HAND = ("RRR6", "BBB6", "RYG3", "WWW1")


def board_of(**tiles):
    return tuple(tiles.get(f"T{n}", "") for n in range(N_FIELDS))


def position(board=None, hand=HAND, other=("GGG6", "YYY6", "PPP6", "RRY5"), seats=2, **options):
    game = create("spectrangle", seats, options=options)
    state = replace(game.start(), contenders=(), hands=(hand, other) + ((),) * (seats - 2))
    return game, replace(state, board=board or state.board)


# ---- tiles and board


def test_there_are_36_tiles_every_choice_of_three_of_five_colours_once_and_the_joker():
    edges = Counter("".join(sorted(tile[:3])) for tile in TILES)
    assert len(TILES) == 36
    assert set(edges.values()) == {1}
    assert Counter(map(value_of, TILES)) == {6: 5, 5: 10, 4: 10, 3: 4, 2: 3, 1: 4}
    assert sum(map(value_of, TILES)) == 142


def test_the_board_has_45_shared_edges_and_three_bonus_fields_of_each_kind():
    pairs = [(n, other, edge) for n in range(N_FIELDS) for edge, other in TOUCHING[n]]
    assert len(pairs) == 90
    assert all((other, n, edge) in pairs for n, other, edge in pairs)
    assert Counter(len(around) for around in TOUCHING) == {1: 3, 2: 12, 3: 21}
    assert Counter(BONUS) == {1: 27, 2: 3, 3: 3, 4: 3}


def corners(field):
    """A field's corners, clockwise as seen from the front, from the level edge on; y downwards, in half sides."""
    row = int(field**0.5)
    x = field - row * row - row
    if (field - row * row) % 2 == 0:
        return (x + 1, row + 1), (x - 1, row + 1), (x, row)
    return (x - 1, row), (x + 1, row), (x, row + 1)


def test_edges_run_clockwise_from_the_level_one_and_meet_the_same_edge_of_the_neighbour():
    def edge(field, n):
        around = corners(field)
        return frozenset((around[n], around[(n + 1) % 3]))

    for n, around in enumerate(TOUCHING):
        assert all(edge(n, k) == edge(other, k) for k, other in around)
        assert len({y for _, y in edge(n, 0)}) == 1


# ---- the start (SPG-SETUP)


def test_the_highest_drawn_tile_starts_and_stays_in_the_hand():
    game = create("spectrangle", 3)
    state = game.start()
    for seat, tile in enumerate(("BYG1", "RRR6", "GGR5")):
        state = game.after(state, TilesDrawn(seat, (tile,)))
    assert game.mover(state) == 1
    assert state.hands[1] == ("RRR6",)
    assert game.awaiting(state).need.count == 3


def test_a_tie_for_the_start_is_drawn_again_by_those_who_tied():
    game = create("spectrangle", 3)
    state = game.start()
    for seat, tile in enumerate(("BBB6", "RRR6", "GGR5")):
        state = game.after(state, TilesDrawn(seat, (tile,)))
    assert game.awaiting(state).seats == (0,)
    assert game.judge(state, TilesDrawn(2, ("BYG1",))).reason == "WRONG_DRAW"
    state = game.after(game.after(state, TilesDrawn(0, ("BYG1",))), TilesDrawn(1, ("BPR2",)))
    assert game.mover(state) == 1
    assert state.hands[1] == ("RRR6", "BPR2")


def test_drawn_tiles_go_back_where_the_table_plays_it_so():
    game = create("spectrangle", 2, options={"start_draw": "returned"})
    state = game.start()
    for seat, tile in enumerate(("BBB6", "GGR5")):
        state = game.after(state, TilesDrawn(seat, (tile,)))
    assert state.hands == ((), ())
    assert game.awaiting(state).need.count == 4


def test_a_tile_comes_out_of_the_bag_once():
    game, state = position(hand=HAND[:3])
    verdict = game.judge(state, TilesDrawn(0, ("RRR6",)))
    assert verdict.reason == "NOT_IN_BAG"
    assert "All red 6" in sentence(game, verdict)
    assert not game.judge(state, TilesDrawn(0, ("BPR2", "BPY3"))).ok


# ---- placing (SPG-PLAY)


def test_the_first_tile_may_not_lie_on_a_bonus_field():
    game, state = position()
    verdict = game.judge(state, TilePlaced(0, "RRR6", 11))
    assert (verdict.reason, verdict.rule, verdict.spots) == ("FIRST_ON_BONUS", "SPG-PLAY-01", ("T11",))
    assert "Space 11" in sentence(game, verdict)
    assert game.judge(state, TilePlaced(0, "WWW1", 12)).ok


def test_a_later_tile_needs_one_matching_side():
    # Field 0 points up and touches field 2 with its level edge.
    game, state = position(board_of(T0="RRR6"), hand=("GGG6", "RYG3", "RRB4", "PPP6"))
    assert game.judge(state, TilePlaced(0, "GGG6", 2)).reason == "NO_SIDE_MATCHES"
    assert game.judge(state, TilePlaced(0, "RYG3", 2)).ok
    assert game.judge(state, TilePlaced(0, "YGR3", 2)).reason == "NO_SIDE_MATCHES"
    assert game.judge(state, TilePlaced(0, "RRB4", 20)).reason == "TOUCHES_NOTHING"


def test_the_joker_goes_beside_anything_and_anything_beside_it():
    game, state = position(board_of(T0="RRR6"), hand=("WWW1", "GGG6", "BBB6", "PPP6"))
    assert game.judge(state, TilePlaced(0, "WWW1", 2)).ok
    game, state = position(board_of(T0="WWW1"), hand=("GGG6", "BBB6", "PPP6", "RRR6"))
    assert game.judge(state, TilePlaced(0, "GGG6", 2)).ok


def test_a_side_that_differs_is_mentioned_or_refused_as_the_table_agreed():
    # Field 2 points down between fields 0, 1 and 3.
    board = board_of(T0="RRR6", T1="GGG6")
    hand = ("RRY5", "BBB6", "PPP6", "RYG3")
    game, state = position(board, hand)
    verdict = game.judge(state, TilePlaced(0, "RRY5", 2))
    assert verdict.ok
    assert "space 1" in texts.remark(game.name, verdict, ["Ann", "Ben"])
    assert texts.remark(game.name, game.judge(state, TilePlaced(0, "RRY5", 5)), ["Ann", "Ben"]) == ""
    game, state = position(board, hand, edge_rule="all_touching")
    verdict = game.judge(state, TilePlaced(0, "RRY5", 2))
    assert (verdict.ok, verdict.reason) == (False, "SIDES_DIFFER")
    assert "T1" in verdict.spots


def test_placing_is_compulsory_when_possible():
    game, state = position(board_of(T0="RRR6"), hand=("GGG6", "RYG3", "BBB6", "PPP6"))
    for giving_up in (TurnSkipped(0), TileExchanged(0, "GGG6")):
        verdict = game.judge(state, giving_up)
        assert (verdict.reason, verdict.rule) == ("MUST_PLACE", "SPG-PLAY-04")
        assert "red-yellow-green 3" in sentence(game, verdict)


def test_who_cannot_place_may_exchange_one_tile_or_skip():
    game, state = position(board_of(T0="RRR6"), hand=("GGG6", "YYY6", "BBB6", "PPP6"), other=("GGR5",))
    assert game.judge(state, TurnSkipped(0)).ok
    after = game.after(state, TileExchanged(0, "GGG6"))
    assert game.mover(after) == 1
    assert after.owed(0) == 1
    assert "GGG6" in after.bag


def test_nothing_is_exchanged_with_an_empty_bag():
    hand = ("GGG6", "YYY6", "BBB6", "PPP6")
    other = tuple(tile for tile in TILES if tile not in hand and tile != "RRR6")
    game, state = position(board_of(T0="RRR6"), hand, other)
    assert game.judge(state, TileExchanged(0, "GGG6")).reason == "BAG_EMPTY"
    assert game.judge(state, TurnSkipped(0)).ok


def test_forgotten_draws_are_made_up_before_the_players_next_turn():
    game, state = position(board_of(T0="RRR6"), hand=("RYG3", "WWW1", "BBB6", "PPP6"))
    state = game.after(state, TilePlaced(0, "RYG3", 2))
    assert game.awaiting(state).seats == (0,)
    state = game.after(state, next(m for m in game.moves(state) if isinstance(m, TilePlaced)))
    state = game.after(state, TilesDrawn(1, ("BPR2",)))
    assert game.judge(state, TilePlaced(0, "WWW1", 5)).reason == "DRAW_UP_FIRST"
    assert game.judge(game.after(state, TilesDrawn(0, ("BPY3",))), TurnSkipped(0)).reason == "MUST_PLACE"


def test_a_tile_is_turned_but_not_turned_over():
    game, state = position(board_of(T0="RRR6"))
    assert game.judge(state, TilePlaced(0, "RGY3", 2)).reason == "TURNED_OVER"
    game, state = position(board_of(T0="RRR6"), allow_flip=True)
    assert game.judge(state, TilePlaced(0, "RGY3", 2)).ok


# ---- points (SPG-SCORE)


def test_points_are_value_times_sides_times_bonus():
    board = board_of(T0="RRR6", T1="BBB6", T3="GGG6")
    game, state = position(board, hand=("WWW1", "RYG3", "RRB4", "PPP6"))
    assert game.breakdown(state, TilePlaced(0, "WWW1", 2)) == (1, 3, 3)
    assert game.after(state, TilePlaced(0, "WWW1", 2)).points == (9, 0)


def test_the_first_tile_scores_its_value():
    game, state = position()
    assert game.after(state, TilePlaced(0, "RRR6", 0)).points == (6, 0)


@given(st.integers(-50, 500))
def test_the_counter_shows_every_score(points):
    assert counter_score(*counter(points)) == points


def test_tiles_left_are_subtracted_at_the_end():
    game, state = position()
    over = replace(state, points=(57, 40), hands=(("RYG3", "BPR2"), ()), over=True)
    assert game.scores(over) == {0: 52, 1: 40}
    assert game.winners(over) == (0,)


def test_partners_count_together_and_win_together():
    game, state = position(seats=4, teams=True)
    over = replace(state, points=(10, 30, 25, 1), hands=((), (), ("RRR6",), ()), over=True)
    assert game.scores(over) == {0: 29, 1: 31, 2: 29, 3: 31}
    assert game.winners(over) == (1, 3)
    with pytest.raises(BadRules):
        create("spectrangle", 3, options={"teams": True})


# ---- the end (SPG-END)


def test_two_idle_rounds_end_the_game_only_when_no_tile_anywhere_fits():
    hand = ("GGG6", "YYY6", "BBB6", "PPP6")
    game, state = position(board_of(T0="RRR6"), hand, other=("GGB5", "YYG5", "PPY5", "BBP5"))
    state = replace(state, idle=3)
    assert not game.after(state, TurnSkipped(0)).over


def dead_end():
    """Nine lonely gaps between 27 tiles, and nine tiles that fit none of them: four each in hand, one in the bag."""
    left = ("RRR6", "BBB6", "GGG6", "YYY6", "PPP6", "RRY5", "RRP5", "RRB4", "RRG4")
    holes = (2, 5, 7, 10, 12, 14, 17, 19, 21)
    random = Random(5)
    lying = [tile for tile in TILES if tile not in left]
    game = create("spectrangle", 2, options={"edge_rule": "all_touching"})
    for _ in range(2000):
        random.shuffle(lying)
        ways = iter(random.choice(WAYS[tile]) for tile in lying)
        board = tuple("" if n in holes else next(ways) for n in range(N_FIELDS))
        state = replace(game.start(), contenders=(), board=board, hands=(left[:4], left[4:8]))
        if not any(True for tile in left for _ in fits(game.fitting, board, tile)):
            return game, state
    raise AssertionError("no dead end found")


def test_two_idle_rounds_end_the_game_when_no_tile_of_hands_or_bag_fits():
    game, state = dead_end()
    assert state.bag == ("RRG4",)
    for turn in range(3):
        state = game.after(state, TurnSkipped(turn % 2))
        assert not state.over
    assert game.after(state, TurnSkipped(1)).over


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rule", ["at_least_one", "all_touching"])
def test_random_games_end_with_every_tile_accounted_for(seats, rule):
    for seed in range(12):
        match = random_match(seats, seed=seed, edge_rule=rule, start_draw=("kept", "returned")[seed % 2])
        game, state = match.game, match.state
        assert state.over
        assert not game.problems(state)
        assert len(state.bag) == state.bag_size
        assert game.winners(state)
        assert not any(game.can_place(state, seat) for seat in range(seats))
    check_match(match)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 60), st.sampled_from(["at_least_one", "all_touching"]), st.booleans())
def test_what_holds_in_every_position(seed, length, rule, flip):
    match = random_match(2 + seed % 3, seed=seed, stop=length, edge_rule=rule, allow_flip=flip)
    check_position(match.game, match.state)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(10, 50))
def test_moves_are_all_placements_that_a_plain_search_finds(seed, length):
    match = random_match(2, seed=seed, stop=length)
    game, state = match.game, match.state
    if game.awaiting(state).actor != "player":
        return
    everything = [TilePlaced(state.to_move, way, n) for t in TILES for way in WAYS[t] for n in range(N_FIELDS)]
    everything += [TileExchanged(state.to_move, t) for t in TILES] + [TurnSkipped(state.to_move)]
    assert set(game.moves(state)) == {move for move in everything if game.judge(state, move).ok}


# ---- around the game


def test_a_filled_field_is_read_as_the_placements_that_fit_best_first():
    game, state = position(board_of(T0="RRR6"), hand=("RYG3", "RRB4", "BBB6", "PPP6"))
    readings = game.explanations(state, Observation(occupied={"T0": SOMEBODY, "T2": SOMEBODY}))
    assert readings[0] == (TilePlaced(0, "RRB4", 2),)
    assert {move.tile for (move,) in readings} == {"RRB4", "RBR4", "RYG3"}
    assert game.explanations(state, Observation(occupied={"T0": SOMEBODY})) == [()]
    assert game.explanations(state, Observation(occupied={"T0": SOMEBODY, "T35": SOMEBODY})) == []


def test_lights_show_tiles_bonus_fields_and_where_the_mover_may_go():
    game, state = position(board_of(T0="RRR6"), hand=("RYG3", "RRB4", "BBB6", "PPP6"))
    lights = game.lights(state)
    assert lights["T0"].meaning == Meaning.PIECE
    assert lights["T2"].meaning == Meaning.LEGAL
    assert lights["T20"].meaning == Meaning.IDLE


def test_every_fault_of_a_set_up_position_is_listed():
    game, state = position(board_of(T0="RRR6", T5="XYZ9"), hand=("RRR6", "BBB6", "BBB6", "WWW1", "BPY3"))
    reasons = {verdict.reason for verdict in game.problems(state)}
    assert reasons == {"NO_SUCH_TILE", "TILE_TWICE", "TOO_MANY"}
    for verdict in game.problems(state):
        sentence(game, verdict)


def test_loose_notation_is_understood_and_nonsense_is_named():
    game, state = position()
    assert game.parse("put ygr t12", state) == TilePlaced(0, "YGR3", 12)
    assert game.parse("2: exchange joker") == TileExchanged(1, "WWW1")
    with pytest.raises(NotUnderstood, match="RYG3"):
        game.parse("place RYG5 T12", state)
    with pytest.raises(NotUnderstood, match="T36"):
        game.parse("place RYG3 T36", state)
    with pytest.raises(Refused):
        game.after(state, TilePlaced(1, "GGG6", 0))


def test_every_refusal_has_its_sentence():
    game, state = position(board_of(T0="RRR6"))
    refused = [
        TilePlaced(0, "GGG6", 2),
        TilePlaced(1, "GGG6", 2),
        TilePlaced(0, "RRR6", 0),
        TilePlaced(0, "BBB6", 2),
        TilePlaced(0, "BBB6", 9),
        TilePlaced(0, "BBB6", 77),
        TilePlaced(0, "RGY3", 2),
        TurnSkipped(0),
        TilesDrawn(0, ("BPY3",)),
        TilesDrawn(9, ("BPY3",)),
    ]
    for event in refused:
        sentence(game, game.judge(state, event))
    start = game.start()
    sentence(game, game.judge(start, TurnSkipped(0)))
    assert chance(game, start, Random(1)).seat == 0
