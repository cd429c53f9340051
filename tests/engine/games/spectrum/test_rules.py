"""Rules of Spectrum in sentences, named by what they protect; most rules are told by the golden cases."""

import json

import pytest

from engine import texts
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from engine.core.errors import BadRules, NotUnderstood, Refused
from engine.core.match import Match
from engine.core.protocol import RulesSession
from engine.core.registry import create
from engine.games.spectrum import lights
from engine.games.spectrum.events import (
    Activate,
    Choose,
    Declare,
    DiceRolled,
    EndTurn,
    PawnMove,
    PlaceCaptive,
    Send,
    SetupDealt,
)
from engine.games.spectrum.recognition import question
from engine.games.spectrum.state import State, occupied_spots, pawns_from_names, stars_from_names
from engine.games.spectrum.transitions import end_turn
from engine.inference.observation import SOMEBODY, Observation


def at(own=(), other=(), stock=(0, 0), stars=((), ()), game=None):
    start = (game or create("spectrum", 2)).start()
    return State(
        (pawns_from_names(own), pawns_from_names(other)),
        tuple(stars_from_names(names) for names in stars),
        stock,
        extras=start.extras,
    )


def rolled(game, state, dice):
    return game.result(state, DiceRolled(tuple(Hue[d] for d in dice.split())))


def go(text, seat=0):
    return create("spectrum", 2).parse(f"{seat + 1}: {text}")


# ---- table choices


@pytest.mark.parametrize(
    ("seats", "edition", "options", "because"),
    [
        (2, "B", {"dice": "d12"}, "edition B knows only cubes"),
        (2, "A", {"speed_rule": True}, "never described"),
        (2, "A", {"missions": True, "portals": True}, "need the same cards"),
        (2, "A", {"dice": "cards", "scoring": "weighted"}, "need the same cards"),
        (1, "A", {"missions": True}, "two players or more"),
        (2, "A", {"swap_cards": True}, "set dice to cards"),
        (2, "A", {"dice": "d12", "dead_choice": True}, "only when playing with cubes"),
        (2, "A", {"first": 2}, "cannot begin"),
        (7, "A", {}, "1 to 6 players"),
    ],
)
def test_what_cannot_be_combined_is_refused_with_the_reason(seats, edition, options, because):
    with pytest.raises(BadRules, match=because):
        create("spectrum", seats, edition, options)


def test_two_decks_let_missions_and_portals_be_played_together():
    game = create("spectrum", 2, "A", {"missions": True, "portals": True, "decks": 2})
    assert game.start().extras.missions and game.start().extras.portals


def test_every_option_has_a_default_and_a_line_of_doc():
    docs = type(create("spectrum", 2)).option_docs()
    assert len(docs) >= 35
    assert all(doc["doc"] for doc in docs.values())


# ---- bad input


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ("G G G", "WRONG_DICE_COUNT"),
        ("G", "WRONG_DICE_COUNT"),
        ("G G G G G", "WRONG_DICE_COUNT"),
        ("G GB", "NOT_ON_A_CUBE"),
    ],
)
def test_an_impossible_roll_is_refused_and_the_state_stands(dice, reason):
    match = Match.new("spectrum", ["Ann", "Ben"])
    before = match.state
    with pytest.raises(Refused) as refused:
        match.add(match.parse(f"roll {dice}"))
    assert refused.value.verdict.reason == reason
    assert match.state is before and match.log == []


def test_a_card_cannot_be_drawn_twice():
    game = create("spectrum", 2, "A", {"dice": "cards"})
    state = game.after(game.start(), game.parse("draw R1 R2"))
    state = game.result(game.result(state, Choose(0, "R2")), go("OFF>R1>R2"))
    assert game.judge(state, game.parse("draw R1 B2")).reason == "CARD_GONE"
    assert game.judge(game.start(), game.parse("draw B2 B2")).reason == "CARD_GONE"


