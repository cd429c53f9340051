"""Spectrum Casino, rule by rule."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.cards import Card, hidden, numbered
from engine.components.deck import Deck, Turned
from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.protocol import RulesSession
from engine.core.registry import create
from engine.games.spectrum_casino.captures import MOST, base_of, best_take, splits_into, takes, value
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.game import Casino
from engine.games.spectrum_casino.state import State
from engine.texts import explain
from tests.support.card_games import play_out, shuffled


def cards(text):
    return tuple(map(Card.parse, text.split()))


def c(text):
    return Card.parse(text)


def game(seats=2, **options) -> Casino:
    return create("spectrum_casino", seats, options=options)


def table(g, board, *hands, **more) -> State:
    hands = tuple(map(cards, hands)) + ((),) * (g.rules.seats - len(hands))
    return replace(g.start(), board=cards(board), hands=hands, deal=1, chosen=Hue.R, **more)


def test_a_round_is_eleven_deals_and_uses_every_card():
    """CA-DEAL-01, CA-DEAL-02"""
    for seats, size in [(2, 6), (3, 4), (4, 3)]:
        g = game(seats, must_capture=False)
        state = g.after(g.start(), shuffled(numbered(), Random(seats)))
        assert [len(h) for h in state.hands] == [size] * seats
        deals = 0
        while state.round == 1:
            seat = state.to_move
            before = state.deal
            state = g.after(state, LeaveOnBoard(seat, state.hands[seat][0]))
            deals += state.deal != before
        assert deals == 11


def test_a_numeral_takes_every_group_that_equals_it():
    """CA-PLAY-01"""
    g = game()
    state = table(g, "R2 R4 R7 R9 R11", "B11 B1")
    assert g.judge(state, Capture(0, c("B11"), cards("R2 R9 R4 R7 R11"))).ok
    assert g.judge(state, Capture(0, c("B11"), cards("R2 R9 R4"))).reason == "NO_GROUPS"
    after = g.after(state, Capture(0, c("B11"), cards("R2 R9")))
    assert after.board == cards("R4 R7 R11") and set(after.captured[0]) == set(cards("B11 R2 R9"))


def test_a_creation_needs_something_to_take():
    """CA-PLAY-02, D-CA-03"""
    g = game()
    state = table(g, "R4 R7", "B3 B1")
    verdict = g.judge(state, Capture(0, c("B3"), (), cards("R4")))
    assert verdict.reason == "TAKES_NOTHING"
    assert "worth 7" in explain("spectrum_casino", verdict, ["Ann", "Ben"])
    assert g.judge(state, Capture(0, c("B3"), cards("R7"), cards("R4"))).ok


def test_a_board_card_is_used_once():
    """D-CA-07"""
    state = table(game(), "R4 R8", "B4 B1")
    assert game().judge(state, Capture(0, c("B4"), cards("R4 R8"), cards("R4"))).reason == "NOT_ON_BOARD"


def test_who_can_take_may_not_leave_a_card_when_all_is_known():
    """D-CA-05"""
    g = game()
    state = table(g, "R4 R9", "B2 B5", "G1")
    verdict = g.judge(state, LeaveOnBoard(0, c("B2")))
    assert verdict.reason == "COULD_TAKE" and verdict.details["card"] == "B5"
    assert game(must_capture=False).judge(state, LeaveOnBoard(0, c("B2"))).ok


def test_a_missed_capture_of_a_hidden_hand_is_found_when_the_deal_is_over():
    """CA-AUDIT-01, and it is a remark, not an illegal move."""
    g = game()
    state = table(g, "R4 R9", stock=" ")
    state = replace(state, hands=(hidden(cards("B2 B5")), hidden(cards("G1 G3"))), stock=hidden(numbered()[:12]))
    for move in [
        LeaveOnBoard(0, c("B2")),
        LeaveOnBoard(1, c("G1")),
        LeaveOnBoard(0, c("B5")),
        LeaveOnBoard(1, c("G12")),
    ]:
        assert not state.findings
        state = g.after(state, move)
    first = state.findings[0]
    assert (first.seat, first.turn, str(first.left)) == (0, 1, "B2")
    sentence = explain("spectrum_casino", first.verdict(), ["Ann", "Ben"])
    assert "Ann left blue 2" in sentence and "blue 5" in sentence


def test_the_first_board_card_read_gives_the_chosen_hue():
    """CA-CHOSEN-01"""
    g = game()
    state = g.after(g.start(), Deck(hidden(numbered())))
    assert g.judge(state, LeaveOnBoard(0, c("R1"))).reason == "TURN_FIRST"
    state = g.after(state, Turned(cards("GB2 R1 R2 R3 R4 R5")))
    assert state.chosen is Hue.GB
    assert g.judge(state, LeaveOnBoard(0, c("R1"))).reason == "CARD_LIES_ELSEWHERE"
    assert g.after(state, LeaveOnBoard(0, c("P12"))).board[-1] == c("P12")


def test_a_low_board_gets_one_filler_card_and_the_last_deal_all_of_them():
    """CA-BOARD-01, CA-BOARD-02"""
    g = game()
    base = table(g, "R1", "", "G1", to_move=1, stock=numbered()[:12])
    low = replace(base, board=(), filler=cards("Y1 Y2 Y3"))
    low = g.after(low, LeaveOnBoard(1, c("G1")))
    assert low.board == cards("G1 Y1") and low.deal == 2
    last = g.after(replace(base, board=cards("R5 R9"), filler=cards("Y1 Y2 Y3"), deal=10), LeaveOnBoard(1, c("G1")))
    assert last.board == cards("R5 R9 G1 Y1 Y2 Y3")


def test_what_is_left_goes_to_whoever_took_last():
    """CA-LAST-01: chosen R: 2 points for R4, both majorities (no 12s) to the taker."""
    g = game()
    state = table(g, "R4", "", "G1", to_move=1, last_taker=0)
    state = replace(state, deal=11, captured=(cards("B1 B2"), ()))
    after = g.after(state, LeaveOnBoard(1, c("G1")))
    assert g.scores(after) == {0: 8, 1: 0} and after.round == 2 and after.to_move == 1


def test_a_tie_at_the_target_means_another_round():
    """CA-END-01, D-CA-10"""
    g = game()
    assert g.winners(replace(g.start(), halves=(210, 210))) == ()
    assert g.winners(replace(g.start(), halves=(210, 211))) == (1,)
    assert g.scores(replace(g.start(), halves=(3, 2))) == {0: 1.5, 1: 1}


def test_the_chosen_arm_is_lit_and_board_cards_stand_out():
    """Section F"""
    g = game()
    lights = g.lights(table(g, "B5", "R1"))
    assert (lights["R9"].meaning, lights["RO1"].meaning, lights["B5"].meaning) == (
        Meaning.PIECE,
        Meaning.IDLE,
        Meaning.LEGAL,
    )


def _by_trying(numbers, wanted):
    """Whether the cards split into groups of a sum, by trying every first group."""
    if not numbers:
        return True
    for size in range(len(numbers)):
        for rest in combinations(range(1, len(numbers)), size):
            if numbers[0] + sum(numbers[n] for n in rest) == wanted:
                left = [v for n, v in enumerate(numbers) if n and n not in rest]
                if _by_trying(left, wanted):
                    return True
    return False


@given(numbers=st.lists(st.integers(1, 12), min_size=1, max_size=7), wanted=st.integers(1, 20))
@settings(max_examples=150, deadline=None)
def test_groups_are_found_whenever_there_are_any(numbers, wanted):
    assert splits_into(tuple(numbers), wanted) == _by_trying(numbers, wanted)


@given(numbers=st.lists(st.integers(1, 12), min_size=0, max_size=6), card=st.integers(1, 12))
@settings(max_examples=80, deadline=None)
def test_every_capture_is_listed_once_and_no_other(numbers, card):
    """Against trying every base and every set of taken cards."""
    numbers = tuple(numbers)
    everything = range(1 << len(numbers))
    expected = {
        (base, taken)
        for base in everything
        for taken in everything
        if taken
        and not base & taken
        and splits_into(tuple(v for n, v in enumerate(numbers) if taken >> n & 1), card + value(numbers, base))
    }
    listed = list(takes(numbers, card, None))
    assert len(listed) == len(set(listed)) and set(listed) == expected
    assert (best_take(numbers, card, None) is not None) == bool(expected)
    capped = {(base, taken) for base, taken in expected if not base or card + value(numbers, base) <= 12}
    assert set(takes(numbers, card, 12)) == capped
    for best, among in ((best_take(numbers, card, None), expected), (best_take(numbers, card, 12), capped)):
        assert best in among if among else best is None


def that_can_take(board, hand, cap):
    """The cards that any capture exists for: by the sums of all pairs of a base and a group apart from it."""
    pairs = {(0, 0)}
    for card in board:
        pairs |= {pair for b, t in pairs for pair in ((b + card.number, t), (b, t + card.number))}
    ahead = {t - b for b, t in pairs if cap is None or not b or t <= cap}
    return {card for card in hand if card.number in ahead}


def crowded(random, size, held):
    """A board of so many cards and a hand."""
    drawn = random.sample(numbered(), size + held)
    return " ".join(map(str, drawn[:size])), " ".join(map(str, drawn[size:]))


def test_on_any_board_everything_listed_is_allowed_and_a_capture_is_listed_where_there_is_one():
    """Of every card of the hand; boards of up to 25 cards, some of them with no capture at all."""
    random = Random(21)
    for size in [*range(10), *range(8, 21), 25]:
        for options in ({}, {"created_value_cap": 12}, {"must_capture": False, "created_value_cap": 12}):
            g = game(2, **options)
            board, hand = crowded(random, size, random.randint(1, 6))
            if random.random() < 0.3:
                # Of even numbers an odd card takes none, however many they are.
                board, hand = " ".join(f"{hue.name}{n}" for n in (12, 10, 8) for hue in Hue), "R1 R2 R3"
                board = " ".join(board.split()[:size])
            state = table(g, board, hand)
            moves = list(g.moves(state))
            assert len(moves) == len(set(moves)) and moves
            assert all(g.judge(state, move).ok for move in (*moves[:6], *random.sample(moves, min(len(moves), 120))))
            captors = {move.card for move in moves if isinstance(move, Capture)}
            assert captors == that_can_take(state.board, state.hands[0], g.cap)
            assert any(isinstance(move, LeaveOnBoard) for move in moves) == (not captors or not g.options.must_capture)
            assert bool(g.moves(state)) and (g.lists_all(state) or (captors and size >= 10))


def test_the_capture_that_is_found_on_any_board_is_one_of_all_there_are():
    """D-CA-04"""
    random = Random(4)
    for _ in range(1500):
        numbers = tuple(random.randint(1, 12) for _ in range(random.randint(1, 8)))
        for cap in (None, 12):
            card = random.randint(1, 12)
            every, best = takes(numbers, card, cap), best_take(numbers, card, cap)
            assert best in every if every else best is None


def test_a_board_of_ten_is_listed_completely():
    """Against every base and every set of taken cards; among them the printed "11 takes 2+9, 4+7 and the 11"."""
    g = game(2)
    state = table(g, "R2 R9 R4 R7 R11 O3 O12 O12 O6 O1".replace("O12 O12", "O12 P12"), "B11", "G8")
    numbers = tuple(card.number for card in state.board)
    expected = set()
    for base in range(1 << 10):
        worth = 11 + value(numbers, base)
        for taken in range(1, 1 << 10):
            if not base & taken and value(numbers, taken) % worth == 0 and splits_by_first(numbers, taken, worth):
                expected.add((base, taken))
    listed = {
        tuple(sum(1 << state.board.index(card) for card in pile) for pile in (move.base, move.taken))
        for move in g.moves(state)
    }
    assert listed == expected and g.lists_all(state)
    assert Capture(0, c("B11"), cards("R2 R9 R4 R7 R11")) in list(g.moves(state))


def splits_by_first(numbers, bits, wanted):
    """Whether chosen cards split into groups of a sum: the first card's group is tried in every way."""
    if not bits:
        return True
    first = bits & -bits
    others, rest = [], bits ^ first
    group = rest
    while True:
        others.append(group)
        if not group:
            break
        group = (group - 1) & rest
    return any(
        value(numbers, first | group) == wanted and splits_by_first(numbers, rest & ~group, wanted) for group in others
    )


