"""Spectra by its rules: SPA-SETUP to SPA-END."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.lights import Meaning
from engine.core.errors import BadRules, NotUnderstood
from engine.core.registry import create
from engine.games.spectra_icehouse.events import (
    BAG,
    PyramidAdded,
    PyramidDrawn,
    PyramidsExchanged,
    TakeColour,
    TurnDone,
)
from engine.games.spectra_icehouse.pieces import (
    COLOURS,
    PIECES,
    PRIMARIES,
    SECONDARIES,
    all_pieces,
    colour_of,
    mixed,
    obtainable,
    parse_piece,
    third_size,
)
from tablelight.bench.engine_spectra_icehouse import any_move, eager_move, random_match
from tests.engine.properties import check_match, check_position, sentence


def position(*loose, colours=("yellow", "purple", "red"), drawn=True, **options):
    """Player one's loose pieces, then the others'; it is player one's turn."""
    seats = max(len(loose), 2)
    game = create("spectra_icehouse", seats, options=options)
    piles = tuple(tuple(sorted(pile)) for pile in loose) + ((),) * (seats - len(loose))
    state = replace(game.start(), colours=colours[:seats], trees=((0, 0, 1),) * seats, loose=piles, drawn=drawn)
    return game, state


def conserved(game, state):
    pieces = Counter(piece for pile in state.loose for piece in pile) + Counter(game.bag(state))
    for colour, tree in zip(state.colours, state.trees, strict=True):
        pieces += Counter({f"{size} {colour}": count for size, count in zip("SML", tree, strict=True)})
    return pieces == Counter(game.pieces)


# ---- pieces


def test_a_set_has_102_pieces_34_of_each_size():
    pieces = all_pieces()
    assert sum(pieces.values()) == 102
    assert {size: sum(n for p, n in pieces.items() if p[0] == size) for size in "SML"} == dict.fromkeys("SML", 34)


def test_two_primaries_give_the_secondary_between_them():
    assert {pair: mixed(*pair) for pair in combinations(PRIMARIES, 2)} == {
        ("red", "yellow"): "orange",
        ("red", "blue"): "purple",
        ("yellow", "blue"): "green",
    }


def test_mixing_leads_back():
    # What two colours give, with either of the two, gives the other.
    for a, b in combinations(COLOURS, 2):
        result = mixed(a, b)
        assert result == mixed(b, a)
        if result:
            assert mixed(result, a) == b
            assert mixed(result, b) == a
    assert sum(mixed(a, b) is not None for a, b in combinations(COLOURS, 2)) == 9
    assert all(mixed(a, b) is None for a, b in combinations(SECONDARIES, 2))


def test_sizes_stay_or_become_the_third():
    assert [third_size(a, b) for a, b in ("SS", "SM", "SL", "ML", "LL")] == ["S", "L", "M", "S", "L"]


def test_black_and_white_work_on_their_own_size_only():
    assert obtainable("M black", "M red") == ("M orange", "M purple")
    assert obtainable("L orange", "L white") == ("L red", "L yellow")
    assert obtainable("M black", "S red") == obtainable("M black", "M green") == obtainable("S black", "S white") == ()


@given(st.sampled_from(PIECES), st.sampled_from(PIECES))
def test_an_exchange_has_no_order_and_never_gives_back_what_went_in(a, b):
    assert obtainable(a, b) == obtainable(b, a)
    assert not {colour_of(piece) for piece in obtainable(a, b)} & {colour_of(a), colour_of(b), "black", "white"}


# ---- setting up (SPA-SETUP)


def test_everybody_takes_a_colour_of_their_own_in_order():
    game = create("spectra_icehouse", 4)
    state = game.start()
    assert game.judge(state, TakeColour(1, "red")).reason == "NOT_YOUR_TURN"
    assert game.judge(state, PyramidDrawn("S red")).reason == "TAKE_COLOURS_FIRST"
    state = game.after(state, TakeColour(0, "red"))
    verdict = game.judge(state, TakeColour(1, "red"))
    assert verdict.reason == "COLOUR_TAKEN"
    assert "orange" in sentence(game, verdict)
    for seat, colour in enumerate(("blue", "green", "purple"), start=1):
        state = game.after(state, TakeColour(seat, colour))
    assert game.bag_size(state) == 98
    assert game.awaiting(state).ask == "DRAW"


def test_the_set_on_the_table_may_be_another_one():
    assert create("spectra_icehouse", 2, options={"per_size": 6}).pieces["S red"] == 6
    with pytest.raises(BadRules):
        create("spectra_icehouse", 2, options={"per_size": 2})


# ---- a turn (SPA-TURN)