FAULTS = [
    ({}, {"phase": "place"}, "NO_CAPTIVE"),
    ({}, {"phase": "roll", "captives": [[1, 0, -1]]}, "CAPTIVE_FORGOTTEN"),
    ({}, {"phase": "place", "captives": [[7, 0, -1]]}, "NO_SUCH_PLAYER"),
    ({}, {"phase": "place", "captives": [[0, 1, 500]]}, "NO_SUCH_SPACE"),
    ({}, {"phase": "move", "dice": "Q G"}, "NOT_A_DIE"),
    ({}, {"phase": "move", "dice": "GB G"}, "NOT_ON_A_CUBE"),
    ({}, {"phase": "move", "dice": "G P", "plans": [["G B", 2]]}, "NO_SUCH_CHOICE"),
    ({}, {"phase": "move", "dice": "G B", "plans": [["G B", 9]]}, "LEFT_TOO_MUCH"),
    ({}, {"phase": "move", "dice": "G B", "moved": [[400, 1, 2]]}, "NO_SUCH_SPACE"),
    ({}, {"phase": "send"}, "NO_PORTAL_IN_USE"),
    ({}, {"phase": "setup"}, "NO_SUCH_PHASE"),
    ({}, {"passes": -3}, "COUNT_BELOW_NOTHING"),
    ({}, {"phase": "over", "extras": {"won": 9}}, "NO_SUCH_PLAYER"),
    ({}, {"extras": {"missions": [["R3"], ["G3"]]}}, "OPTION_OFF"),
    ({"dice": "cards"}, {"phase": "move", "dice": "R1 R7"}, "NOT_IN_THIS_DECK"),
    ({"dice": "cards"}, {"spent": ["R1", "R1"]}, "CARD_TWICE"),
    ({"portals": True}, {"extras": {"portals": [["R3"], ["R3"]]}}, "CARD_TWICE"),
    ({"portals": True}, {"extras": {"portals": [["R9"], []]}}, "NOT_IN_THIS_DECK"),
    ({"missions": True}, {"extras": {"missions": [["R3"], ["??"] * 6]}}, "HAND_SIZE"),
    ({"scoring": "weighted"}, {"extras": {"values": [3, 4]}}, "WRONG_VALUES"),
]


@pytest.mark.parametrize(("options", "position", "reason"), FAULTS)
def test_a_turn_or_a_hand_that_cannot_be_is_a_fault_of_the_position(options, position, reason):
    """Said in a sentence, through the same line of JSON that sets a position up."""
    data = {"pawns": [["G3"], ["B4"]], **position}
    asked = {"do": "position", "game": "spectrum", "seats": 2, "options": options, "position": data}
    answer = RulesSession().answer(asked)
    assert answer["ok"], answer
    said = {fault["reason"]: fault["sentence"] for fault in answer["problems"]}
    assert reason in said
    assert "{" not in said[reason]


def test_every_fault_of_a_position_is_listed():
    game = create("spectrum", 2)
    state = State(
        (pawns_from_names(["G3", "G9"]), pawns_from_names(["G3"])), (1 << Hue.R, 1 << Hue.R), (-1, 10), to_move=4
    )
    reasons = [fault.reason for fault in game.problems(state)]
    assert reasons == [
        "NO_SUCH_PLAYER", "PAWN_ON_STAR", "TWO_ON_ONE", "STAR_TWICE", "STOCK_NEGATIVE", "PAWNS_MISSING",
        "TOO_MANY_PAWNS",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["1: G3>X4", "1: fly", "roll X", "1: G3", "draw 7", "0: done", "deal"])
def test_what_cannot_be_read_says_so(text):
    game = create("spectrum", 2)
    with pytest.raises(NotUnderstood):
        game.parse(text)


@pytest.mark.parametrize("data", [None, {}, {"pawns": 3}, {"pawns": [["Q1"], []]}, {"pawns": [[], []], "plans": [[]]}])
def test_what_is_no_position_is_not_understood(data):
    with pytest.raises(NotUnderstood):
        create("spectrum", 2).state_from_json(data)


