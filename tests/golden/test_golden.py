"""Every golden case, answered by the engine and compared with what the rules say."""

import json
from pathlib import Path

import pytest

from tests.golden.answer import answer

HERE = Path(__file__).parent
CASES = [case for file in sorted((HERE / "cases").glob("*.json")) for case in json.loads(file.read_text())]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_engine_answers_as_the_rules_do(case):
    question = {key: value for key, value in case.items() if key != "expected"}
    assert answer(question) == case["expected"]