def test_one_piece_is_drawn_a_turn_before_or_after_the_exchanges():
    game, state = position(["S red", "S blue"], drawn=False)
    assert game.judge(state, TurnDone(0)).reason == "DRAW_FIRST"
    after = game.after(state, PyramidsExchanged(0, ("S red", "S blue"), "S purple", BAG))
    after = game.after(after, PyramidDrawn("L white"))
    assert game.judge(after, PyramidDrawn("L white")).reason == "DRAWN_ALREADY"
    assert game.mover(game.after(after, TurnDone(0))) == 1


def test_only_what_the_bag_holds_is_drawn():
    game, state = position(["S black", "S black"], drawn=False)
    verdict = game.judge(state, PyramidDrawn("S black"))
    assert verdict.reason == "NOT_IN_BAG"
    assert "small black" in sentence(game, verdict)
    assert game.judge(state, PyramidDrawn("S pink")).reason == "NO_SUCH_PIECE"


def test_pieces_of_the_own_colour_have_to_go_to_the_trees_while_wanted():
    game, state = position(["S yellow"])
    assert game.judge(state, TurnDone(0)).reason == "MUST_ADD"
    assert game.after(state, PyramidAdded(0, "S yellow")).trees[0] == (1, 0, 1)
    full = replace(state, trees=((3, 0, 1), (0, 0, 1)))
    assert game.judge(full, PyramidAdded(0, "S yellow")).reason == "SIZE_COMPLETE"
    assert game.judge(full, TurnDone(0)).ok


def test_other_colours_stay_out_of_the_trees():
    game, state = position(["S red"])
    assert game.judge(state, PyramidAdded(0, "S red")).reason == "NOT_YOUR_COLOUR"
    assert game.judge(state, PyramidAdded(0, "S yellow")).reason == "NOT_LOOSE"


def test_trees_grow_in_the_own_turn_unless_the_table_allows_more():
    game, state = position([], ["S purple"])
    assert game.judge(state, PyramidAdded(1, "S purple")).reason == "ADD_IN_OWN_TURN"
    game, state = position([], ["S purple"], add_out_of_turn=True)
    assert PyramidAdded(1, "S purple") in game.moves(state)


# ---- exchanging (SPA-EXC, SPA-BW)


def test_who_has_the_wanted_piece_loose_has_to_give_it():
    game, state = position(["S orange", "S white"], ["S yellow"])
    verdict = game.judge(state, PyramidsExchanged(0, ("S orange", "S white"), "S yellow", BAG))
    assert (verdict.reason, verdict.spots) == ("OTHER_PARTNER", ("seat:2",))
    assert "Player 2" in sentence(game, verdict)
    after = game.after(state, PyramidsExchanged(0, ("S orange", "S white"), "S yellow", 1))
    assert after.loose == (("S yellow",), ("S orange", "S white"))


def test_of_several_who_have_it_the_mover_chooses():
    game, state = position(["S orange", "S white"], ["S yellow"], ["S yellow"])
    partners = {m.partner for m in game.moves(state) if isinstance(m, PyramidsExchanged) and m.get == "S yellow"}
    assert partners == {1, 2}


def test_pieces_in_trees_are_not_exchanged():
    game, state = position(["L red", "L blue"], [])
    assert game.judge(state, PyramidsExchanged(0, ("L red", "L blue"), "L purple", 1)).reason == "PARTNER_IS_BAG"
    assert game.judge(state, PyramidsExchanged(0, ("L red", "L blue"), "L purple", BAG)).ok


def test_what_neither_player_nor_bag_has_cannot_be_had():
    game, state = position(["L red", "L blue"], [], per_size=3)
    state = replace(state, trees=((0, 0, 1), (0, 0, 3)))
    verdict = game.judge(state, PyramidsExchanged(0, ("L red", "L blue"), "L purple", BAG))
    assert (verdict.reason, verdict.rule) == ("NOBODY_HAS_IT", "SPA-EXC-09")


def test_exchanges_may_be_chained():
    game, state = position(["L green", "S blue", "M red"], colours=("green", "purple"))
    state = game.after(state, PyramidsExchanged(0, ("L green", "S blue"), "M yellow", BAG))
    state = game.after(state, PyramidsExchanged(0, ("M yellow", "M red"), "M orange", BAG))
    assert state.loose[0] == ("M orange",)


def test_the_reason_of_an_impossible_exchange_is_named():
    game, state = position(["S red", "S green", "M black", "S yellow", "S orange"])
    reasons = {
        PyramidsExchanged(0, ("S red", "S green"), "S blue", BAG): "GIVES_NOTHING",
        PyramidsExchanged(0, ("S red", "M black"), "M orange", BAG): "SIZES_DIFFER",
        PyramidsExchanged(0, ("S red", "S yellow"), "S green", BAG): "OTHER_RESULT",
        PyramidsExchanged(0, ("S red", "S red"), "S green", BAG): "NOT_LOOSE",
        PyramidsExchanged(0, ("L red", "S red"), "S green", BAG): "NOT_LOOSE",
    }
    for move, reason in reasons.items():
        verdict = game.judge(state, move)
        assert verdict.reason == reason
        sentence(game, verdict)