def test_every_refusal_has_a_sentence_without_gaps():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3", "G4"], ["G5", "GB4"], (2, 2)), "G B")
    tries = ["G3>G4", "G3>GB4", "G3>R3", "OFF>GB1", "OFF>R1", "G4>(G5)>G7", "G4>(G5)>B4", "Y1>Y2", "G4>(BP4)>B5"]
    for text in tries:
        verdict = game.judge(state, go(text))
        sentence = texts.explain("spectrum", verdict, ["Ann", "Ben"])
        assert not verdict.ok and "{" not in sentence and sentence != verdict.reason, (text, sentence)
        assert verdict.rule.startswith("SB-")


# ---- turns


def test_dice_need_not_be_named_the_moves_show_which_are_used():
    """SB-ROL-03, D-12: what contradicts a choice of dice drops it."""
    game = create("spectrum", 2)
    state = rolled(game, at(["G3", "P3"], stock=(0, 7), stars=(["R", "O", "Y"], ["B"])), "G P B")
    after = game.result(state, go("P3>P4"))
    assert {plan.key for plan in state.plans} > {plan.key for plan in after.plans}
    assert all("P" in plan.key for plan in after.plans)


def test_the_bonus_may_come_first_only_if_both_orders_end_alike():
    """D-37: G3 to G5 was not possible before G5 moved away, so it is no face move after a bonus that came first."""
    game, listed = create("spectrum", 2), create("spectrum", 2, "A", {"special_order": "listed"})
    state = rolled(game, at(["G3", "G5"]), "G G")
    assert listed.judge(state, go("G5>GB5>GB6")).reason == "ORDER"
    assert game.judge(state, go("G5>GB5>GB6")).ok
    after = game.result(state, go("G5>GB5>GB6"))
    assert game.judge(after, go("G3>G4>G5")).reason == "ORDER"
    assert game.judge(after, go("G3>G2>G1")).ok
    assert game.judge(after, EndTurn(0)).reason == "MUST_MOVE"


def test_edition_b_asks_for_one_move_only():
    """SB part D, corrections 4."""
    game = create("spectrum", 2, "B")
    state = game.result(rolled(game, at(["G3"]), "G P"), go("G3>G4"))
    assert game.judge(state, EndTurn(0)).ok
    assert not create("spectrum", 2).judge(state, EndTurn(0)).ok


def test_a_turn_must_use_as_many_spaces_as_it_can_only_where_the_table_plays_so():
    """D-38: the only pawn may take a star with its first space, unless that wastes the second."""
    plain, maximal = create("spectrum", 2), create("spectrum", 2, "A", {"must_move": "maximal"})
    for game in (plain, maximal):
        state = rolled(game, at(["G8"], stock=(0, 0)), "G P")
        verdict = game.judge(state, go("G8>G9"))
        assert verdict.ok == (game is plain)
        assert game.judge(state, go("G8>G7")).ok
        assert (go("G8>G9") in list(game.moves(state))) == (game is plain)
    sentence = texts.explain("spectrum", verdict, ["Ann", "Ben"])
    assert verdict.reason == "USE_THE_MOST" and "green 9" in sentence and "G8>G7" in sentence
    after = maximal.result(state, go("G8>G7"))
    assert maximal.judge(after, go("G7>G8")).ok and maximal.judge(after, EndTurn(0)).reason == "MUST_MOVE"


def test_as_many_spaces_as_can_be_means_with_the_dice_in_use():
    """D-16 stands: a weaker set of dice may be chosen, then all of it must be used."""
    game = create("spectrum", 2, "A", {"must_move": "maximal"})
    state = rolled(game, at(["G3", "P3"], stock=(0, 7), stars=(["R", "O", "Y"], ["B"])), "G G P")
    assert game.judge(state, go("P3>P4")).ok and game.judge(state, go("G3>G4>G5")).ok


def test_a_leap_over_two_is_an_option():
    """D-23."""
    game = create("spectrum", 2, "A", {"leap_two": True})
    state = rolled(game, at(["G3"], ["G4", "G5"]), "G P")
    assert game.judge(state, go("G3>(G4)>(G5)>G6")).ok
    plain = create("spectrum", 2)
    assert plain.judge(rolled(plain, at(["G3"], ["G4", "G5"]), "G P"), go("G3>(G4)>(G5)>G6")).reason == "JUMP_TOO_FAR"


