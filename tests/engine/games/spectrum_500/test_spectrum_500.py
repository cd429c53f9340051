"""Spectrum 500, rule by rule."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from engine.components.cards import Card, hidden, numbered
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown
from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.registry import create
from engine.games.spectrum_500.events import Call, Decline, Discard, FalseCall, LayMeld, LayOff, TakeDiscards
from engine.games.spectrum_500.game import Spectrum500
from engine.games.spectrum_500.melds import Meld, by_number, call_depths, meld_kind, melds_in
from engine.games.spectrum_500.state import State
from engine.texts import explain
from tests.support.card_games import play_out, shuffled

STOCK = numbered()[100:]


def cards(text):
    return tuple(map(Card.parse, text.split()))


def c(text):
    return Card.parse(text)


def game(seats=3, **options) -> Spectrum500:
    return create("spectrum_500", seats, options=options)


def meld(text, owner=0):
    laid = cards(text)
    kind = "group" if len({card.number for card in laid}) == 1 else "sequence"
    return Meld(kind, by_number(laid), (owner,) * len(laid))


def table(g, *hands, discards="", melds=(), **more) -> State:
    more = {"stock": STOCK, **more}
    hands = tuple(map(cards, hands)) + (cards("P9 BP2"),) * (g.rules.seats - len(hands))
    return replace(
        g.start(), hands=hands, discards=cards(discards), melds=tuple(melds), dealt=True, opened=True, **more
    )


def test_twelve_cards_each_and_one_opens_the_discards():
    """F5-SETUP-01"""
    g = game(4)
    state = g.after(g.start(), shuffled(numbered(), Random(1)))
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert len(state.discards) == 1 and len(state.stock) == 144 - 48 - 1


def test_the_referee_asks_for_the_card_that_opens_the_discards():
    g = game(2)
    state = g.after(g.start(), Deck(hidden(numbered())))
    assert g.awaiting(state).ask == "TURN_FIRST_CARD" and g.judge(state, DrawFromStock(0)).reason == "TABLE_FIRST"
    state = g.after(state, Turned(cards("R5")))
    assert state.discards == cards("R5")


def test_a_turn_is_draw_then_melds_then_one_discard():
    """F5-DRAW-01, F5-DISC-01"""
    g = game()
    state = table(g, "R7 B7 G7 Y7 O2", discards="P1")
    assert g.judge(state, LayMeld(0, cards("R7 B7 G7 Y7"))).reason == "DRAW_FIRST"
    state = g.after(state, DrawFromStock(0))
    assert g.judge(state, DrawFromStock(0)).reason == "ALREADY_DRAWN"
    state = g.after(state, LayMeld(0, cards("R7 B7 G7 Y7")))
    state = g.after(state, Discard(0, c("O2")))
    assert state.to_move == 1 and g.melded(state)[0] == 40


def test_reaching_deeper_means_melding_the_deepest_at_once():
    """F5-DRAW-03"""
    g = game()
    state = table(g, "R7 B7 G7 O2", discards="B1 Y7 P3 P1")
    assert g.judge(state, TakeDiscards(0, 4)).reason == "DEEPEST_NOT_MELDED"
    state = g.after(state, TakeDiscards(0, 3))
    assert g.judge(state, Discard(0, c("O2"))).reason == "MELD_FIRST"
    state = g.after(state, LayMeld(0, cards("R7 B7 G7 Y7")))
    # F5-DISC-03: who took several may discard the former top.
    assert g.judge(state, Discard(0, c("P1"))).ok


def test_a_meld_may_not_spoil_the_card_that_must_be_melded():
    """F5-DRAW-03"""
    g = game()
    state = table(g, "R7 B7 G7 R8 R9 B8 G8 Y8", discards="R6 P1")
    state = g.after(state, TakeDiscards(0, 2))
    verdict = g.judge(state, LayMeld(0, cards("R8 B8 G8 Y8")))
    assert verdict.reason == "SPOILS_THE_MUST" and verdict.details["card"] == "R6"
    assert g.judge(state, LayMeld(0, cards("R6 R7 R8 R9"))).ok


def test_the_top_card_taken_alone_may_not_go_back_and_a_card_is_kept_for_the_discard():
    """F5-DISC-02"""
    g = game()
    state = g.after(table(g, "R7 G7 Y7 P7", discards="B4"), TakeDiscards(0, 1))
    assert g.judge(state, Discard(0, c("B4"))).reason == "JUST_TAKEN"
    verdict = g.judge(state, LayMeld(0, cards("R7 G7 Y7 P7")))
    assert verdict.reason == "KEEP_ONE_TO_DISCARD"
    assert "blue 4" in explain("spectrum_500", verdict, ["Ann", "Ben", "Cleo"])


def said(g, verdict):
    assert not verdict.ok
    return explain("spectrum_500", verdict, ["Ann", "Ben", "Cleo"])


def test_three_cards_that_other_tables_meld_are_told_of_the_four_card_rule_and_its_option():
    """D-F5-02"""
    g = game()
    fewest, shade = "“The fewest cards of a group or a sequence”", "“What is one shade?”"
    state = table(g, "PR7 RO8 R9 B2 B3", drawn=True)
    why = said(g, g.judge(state, LayMeld(0, cards("PR7 RO8 R9"))))
    assert "4 or more" in why and fewest in why and shade not in why
    assert "house rule" not in said(g, g.judge(state, LayMeld(0, cards("PR7 B2 B3"))))
    why = said(g, g.judge(table(g, "RO5 R6 O7 RO8", drawn=True), LayMeld(0, cards("RO5 R6 O7 RO8"))))
    assert shade in why and fewest not in why
    why = said(g, g.judge(table(g, "RO5 R6 O7", drawn=True), LayMeld(0, cards("RO5 R6 O7"))))
    assert shade in why and fewest in why


def test_taking_and_calling_name_the_option_too_and_only_where_it_would_help():
    g = game()
    fewest = "“The fewest cards of a group or a sequence”"
    deep = table(g, "R7 B2", discards="R8 R9 B1", discarder=2)
    why = said(g, g.judge(deep, TakeDiscards(0, 3)))
    assert "red 8" in why and "4 cards" in why and fewest in why
    assert "house rule" not in said(g, g.judge(table(g, "B2", discards="R8 B9 B1"), TakeDiscards(0, 3)))
    why = said(g, g.judge(table(g, discards="PR7 R9 RO8", discarder=0, to_move=1), Call(2, 3)))
    assert "4 cards" in why and fewest in why
    assert "house rule" not in said(g, g.judge(table(g, discards="P1 RO8", discarder=0, to_move=1), Call(2, 1)))
    g3 = game(min_meld=3)
    assert g3.judge(table(g3, discards="PR7 R9 RO8", discarder=0, to_move=1), Call(2, 3)).ok
    off = table(g, "O7 B1", melds=[meld("R3 RO4 RO5 RO6")], drawn=True)
    assert "“What is one shade?”" in said(g, g.judge(off, LayOff(0, c("O7"), 1)))
    assert "house rule" not in said(g, g.judge(off, LayOff(0, c("B1"), 1)))


def test_a_card_laid_off_counts_for_the_player_who_lays_it():
    """F5-LAY-01"""
    g = game()
    state = table(g, "RO4 R1 R3", melds=[meld("R5 RO6 R7 PR8", owner=2)], drawn=True)
    state = g.after(state, LayOff(0, c("RO4"), 1))
    assert g.melded(state) == {0: 5, 1: 0, 2: 35}
    assert state.melds[0].cards == cards("RO4 R5 RO6 R7 PR8")
    assert g.judge(state, LayOff(0, c("R1"), 1)).reason == "DOES_NOT_FIT"
    assert g.judge(state, LayOff(0, c("R3"), 2)).reason == "NO_SUCH_MELD"


def test_going_out_by_melding_everything_needs_no_discard():
    """F5-END-01"""
    g = game()
    state = table(g, "R7 B7 G7 Y7", drawn=True)
    after = g.after(state, LayMeld(0, cards("R7 B7 G7 Y7")))
    assert not after.dealt and after.totals == (40, 0, 0) and after.to_move == 1


def test_the_last_discard_ends_the_hand_before_any_call():
    """D-F5-11"""
    g = game()
    after = g.after(table(g, "R4", melds=[meld("R5 RO6 R7 PR8")], drawn=True), Discard(0, c("R4")))
    assert not after.dealt and g.judge(after, Call(1, 1)).reason == "TABLE_FIRST"


def test_a_hand_ends_when_the_stock_is_empty_and_the_discards_are_declined():
    """F5-END-02"""
    g = game()
    state = table(g, "R4 R9", discards="B1")
    assert g.judge(state, Decline(0)).reason == "STOCK_LEFT"
    empty = replace(state, stock=())
    assert g.judge(empty, DrawFromStock(0)).reason == "STOCK_EMPTY" and g.judge(empty, TakeDiscards(0)).ok
    assert g.after(empty, Decline(0)).hand == 2


def called(g):
    """Player 1 just discarded RO4 on a pile where R3 lies below a blank card."""
    return table(g, "P1 P2", "G1 G3", discards="RO3 Y2 RO4", melds=[meld("R5 RO6 R7 PR8")], discarder=0, to_move=1)


def test_a_call_takes_the_pile_down_to_the_card_that_melds():
    """F5-CALL-01, F5-CALL-04, F5-CALL-05"""
    g = game()
    state = called(g)
    assert g.judge(state, Call(0, 1)).reason == "OWN_DISCARD"
    assert g.judge(state, Call(2, 2)).reason == "CALL_DEPTH"
    state = g.after(state, Call(2, 3))
    assert g.judge(state, Discard(2, c("P9"))).reason == "MELD_FIRST"
    state = g.after(g.after(state, LayOff(2, c("RO4"), 1)), LayOff(2, c("RO3"), 1))
    state = g.after(state, Discard(2, c("Y2")))
    # The player after the original discarder moves, and the first discarder may call the caller's card.
    assert state.to_move == 1 and state.discarder == 2


def test_a_call_is_possible_until_the_next_player_draws():
    """F5-CALL-03, F5-CALL-06"""
    g = game()
    state = g.after(called(g), DrawFromStock(1))
    assert g.judge(state, Call(2, 1)).reason == "CALL_TOO_LATE"


def test_a_whole_meld_in_the_pile_can_be_called_and_a_lay_off_once_missed_cannot():
    """F5-CALL-01, F5-CALL-06"""
    rules = game().options.melding
    assert call_depths(cards("B7 R7 Y1 G7 Y7"), (), rules) == (5,)
    assert call_depths(cards("RO4 Y2"), (meld("R5 RO6 R7 PR8"),), rules) == ()


def test_what_was_missed_is_lost_until_a_later_discard_takes_part():
    """F5-CALL-01, F5-CALL-06: RO4 is missed, B9 revives nothing, RO3 does, down to RO4."""
    g = game()
    laid = [meld("R5 RO6 R7 PR8")]
    state = table(g, "B9 P2", "RO3 P5", "G1 G3", discards="Y2 RO4", melds=laid, discarder=2, to_move=0)
    assert [d for d in (1, 2) if g.judge(state, Call(1, d)).ok] == [1]
    state = g.after(g.after(state, DrawFromStock(0)), Discard(0, c("B9")))
    assert g.judge(state, Call(1, 2)).reason == g.judge(state, Call(2, 1)).reason == "NOTHING_TO_CALL"
    state = g.after(g.after(state, DrawFromStock(1)), Discard(1, c("RO3")))
    assert [d for d in (1, 2, 3, 4) if g.judge(state, Call(2, d)).ok] == [3]
    state = g.after(state, Call(2, 3))
    assert g.awaiting(state).details["card"] == "RO4"


def test_a_whole_meld_deeper_in_the_pile_cannot_be_called_again_by_a_card_that_has_no_part_in_it():
    """F5-CALL-06"""
    rules = game().options.melding
    assert call_depths(cards("B7 R7 G7 Y7 P1"), (), rules) == ()
    assert call_depths(cards("B7 R7 G7 Y7 P1 O7"), (), rules) == (5, 6)


def makes_a_meld(laid, least):
    """F5-MELD-01, F5-MELD-02, said once more: one number, or numbers in a row and a primary that every hue contains."""
    numbers = sorted(card.number for card in laid)
    if len(laid) < least:
        return False
    row = numbers == list(range(numbers[0], numbers[0] + len(laid)))
    shared = [p for p in range(0, 12, 2) if all((card.hue - p + 1) % 12 <= 2 for card in laid)]
    return len(set(numbers)) == 1 or (row and bool(shared))


def comes_to_lie(wanted, pool, laid, least):
    """Whether the card can be melded or laid off with cards of the pool alone, by trying every row of plays."""
    for size in range(1, len(pool) + 1):
        for chosen in combinations(pool, size):
            rest = tuple(card for card in pool if card not in chosen)
            ways = [(*laid, chosen)] if makes_a_meld(chosen, least) else []
            if size == 1:
                grown = [(n, (*pile, *chosen)) for n, pile in enumerate(laid)]
                ways += [(*laid[:n], pile, *laid[n + 1 :]) for n, pile in grown if makes_a_meld(pile, least)]
            if ways and (wanted in chosen or any(comes_to_lie(wanted, rest, way, least) for way in ways)):
                return True
    return False


@pytest.mark.parametrize("least", [4, 3])
def test_a_call_is_right_exactly_when_the_newest_discard_takes_part(least):
    """F5-CALL-01, F5-CALL-04, against trying everything that may be laid of the pile."""
    random, g = Random(least), game(min_meld=least)
    deck = [Card(hue, number) for hue in tuple(Hue)[:4] for number in range(1, 7)]
    right = wrong = 0
    while min(right, wrong) < 60:
        cards_here = random.sample(deck, random.randint(1, 5) + 2 * least)
        pile, rest = tuple(cards_here[: -2 * least]), cards_here[-2 * least :]
        laid = [four for four in (rest[:least], rest[least:]) if makes_a_meld(four, least)]
        if random.random() < 0.7:
            fours = [run for run in RUNS[least] if not set(run) & set(pile)]
            laid = laid or ([list(random.choice(fours))] if fours else [])
        melds = [meld(" ".join(map(str, four))) for four in laid]
        state = table(g, discards=" ".join(map(str, pile)), melds=melds, discarder=0, to_move=1)
        allowed = {depth for depth in range(1, len(pile) + 1) if g.judge(state, Call(2, depth)).ok}
        four = tuple(map(tuple, laid))
        if comes_to_lie(pile[-1], pile, four, least):
            deep = range(1, len(pile) + 1)
            assert allowed == {depth for depth in deep if comes_to_lie(pile[-depth], pile[-depth:], four, least)}
            assert allowed
            right += 1
        else:
            assert allowed == set(), (str(state.discards), laid)
            wrong += 1


RUNS = {
    least: [
        run
        for low in range(1, 8 - least)
        for run in product(*[[Card(hue, low + n) for hue in tuple(Hue)[:4]] for n in range(least)])
        if makes_a_meld(run, least)
    ]
    for least in (3, 4)
}
"""Sequences to lie on the table."""


def test_a_wrong_call_costs_only_where_the_table_said_so():
    """D-F5-12"""
    state = replace(called(game()), discards=cards("Y2"))
    assert game().judge(state, Call(2, 1)).reason == "NOTHING_TO_CALL"
    assert game().judge(state, FalseCall(2)).reason == "NO_PENALTY"
    g = game(false_call_penalty=10)
    assert g.after(state, FalseCall(2)).totals == (0, 0, -10)
    assert g.judge(called(g), FalseCall(2)).reason == "CALL_WAS_RIGHT"


def test_cards_left_are_taken_off_only_where_agreed_and_hidden_ones_are_shown():
    """F5-SCORE-02"""
    g = game(2, deduct_hand=True)
    state = table(g, "R7 B7 G7 Y7", drawn=True)
    state = replace(state, hands=(state.hands[0], hidden(cards("R12 G4"))))
    state = g.after(state, LayMeld(0, cards("R7 B7 G7 Y7")))
    assert g.awaiting(state).ask == "SHOW"
    state = g.after(state, HandShown(1, cards("R12 G4")))
    assert state.totals == (40, -20)
    assert g.winners(replace(state, totals=(500, 500))) == ()
    assert g.winners(replace(state, totals=(500, 505))) == (1,)


def test_a_hidden_hand_may_reach_deep_but_must_then_meld():
    g = game(2)
    state = replace(table(g, discards="R6 P1"), hands=(hidden(cards("R7 R8 R9")),) * 2)
    state = g.after(state, TakeDiscards(0, 2))
    assert g.judge(state, Discard(0, c("P1"))).reason == "MELD_FIRST"
    state = g.after(state, LayMeld(0, cards("R6 R7 R8 R9")))
    assert state.hands[0] == cards("P1")
    assert g.judge(state, LayMeld(0, cards("P1 R7 R8 R9"))).reason == "NOT_IN_HAND"


def test_longer_melds_are_allowed_at_once_though_only_short_ones_are_listed():
    g = game()
    state = table(g, "R5 RO6 R7 PR8 R9 B1", drawn=True)
    listed = {m.cards for m in g.moves(state) if isinstance(m, LayMeld)}
    assert len(listed) == 2 and all(len(m) == 4 for m in listed)
    assert LayMeld(0, cards("R5 RO6 R7 PR8 R9")) in g.moves(state)


def test_listed_melds_are_melds_and_none_of_the_shortest_is_missing():
    rules, random = game().options.melding, Random(3)
    for _ in range(15):
        hand = tuple(random.sample(numbered()[:60], 14))
        expected = {frozenset(four) for four in combinations(hand, 4) if meld_kind(four, rules)}
        listed = [frozenset(found) for found in melds_in(hand, rules)]
        assert set(listed) == expected and len(listed) == len(expected)


def test_an_open_window_is_shown_whether_or_not_a_call_is_worth_it():
    """Section F: the light never reveals a missed meld."""
    g = game()
    for discards in ("RO3 Y2 RO4", "Y2 B9 RO4"):
        lights = g.lights(replace(called(g), discards=cards(discards), melds=()))
        assert lights["G1"].meaning is Meaning.WAITING and lights["G1"].hue is None
        assert lights["RO4"].hue is Hue.RO
    assert "G1" not in g.lights(g.after(called(g), DrawFromStock(1)))


@pytest.mark.parametrize(("seats", "options"), [(2, {"min_meld": 3}), (4, {"deduct_hand": True}), (6, {})])
def test_random_games_come_to_their_end(seats, options):
    g = game(seats, target=60, **options)
    for seed in range(3):
        state, _ = play_out(g, seed)
        assert len(g.winners(state)) == 1


def test_words_are_read_tolerantly():
    g = game()
    assert g.parse("3: Spectrum! 3") == Call(2, 3)
    assert g.parse("1: take") == TakeDiscards(0, 1)
    assert g.parse("1: meld Y7 R7 G7 B7") == LayMeld(0, cards("R7 Y7 G7 B7"))
    assert g.parse("2: lay RO4 on 1") == LayOff(1, c("RO4"), 1)
