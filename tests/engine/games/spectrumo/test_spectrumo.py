"""Spectrumo, rule by rule."""

from dataclasses import replace
from random import Random

import pytest

from engine.components.cards import Card, full_deck, hidden
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown
from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.registry import create
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick, Wrong
from engine.games.spectrumo.game import Spectrumo
from engine.games.spectrumo.settling import settle
from engine.games.spectrumo.state import State
from engine.texts import explain
from tests.support.card_games import play_out, shuffled


def cards(text):
    return tuple(map(Card.parse, text.split()))


def c(text):
    return Card.parse(text)


def game(seats=3, **options) -> Spectrumo:
    return create("spectrumo", seats, options=options)


def table(g, card, *hands, stock="P1 P2 P3 P4 P5 P6", **more) -> State:
    return replace(
        g.start(),
        hands=tuple(map(cards, hands)),
        stock=cards(stock),
        discards=(c(card),),
        table=c(card),
        dealt=True,
        **more,
    )


def test_twelve_cards_each_and_two_equal_halves():
    """SO-SETUP-01, SO-SETUP-02, SO-SETUP-03"""
    g = game(4)
    deck = [card for card in full_deck() if not card.special] + [card for card in full_deck() if card.special]
    state = g.after(g.start(), Deck(tuple(deck)))
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert (len(state.stock), len(state.discards)) == (59, 61) and state.table == state.discards[-1]


def test_a_first_special_lets_anything_follow_but_a_colour_swap_is_covered():
    """D-SO-03"""
    for first, options, expected in [
        ("*draw", {}, "*draw"),
        ("*draw", {"first_special": "returned"}, "R9"),
        ("*swap:R<>G", {}, "R9"),
    ]:
        g = game(2, **options)
        state = replace(g.start(), dealt=True, hands=(hidden(full_deck()[:3]),) * 2, stock=hidden(full_deck()[:4]))
        state = g.after(state, Turned(cards(first)))
        if state.table is None:
            state = g.after(state, Turned(cards("R9")))
        assert str(state.table) == expected


def test_drawing_goes_on_until_a_card_fits():
    """SO-DRAW-01"""
    g = game(2)
    state = table(g, "R5", "G8 Y9", "B1", stock="B2 RO7 P4")
    assert g.judge(state, FinishTurn(0)).reason == "DRAW_FIRST"
    state = g.after(state, DrawFromStock(0))
    assert state.to_move == 0
    state = g.after(state, DrawFromStock(0))
    assert g.judge(state, DrawFromStock(0)).reason == "COULD_PLAY"
    assert g.judge(state, FinishTurn(0)).reason == "COULD_PLAY"
    assert game(2, drawn_card="may_keep").judge(state, FinishTurn(0)).ok


def test_a_hidden_hand_is_never_told_that_it_could_have_played():
    """D-SO-06: a referee does not accuse on what it cannot see."""
    g = game(2)
    state = replace(table(g, "R5", "G8 Y9", "B1"), hands=(hidden(cards("G8 Y9")),) * 2)
    assert g.judge(state, DrawFromStock(0)).ok


def test_an_illegal_card_goes_back_and_costs_two():
    """SO-PEN-01, D-SO-07"""
    g = game(2)
    state = table(g, "R5", "G8 RO9", "B1")
    assert g.judge(state, Wrong(0, c("RO9"))).reason == "NOT_WRONG"
    after = g.after(state, Wrong(0, c("G8")))
    assert len(after.hands[0]) == 4 and after.to_move == 0
    assert game(2, penalty_ends_turn=True).after(state, Wrong(0, c("G8"))).to_move == 1


def test_a_colour_swap_without_its_next_card_goes_back_with_the_penalty():
    """D-SO-09"""
    g = game(2)
    state = replace(table(g, "O3", "R1", "B1"), hands=(hidden(cards("O1 O2 O4")), hidden(cards("B1"))))
    state = g.after(state, LayCard(0, c("*swap:O<>B")))
    assert str(state.table) == "B3" and g.judge(state, DrawFromStock(0)).reason == "SWAP_NEEDS_CARD"
    back = g.after(state, Wrong(0, c("*swap:O<>B")))
    assert str(back.table) == "O3" and len(back.hands[0]) == 3 + 2 and back.discards == cards("O3")


def test_after_a_swap_a_table_may_ask_for_neighbours_only():
    """D-SO-02"""
    hands = ("*swap:O<>B R3 GB9 Y1", "B1")
    for followup, ok in [("normal", True), ("shades_only", False)]:
        g = game(2, swap_followup=followup)
        state = g.after(table(g, "O3", *hands), LayCard(0, c("*swap:O<>B")))
        assert g.judge(state, LayCard(0, c("R3"))).ok is ok