def test_a_portal_capture_is_placed_by_the_owner_of_the_pawn_that_captured():
    """D-94 as corrected: Ben uses a portal under Ann's pawn; Ann places what it captures."""
    game = create("spectrum", 2, "A", {"portals": True})
    state = at(["R4"], ["GB6"], (9, 9), game=game)
    state = game.after(game.after(state, Activate(1, "R4")), Send(1, "GB6"))
    assert game.awaiting(state).seats == (0,)
    state = game.after(state, PlaceCaptive(0, "B1"))
    assert state.phase == "roll" and state.spots_of(1) == ("B1",)


def test_a_mission_must_be_declared_before_the_roll_and_shown_honestly():
    """SB-MIS-02, 03."""
    game = create("spectrum", 2, "A", {"missions": True})
    cards = ("R3", "G5", "B7", "RO4", "YG6", "PR3")
    start = game.result(game.start(), SetupDealt(0, cards))
    state = State((pawns_from_names(cards[:5]), 0), (0, 0), (5, 10), extras=start.extras)
    assert game.judge(state, Declare(0, (*cards[:5], "PR4"))).reason == "NOT_YOUR_MISSION"
    assert game.judge(rolled(game, state, "R G"), Declare(0, cards)).reason == "AFTER_ROLL"
    assert game.winners(game.after(state, Declare(0, cards))) == (0,)


def test_a_solo_player_who_cannot_move_has_lost():
    """Corrections 8: no movement possible ends the game, it is no pass."""
    game = create("spectrum", 1)
    state = rolled(game, State((pawns_from_names(["GB3"]),), (0,), (0,)), "R O")
    assert state.phase == "over" and game.winners(state) == ()


# ---- lights


def test_landings_of_a_lifted_pawn_tell_steps_jumps_captures_and_stars_apart():
    game = create("spectrum", 2)
    state = rolled(game, at(["G8", "B4"], ["B5", "GB8"]), "G B")
    from_b4 = game.lights(state, "B4")
    assert from_b4["B4"].meaning is Meaning.CHOSEN
    assert from_b4["B3"] == Light(Meaning.LEGAL)
    assert from_b4["B5"] == Light(Meaning.LEGAL, lights.CAPTURE)
    assert from_b4["B6"] == Light(Meaning.LEGAL, lights.JUMP)
    assert game.lights(state, "G8")["G9"] == Light(Meaning.LEGAL, lights.STAR)


def test_before_the_roll_the_rim_breathes_and_stars_count_the_dice():
    game = create("spectrum", 2)
    shown = game.lights(game.start())
    assert shown["R1"].meaning is Meaning.WAITING
    assert sum(light.meaning is Meaning.LEGAL for light in shown.values()) == 2


def test_a_wrong_board_is_shown_with_its_way_back():
    want, have = {"G3": 0, "B2": 1}, {"G3": 0, "B4": SOMEBODY}
    shown = lights.restore(want, have)
    assert shown["B4"].meaning is Meaning.WRONG and shown["B2"].meaning is Meaning.WAITING


# ---- from what is seen to what happened


@pytest.mark.parametrize("blind", [False, True])
def test_a_turn_is_read_from_the_board_before_and_after(blind):
    game = create("spectrum", 2)
    state = rolled(game, at(["G3", "P2"], ["B4"]), "G P")
    end = game.result(game.result(state, go("G3>G4")), go("P2>P3"))
    seen = {spot: SOMEBODY if blind else seat for spot, seat in occupied_spots(end).items()}
    found = game.explanations(state, Observation(occupied=seen))
    assert {frozenset(map(str, events)) for events in found} == {frozenset(["1: G3>G4", "1: P2>P3"])}
    assert question(game.context, state, found) is None


