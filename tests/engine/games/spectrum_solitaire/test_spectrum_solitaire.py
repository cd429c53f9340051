"""Spectrum Solitaire, rule by rule."""

from dataclasses import replace
from random import Random

import pytest

from engine.components.cards import Card, hidden, numbered
from engine.components.deck import Deck, Turned
from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.errors import NotUnderstood
from engine.core.registry import create
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle
from engine.games.spectrum_solitaire.game import Solitaire
from engine.games.spectrum_solitaire.state import State
from engine.texts import ask, explain
from tests.support.card_games import shuffled


def game(**options) -> Solitaire:
    return create("spectrum_solitaire", 1, options=options)


def cards(text):
    return tuple(map(Card.parse, text.split()))


def piles(*texts):
    return tuple(cards(t) for t in texts) + ((),) * (12 - len(texts))


def test_the_deal_turns_up_twelve_cards_and_leaves_a_stock_of_66():
    """SS-SETUP-02, SS-SETUP-03"""
    g = game()
    state = g.after(g.start(), shuffled(numbered(), Random(1)))
    assert [len(pile) for pile in state.up] == [1] * 12
    assert [len(pile) for pile in state.down] == list(range(12))
    assert len(state.stock) == 66


def test_a_hidden_card_that_tops_a_pile_is_turned_up_at_once():
    """SS-TURN-01"""
    state = State(dealt=True, down=piles("R1"), up=piles("B9", "GB10"))
    after = game().after(state, Put(0, "1", "2"))
    assert after.up[0] == cards("R1") and after.down[0] == ()


def test_the_referee_asks_for_each_card_nobody_has_read():
    """SS-TURN-01: face-down cards are counted, not read."""
    g = game()
    state = g.after(g.start(), Deck(hidden(numbered())))
    assert g.awaiting(state).need.count == 12
    assert g.judge(state, Flip(0)).reason == "TURN_FIRST"
    tops = tuple(Card(hue, 5) for hue in Hue)
    state = g.after(state, Turned(tops))
    assert [up[-1] for up in state.up] == list(tops)
    state = g.after(state, Flip(0))
    assert g.awaiting(state).ask == "TURN"
    assert g.judge(state, Turned(cards("R5"))).reason == "CARD_LIES_ELSEWHERE"
    state = g.after(state, Turned(cards("R6")))
    assert state.waste[-1] == Card(Hue.R, 6)
    # The next waste card lies open but is read only when it is on top.
    assert not state.waste[-2].known


def test_a_built_run_moves_as_one_by_its_highest_card():
    """SS-TAB-03"""
    state = State(dealt=True, up=piles("GB10 B9 BP8", "G11", "R11"))
    assert game().judge(state, Put(0, "1", "2", 3)).ok
    assert game().judge(state, Put(0, "1", "3", 3)).reason == "NOT_RELATED"
    assert game(move_runs=False).judge(state, Put(0, "1", "2", 3)).reason == "ONE_AT_A_TIME"
    assert game().judge(state, Put(0, "1", "2", 4)).reason == "RUN_TOO_LONG"


def test_two_secondaries_that_share_a_part_get_a_hint_not_a_scolding():
    """D-CC-04"""
    state = State(dealt=True, up=piles("GB8", "BP9"))
    verdict = game().judge(state, Put(0, "1", "2"))
    assert verdict.reason == "SHARES_ONLY_A_PART"
    assert explain("spectrum_solitaire", verdict, ["Ann"]).startswith("Close")
    assert game(share_component=True).judge(state, Put(0, "1", "2")).ok


def test_only_the_top_waste_card_can_be_played_and_the_one_below_is_next():
    """SS-STOCK-02"""
    state = State(dealt=True, waste=cards("R2 R1"))
    after = game().after(state, Put(0, "waste", "home"))
    assert after.homes[Hue.R] == 1
    assert game().judge(after, Put(0, "waste", "home")).ok