def test_reverse_draw_turns_the_direction_and_the_new_next_player_draws():
    """SO-SPECIAL-09"""
    g = game(4)
    state = table(g, "R9", "B1 B2", "*reverse-draw R2 R3", "G1", "G2", to_move=1, last_number=9)
    after = g.after(state, LayCard(1, c("*reverse-draw")))
    assert len(after.hands[0]) == 2 + 4 and after.to_move == 1 and after.extra
    after = g.after(after, LayCard(1, c("R2")))
    assert after.to_move == 0


@pytest.mark.parametrize(
    ("first", "played", "options", "drawn"),
    [
        ("R9", "*draw", {}, 4),
        ("R9", "*reverse-draw", {}, 4),
        ("R9", "*swap:R<>G *draw", {}, 4),
        ("R9", "*draw", {"first_draw": "nothing"}, 0),
        ("*pass-left", "*draw", {}, 0),
        ("*pass-left R7", "*draw", {"first_special": "returned"}, 3),
    ],
)
def test_before_a_number_is_played_draw_cards_counts_the_card_that_was_turned(first, played, options, drawn):
    """D-SO-11: it is in play."""
    g = game(3, **options)
    state = table(g, "R1", f"{played} R2 R3 G8", "B1", "B2", stock=f"{first} P1 P2 P3 P4 P5 P6")
    state = settle(replace(state, table=None, discards=()), g.options)
    for card in cards(played):
        state = g.after(state, LayCard(0, card))
    assert sorted(map(len, state.hands[1:])) == [1, 1 + drawn]


def test_once_a_number_was_played_it_counts_and_not_the_card_that_was_turned():
    """SO-SPECIAL-08"""
    g = game(2)
    state = table(g, "R1", "RO5 R4", "*draw RO6 R3", stock="R9 P1 P2 P3 P4")
    state = settle(replace(state, table=None, discards=()), g.options)
    for seat, card in ((0, "RO5"), (1, "*draw")):
        state = g.after(state, LayCard(seat, c(card)))
    assert len(state.hands[0]) == 1 + 2


def test_deck_swap_turns_both_piles_over():
    """SO-SPECIAL-10"""
    g = game(2)
    state = replace(table(g, "R5", "*deck-swap R1 R2", "B1", stock="P1 P2 P3"), discards=cards("Y1 Y2 R5"))
    after = g.after(state, LayCard(0, c("*deck-swap")))
    assert after.stock == cards("Y1 Y2 R5")
    assert after.discards == cards("P1 P2 P3 *deck-swap")
    assert g.view(after, 0).discards == hidden(cards("P1 P2 P3")) + cards("*deck-swap")


def test_hands_go_left_and_nobody_ends_with_fewer_cards():
    """SO-SPECIAL-12, SO-SPECIAL-13"""
    g = game(3)
    state = table(g, "R5", "*pass-left R1", "G1 G2 G3", "B1 B2", stock="P1 P2 P3 P4")
    after = g.after(state, LayCard(0, c("*pass-left")))
    assert after.hands == (cards("B1 B2"), cards("R1 P1 P2"), cards("G1 G2 G3"))


def test_swap_cards_gives_and_takes_as_many_unseen():
    """SO-SPECIAL-07, D-SO-15"""
    g = game(2)
    state = table(g, "R5", "*swap-cards R1 R2", "B1 B2 B3")
    assert g.judge(state, LayCard(0, c("*swap-cards"))).reason == "NAME_A_PARTNER"
    assert g.judge(state, LayCard(0, c("*swap-cards"), 1, 3)).reason == "EXCHANGE_COUNT"
    state = g.after(state, LayCard(0, c("*swap-cards"), 1, 1))
    assert g.judge(state, DrawFromStock(0)).reason == "EXCHANGE_FIRST"
    state = g.after(state, Give(0, c("R1")))
    # What was just given cannot be taken straight back.
    assert not g.judge(state, Pick(0, 4)).ok
    state = g.after(state, Pick(0, 2))
    assert state.hands == (cards("R2 B2"), cards("B1 B3 R1")) and state.exchange is None


def test_the_other_player_may_be_the_one_who_chooses():
    """D-SO-15"""
    g = game(2, swap_pick="owner_chooses")
    state = g.after(table(g, "R5", "*swap-cards R1 R2", "B1 B2 B3"), LayCard(0, c("*swap-cards"), 1, 1))
    state = g.after(state, Give(0, c("R1")))
    assert g.awaiting(state).seats == (1,)
    state = g.after(state, Give(1, c("B3")))
    assert state.hands == (cards("R2 B3"), cards("B1 B2 R1"))