def test_a_captured_pawn_still_in_the_hand_is_understood():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3"], ["G4"]), "G P")
    found = game.explanations(state, Observation(occupied={"G4": 0}))
    assert [tuple(map(str, events)) for events in found] == [("1: G3>G4",)]


def test_a_pawn_that_captured_on_its_way_and_came_back_is_understood():
    """Edition B, SB-SPC-07: G1 and YG2 are captured in passing, and the pawn ends on YG1 where it began."""
    game = create("spectrum", 2, "B")
    state = rolled(game, at(["YG1"], ["G1", "YG2"]), "G G")
    for text in ("YG1>G1>G2", "place B1", "G2>YG2>YG1"):
        before, state = state, game.after(state, game.parse(f"1: {text}"))
    assert before.phase == "move" and state.phase == "place"
    start = rolled(game, at(["YG1"], ["G1", "YG2"]), "G G")
    assert game.infer(start, Observation(occupied=game.board_of(state))).explanations


def test_a_pawn_lifted_and_put_back_is_nothing():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3"]), "G P")
    assert game.explanations(state, Observation(occupied={"G3": SOMEBODY})) == [()]
    assert game.infer(state, Observation(occupied={})).wrong.reason == "IN_HAND"


def test_a_board_that_nothing_explains_says_what_is_wrong_where():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3"], ["B4"]), "G P")
    assert game.explanations(state, Observation(occupied={"G8": 0, "B4": 1})) == []
    verdict = game.infer(state, Observation(occupied={"G8": 0, "B4": 1})).wrong
    assert verdict.details["extra"] == ("G8",) and verdict.details["missing"] == ("G3",)


def test_ends_that_look_alike_to_a_blind_sensor_are_asked_about():
    """Two captured pawns of two players on two entry spaces: only people know which is whose."""
    game = create("spectrum", 3)
    pawns = (pawns_from_names(["G3"]), pawns_from_names(["G4"]), pawns_from_names(["G5"]))
    state = rolled(game, State(pawns, (0, 0, 0), (0, 9, 9)), "G P")
    found = game.explanations(state, Observation(occupied=dict.fromkeys(["G5", "R1", "O1"], SOMEBODY)))
    asked = question(game.context, state, found)
    assert asked is not None and asked.spots == ("R1", "O1") and len(asked.explanations) == 2


def test_a_roll_is_read_from_the_tray():
    game = create("spectrum", 2)
    assert game.explanations(game.start(), Observation(d6=(Hue.G, Hue.B))) == [(DiceRolled((Hue.G, Hue.B)),)]
    assert game.explanations(game.start(), Observation(d6=(Hue.G,))) == []


def test_the_first_move_of_the_game_is_an_entry():
    game = create("spectrum", 2)
    state = rolled(game, game.start(), "G P")
    assert {str(m) for m in game.moves(state) if isinstance(m, PawnMove)} == {"1: OFF>G1", "1: OFF>P1"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("G5>G6", ("green 5", "green 6", "2")),
        ("R4>R5>R6", ("red 6", "green")),
        ("G5>GB5>GB6", ("green", "green-blue 6")),
        ("G3>Y3>Y4", ("yellow", "green-blue")),
    ],
)
def test_a_refused_whole_move_names_spaces_and_the_colours_that_would_be_legal(text, named):
    game = create("spectrum", 2, "A", {"special_order": "listed"})
    state = rolled(game, at(["G3", "G5", "R4"], stock=(0, 2)), "G G")
    verdict = game.judge(state, go(text))
    sentence = texts.explain("spectrum", verdict, ["Ann", "Ben"])
    assert all(word in sentence for word in named), (verdict.reason, sentence)


# ---- swap cards have one name


SWAPS = create("spectrum", 2, "A", {"dice": "cards", "swap_cards": True})


def test_a_position_with_a_swap_card_is_read_by_an_engine_that_never_saw_that_hand():
    state = SWAPS.result(at(["R3", "G4"], ["P5"], stock=(3, 3), game=SWAPS), SWAPS.parse("draw R<>G G2"))
    assert any("R<>G=R" in plan.key for plan in state.plans)
    fresh = create("spectrum", 2, "A", {"dice": "cards", "swap_cards": True})
    again = fresh.state_from_json(SWAPS.state_to_json(state))
    assert again == state
    assert {str(move) for move in fresh.moves(again)} == {str(move) for move in SWAPS.moves(state)}


