"""Spectrum Cribbage: the play to 37, the count, the crib, and what a referee learns later."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.cards import UNKNOWN, Card
from engine.core.audit import say
from engine.core.errors import BadRules, Refused
from engine.core.events import Undo
from engine.core.match import Match
from engine.core.registry import create
from engine.games.spectrum_cribbage.count import Counting, eighteens, pairs, peg_points, runs
from engine.games.spectrum_cribbage.player import table as chance
from tablelight.bench.engine_spectrum_cribbage import random_match
from tests.support.card_games import cribbage_started
from tests.support.card_promises import check_log, check_position, walk

NUMBERS = st.lists(st.integers(1, 12), min_size=2, max_size=9)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@given(NUMBERS)
@settings(max_examples=100, deadline=None)
def test_eighteens_and_pairs_are_those_one_finds_by_trying_all(numbers):
    """CR-COUNT-02, CR-COUNT-03."""
    picks = [pick for size in range(2, len(numbers) + 1) for pick in combinations(range(len(numbers)), size)]
    assert eighteens(numbers) == 2 * sum(sum(numbers[n] for n in pick) == 18 for pick in picks)
    assert pairs(numbers) == 2 * sum(numbers[a] == numbers[b] for a, b in combinations(range(len(numbers)), 2))


@given(NUMBERS)
@settings(max_examples=100, deadline=None)
def test_runs_are_the_longest_ones_in_every_way(numbers):
    """CR-COUNT-04."""

    def is_run(pick):
        values = sorted(numbers[n] for n in pick)
        return len(values) >= 3 and values == list(range(values[0], values[0] + len(values)))

    places = range(len(numbers))
    found = [set(pick) for size in places for pick in combinations(places, size + 1) if is_run(pick)]
    ends = [(min(numbers[n] for n in p), max(numbers[n] for n in p)) for p in found]
    held = set(numbers)
    longest = [p for p, (low, high) in zip(found, ends, strict=True) if low - 1 not in held and high + 1 not in held]
    assert runs(numbers) == sum(map(len, longest))


@pytest.mark.parametrize(
    ("series", "points"),
    [((9, 8, 8, 7), 0), ((10, 8, 7, 9), 4), ((6, 6, 6), 8), ((12, 12, 12, 1), 2), ((11, 12, 1), 0)],
)
def test_the_last_card_pegs_what_it_makes(series, points):
    """CR-PEG-01 to CR-PEG-07."""
    assert peg_points(series) == points


def test_the_starters_shade_shares_a_basic_colour():
    """CR-COUNT-06 with the second reading: a purple-red starter and a red-orange ten share red."""
    hand, starter = cards("RO10 B1 G2 Y4 P11 B12"), Card.parse("PR5")
    assert Counting().count(hand, starter, crib=False).nobs == 1
    assert Counting(nobs_relation="neighbour").count(hand, starter, crib=False).nobs == 0


def test_a_crib_needs_the_starters_shade_for_its_flush():
    """CR-COUNT-07, CR-COUNT-08."""
    hand = cards("R1 RO3 PR5 R7 RO9 R11")
    assert [Counting().count(hand, Card.parse("G12"), crib=crib).flush for crib in (False, True)] == [6, 0]
    assert [Counting().count(hand, Card.parse("R12"), crib=crib).flush for crib in (False, True)] == [7, 7]


def test_eight_cards_make_a_flush_of_eight_or_any_six():
    """D-CR-07."""
    hand = cards("R1 RO3 PR5 R7 RO9 R11 G2 G3")
    assert Counting().count(hand, Card.parse("Y12"), crib=False).flush == 0
    assert Counting(flush4p="any_six").count(hand, Card.parse("Y12"), crib=False).flush == 6


# ---- the game

HANDS = ("R1 R2 R3 O11 O12 Y11 Y12 YG11 YG12", "B1 B2 B3 G12 G11 G10 P5 P6 P12")


def test_a_ten_as_starter_is_heels_for_the_dealer():
    """CR-START-02."""
    match = cribbage_started(*HANDS)
    match.add(match.parse("starter GB10"))
    assert match.game.scores(match.state) == {0: 2, 1: 0}


def test_the_count_never_passes_37_and_go_is_only_for_those_who_cannot_play():
    """CR-PLAY-02, CR-GO-01."""
    match = cribbage_started(*HANDS)
    for line in ("starter GB1", "2: play G12", "1: play O11", "2: play P5"):
        match.add(match.parse(line))
    with pytest.raises(Refused, match="OVER_37"):
        match.add(match.parse("1: play O12"))
    match.add(match.parse("1: go"))
    with pytest.raises(Refused, match="CAN_PLAY"):
        match.add(match.parse("2: go"))
    match.add(match.parse("2: play P6"))
    match.add(match.parse("2: go"))
    # A run of 5 and 6 is none; one point for the Go, and who said it leads (CR-GO-04).
    assert match.game.scores(match.state) == {0: 0, 1: 1}
    assert match.state.to_move == 0 and match.state.total == 0


def test_after_exactly_37_the_opponent_of_the_last_player_leads():
    match = cribbage_started("R1 R2 R3 O10 O11 O12 Y10 Y11 Y12", "B1 B2 B3 G12 G3 G10 P5 P6 P12")
    for line in ("starter GB1", "2: play G12", "1: play O12", "2: play G10", "1: go", "2: play G3"):
        match.add(match.parse(line))
    # Twelve and twelve pair for 2; 37 for 2, not 3 (CR-GO-03).
    assert match.game.scores(match.state) == {0: 2, 1: 2}
    assert match.state.to_move == 0


def test_a_false_go_is_told_when_the_cards_are_public():
    """CR-AUDIT-01: the referee saw no hand."""
    match = Match.new("spectrum_cribbage", ["Ann", "Ben"], options={"first_dealer": 1})
    for line in ("deal", "1: crib 3x??", "2: crib 3x??", "starter GB1", "2: play G12", "1: play O12", "2: play G11"):
        match.add(match.parse(line))
    match.add(match.parse("1: go"))
    match.add(match.parse("2: go"))
    while match.state.phase == "play":
        seat = match.state.to_move
        low = Card.parse("R2")
        move = next((m for m in match.game.moves(match.state) if getattr(m, "card", None) == low), None)
        match.add(move if seat == 0 and move else next(iter(match.game.moves(match.state))))
    remark = next(r for r in match.state.remarks if r.player == 0)
    assert "Ann said Go" in say("spectrum_cribbage", remark, match.seats)
    assert low in remark.cards


def test_the_player_who_counts_first_can_win_before_the_dealer_counts():
    """CR-GAME-02."""
    match = random_match(2, 5, target=60)
    assert match.game.winners(match.state)
    assert max(match.state.points) >= 60 and min(match.state.points) < 60


def test_what_a_player_misses_goes_to_the_other_side_with_muggins():
    """D-CR-15."""
    match = random_match(2, 9, 0, muggins=True)
    walk_to = (state for _, state in walk(match, chance, 9, 500) if state.phase == "count")
    state = next(walk_to)
    full = match.game.breakdown(state).total
    move = match.game.parse(f"{state.to_move + 1}: show = {full - 1}" if full else f"{state.to_move + 1}: show = 0")
    after = match.game.after(state, move)
    assert sum(after.points) == sum(state.points) + full
    assert (
        match.game.judge(state, match.game.parse(f"{state.to_move + 1}: show = {full + 1}")).reason
        == "CLAIMED_TOO_MUCH"
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_random_games_end_at_the_target(seats):
    for seed in range(40):
        match = random_match(seats, seed)
        assert match.state.phase == "over"
        assert max(match.state.points) >= 121 > min(match.state.points)
        assert len(match.game.winners(match.state)) == seats // 2
        assert all(remark.code == "COUNTS_OTHERWISE" for remark in match.state.remarks)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("muggins", [False, True])
def test_every_position_keeps_its_promises(seats, muggins):
    match = Match.new("spectrum_cribbage", ["A", "B", "C", "D"][:seats], options={"muggins": muggins})
    for game, state in walk(match, chance, 4, 60):
        check_position(game, state)
        held = state.cards()
        assert len(held) in (1, seats * game.dealt + 1)
    check_log(match)


def test_a_referee_who_sees_only_what_is_played_scores_as_one_who_knows_all():
    """The same game twice: once every hand known, once only what becomes public."""
    told = random_match(2, 21)
    blind = Match.new("spectrum_cribbage", told.seats)
    for _, event in told.events:
        text = str(event)
        if text.startswith("deal"):
            text = "deal"
        elif ": crib" in text:
            text = text.split("crib")[0] + "crib 3x??"
        elif ": show" in text and blind.state.counted == 2:
            at = next(n for n, (_, e) in enumerate(told.events) if e is event)
            crib = told.state_at(at).crib
            text = f"{text} {' '.join(map(str, crib))}"
        blind.add(blind.parse(text))
    assert blind.state.points == told.state.points
    assert blind.state.remarks == ()


def test_hands_and_crib_are_hidden_from_others():
    match = cribbage_started(*HANDS)
    view = match.game.view(match.state, 0)
    assert view.laid[0] == cards("R1 R2 R3") and set(view.laid[1]) == {UNKNOWN}
    assert set(view.hands[1]) == {UNKNOWN} and view.hands[0] == match.state.hands[0]


def test_lowest_cut_deals_and_equal_lowest_cut_again():
    """CR-CUT-02."""
    match = Match.new("spectrum_cribbage", ["Ann", "Ben"])
    match.add(match.parse("cut 1 R7"))
    match.add(match.parse("cut 2 B7"))
    assert match.state.phase == "cut" and not any(card.known for card in match.state.cuts)
    match.add(Undo(1))
    match.add(match.parse("cut 2 B4"))
    assert match.state.dealer == 1


def test_three_players_and_odd_targets_are_refused_with_a_reason():
    with pytest.raises(BadRules, match="not for 3"):
        create("spectrum_cribbage", 3)
    with pytest.raises(BadRules, match="target"):
        create("spectrum_cribbage", 2, options={"target": 3})
