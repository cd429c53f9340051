"""Roll & Color, rule by rule."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import texts
from engine.components.hues import PRIMARIES, Hue
from engine.components.lights import Light, Meaning
from engine.core.errors import NotUnderstood
from engine.core.match import Match
from engine.core.registry import create
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.sheet import (
    ROW_KINDS,
    ROWS,
    best_cell,
    cell_points,
    count_hues,
    parse_row,
    scoring_hues,
)
from engine.games.roll_and_color.state import State, open_rows
from engine.inference.observation import Observation

GAME = create("roll_and_color", 2)
START = GAME.start()

cubes = st.lists(st.sampled_from(PRIMARIES), min_size=4, max_size=4).map(tuple)
twelves = st.lists(st.sampled_from(list(Hue)), min_size=5, max_size=5).map(tuple)
rolls = st.builds(TrayRolled, cubes, twelves)


def roll(text):
    return GAME.parse(f"roll {text}")


ROLLED = GAME.result(START, roll("R R O G / R RO RO BP P"))


def refusal(state, text, game=GAME):
    verdict = game.judge(state, game.parse(text, state))
    assert not verdict.ok
    assert texts.explain(game.name, verdict, ["Ann", "Ben"]) not in ("", verdict.reason), "the sentence is missing"
    return verdict.reason


def walk(game, rng, state=None):
    """Legal random play to the end, as (event, state after it)."""
    state = game.start() if state is None else state
    while not state.over:
        if game.awaiting(state).actor == "table":
            kept6 = list(state.d6)
            kept12 = list(state.d12)
            for hue in state.taken_d6:
                kept6.remove(hue)
            for hue in state.taken_d12:
                kept12.remove(hue)
            kept6 += [rng.choice(PRIMARIES) for _ in range(4 - len(kept6))]
            kept12 += [rng.choice(list(Hue)) for _ in range(5 - len(kept12))]
            event = TrayRolled(tuple(kept6), tuple(kept12))
        else:
            event = rng.choice(list(game.moves(state)))
        state = game.after(state, event)
        yield event, state


# ---- turn order and rerolls


def test_a_turn_begins_with_all_nine_dice():
    """RC-ROLL-01"""
    assert refusal(START, "roll R R O / R RO RO BP P") == "WRONG_DICE"
    assert refusal(START, "1: score RO") == "ROLL_FIRST"
    assert refusal(START, "1: reroll R R / RO RO") == "ROLL_FIRST"


def test_a_cube_shows_primaries_only():
    """SB-BRD-08"""
    assert refusal(START, "roll R R O GB / R RO RO BP P") == "NOT_ON_A_CUBE"


def test_the_rerolls_take_four_then_three_then_two_then_five_or_more():
    """RC-REROLL-02 to RC-REROLL-05"""
    state = ROLLED
    for sizes, takes in (((4, 4), "R R / RO RO"), ((3, 3), "R / RO RO"), ((2, 2), "/ RO RO")):
        assert GAME.reroll_sizes(state) == (sizes,)
        state = GAME.after(state, GAME.parse(f"reroll {takes}", state))
        assert GAME.awaiting(state).need.d6 + GAME.awaiting(state).need.d12 == sizes[0]
        state = GAME.after(state, roll("R R O G / R RO RO BP P"))
    assert refusal(state, "reroll R R O G /") == "REROLL_SIZE"
    state = GAME.after(state, GAME.parse("reroll R R O G / R", state))
    state = GAME.after(state, roll("B B B B / B RO RO BP P"))
    assert GAME.awaiting(state).ask == "SCORE_NOW"
    assert refusal(state, "reroll B B B B / B") == "NO_REROLL_LEFT"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 9])
def test_the_first_reroll_takes_exactly_four_dice(count):
    """RC-REROLL-02"""
    d6, d12 = ROLLED.d6[:count], ROLLED.d12[: max(count - 4, 0)]
    assert GAME.judge(ROLLED, Reroll(0, d6, d12)).reason == "REROLL_SIZE"


def test_a_table_may_take_the_rerolls_in_any_order_each_once():
    """RC-REROLL-06, option reroll_order"""
    game = create("roll_and_color", 1, options={"reroll_order": "free"})
    state = game.after(game.start(), roll("R R O G / R RO RO BP P"))
    state = game.after(state, game.parse("reroll / RO RO", state))
    state = game.after(state, roll("R R O G / R RO RO BP P"))
    assert refusal(state, "reroll / RO RO", game) == "REROLL_SIZE"
    assert game.judge(state, game.parse("reroll R R O G / R RO RO BP P", state)).ok


def test_dice_left_lying_must_stay_as_they_were():
    """RC-REROLL-06"""
    state = GAME.after(ROLLED, GAME.parse("reroll R R / RO RO", ROLLED))
    verdict = GAME.judge(state, roll("R R R R / R G G BP P"))
    assert verdict.reason == "KEPT_DIE_CHANGED" and set(verdict.details["hues"]) == {Hue.O, Hue.G}
    assert GAME.judge(state, roll("Y Y O G / R G G BP P")).ok


def test_only_dice_on_the_table_can_be_taken_up():
    assert refusal(ROLLED, "reroll B B / RO RO") == "NOT_ON_THE_TABLE"


def test_dice_in_the_hand_are_rolled_before_anything_else():
    state = GAME.after(ROLLED, GAME.parse("reroll R R / RO RO", ROLLED))
    assert refusal(state, "1: score RO") == "ALREADY_TAKEN_UP"
    assert refusal(state, "1: reroll R R / RO RO") == "ALREADY_TAKEN_UP"
    assert refusal(ROLLED, "roll R R O G / R RO RO BP P") == "NOT_TAKEN_UP"


# ---- the sheet


def test_the_sheet_has_24_rows_and_every_row_rises():
    """RC-SLOT-01, D-RC-10"""
    assert len(ROWS) == 24
    for row in ROW_KINDS:
        points = list(cell_points(row).values())
        assert points == sorted(points)


def test_each_row_is_filled_once_and_sequences_and_combos_twice():
    """RC-SLOT-01, RC-SLOT-02"""
    game = create("roll_and_color", 1)
    for row, slots in (("RO", 1), ("R", 1), ("SEQ_SPE", 2), ("CMB_PRI", 2)):
        state = game.start()
        for _ in range(slots):
            state = game.after(state, roll("R R O G / R RO RO BP P"))
            state = game.after(state, RowScored(0, row))
        state = game.after(state, roll("R R O G / R RO RO BP P"))
        assert game.judge(state, RowScored(0, row)).reason == "ROW_FULL"


def test_a_row_without_a_result_scores_nothing_and_may_be_chosen():
    """RC-ZERO-01"""
    state = GAME.after(ROLLED, RowScored(0, "Y"))
    assert GAME.scores(state)[0] == 0 and "Y" not in open_rows(state.sheets[0])


def test_more_than_the_sheet_has_cells_for_counts_as_its_last_cell():
    """RC-KIND-02, RC-SEQ-02"""
    nine_greens = count_hues((Hue.G,) * 9)
    assert best_cell(nine_greens, "G", True).cell == 6
    assert best_cell(count_hues(tuple(Hue)[:9]), "SEQ_SPE", True).points == 60


@given(rolls)
def test_the_wheel_has_no_end_unless_the_table_says_so(throw):
    """RC-SEQ-04: turning all hues by two places never changes a run where the wheel closes."""
    counts = count_hues((*throw.d6, *throw.d12))
    turned = (*counts[2:], *counts[:2])
    for row in ("SEQ_SEC", "SEQ_SPE", "SEQ_PRI"):
        assert best_cell(counts, row, True) == best_cell(turned, row, True)
        assert best_cell(counts, row, False).points <= best_cell(counts, row, True).points


@given(rolls)
def test_what_is_lit_for_a_row_is_worth_what_the_row_scores(throw):
    counts = count_hues((*throw.d6, *throw.d12))
    for row in ROW_KINDS:
        hues = scoring_hues(counts, row, True)
        only = tuple(n if hue in hues else 0 for hue, n in zip(Hue, counts, strict=True))
        assert best_cell(only, row, True).points == best_cell(counts, row, True).points


def test_rows_are_known_by_code_and_by_name():
    assert parse_row("SECONDARY RED-ORANGE") == parse_row("orange red") == "RO"
    assert parse_row("combo secondary") == parse_row("CMB_SEC") == "CMB_SEC"
    assert parse_row("Spectrum run 2") == "SEQ_SPE"
    with pytest.raises(NotUnderstood, match="no row"):
        parse_row("full house")


# ---- the whole game


@pytest.mark.parametrize(("seats", "seed"), [(1, 1), (2, 2), (5, 3)])
def test_a_game_ends_after_24_rounds_and_the_highest_total_wins(seats, seed):
    """RC-SLOT-01, RC-END-01"""
    game = create("roll_and_color", seats)
    steps = list(walk(game, random.Random(seed)))
    state = steps[-1][1]
    assert sum(isinstance(event, RowScored) for event, _ in steps) == 24 * seats and state.over
    by_hand = {n: sum(entered.points for entered in sheet) for n, sheet in enumerate(state.sheets)}
    assert game.scores(state) == by_hand
    assert game.winners(state) == tuple(n for n in by_hand if by_hand[n] == max(by_hand.values()))
    assert game.judge(state, RowScored(0, "R")).reason == "GAME_OVER" and not game.moves(state)


def test_equal_totals_share_the_win():
    """D-RC-12"""
    full = tuple(best_cell((0,) * 12, row, True) for row in ROWS)
    assert GAME.winners(State(sheets=(full, full))) == (0, 1)


@given(st.integers(0, 10_000), st.integers(0, 30))
def test_events_and_states_round_trip_through_text_and_json(seed, steps):
    for n, (event, state) in enumerate(walk(GAME, random.Random(seed))):
        assert GAME.parse(str(event)) == event
        assert GAME.event_from_json(GAME.event_to_json(event)) == event
        assert GAME.state_from_json(GAME.state_to_json(state)) == state
        assert GAME.problems(state) == []
        if n == steps:
            break


@given(st.integers(0, 10_000), st.integers(0, 12))
def test_legal_moves_are_exactly_the_candidates_that_judge_as_legal(seed, steps):
    state = START
    for n, (_, after) in enumerate(walk(GAME, random.Random(seed))):
        state = after
        if n == steps:
            break
    assert list(GAME.moves(state)) == [m for m in GAME.pseudo_legal_moves(state) if GAME.judge(state, m).ok]
    assert len(set(GAME.moves(state))) == len(GAME.moves(state))


@given(st.integers(0, 10_000))
def test_undo_then_redo_is_where_one_was(seed):
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    for n, (event, _) in enumerate(walk(match.game, random.Random(seed))):
        before = match.state
        after = match.add(event)
        assert match.undo() == before
        assert match.add(type(match.log[-1])(match.redo_target())) == after
        if n == 8:
            break


# ---- what is seen


def seen(text, moved):
    throw = roll(text)
    return Observation(throw.d6, throw.d12, moved=moved)


def test_a_first_roll_is_read_as_one():
    assert GAME.explanations(START, seen("R R O G / R RO RO BP P", 9)) == [(roll("R R O G / R RO RO BP P"),)]


def test_the_dice_of_the_turn_before_are_no_new_roll():
    """Nobody threw them: they lie where they lay."""
    assert GAME.explanations(START, seen("R R O G / R RO RO BP P", 0)) == []


def test_a_reroll_nobody_announced_is_understood_by_the_dice_that_moved():
    [(reroll, again)] = GAME.explanations(ROLLED, seen("Y Y O G / R G B BP P", 4))
    assert reroll == GAME.parse("1: reroll R R / RO RO")
    assert GAME.judge(GAME.after(ROLLED, reroll), again).ok


def test_a_rerolled_die_may_come_down_as_it_was():
    [(reroll, again)] = GAME.explanations(ROLLED, seen("Y Y O G / R G RO BP P", 4))
    assert reroll.size == 4 and GAME.judge(GAME.after(ROLLED, reroll), again).ok


@pytest.mark.parametrize(("text", "moved"), [("Y R O G / R RO RO BP P", 1), ("Y Y Y Y / Y RO RO BP P", 5)])
def test_a_knocked_die_or_too_many_are_no_reroll(text, moved):
    assert GAME.explanations(ROLLED, seen(text, moved)) == []


def test_a_shifted_mat_is_no_reroll():
    """All dice moved and none changed: somebody pushed the mat, nobody rolled."""
    assert GAME.explanations(ROLLED, seen("R R O G / R RO RO BP P", 9)) == []


# ---- lights


def test_lights_ask_for_a_roll_then_show_the_dice_then_what_scored():
    assert set(GAME.lights(START).values()) == {Light(Meaning.WAITING, hue) for hue in Hue}
    lights = GAME.lights(ROLLED)
    assert lights["RO1"].hue is Hue.RO and "RO2" in lights and "RO3" not in lights
    assert lights["R9"] == Light(Meaning.LEGAL) and sum(spot.endswith("9") for spot in lights) == 4
    taken = GAME.lights(GAME.after(ROLLED, GAME.parse("reroll R R / RO RO", ROLLED)))
    assert taken["RO1"].meaning is Meaning.CHOSEN and taken["R1"].meaning is Meaning.PIECE
    scored = GAME.lights(GAME.after(ROLLED, RowScored(0, "RO")))
    assert scored["RO5"].meaning is Meaning.SCORED and scored["G1"].meaning is Meaning.WAITING