@pytest.mark.parametrize("hue", list(Hue)[:6])
def test_a_swap_card_is_the_same_card_whichever_colour_is_named_first(hue):
    one, other = f"{hue.name}<>{hue.opposite.name}", f"{hue.opposite.name}<>{hue.name}"
    state = at([f"{hue.name}3", f"{hue.opposite.name}4"], ["P5"], stock=(3, 3), game=SWAPS)
    drawn = [SWAPS.after(state, SWAPS.parse(f"draw {name} O2")) for name in (one, other)]
    assert drawn[0] == drawn[1]
    for play in (other, f"{other}={hue.name}"):
        assert SWAPS.judge(drawn[0], SWAPS.parse(f"choose {play}", drawn[0])).ok
    plain = SWAPS.state_to_json(drawn[0])
    assert SWAPS.state_from_json(json.loads(json.dumps(plain).replace(one, other))) == drawn[0]
    assert not SWAPS.judge(end_turn(SWAPS.context, drawn[0]), SWAPS.parse(f"draw {other} O3")).ok, (
        "it is out of the deck"
    )


# ---- corrections of a third reading


def four_dice(game, state, dice, **moved):
    """The position with eight stars taken, so that four dice are thrown."""
    state = state._replace(stars=(stars_from_names(["R", "RO", "O", "OY"]), stars_from_names(["Y", "B", "BP", "P"])))
    state = game.result(state._replace(**moved), DiceRolled(tuple(Hue[d] for d in dice.split())))
    return game.result(state, Choose(0, dice))


@pytest.mark.parametrize("edition", ["A", "B"])
@pytest.mark.parametrize(("dice", "way"), [("G G B B", "RO3>R3>R4"), ("G G G G", "RO3>R3>R4>R5>R6")])
def test_the_bottom_part_may_come_in_from_an_open_intermediate_beside_it_as_the_face_part_may(edition, dice, way):
    game = create("spectrum", 2, edition, {"must_move": "continue"})
    # The part over an intermediate is made by another pawn, so that this one is made in the bottom colour.
    state = four_dice(game, at(["RO3", "GB2"], game=game), dice)
    state = game.after(state, game.parse("GB2>GB3>GB4" if dice == "G G B B" else "GB2>GB3>GB4>GB5>GB6", state))
    if game.judge(state, game.parse(way, state)).ok:
        state = game.after(state, game.parse(way, state))
        assert "R" in state.spots_of(0)[0]
    else:
        pytest.fail("coming in from Red-Orange is refused")


def test_a_pawn_that_could_only_come_in_beside_the_bottom_colour_need_not():
    game = create("spectrum", 2)
    state = four_dice(game, at(["RO3", "GB2"], game=game), "G G B B")
    state = game.after(state, game.parse("GB2>GB3>GB4", state))
    # Green or blue could be entered from Green-Blue, red from Red-Orange: all of it may, none of it must.
    assert game.judge(state, EndTurn(0)).ok
    strict = create("spectrum", 2, "A", {"base_from_neighbour": "strict"})
    state = four_dice(strict, at(["RO3", "GB2"], game=strict), "G G B B")
    state = strict.after(state, strict.parse("GB2>GB3>GB4", state))
    assert state.to_move == 1, "nothing is left to move"


@pytest.mark.parametrize("option", ["single_card", "shaded_cards"])
def test_pawns_captured_by_the_move_that_ends_the_game_go_to_their_owners_stock(option):
    game = create("spectrum", 2, "A", {"dice": "cards", "single_card": "steps", option: "steps"})
    stars = (["R", "RO", "O", "OY", "Y", "YG"], [])
    state = at(["G7"], ["G8", "P2"], stock=(3, 8), stars=stars, game=game)
    hand = "draw G2 P1 O1" if option == "single_card" else "draw G2 GB2 O1"
    state = game.after(state, game.parse(hand, state))
    end = game.after(state, game.parse("G7>G8>G9", state))
    assert end.phase == "over" and end.captives == ()
    assert end.stock == (3, 9)
    assert {fault.reason for fault in game.problems(end)} <= {"PAWNS_MISSING"}


