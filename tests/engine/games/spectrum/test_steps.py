"""Moves told one landing at a time (ruling 41): edition B's special rolls, and single cards walked space by space."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.hues import PRIMARIES, Hue
from engine.core.registry import create
from engine.games.spectrum.events import Choose, DiceRolled, EndTurn, HandDrawn, PawnMove, PlaceCaptive
from engine.games.spectrum.state import State, pawns_from_names, stars_from_names
from engine.inference.observation import SOMEBODY, Observation
from engine.texts import ask, explain
from tests.support.spectrum_positions import POSITIONS, position

NAMES = ["Ann", "Ben"]
B = create("spectrum", 2, "B")
STRICT_B = create("spectrum", 2, "B", {"must_move": "continue"})
CARDS = create("spectrum", 2, "A", {"dice": "cards"})
QUICK = settings(max_examples=12, deadline=None)
seeds = st.integers(0, 10**6)


def at(own=(), other=(), stock=(0, 0), stars=((), ())):
    return State((pawns_from_names(own), pawns_from_names(other)), tuple(map(stars_from_names, stars)), stock)


def rolled(game, state, dice):
    return game.result(state, DiceRolled(tuple(Hue[d] for d in dice.split())))


def drawn(state, *cards):
    return CARDS.result(state, HandDrawn(cards))


def told(game, state, *texts):
    """The state after moves of the player who is next, each of them legal."""
    for text in texts:
        state = game.after(state, game.parse(text, state))
    return state


def reason(game, state, text):
    return game.judge(state, game.parse(text, state)).reason


def said(game, state, text):
    return explain(game.name, game.judge(state, game.parse(text, state)), NAMES)


# ---- what is legal


def test_the_two_spaces_of_a_double_in_edition_b_may_be_told_one_by_one():
    state = rolled(B, at(["G3"], stock=(0, 0)), "G G")
    half = told(B, state, "G3>G4")
    assert half.spots_of(0) == ("G4",) and half.phase == "move"
    assert told(B, half, "G4>G5").pawns == told(B, state, "G3>G4>G5").pawns


def test_in_edition_a_a_double_is_told_whole():
    game = create("spectrum", 2)
    assert reason(game, rolled(game, at(["G3"]), "G G"), "G3>G4") == "WHOLE_MOVE_REQUIRED"


def test_until_the_second_space_is_made_nothing_else_is_legal():
    half = told(B, rolled(B, at(["G3", "R3"], stock=(2, 0)), "G G"), "G3>G4")
    assert {str(move) for move in B.moves(half)} == {"1: G4>G5", "1: G4>GB4", "1: G4>YG4"}
    for text in ("R3>R4", "R3>R4>R5", "OFF>G1>G2", "done"):
        assert reason(B, half, text) == "WHOLE_MOVE_REQUIRED", text
    assert reason(B, half, "G4>G3") == "REVISIT"
    assert "green 4" in said(B, half, "R3>R4")
    assert "green 4" in ask(B.name, B.awaiting(half), NAMES)


def test_the_first_of_two_spaces_is_no_star():
    state = rolled(B, at(["G8"]), "G G")
    assert reason(B, state, "G8>G9") in ("STAR_NOT_EXACT", "WHOLE_MOVE_REQUIRED")
    assert told(B, state, "G8>YG8", "YG8>YG9").stars == (1 << Hue.YG, 0)


def test_a_first_space_from_which_no_second_leads_on_is_refused():
    state = rolled(B, at(["G7", "G8", "YG8", "GB8", "YG7", "GB7"]), "G G")
    assert not B.judge(state, B.parse("G7>G8", state)).ok
    boxed = rolled(B, at(["G3", "G5", "G2"]), "G G")
    assert not any(str(move) == "1: G3>G4" for move in B.moves(boxed) if not move.path[-1].startswith("G4"))


def test_both_spaces_may_capture_and_each_captured_pawn_is_placed_before_the_next_space():
    state = rolled(B, at(["G4", "R2"], ["G5", "G6"]), "G G")
    half = told(B, state, "G4>G5")
    assert half.phase == "place" and reason(B, half, "G5>G6") == "PLACEMENT_MISSING"
    after = told(B, half, "place O1", "G5>G6", "place Y1")
    whole = told(B, state, "G4>G5>G6", "place O1", "place Y1")
    assert (after.pawns, after.stock, after.plans) == (whole.pawns, whole.stock, whole.plans)


def test_a_captured_pawn_placed_where_the_move_ends_is_captured_again():
    state = rolled(B, at(["GB1"], ["G1", "P3"], stock=(0, 8)), "G G")
    # Two spaces into green: first its entry space, where somebody stands.
    half = told(B, state, "GB1>G1", "place B1")
    assert half.phase == "move"
    assert told(B, half, "G1>G2").pawns == (pawns_from_names(["G2"]), pawns_from_names(["B1", "P3"]))


def test_dice_that_allow_a_single_space_stay_open_beside_a_move_that_is_half_told():
    state = rolled(B, at(["G3", "B3"], stars=(["R", "O"], ["Y", "P"])), "G G B")
    half = told(B, state, "G3>G4")
    moves = {str(move) for move in B.moves(half)}
    assert "1: B3>B4" in moves and "1: G4>G5" in moves
    normal = told(B, half, "B3>B4")
    assert normal.to_move == 1, "one space in green and one in blue: the turn is over"


def test_three_spaces_of_a_triple_in_edition_b_are_told_one_by_one_but_capture_only_at_the_end():
    state = B.result(rolled(B, at(["G3"], ["G6"], stars=(["R", "O"], ["Y", "P"])), "G G G"), Choose(0, "G G G"))
    assert told(B, state, "G3>G4", "G4>G5", "G5>G6").phase == "place"
    blocked = rolled(B, at(["G3"], ["G4"], stars=(["R", "O"], ["Y", "P"])), "G G G")
    blocked = B.result(blocked, Choose(0, "G G G"))
    assert not B.judge(blocked, B.parse("G3>G4", blocked)).ok
    jump = told(B, blocked, "G3>(G4)>G5")
    assert {str(move) for move in B.moves(jump)} == {"1: G5>G6", "1: G5>GB5", "1: G5>YG5"}


def test_a_single_card_is_told_space_by_space_where_the_table_walks_it():
    state = drawn(at(["G3"], ["G4"]), "G3", "O1")
    half = told(CARDS, state, "G3>G4", "place R1", "G4>G5")
    assert {str(move) for move in CARDS.moves(half)} == {"1: G5>G6"}
    assert told(CARDS, half, "G5>G6").spots_of(0) == ("G6",)


def test_a_single_card_that_is_moved_whole_is_not_told_in_steps():
    game = create("spectrum", 2, "A", {"dice": "cards", "single_card": "whole"})
    state = game.result(at(["G3"]), HandDrawn(("G3", "O1")))
    assert reason(game, state, "G3>G4") == "WHOLE_MOVE_REQUIRED"


# ---- both ways of telling end alike


def ends(game, start, *, whole):
    """Every position a turn may end in, with moves told whole or only landing by landing."""
    out, front, known = set(), [start], {start}
    while front:
        state = front.pop()
        if state.turns > start.turns or state.phase == "over":
            out.add((state.pawns, state.stars, state.stock, state.phase))
            continue
        for move in game.moves(state):
            if isinstance(move, PawnMove) and not whole and len(move.path) - len(move.jumped) > 1:
                continue
            after = game.result(state, move)
            if isinstance(move, PawnMove) and whole and after.half is not None:
                continue
            if after not in known:
                known.add(after)
                front.append(after)
    return out


@pytest.mark.parametrize("name", ["crowded", "near the stars", "entry held"])
@pytest.mark.parametrize("game", [B, STRICT_B], ids=["at least one", "continue"])
@pytest.mark.parametrize("dice", ["G G", "O O", "R R"])
def test_doubles_told_whole_or_in_steps_end_in_the_same_positions(name, game, dice):
    state = rolled(game, position(name), dice)
    if state.plans:
        state = game.result(state, Choose(0, dice))
        assert ends(game, state, whole=True) == ends(game, state, whole=False) != set()


@pytest.mark.parametrize("cards", [("G3", "B1"), ("G2", "O3"), ("G3", "G1")])
@pytest.mark.parametrize("name", POSITIONS)
def test_single_cards_told_whole_or_in_steps_end_in_the_same_positions(name, cards):
    state = drawn(position(name), *cards)
    if CARDS.judge(state, Choose(0, cards[0])).ok:
        state = CARDS.result(state, Choose(0, cards[0]))
        assert ends(CARDS, state, whole=True) == ends(CARDS, state, whole=False)


def anywhere(chance, pawns=5):
    """Pawns of two players strewn about, some of them together."""
    spots = [f"{hue.name}{ring}" for hue in Hue for ring in range(1, 9)]
    near = [f"{hue.name}{ring}" for hue in (Hue.YG, Hue.G, Hue.GB) for ring in range(1, 9)]
    picked = chance.sample(near, pawns) + chance.sample([s for s in spots if s not in near], 3)
    chance.shuffle(picked)
    half = len(picked) // 2
    return at(picked[:half], picked[half:], (chance.randrange(3), chance.randrange(3)))


@pytest.mark.parametrize("seed", [185149, 146542, 637520])
def test_a_captive_placed_within_a_bonus_leaves_the_face_part_that_its_end_could_block(seed):
    """Positions by chance in which the bonus could once be ended where the face part is lost (D-37, ruling 41)."""
    chance = random.Random(seed)
    game = chance.choice([B, STRICT_B])
    state = rolled(game, anywhere(chance, 4), "G G")
    assert ends(game, state, whole=True) == ends(game, state, whole=False) != set()


def test_a_bonus_that_ends_where_the_captive_placed_within_it_blocks_the_face_part_is_refused_by_its_order():
    chance = random.Random(185149)
    game = chance.choice([B, STRICT_B])
    begun = rolled(game, anywhere(chance, 4), "G G")
    half = told(game, begun, "GB7>GB6", "place G1")
    assert reason(game, half, "GB6>G6") == "ORDER" and said(game, half, "GB6>G6")
    assert {str(move) for move in game.moves(half)} == {"1: GB6>GB5"}
    elsewhere = told(game, begun, "GB7>GB6", "place R1")
    assert game.judge(elsewhere, game.parse("GB6>G6", elsewhere)).ok


@QUICK
@given(seed=seeds)
def test_any_double_told_whole_or_in_steps_ends_in_the_same_positions(seed):
    chance = random.Random(seed)
    game = chance.choice([B, STRICT_B])
    state = rolled(game, anywhere(chance, 4), "G G")
    assert ends(game, state, whole=True) == ends(game, state, whole=False)


# ---- sensors


def half_boards(game, state):
    """Every board that is seen while a legal whole move is half done, with the moves that lead there."""
    for move in game.moves(state):
        if not isinstance(move, PawnMove):
            continue
        landings = [n for n, spot in enumerate(move.path[:-1]) if spot not in move.jumped]
        for n in landings:
            board = dict(game.board_of(state))
            if move.origin != "OFF":
                del board[move.origin]
            board[move.path[n]] = move.seat
            yield board, move


TABLES = {
    "edition A": create("spectrum", 2),
    "edition B": B,
    "edition B, continue": STRICT_B,
    "d12": create("spectrum", 2, "A", {"dice": "d12"}),
    "solo": create("spectrum", 1),
    "cards": CARDS,
    "cards, shaded in steps": create("spectrum", 2, "A", {"dice": "cards", "shaded_cards": "steps"}),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("blind", [False, True])
@settings(max_examples=4, deadline=None)
@given(seed=seeds)
def test_a_move_that_is_half_done_is_never_an_accusation(table, blind, seed):
    game, chance = TABLES[table], random.Random(seed)
    start = anywhere(chance)
    if game.context.solo:
        start = State((start.occupied,), (0,), (2,))
    if game.options.dice == "cards":
        hand = chance.sample([f"{hue}{n}" for hue in ("YG", "G", "GB", "R") for n in (1, 2, 3)], chance.choice([2, 3]))
        state = game.result(start, HandDrawn(tuple(hand)))
    else:
        face = chance.choice([Hue.G, Hue.G, *PRIMARIES]).name
        state = rolled(game, start, " ".join([face] * chance.choice([2, 3])))
    for board, move in chance.sample(found := list(half_boards(game, state)), min(6, len(found))):
        seen = dict.fromkeys(board, SOMEBODY) if blind else board
        looked = game.infer(state, Observation(occupied=seen))
        assert looked.explanations or looked.wrong.reason == "ON_ITS_WAY", (str(move), looked.wrong)
        if not looked.explanations:
            text = explain(game.name, looked.wrong, NAMES)
            assert "{" not in text and "Take off" not in text


def test_the_first_step_of_a_double_is_read_from_the_board_and_the_second_follows():
    state = rolled(B, at(["G3", "R3"]), "G G")
    half_board = {"G4": 0, "R3": 0}
    looked = B.infer(state, Observation(occupied=half_board))
    assert [str(event) for event in looked.accepted] == ["1: G3>G4"]
    half = told(B, state, "G3>G4")
    assert [str(e) for e in B.infer(half, Observation(occupied={"G5": 0, "R3": 0})).accepted] == ["1: G4>G5"]
    assert B.infer(half, Observation(occupied=half_board)).accepted == ()


def test_in_edition_a_a_pawn_on_its_way_is_told_where_it_may_go_on():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3", "R3"]), "G G")
    looked = game.infer(state, Observation(occupied={"G4": 0, "R3": 0}))
    assert looked.wrong.reason == "ON_ITS_WAY"
    text = explain(game.name, looked.wrong, NAMES)
    assert "green 4" in text and "green 5" in text and "green 3" in text


# ---- written down


@QUICK
@given(seed=seeds)
def test_a_position_with_a_move_half_told_survives_being_written_down_and_is_sound(seed):
    chance = random.Random(seed)
    state = rolled(B, anywhere(chance, 4), "G G")
    steps = [move for move in B.moves(state) if isinstance(move, PawnMove) and len(move.path) == 1]
    for step in steps:
        half = B.result(state, step)
        assert half.half is not None
        assert B.state_from_json(B.state_to_json(half)) == half
        assert {fault.reason for fault in B.problems(half)} <= {"PAWNS_MISSING"}
        if half.phase == "move":
            assert all(B.judge(half, move).ok for move in B.moves(half)) and bool(B.moves(half))
            assert {str(m) for m in B.pseudo_legal_moves(half) if B.judge(half, m).ok} == {
                str(m) for m in B.moves(half)
            }
            assert not B.judge(half, EndTurn(0)).ok
        else:
            assert all(isinstance(move, PlaceCaptive) for move in B.moves(half))
            placed = [B.result(half, move) for move in B.moves(half)]
            assert placed and all(after.half is not None and bool(B.moves(after)) for after in placed)


@pytest.mark.parametrize(
    "half",
    [
        {},
        {"way": [0, [1], []]},
        {"pawns": [0, 0], "stock": [1, 1], "moved": [], "way": [999, [1], []], "placed": 0},
        {"pawns": [0], "stock": [1], "moved": [], "way": [30, [31], []], "placed": -1},
        {"pawns": [0, 0], "stock": [1, 1], "moved": [], "way": [30, [], []], "placed": 0},
        {"pawns": [["G3"], []], "stock": [0, 0], "moved": [], "way": ["G3", ["R4"], []], "placed": []},
        {"pawns": [["G3"], []], "stock": [0, 0], "moved": [], "way": ["G3", ["G5", "G4"], []], "placed": []},
        {"pawns": [["G3"], []], "stock": [0], "moved": [], "way": ["G3", ["G4"], []], "placed": []},
        {"pawns": [["G3"], []], "stock": [0, 0], "moved": [[300, 1, 1]], "way": ["G3", ["G4"], []], "placed": []},
    ],
)
def test_a_half_told_move_that_cannot_be_is_a_fault_of_the_position_or_not_understood(half):
    from engine.core.errors import NotUnderstood

    state = told(B, rolled(B, at(["G3"], stock=(0, 0)), "G G"), "G3>G4")
    plain = {**B.state_to_json(state), "half": half}
    try:
        read = B.state_from_json(plain)
    except NotUnderstood:
        return
    assert "HALF_WAY_WRONG" in {fault.reason for fault in B.problems(read)}


@pytest.mark.parametrize("plan", [["G G", 0, 0, 0, True], ["G G", 99, 0, 0, True], ["G G", -1, 0, 0, True]])
def test_a_plan_that_has_nothing_left_is_not_half_told(plan):
    state = told(B, rolled(B, at(["G3"], stock=(0, 0)), "G G"), "G3>G4")
    read = B.state_from_json({**B.state_to_json(state), "plans": [plan]})
    assert {"HALF_WAY_WRONG", "LEFT_TOO_MUCH"} & {fault.reason for fault in B.problems(read)}


def test_single_spaces_are_never_half_told():
    state = rolled(B, at(["G3"], stock=(0, 0)), "G P")
    half = B.state_to_json(told(B, rolled(B, at(["G3"], stock=(0, 0)), "G G"), "G3>G4"))["half"]
    read = B.state_from_json({**B.state_to_json(state), "half": half, "plans": [["G P", 2, 0, 0, True]]})
    assert "HALF_WAY_WRONG" in {fault.reason for fault in B.problems(read)}


def test_a_turn_that_must_use_the_most_can_be_told_in_steps_too():
    game = create("spectrum", 2, "B", {"must_move": "maximal"})
    for name in POSITIONS:
        state = rolled(game, position(name), "G G")
        if state.plans:
            state = game.result(state, Choose(0, "G G"))
            assert ends(game, state, whole=True) == ends(game, state, whole=False) != set()