def test_a_special_as_last_card_but_one_is_followed_by_a_draw():
    """D-SO-08"""
    g = game(2)
    state = table(g, "R5", "*draw B5", "B1", stock="G2 P1 P2 P3 P4")
    assert game(2, special_with_one_left="forbid").judge(state, LayCard(0, c("*draw"))).reason == "SPECIAL_LEAVES_ONE"
    state = g.after(state, LayCard(0, c("*draw")))
    assert g.judge(state, LayCard(0, c("B5"))).reason == "NOT_OUT_AFTER_SPECIAL"
    state = g.after(state, DrawFromStock(0))
    assert g.judge(state, LayCard(0, c("B5"))).ok and g.judge(state, LayCard(0, c("G2"))).ok


def test_the_used_up_pile_is_shuffled_anew_and_the_debt_goes_on():
    """SO-SETUP-04"""
    g = game(2)
    state = replace(table(g, "R8", "*draw B5 B6", "B1", stock="P1", last_number=8), discards=cards("Y1 Y2 Y3 R8"))
    state = g.after(state, LayCard(0, c("*draw")))
    assert g.awaiting(state).ask == "SHUFFLE" and g.judge(state, LayCard(0, c("B5"))).reason == "TABLE_FIRST"
    state = g.after(state, Deck(cards("R8 Y3 Y1 Y2")))
    assert state.hands[1] == cards("B1 P1 R8 Y3 Y1") and state.discards == cards("*draw")


def test_with_nothing_left_to_draw_the_turn_passes():
    """D-SO-19"""
    g = game(2)
    state = table(g, "R5", "G8 Y9", "B1", stock="")
    assert g.judge(state, DrawFromStock(0)).reason == "NOTHING_TO_DRAW"
    assert g.after(state, FinishTurn(0)).to_move == 1


def test_hidden_hands_are_shown_at_the_end_and_counted():
    """SO-SCORE-02"""
    g = game(2)
    state = replace(table(g, "R5", "R9", "B1"), hands=(hidden(cards("R9")), hidden(cards("B1 B2"))))
    state = g.after(state, LayCard(0, c("R9")))
    assert g.awaiting(state).ask == "SHOW"
    assert g.judge(state, HandShown(1, cards("B1"))).reason == "SHOW_COUNT"
    assert g.judge(state, HandShown(1, cards("B1 R9"))).reason == "CARD_LIES_ELSEWHERE"
    state = g.after(state, HandShown(1, cards("B1 *draw")))
    assert state.totals == (0, 21) and not state.dealt and state.to_move == 1


def test_a_card_that_lies_open_is_asked_back_not_played_twice():
    """F.0.5"""
    g = game(2)
    state = replace(table(g, "R5", "R9", "B1"), hands=(hidden(cards("R9 R8")),) * 2)
    verdict = g.judge(state, LayCard(0, c("R5")))
    assert verdict.reason == "CARD_LIES_ELSEWHERE"
    assert "Red 5 lies somewhere else" in explain("spectrumo", verdict, ["Ann", "Ben"])


def test_the_lowest_total_wins_and_equal_ones_share_it():
    """SO-END-01, D-SO-18"""
    g = game(3)
    assert g.winners(replace(g.start(), totals=(200, 35, 35))) == (1, 2)
    assert g.winners(replace(g.start(), totals=(199, 35, 35))) == ()


def test_who_is_above_the_target_drops_out_and_the_last_one_wins():
    """SO-END-02"""
    g = game(3, elimination=True)
    state = replace(table(g, "R5", "R4", "B12", "B1"), totals=(150, 195, 10))
    state = g.after(state, LayCard(0, c("R4")))
    assert state.out == (False, True, False) and state.totals == (150, 207, 11)
    state = g.after(state, shuffled(full_deck(), Random(2)))
    assert state.hands[1] == () and len(state.hands[2]) == 12


def test_the_board_shows_the_number_and_where_to_go():
    """Section F"""
    g = game(2)
    lights = g.lights(table(g, "R11", "B1", "B2"))
    assert lights["R1"].meaning is Meaning.PIECE and lights["R9"].meaning is Meaning.WAITING
    assert lights["RO1"].meaning is lights["PR1"].meaning is Meaning.LEGAL
    assert "G1" not in lights
    wheel = g.lights(table(g, "*draw", "B1", "B2"))
    assert len(wheel) == 12


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"elimination": True}), (5, {"share_component": True})])
def test_random_games_come_to_their_end(seats, options):
    g = game(seats, target=100, **options)
    for seed in range(6):
        state, _ = play_out(g, seed)
        assert g.winners(state)


def test_words_are_read_tolerantly():
    g = game(3)
    assert g.parse("2: play blue-green 7") == LayCard(1, Card(Hue.GB, 7))
    assert g.parse("1: play *Swap Cards with 2 for 3") == LayCard(0, Card(special="swap-cards"), 1, 3)
    assert g.parse("wrong 2 R9") == Wrong(1, c("R9"))