def test_pawns_in_the_hand_when_the_table_stops_go_to_their_owners_stock():
    game = create("spectrum", 2, "A", {"time_limit": True})
    state = rolled(game, at(["G3"], ["G4"], stock=(9, 9), game=game), "G P")
    state = game.after(state, game.parse("G3>G4", state))
    assert state.captives
    end = game.after(state, game.parse("stop"))
    assert end.captives == () and end.stock == (9, 10) and game.problems(end) == []


def test_a_mission_is_declared_before_portals():
    game = create("spectrum", 2, "A", {"missions": True, "portals": True, "decks": 2})
    cards = ("R3", "G5", "B7", "RO4", "YG6", "PR3")
    spots = cards[:5]
    state = at(spots, ["P4"], stock=(5, 9), game=game)._replace(turns=4)
    assert game.judge(state, Declare(0, cards)).ok
    used = game.after(game.after(state, Activate(0, "P4")), Send(0, "P5", "Y3"))
    refused = game.judge(used, Declare(0, cards))
    assert refused.reason == "AFTER_PORTAL" and "next turn" in texts.explain("spectrum", refused, ["Ann", "Ben"])
    # What Ben uses then may still belong to the end of his turn, which comes before Ann's mission.
    others = game.after(game.after(state, Activate(1, "P4")), Send(1, "P5", "Y3"))
    assert game.judge(others, Declare(0, cards)).ok
    first = at(spots, ["P4"], stock=(5, 9), game=game)
    first = game.after(game.after(first, Activate(1, "P4")), Send(1, "P5", "Y3"))
    assert not game.judge(first, Declare(0, cards)).ok, "no turn came before the first"


def test_solo_is_played_without_portals():
    with pytest.raises(BadRules, match="two players or more"):
        create("spectrum", 1, "A", {"portals": True})


@pytest.mark.parametrize("must_move", ["auto", "at_least_one"])
@pytest.mark.parametrize(
    ("own", "bonus"),
    [
        (["G3"], "G3>GB3>GB4"),  # the same pawn could have played the face part
        (["GB3"], "GB3>GB4>GB5"),  # it could have come in to play it
        (["G3", "R3"], "R3>R4>R5"),  # another pawn could have
        (["G8", "R3"], "R3>R4>R5"),
        (["R3"], "R3>R4>R5"),  # nobody could have
    ],
)
def test_where_one_move_will_do_the_bonus_may_be_the_only_one_whether_or_not_the_face_part_was_possible(
    own, bonus, must_move
):
    game = create("spectrum", 2, "B", {"must_move": must_move})
    after = game.after(rolled(game, at(own, game=game), "G G"), game.parse(f"1: {bonus}"))
    assert after.to_move == 1 or game.judge(after, EndTurn(0)).ok


def test_where_every_part_is_due_the_bonus_waits_for_the_face_part():
    game = create("spectrum", 2, "B", {"must_move": "continue"})
    state = rolled(game, at(["G3"], game=game), "G G")
    assert game.judge(state, game.parse("G3>GB3>GB4", state)).reason == "ORDER"


# ---- refusals that name the house rule


def refusal(game, state, text):
    verdict = game.judge(state, game.parse(text, state))
    assert not verdict.ok
    return texts.explain("spectrum", verdict, ["Ann", "Ben"])


HOUSE = "A house rule changes that"


def test_a_leap_over_two_names_its_option():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3"], ["G4", "G5"], game=game), "G P")
    for text in ("G3>(G4)>(G5)>G6", "G3>G6", "G3>G4>G5>G6"):
        assert "Two opponents in a row straight ahead may be leapt" in refusal(game, state, text), text
    assert HOUSE not in refusal(game, rolled(game, at(["G3"], ["G4"], game=game), "G P"), "G3>(G4)>(G5)>G6")