def test_a_list_that_leaves_captures_out_says_so_and_they_are_still_allowed():
    g = game(must_capture=False)
    state = table(g, " ".join(f"{hue.name}{n}" for hue in tuple(Hue)[:4] for n in range(1, 6)), "P10 B1")
    moves = list(g.moves(state))
    assert all(g.judge(state, move).ok for move in moves) and len(moves) <= 2 * (MOST + 2)
    many = Capture(0, c("P10"), cards("R5 RO5 R4 RO4 R3 RO3"), cards("R2"))
    assert many not in moves and g.judge(state, many).ok and not g.lists_all(state)


def test_a_program_that_asks_for_the_legal_moves_is_told_when_there_are_more():
    session = RulesSession()
    for size, partial in ((9, False), (16, True)):
        g = game()
        board, hand = crowded(Random(1), size, 4)
        position = g.state_to_json(table(g, board, hand))
        assert session.answer({"do": "position", "game": "spectrum_casino", "seats": 2, "position": position})["ok"]
        legal = session.answer({"do": "legal"})
        assert legal["partial"] is partial and legal["moves"]
        assert all(session.answer({"do": "judge", "event": move})["ok"] for move in legal["moves"][::50])


def test_boards_that_nobody_lays_are_listed_and_judged_in_bounded_work():
    """Every card on the board; a capture of many cards that no short search can tell is not accused."""
    deck = list(numbered())
    Random(5).shuffle(deck)
    g = game()
    state = replace(table(g, "", ""), board=tuple(deck[:138]), hands=(tuple(deck[138:]), ()))
    assert len(list(g.moves(state))) <= 6 * (MOST + 1)
    evens = (*(2 * n for n in range(1, 7) for _ in range(12)), 1)
    assert splits_into(evens, 101, tries=50)
    assert base_of(evens, 7, None, tries=10) is None and base_of(evens, 7, None)
    assert not splits_into(evens[:-1], 101)


@given(
    numbers=st.lists(st.integers(1, 12), min_size=1, max_size=7),
    card=st.integers(1, 12),
    cap=st.sampled_from([None, 12]),
)
@settings(max_examples=150, deadline=None)
def test_cards_that_are_gone_are_explained_by_a_base_whenever_there_is_one(numbers, card, cap):
    numbers = tuple(numbers)
    every = (1 << len(numbers)) - 1
    bases = [base for base, taken in takes(numbers, card, cap) if base | taken == every]
    found = base_of(numbers, card, cap)
    assert found in bases if bases else found is None


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {"created_value_cap": 12})])
def test_random_games_come_to_their_end(seats, options):
    g = game(seats, target=60, **options)
    for seed in range(3):
        state, _ = play_out(g, seed)
        assert len(g.winners(state)) == 1
        assert sum(state.halves) <= 120 * (state.round - 1)
