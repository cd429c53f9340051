"""SIXCHEX Spectrum by its rules: SIX-SETUP to SIX-END."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.lights import Meaning
from engine.core.errors import BadRules, NotUnderstood
from engine.core.registry import create
from engine.games.sixchex_spectrum.board import (
    DARK,
    DECK,
    SPOTS,
    STEPS,
    back,
    beyond,
    capture_colour,
    parity,
    reach,
    start_spots,
)
from engine.games.sixchex_spectrum.dealing import shuffled
from engine.games.sixchex_spectrum.events import (
    AgreedDraw,
    CardsLaid,
    CoinMoved,
    CoinPass,
    DieRolled,
    StartRoll,
    TakeHome,
)
from engine.inference.observation import SOMEBODY, Observation
from engine.texts import ask
from tablelight.bench.engine_sixchex_spectrum import eager_move, random_match
from tests.support.properties import check_match, check_position, sentence


def position(coins, die=0, cards=None, homes=("black", "gray", "tan", "pink"), **options):
    """Player one's coins, then the others'; every card is red unless named."""
    game = create("sixchex_spectrum", len(coins), options=options)
    named = cards or {}
    lying = tuple(named.get(spot, ("dR", "lR")[parity(spot)]) for spot in SPOTS)
    state = replace(game.start(), coins=coins, cards=lying, homes=homes[: len(coins)], contenders=(), die=die)
    return game, state


# ---- setting up (SIX-SETUP)


def starting(seats):
    game = create("sixchex_spectrum", seats)
    state = game.after(game.start(), CardsLaid(tuple(("dR", "lR")[parity(spot)] for spot in SPOTS)))
    for seat, home in enumerate(("black", "gray", "tan", "pink")[:seats]):
        state = game.after(state, TakeHome(seat, home))
    return game, state


def test_a_start_roll_is_two_dice_that_give_2_to_12():
    game, state = starting(3)
    assert "two dice" in ask(game.name, game.awaiting(state), ["Ann", "Ben", "Cleo"])
    after = game.after(state, game.parse("start 7 12 12"))
    assert after.contenders == (1, 2)
    assert game.after(after, StartRoll((2, 11))).to_move == 2


@pytest.mark.parametrize("dice", [(1, 6), (3, 4), (12, 2), (6, 7)])
def test_one_die_each_is_accepted_for_the_start_as_well(dice):
    game, state = starting(2)
    assert game.judge(state, StartRoll(dice)).ok


@pytest.mark.parametrize(("dice", "words"), [((13, 2), "2 to 12"), ((0, 2), "2 to 12"), ((1, 9), "everybody")])
def test_a_start_roll_that_cannot_be_says_what_can(dice, words):
    game, state = starting(2)
    assert words in sentence(game, game.judge(state, StartRoll(dice)))


def test_the_deck_has_36_dark_and_36_light_cards():
    assert len(DECK) == 72
    assert sum(card in DARK for card in DECK) == 36
    assert set(Counter(DECK).values()) == {4}


def test_four_players_start_on_32_different_cards_four_on_each_half():
    spots = [start_spots(side) for side in "SWNE"]
    assert len({spot for side in spots for spot in side}) == 32
    assert all(sum(map(parity, side)) == 4 for side in spots)


def test_cards_have_to_alternate_like_a_checkerboard():
    game = create("sixchex_spectrum", 2)
    good = tuple(("dR", "lR")[parity(spot)] for spot in SPOTS)
    assert game.judge(game.start(), CardsLaid(good)).ok
    assert game.judge(game.start(), CardsLaid(tuple(("lR", "dR")[parity(spot)] for spot in SPOTS))).ok
    verdict = game.judge(game.start(), CardsLaid(("lR", *good[1:])))
    assert (verdict.reason, verdict.spots) == ("NOT_ALTERNATING", ("a1",))
    assert "a1" in sentence(game, verdict)
    assert game.judge(game.start(), CardsLaid(good[1:])).reason == "WRONG_COUNT"
    assert game.judge(game.start(), CardsLaid(("dX", *good[1:]))).reason == "NO_SUCH_CARD"


def test_home_colours_are_all_different():
    game, state = position((("a1",), ("i1",)), homes=("", ""))
    state = game.after(state, TakeHome(1, "tan"))
    assert game.awaiting(state).seats == (0,)
    verdict = game.judge(state, TakeHome(0, "tan"))
    assert verdict.reason == "HOME_TAKEN"
    assert "black, gray and pink" in sentence(game, verdict)
    assert game.judge(state, TakeHome(1, "pink")).reason == "HAS_HOME"


def test_the_highest_die_starts_and_ties_roll_again():
    game, state = position((("a1",), ("i1",), ("a3",)))
    state = replace(state, contenders=(0, 1, 2))
    state = game.after(state, StartRoll((5, 2, 5)))
    assert state.contenders == (0, 2)
    assert game.judge(state, StartRoll((1, 2, 3))).reason == "WRONG_DICE"
    assert game.awaiting(game.after(state, StartRoll((1, 4)))).seats == (2,)


# ---- moving (SIX-MOVE)


def slow_reach(start, count):
    """Every path of diagonal steps, one by one; those that turn straight back are left out."""
    ends = set()
    for steps in product(STEPS, repeat=count):
        if any(b == back(a) for a, b in pairwise(steps)):
            continue
        here = start
        for step in steps:
            here = beyond(here, step) if here else None
        ends |= {here} if here else set()
    return ends


@pytest.mark.parametrize("count", range(1, 7))
def test_reach_is_what_trying_every_path_finds(count):
    for spot in ("a1", "i8", "a4", "e5", "b7", "i1"):
        assert set(reach(spot, count)) == slow_reach(spot, count)


@given(st.sampled_from(SPOTS), st.integers(1, 6))
def test_a_diagonal_move_never_leaves_its_half_of_the_board(spot, die):
    assert {parity(end) for end in reach(spot, die)} <= {parity(spot)}


def test_a_coin_goes_exactly_as_far_as_the_die_says():
    game, state = position((("i1",), ("a1",)), die=2)
    assert game.judge(state, CoinMoved(0, "i1", ("g3",))).ok
    verdict = game.judge(state, CoinMoved(0, "i1", ("h2",)))
    assert verdict.reason == "OUT_OF_REACH"
    sentence(game, verdict)
    assert game.judge(state, CoinMoved(0, "i1", ("i1",))).reason == "OUT_OF_REACH"


def test_a_shown_path_may_bend_but_not_turn_straight_back():
    game, state = position((("i1",), ("a1",)), die=3)
    assert game.judge(state, CoinMoved(0, "i1", ("h2", "g1", "f2"))).ok
    assert game.judge(state, CoinMoved(0, "i1", ("h2", "i1", "h2"))).reason == "TURNED_BACK"
    assert game.judge(state, CoinMoved(0, "i1", ("h2", "g2", "f2"))).reason == "NOT_DIAGONAL"
    assert game.judge(state, CoinMoved(0, "i1", ("h2", "g3"))).reason == "WRONG_STEPS"


def test_nobody_lands_on_an_opponents_home_colour():
    game, state = position((("i1",), ("a1",)), die=1, cards={"h2": "gray"})
    verdict = game.judge(state, CoinMoved(0, "i1", ("h2",)))
    assert (verdict.reason, verdict.rule) == ("CLOSED_HOME", "SIX-MOVE-03")
    assert "Player 2" in sentence(game, verdict)
    # It may be passed over, and colours nobody took are open to all.
    assert game.judge(replace(state, die=2), CoinMoved(0, "i1", ("h2", "g3"))).ok
    assert game.judge(replace(state, homes=("black", "pink")), CoinMoved(0, "i1", ("h2",))).ok
    assert game.judge(replace(state, homes=("gray", "pink")), CoinMoved(0, "i1", ("h2",))).ok


def test_who_cannot_move_passes_and_nobody_else():
    game, state = position((("i1",), ("a1",)), die=1, cards={"h2": "gray"})
    assert list(game.moves(state)) == [CoinPass(0)]
    game, state = position((("i1",), ("a1",)), die=1)
    assert game.judge(state, CoinPass(0)).reason == "CAN_MOVE"


def test_coins_may_share_a_card_and_pass_over_others():
    game, state = position((("i1", "g3"), ("h2",)), die=2)
    after = game.after(state, CoinMoved(0, "i1", ("g3",)))
    assert after.coins == (("g3", "g3"), ("h2",))


# ---- capturing (SIX-CAP)


def test_landing_die_many_colours_on_captures_every_opposing_coin():
    cards = {"i1": "dG", "h2": "dO", "f2": "dV"}
    game, state = position((("i1",), ("f2", "f2"), ("f2", "a1")), die=3, cards=cards)
    after = game.after(state, CoinMoved(0, "i1", ("f2",)))
    assert after.coins == (("f2",), (), ("a1",))
    assert after.last == "f2"


def test_another_colour_captures_nothing_and_home_colours_never():
    game, state = position((("i1",), ("f2",)), die=3, cards={"i1": "dG", "f2": "dI"})
    assert game.after(state, CoinMoved(0, "i1", ("f2",))).coins == (("f2",), ("f2",))
    for home in ("black", "tan", "gray", "pink"):
        assert all(capture_colour(home, die) is None for die in range(1, 7))


def test_a_coin_back_on_its_own_card_after_a_loop_captures_nothing():
    game, state = position((("e4",), ("e4", "a1")), die=4, cards={"e4": "dG"})
    assert game.after(state, CoinMoved(0, "e4", ("e4",))).coins == (("e4",), ("e4", "a1"))


# ---- the end (SIX-END)


def test_the_last_player_with_coins_wins():
    game, state = position((("i1",), ("h2",)), die=1, cards={"i1": "dR", "h2": "dO"})
    after = game.after(state, CoinMoved(0, "i1", ("h2",)))
    assert after.over
    assert game.winners(after) == (0,)


def test_two_who_can_never_meet_compare_their_coins():
    # Player three's last coin is captured; the other two stay on different halves.
    cards = {"i1": "dR", "h2": "dO"}
    game, state = position((("i1", "a1"), ("a2", "a4"), ("h2",)), die=1, cards=cards)
    after = game.after(state, CoinMoved(0, "i1", ("h2",)))
    assert after.over
    assert game.winners(after) == (0, 1)
    assert game.winners(replace(after, coins=(("h2", "a1"), ("a2",), ()))) == (0,)


def test_a_quiet_game_ends_by_the_limit_the_table_chose_or_by_agreement():
    game, state = position((("i1", "a1"), ("e5",)), die=1, move_limit=3)
    after = game.after(replace(state, quiet=2), CoinMoved(0, "i1", ("h2",)))
    assert after.over
    assert game.winners(after) == (0,)
    assert game.winners(game.after(state, AgreedDraw())) == (0, 1)
    with pytest.raises(BadRules):
        create("sixchex_spectrum", 2, options={"move_limit": -1})


def test_a_player_without_coins_is_passed_over():
    game, state = position((("i1",), (), ("a1", "a2")), die=1)
    assert game.awaiting(game.after(state, CoinMoved(0, "i1", ("h2",)))).seats == (2,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_and_no_coin_appears(seats):
    for seed in range(3):
        match = random_match(seats, seed=seed, choose=eager_move)
        assert match.state.over
        assert match.game.winners(match.state)
        totals = [sum(match.game.scores(match.state_at(n)).values()) for n in range(len(match.log) + 1)]
        assert totals == sorted(totals, reverse=True)
    check_match(match)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 120))
def test_what_holds_in_every_position(seed, length):
    match = random_match(2 + seed % 3, seed=seed, stop=length)
    check_position(match.game, match.state)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_moves_are_all_that_a_plain_search_finds(seed):
    match = random_match(2 + seed % 3, seed=seed, stop=60)
    game, state = match.game, match.state
    if game.awaiting(state).actor == "player":
        everything = [CoinMoved(state.to_move, a, (b,)) for a in SPOTS for b in SPOTS]
        assert set(game.moves(state)) - {CoinPass(state.to_move)} == {m for m in everything if game.judge(state, m).ok}


# ---- around the game


def test_a_moved_coin_is_read_from_the_cards_that_hold_coins():
    game, state = position((("i1",), ("a1",)), die=1)
    assert game.explanations(state, Observation(occupied={"h2": SOMEBODY, "a1": SOMEBODY})) == [
        (CoinMoved(0, "i1", ("h2",)),)
    ]
    assert game.explanations(state, Observation(occupied={"g3": SOMEBODY, "a1": SOMEBODY})) == []


def test_lights_tell_who_can_move_and_where_a_capture_is():
    game, state = position((("i1",), ("h2",)), die=1, cards={"i1": "dR", "h2": "dO"})
    lights = game.lights(state)
    assert lights["i1"].meaning == Meaning.WAITING
    assert lights["h2"].meaning == Meaning.LEGAL
    after = game.after(state, CoinMoved(0, "i1", ("h2",)))
    assert game.lights(after)["h2"].meaning == Meaning.SCORED


def test_loose_notation_is_understood_and_nonsense_is_named():
    game, state = position((("i1",), ("a1",)), die=1)
    assert game.parse("go I1-H2", state) == CoinMoved(0, "i1", ("h2",))
    assert game.parse("2: home grey") == TakeHome(1, "gray")
    with pytest.raises(NotUnderstood, match="c4"):
        game.parse("move i1 j9", state)
    cards = shuffled(Random(1))
    assert game.parse(str(CardsLaid(cards))) == CardsLaid(cards)


def test_every_fault_of_a_set_up_position_is_listed():
    game, state = position((("i1",) * 9, ("z9",)), die=7, homes=("tan", "tan"))
    reasons = [verdict.reason for verdict in game.problems(state)]
    assert sorted(reasons) == ["HOMES_ALIKE", "NO_SUCH_DIE", "NO_SUCH_SPOT", "TOO_MANY_COINS"]
    for verdict in game.problems(state):
        sentence(game, verdict)


def test_every_refusal_has_its_sentence():
    game, state = position((("i1",), ("a1",)), die=1)
    events = [
        CoinMoved(0, "b2", ("a1",)),
        CoinMoved(0, "i1", ("zz",)),
        CoinMoved(0, "i1", ("e5",)),
        CoinMoved(1, "a1", ("b2",)),
        CoinPass(0),
        DieRolled(3),
        CardsLaid(()),
        TakeHome(0, "tan"),
        StartRoll((1, 2)),
    ]
    for event in events:
        sentence(game, game.judge(state, event))
    for other in (replace(state, die=0), replace(state, cards=()), replace(state, contenders=(0, 1))):
        sentence(game, game.judge(other, CoinMoved(0, "i1", ("h2",))))