# ---- the end (SPA-END)


def test_three_trees_win_at_once():
    game, state = position(["S yellow"])
    state = replace(state, trees=((2, 3, 3), (0, 0, 1)))
    after = game.after(state, PyramidAdded(0, "S yellow"))
    assert after.over
    assert game.winners(after) == (0,)
    assert game.judge(after, TurnDone(0)).reason == "GAME_OVER"


def test_when_the_bag_is_empty_and_a_whole_round_changes_nothing_the_game_ends():
    game, state = position(["S red"], [], drawn=False)
    state = replace(state, loose=(("S red",), tuple(p for p, n in game.bag(state).items() for _ in range(n))))
    assert game.bag_size(state) == 0
    state = game.after(state, TurnDone(0))
    assert not state.over
    state = replace(state, loose=(("S red",), ()), drawn=True)
    assert game.after(state, TurnDone(1)).over


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("choose", [any_move, eager_move])
def test_games_end_with_every_piece_accounted_for(seats, choose):
    for seed in range(3):
        match = random_match(seats, seed=seed, choose=choose)
        assert match.state.over
        assert len(match.game.winners(match.state)) == 1
        assert all(conserved(match.game, match.state_at(n)) for n in range(seats, len(match.log) + 1, 9))
    check_match(match)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 200), st.booleans())
def test_what_holds_in_every_position(seed, length, out_of_turn):
    match = random_match(2 + seed % 5, seed=seed, stop=length, add_out_of_turn=out_of_turn)
    check_position(match.game, match.state)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 150))
def test_moves_are_all_that_a_plain_search_finds(seed, length):
    match = random_match(2 + seed % 3, seed=seed, stop=length)
    game, state = match.game, match.state
    seat = state.to_move
    kinds = sorted(set(state.loose[seat]))
    partners = [BAG, *range(game.rules.seats)]
    everything = [
        PyramidsExchanged(seat, (a, b), get, p)
        for a in kinds
        for b in kinds
        if a <= b
        for get in PIECES
        for p in partners
    ]
    everything += [PyramidAdded(seat, piece) for piece in PIECES] + [TurnDone(seat)]
    assert set(game.moves(state)) == {move for move in everything if game.judge(state, move).ok}


# ---- around the game


def test_lights_show_whose_turn_it_is_and_what_an_exchange_gives():
    game, state = position(["S red", "S blue"], [])
    lights = game.lights(state)
    assert lights["seat:1"].meaning == Meaning.WAITING
    assert lights["P"].meaning == Meaning.LEGAL
    assert lights["seat:2"].meaning == Meaning.PIECE


def test_loose_notation_is_understood_and_nonsense_is_named():
    game, state = position(["S orange", "S white"], ["S yellow"])
    assert parse_piece("small red") == parse_piece("red S") == parse_piece("SR") == "S red"
    move = game.parse("swap so + sw for small yellow", state)
    assert move == PyramidsExchanged(0, ("S orange", "S white"), "S yellow", 1)
    with pytest.raises(NotUnderstood, match="pink"):
        game.parse("draw small pink", state)
    with pytest.raises(NotUnderstood, match="with bag"):
        game.parse("exchange S orange + S white for S red with nobody", state)


def test_every_fault_of_a_set_up_position_is_listed():
    game, state = position(["S black", "S black", "S black", "X grey"], colours=("red", "red"))
    faults = game.problems(replace(state, trees=((4, 0, 0), (0, 0, 1)), to_move=5))
    reasons = sorted(verdict.reason for verdict in faults)
    assert reasons == ["BAD_TREES", "COLOURS_ALIKE", "NO_SUCH_PIECE", "NO_SUCH_PLAYER", "TOO_MANY"]
    for verdict in faults:
        sentence(game, verdict)


def test_every_refusal_has_its_sentence():
    game, state = position(["S red", "S yellow"], ["S purple"], drawn=False)
    for event in (
        TurnDone(0),
        PyramidAdded(1, "S purple"),
        PyramidAdded(0, "S red"),
        PyramidAdded(0, "M red"),
        PyramidDrawn("S pink"),
        TakeColour(0, "red"),
    ):
        sentence(game, game.judge(state, event))
    sentence(game, game.judge(replace(state, drawn=True), TurnDone(0)))
    sentence(game, game.judge(replace(state, drawn=True), PyramidDrawn("S red")))
    sentence(game, game.judge(game.start(), TurnDone(0)))
