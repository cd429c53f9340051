"""Spectrum Poker: ranks, showdowns, pots, and what stays hidden."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.cards import FAMILIES, UNKNOWN, Card
from engine.core.errors import BadRules, Refused
from engine.core.match import Match
from engine.core.registry import create
from engine.games.spectrum_poker.odds import counts, hands, rarest_first
from engine.games.spectrum_poker.player import table as chance
from engine.games.spectrum_poker.ranks import (
    PRINTED,
    STATISTICAL,
    Category,
    card_of,
    number_table,
    order_of,
    ranker,
)
from tablelight.bench.engine_spectrum_poker import random_match
from tests.support.card_promises import check_log, check_position, walk

FIVE_CODES = st.lists(st.integers(0, 143), min_size=5, max_size=5, unique=True)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def by_definition(five: tuple[Card, ...]) -> Category:
    """The ranks once more, straight from their definitions."""
    numbers, hues = sorted(c.number for c in five), {c.hue for c in five}
    groups = sorted(Counter(numbers).values(), reverse=True)
    straight = numbers == list(range(numbers[0], numbers[0] + 5))
    shade = any(hues <= family for family in FAMILIES)
    in_order = [c.hue for c in sorted(five, key=lambda c: c.number)]
    climbs = any([in_order[0].step(way * n) for n in range(5)] == in_order for way in (1, -1))
    tests = [
        groups == [5], straight and len(hues) == 1, straight and climbs, straight and shade, len(hues) == 1,
        groups == [4, 1], groups == [3, 2], straight and len(hues) == 5, shade, straight, groups[0] == 3,
        groups == [2, 2, 1], groups[0] == 2, True,
    ]  # fmt: skip
    return PRINTED[tests.index(True)]


@given(FIVE_CODES)
@settings(max_examples=300, deadline=None)
def test_a_hand_is_ranked_as_its_definition_says(codes):
    """PO-RANK-00 to PO-RANK-13, PO-BEST-01: the highest printed rank a hand satisfies."""
    rank = ranker()
    assert rank.category(rank.value(codes)) == by_definition(tuple(map(card_of, codes)))


@pytest.mark.parametrize("start", range(0, 132, 11))
def test_straights_are_ranked_as_their_definition_says(start):
    """Straights are rare in random hands, so all colourings over four hues of one straight are tried."""
    low, rank = start % 8, ranker()
    for pick in range(4**5):
        codes = [(((start + (pick >> 2 * n & 3)) % 12) * 12) + low + n for n in range(5)]
        assert rank.category(rank.value(codes)) == by_definition(tuple(map(card_of, codes)))


def test_no_two_choices_of_numbers_look_alike():
    assert len(number_table()) == 4368


@given(st.lists(st.integers(0, 143), min_size=5, max_size=8, unique=True))
@settings(max_examples=60, deadline=None)
def test_the_best_five_beat_every_other_five(codes):
    """PO-BEST-01."""
    rank = ranker()
    best = rank.best([card_of(code) for code in codes])
    assert best.value == max(rank.value(five) for five in combinations(codes, 5))
    assert set(best.cards) <= {card_of(code) for code in codes}


def test_hues_never_break_a_tie():
    """PO-TIE-01."""
    rank = ranker()
    assert rank.best(cards("G7 P7 R12 B5 O2")).value == rank.best(cards("Y7 B7 G12 R5 P2")).value
    assert rank.best(cards("G7 P7 R12 B5 O2")).value > rank.best(cards("Y7 B7 R11 G10 P9")).value


@pytest.mark.parametrize("centres", ["primary", "all12"])
@pytest.mark.parametrize("climb", ["updn", "up", "set"])
def test_the_counts_add_up_to_all_hands(centres, climb):
    """All 481,008,528 of them, each once."""
    counted = counts(centres, climb)
    assert sum(counted.values()) == hands() == 481_008_528
    assert rarest_first(counted) == order_of("statistical", climb)


def test_the_counts_agree_with_closed_formulas():
    counted = counts()
    assert counted[Category.STRAIGHT_FLUSH] == 12 * 8
    assert counted[Category.SPECTRUM_STRAIGHT] == 2 * 12 * 8
    assert counted[Category.FLUSH] == 12 * 792 - 96
    assert counted[Category.FIVE] == 12 * 792
    assert counted[Category.SHADE] == 2_233_800
    assert counted[Category.PAIR] == 224_852_760


def test_a_small_deck_is_counted_as_if_every_hand_were_ranked():
    """The clever count against a plain one: 1,712,304 is too many for a test, so numbers 1 to 3: 376,992 hands."""
    rank = ranker()
    codes = [hue * 12 + number for hue in range(12) for number in range(3)]
    plain = Counter(rank.value(five) // 4368 for five in combinations(codes, 5))
    assert {c: n for c, n in counts(numbers=3).items() if n} == {rank.order[-1 - s]: n for s, n in plain.items()}


def test_the_statistical_order_swaps_flush_and_five():
    """D-PK-07."""
    flush, five = cards("R2 R5 R6 R8 R12"), cards("G7 P7 RO7 B7 O7")
    assert ranker("printed").best(five).value > ranker("printed").best(flush).value
    assert ranker("statistical").best(five).value < ranker("statistical").best(flush).value
    assert set(PRINTED) == set(STATISTICAL)


# ---- the game


@pytest.mark.parametrize("form", ["draw", "holdem"])
@pytest.mark.parametrize("seats", [2, 5])
def test_random_games_end_and_chips_only_change_hands(form, seats):
    for seed in range(25):
        match = random_match(seats, seed, form=form, deals=3, ante=2)
        assert match.game.awaiting(match.state).actor == "nobody"
        assert sum(match.game.scores(match.state).values()) == 0
        assert match.game.winners(match.state)


@pytest.mark.parametrize("form", ["draw", "holdem"])
def test_every_position_keeps_its_promises(form):
    match = Match.new("spectrum_poker", ["A", "B", "C"], options={"form": form, "deals": 2})
    for game, state in walk(match, chance, 3, 60):
        check_position(game, state)
    check_log(match)


def test_a_referee_who_sees_no_hand_judges_the_showdown():
    """Unknown cards are cards; they are checked when they are shown."""
    match = Match.new("spectrum_poker", ["Ann", "Ben"])
    for line in ("deal", "2: exchange ?? ??", "draw", "1: stand", "2: show R2 R5 R6 R8 R12"):
        match.add(match.parse(line))
    assert match.game.awaiting(match.state).need.count == 5
    with pytest.raises(Refused, match="SEEN_TWICE"):
        match.add(match.parse("1: show R2 B3 B4 B5 B6"))
    match.add(match.parse("1: show G7 P7 RO7 B7 O7"))
    assert match.state.last.category == "FIVE OF A KIND"
    assert match.game.scores(match.state) == {0: 1, 1: -1}
    assert "O7" in match.game.lights(match.state)


def test_equal_hands_split_the_pot_and_the_odd_chip_goes_left_of_the_dealer():
    match = Match.new("spectrum_poker", ["Ann", "Ben", "Cleo"], options={"form": "showdown"})
    for line in ("chips 3 2", "2: show G7 P7 R12 B5 O2", "3: fold", "1: show Y7 B7 G12 R5 P2"):
        match.add(match.parse(line))
    assert match.state.last.winners == (0, 1)
    assert match.game.scores(match.state) == {0: 1, 1: 2, 2: -3}


def test_seven_cards_and_cards_for_all_make_the_best_five():
    """PO-BEST-01 with a showdown of cards in hand and for all."""
    match = Match.new("spectrum_poker", ["Ann", "Ben"], options={"form": "showdown"})
    for line in ("board RO7 O8 OY9 Y10 B1", "2: show YG11 R12", "1: show G1 P2 R1"):
        match.add(match.parse(line))
    assert match.state.last.category == "SPECTRUM STRAIGHT"


def test_the_last_one_left_takes_the_pot_without_showing():
    match = random_match(3, 0, 1)
    match.add(match.parse("2: fold"))
    match.add(match.parse("1: fold"))
    assert match.game.scores(match.state) == {0: -1, 1: -1, 2: 2}


def test_others_hands_and_discards_are_hidden():
    match = random_match(3, 2, 3)
    view = match.game.view(match.state, 1)
    assert view.hands[1] == match.state.hands[1]
    assert set(view.hands[0]) == set(view.hands[2]) == {UNKNOWN}
    assert set(view.away) <= {UNKNOWN}


def test_the_table_can_show_how_rare_a_rank_is():
    """Part F: the name of the rank and its exact odds."""
    assert create("spectrum_poker", 2).odds_of(Category.FLUSH) == (9408, 481_008_528)
    loose = create("spectrum_poker", 2, options={"spectrum_straight": "set"})
    assert loose.odds_of(Category.SPECTRUM_STRAIGHT) == (11_520, 481_008_528)


def test_a_special_card_or_a_strange_option_is_refused_with_a_reason():
    game = create("spectrum_poker", 2)
    assert game.judge(game.start(), game.parse("deal *draw R1 R2 R3 R4 / B1 B2 B3 B4 B5")).reason == "NO_SPECIALS"
    with pytest.raises(BadRules, match="exchange"):
        create("spectrum_poker", 2, options={"exchange": 9})