def test_cards_of_one_colour_by_one_pawn_name_their_option():
    game = create("spectrum", 2, "A", {"dice": "cards"})
    state = game.after(at(["G3"], game=game), game.parse("draw G1 G2"))
    state = game.after(game.after(state, Choose(0, "G1 G2")), game.parse("1: G3>G4"))
    assert "two-colour rule holds for cards of one colour" in refusal(game, state, "G4>G5>G6")


def test_shaded_cards_are_moved_whole_and_the_refusal_names_the_option():
    game = create("spectrum", 2, "A", {"dice": "cards"})
    state = game.after(at(["G3"], ["GB3"], game=game), game.parse("draw G2 GB2"))
    state = game.after(state, Choose(0, "G2 GB2"))
    assert "How are cards of neighbouring colours moved?" in refusal(game, state, "G3>G4")
    assert "How are cards of neighbouring colours moved?" in refusal(game, state, "G3>GB3>GB4")
    steps = create("spectrum", 2, "A", {"dice": "cards", "shaded_cards": "steps"})
    state = steps.after(steps.after(at(["G3"], game=steps), steps.parse("draw G2 GB2")), Choose(0, "G2 GB2"))
    state = steps.after(state, steps.parse("G3>G4", state))
    assert steps.judge(state, steps.parse("G4>GB4", state)).ok


def test_the_option_named_is_one_that_would_let_the_move_pass():
    game = create("spectrum", 2)
    state = rolled(game, at(["G3", "Y5"], ["G4"], game=game), "G G")
    assert HOUSE in refusal(game, state, "Y5>YG5>YG6")
    assert HOUSE not in refusal(game, state, "G3>R3"), "no option lets a pawn go there"


# ---- refusals that say what is meant


def test_a_pawn_beside_a_star_on_a_double_is_told_to_step_sideways():
    game = create("spectrum", 2)
    said = refusal(game, rolled(game, at(["G8"], game=game), "G G"), "G8>G9")
    assert "green 9 is only one space away" in said and "sideways" in said
    assert "in one go" in said and "does not end on" not in said


@pytest.mark.parametrize("text", ["G3>G4", "G3>G4>G5>G6"])
def test_a_whole_move_that_is_too_short_or_too_long_says_how_far_it_was_and_how_far_it_has_to_be(text):
    game = create("spectrum", 2)
    said = refusal(game, rolled(game, at(["G3"], game=game), "G G"), text)
    assert f"{text.count('>')} space" in said and "moves 2 spaces in one go" in said


def test_where_only_an_entry_is_due_the_entry_is_named_and_no_empty_list():
    game = create("spectrum", 2)
    said = refusal(game, rolled(game, at([], stock=(10, 10), game=game), "G P"), "done")
    assert "green 1 and purple 1" in said and "nothing" not in said and "Pawns that can" not in said


def test_where_nothing_can_move_the_open_colours_are_those_of_the_roll_and_the_way_on_is_said():
    game = create("spectrum", 2)
    state = rolled(game, at(["YG4"], game=game), "G P")
    assert state.phase == "move" and not state.plans
    said = refusal(game, state, "YG4>YG5")
    assert "Open now: green and purple" in said and "Pass the turn on" in said and "nothing." not in said


@pytest.mark.parametrize("text", ["2: place R1", "roll G B", "portals 1 R3", "deal 1 R3", "values 3", "pick R G"])
def test_what_does_not_come_next_is_told_what_does(text):
    game = create("spectrum", 2, "A", {"portals": True})
    state = rolled(game, at(["G3"], stock=(9, 10), game=game), "G P")
    verdict = game.judge(state, game.parse(text if text[0].isdigit() or "pick" not in text else f"1: {text}", state))
    said = texts.explain("spectrum", verdict, ["Ann", "Ben"])
    assert verdict.reason not in ("NOT_NOW", "ALREADY_ROLLED") or "Ann: choose a pawn" in said
