"""The wheel has no first colour: every board case turned by one primary has the answer turned as well.

This asks the adapter cases that nobody wrote down, and finds answers that hold for one colour only.
"""

import json
import re
from pathlib import Path

import pytest

from engine.components.hues import Hue
from tests.golden.answer import answer

HERE = Path(__file__).parent / "cases"
NAMED_BY_COLOUR = ("given", "open_colours_table")
"""Kinds whose questions or answers name colours in words or keys."""
KEPT = ("id", "title", "note", "source", "edition", "game", "ask", "reason", "kind")
CASES = [
    case
    for name in ("spectrum", "spectrum_escape")
    for case in json.loads((HERE / f"{name}.json").read_text())
    if case["question"]["ask"] not in NAMED_BY_COLOUR
]
CODE = re.compile(r"\b(RO|OY|YG|GB|BP|PR|[ROYGBP])(?=\d*\b)")
CODES = re.compile(r"(?:(?:RO|OY|YG|GB|BP|PR|[ROYGBP])\d*|OFF|STOCK|\W)+")


def turned(value):
    """The same with every colour one primary further on."""
    if isinstance(value, str):
        return CODE.sub(lambda code: Hue[code[1]].step(2).name, value) if CODES.fullmatch(value) else value
    if isinstance(value, list):
        return [turned(item) for item in value]
    if isinstance(value, dict):
        return {turned(key): item if key in KEPT else turned(item) for key, item in value.items()}
    return value


def unordered(value):
    """Lists are compared as sets: spaces and moves are named in the order of the wheel."""
    if isinstance(value, list):
        return sorted(map(unordered, value), key=str)
    return {key: unordered(item) for key, item in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_turned_by_one_primary_has_the_turned_answer(case):
    question = {key: value for key, value in case.items() if key != "expected"}
    assert unordered(answer(turned(question))) == unordered(turned(case["expected"]))
