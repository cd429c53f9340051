"""Cases told in other words: cards in a row as one text, and statements that are no case of ours."""

import json
import re
from pathlib import Path

import pytest

from tests.golden.answer import answer

HERE = Path(__file__).parent
CASES = [case for file in sorted((HERE / "cases").glob("*.json")) for case in json.loads(file.read_text())]
CARD = re.compile(r"^[A-Z]{1,2}\d{1,2}$")


def rows(case):
    """The details of a case that are cards in a row."""
    state = case.get("state") or {}
    return [k for k, v in state.items() if isinstance(v, list) and v and all(CARD.match(str(card)) for card in v)]


TOLD = [(case, key) for case in CASES for key in rows(case)]


@pytest.mark.parametrize("between", [" ", ", "])
@pytest.mark.parametrize(("case", "key"), TOLD, ids=[f"{case['id']}-{key}" for case, key in TOLD])
def test_cards_written_as_one_text_are_the_same_cards(case, key, between):
    state = {**case["state"], key: between.join(case["state"][key])}
    question = {k: v for k, v in case.items() if k != "expected"} | {"state": state}
    assert answer(question) == case["expected"]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("168 cards: 144 number cards and 24 specials", {"number_cards": 144, "specials": 24, "total": 168}),
        ("opposite colours", {"R": "G", "RO": "GB", "O": "B", "OY": "BP", "Y": "P", "YG": "PR"}),
        ("the six entry spaces", ["R1", "O1", "Y1", "G1", "B1", "P1"]),
        ("Green is next to Yellow and Blue", None),
        ("dice by captured stars", {"0": 2, "4": 3, "8": 4}),
    ],
)
def test_a_statement_that_has_no_id_here_is_answered_by_what_it_is_about(title, expected):
    case = {"id": "BRD-99", "title": title, "game": "spectrum_d6", "edition": "A", "options": {}, "position": None}
    told = answer(case | {"roll": None, "question": {"ask": "given"}})
    assert told == expected if expected is not None else told["G"] == ["Y", "B"]


def test_the_deck_s_own_statement_is_answered_whatever_its_title():
    case = {"id": "BRD-09", "game": "spectrum_d6", "position": None, "roll": None, "question": {"ask": "given"}}
    assert answer(case) == {"number_cards": 144, "specials": 24, "total": 168}


@pytest.mark.parametrize("discards", ["RO4, Y2, RO3", "RO4 Y2 RO3", "RO4; Y2 and RO3", ["RO4", "Y2", "RO3"]])
@pytest.mark.parametrize("name", ["discards", "discard_pile_top_first"])
def test_discards_may_be_written_as_one_text(discards, name):
    state = {"meld": "R5 RO6 R7 PR8", name: discards}
    case = {"id": "x", "game": "spectrum_500", "question": "How deep may a caller take the pile?", "state": state}
    assert answer(case) == 3


@pytest.mark.parametrize("told", [{"took_from_pile": "B4, G6"}, {"drew": "top discard B4 only"}, {"drew": "B4 alone"}])
@pytest.mark.parametrize("discards", ["B4", ["B4"]])
def test_a_discard_is_judged_however_it_is_written(told, discards):
    case = {"id": "x", "game": "spectrum_500", "question": "Legal discard?", "state": {**told, "discards": discards}}
    assert answer(case) is ("took_from_pile" in told)
