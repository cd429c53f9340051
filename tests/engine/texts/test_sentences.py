"""What the text layer makes of any details: never an empty list, what is awaited, and which house rule changes it."""

import re

import pytest

from engine import texts
from engine.core.events import Event
from engine.core.match import Match
from engine.core.registry import find, names
from engine.core.verdict import Awaiting, Verdict, no
from tests.support.card_games import CARD_AND_DICE

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize("empty", [(), [], frozenset(), None])
def test_a_sentence_that_would_name_nothing_is_left_out(empty):
    said = texts.explain("spectrum", no("PLACE_OCCUPIED", "", spaces=("R1",), free=empty), NAMES)
    assert said == "Red 1 is occupied."
    said = texts.explain("spectrum", no("BOARD_DIFFERS", "", extra=("R3",), missing=empty), NAMES)
    assert said == "The board does not fit the game. Take off: red 3."


def test_a_refusal_that_has_nothing_to_name_is_still_a_sentence():
    assert texts.explain("spectrum", no("NOT_SIDE_ADJACENT", "", to=None), NAMES).endswith("in, out, or sideways.")
    assert texts.explain("spectrum_casino", no("NO_GROUPS", "", cards=(), value=3), NAMES) == "That cannot be done now."


def test_a_detail_that_nobody_gave_is_still_seen_as_a_fault():
    assert "{free}" in texts.explain("spectrum", no("PLACE_OCCUPIED", "", spaces=("R1",)), NAMES)


def test_what_is_awaited_is_said_in_its_own_words():
    waits = Awaiting("player", (1,), "DRAW", {"stock": 1})
    said = texts.explain("spectrum_500", no("NOT_NOW", "", kind="deck", waits=waits), NAMES)
    assert said == "That is not what comes next. Ben: draw from the stock (1 card), or take discards."


def test_an_option_is_named_as_it_stands_among_the_house_rules():
    said = texts.explain("spectrum_500", no("STOCK_EMPTY", "", option="min_meld"), NAMES)
    assert said.endswith("A house rule changes that: “The fewest cards of a group or a sequence”.")
    both = texts.explain("spectrum_500", no("STOCK_EMPTY", "", option=("min_meld", "shade_centres")), NAMES)
    assert "sequence” and “What is one shade?”" in both
    note = {"note": "SIDE_DIFFERS", "fields": ("R",), "option": "edge_rule"}
    assert "A house rule changes that: “" in texts.remark("spectrangle", Verdict(True, details=note), NAMES)


@pytest.mark.parametrize("name", names())
def test_every_option_can_be_named_without_the_words_of_programs(name):
    for option in find(name).option_docs():
        words = texts.option_words(name, option)
        assert words and "_" not in words and "(SB-" not in words and "D-" not in words


class Unheard(Event):
    """Something that belongs to no game."""

    kind = "unheard"


@pytest.mark.parametrize("name", CARD_AND_DICE)
def test_what_has_no_place_here_is_told_what_comes_next(name):
    fewest = find(name).seats[0]
    match = Match.new(name, NAMES[:fewest])
    verdict = match.game.judge(match.state, Unheard())
    assert not verdict.ok
    said = texts.explain(name, verdict, match.seats)
    assert texts.ask(name, match.game.awaiting(match.state), match.seats) in said


@pytest.mark.parametrize("name", [*names(), "common"])
def test_whatever_list_of_any_sentence_is_empty_no_emptiness_is_said(name):
    page = texts.page(name)
    for table in ("refused", "ask", "notes"):
        for code, text in page.get(table, {}).items():
            fields = re.findall(r"\{(\w+)\}", text)
            for empty in ((), None, ""):
                details = dict.fromkeys(fields, empty) | {"note": code}
                said = {
                    "refused": lambda d, c=code: texts.explain(name, no(c, "", **d), NAMES),
                    "ask": lambda d, c=code: texts.ask(name, Awaiting("player", (), c, d), NAMES),
                    "notes": lambda d: texts.remark(name, Verdict(True, details=d), NAMES),
                }[table](details)
                assert said or table != "refused", (table, code)
                assert not re.search(r"\{|\bNone\b|: nothing|: \.| [.,]", said), (table, code, said)