def test_a_pass_is_counted_when_it_is_begun_and_the_waste_keeps_its_order():
    """SS-STOCK-04, SS-PASS-01"""
    g = game()
    state = State(dealt=True, stock=cards("R1 R2 R3 R4"))
    assert g.judge(state, Recycle(0)).reason == "STOCK_LEFT"
    state = g.after(g.after(state, Flip(0)), Flip(0))
    assert state.passes == 1 and len(state.waste) == 4
    state = g.after(state, Recycle(0))
    assert state.passes == 1 and state.stock == cards("R1 R2 R3 R4")
    assert g.after(state, Flip(0)).passes == 2


def test_the_last_pass_a_table_agreed_on_is_the_last():
    """SS-PASS-02"""
    state = State(dealt=True, waste=cards("R1"), passes=10)
    assert game(pass_limit=10).judge(state, Recycle(0)).reason == "LAST_PASS"
    assert game().judge(state, Recycle(0)).ok


def test_a_card_comes_back_from_home_only_where_the_table_allows_it():
    """D-SS-07"""
    homes = (3,) + (0,) * 11
    state = State(dealt=True, homes=homes, up=piles("RO4"))
    assert game().judge(state, Put(0, "home R", "1")).reason == "HOME_IS_FINAL"
    g = game(foundation_return=True)
    after = g.after(state, Put(0, "home R", "1"))
    assert after.homes[Hue.R] == 2 and after.up[0] == cards("RO4 R3")


def test_giving_up_ends_the_game_and_a_solved_one_can_be_kept_from_counting_less():
    """SS-END-01, D-SS-06"""
    g = game()
    state = g.after(State(dealt=True, stock=cards("R1")), Concede(0))
    assert g.awaiting(state).actor == "nobody" and g.winners(state) == ()
    solved = State(dealt=True, homes=(12,) * 12, passes=3)
    assert g.scores(solved)[0] == 576 and g.title_of(solved) == "masterful"
    assert game(solved_never_below_concede=True).scores(solved)[0] == 690


def test_the_home_the_waste_card_fits_shines():
    """Section F: board arms are the homes; the arm where a card fits shows it."""
    state = State(dealt=True, homes=(3,) + (0,) * 11, waste=cards("R4"))
    lights = game().lights(state)
    assert lights["R1"].meaning is Meaning.PIECE and lights["R4"].meaning is Meaning.LEGAL
    full = game().lights(replace(state, homes=(12,) + (0,) * 11))
    assert [full[f"R{n}"].meaning for n in (6, 7, 9)] == [Meaning.PIECE, Meaning.WAITING, Meaning.WAITING]


def test_no_move_left_is_said():
    g = game()
    state = State(dealt=True, up=piles("R5", "G9"))
    assert g.stuck(state) and g.awaiting(state).ask == "STUCK"


@pytest.mark.parametrize("text", ["put waste to pile 3", "move waste > 3", "put waste > 3"])
def test_moves_are_understood_in_several_ways(text):
    assert game().parse(text) == Put(0, "waste", "3")


def test_what_is_no_move_is_named():
    with pytest.raises(NotUnderstood, match="put waste > 3"):
        game().parse("put the red one there")


def test_the_question_says_which_pass_the_stock_is_in_and_what_can_be_turned():
    """SS-PASS-01: a pass that has begun is not one that was gone through."""
    g = game(flip=1, pass_limit=10)

    def asked(state):
        return ask(g.name, g.awaiting(state), ["Ann"])

    state = State(dealt=True, up=piles("R9"), down=piles("B1"), stock=cards("G2 O3"))
    assert "the first cards of pass 1: 2 cards in the stock" in asked(state)
    state = g.after(state, Flip(0))
    assert "1 card left in pass 1" in asked(state)
    state = g.after(state, Flip(0))
    assert "turn the waste over for pass 2: the stock is used up" in asked(state)
    state = g.after(state, Recycle(0))
    assert "the first cards of pass 2: 2 cards in the stock" in asked(state)
    last = replace(state, stock=(), waste=cards("G2 R8"), passes=10)
    assert asked(last).startswith("Move a card: there is no more to turn.")
    assert not any(code in asked(s) for s in (state, last) for code in ("{", "through"))
