"""Answers golden cases: ``python -m tests.golden.answer < cases.json > answers.json``.

A case is an object with ``id``, ``game`` and what that game's kinds need; the answer is ``{"id", "answer"}``. Each
game's kinds are mapped once, in ``tests/golden/kinds/<game>.py``, by a function ``answer(case)``; it uses the engine
as any program would and never looks at ``expected``.
"""

import json
import re
import sys
from importlib import import_module
from typing import Any

# The variants of the Spectrum board share one file of kinds.
BOARD = (
    "spectrum_d6", "spectrum_d12", "spectrum_cards_as_dice", "spectrum_escape", "spectrum_solo", "portals", "missions",
    "shotgun_cards", "shotgun_d12", "weighted_colors",
)  # fmt: skip
SAME_FILE = dict.fromkeys(BOARD, "board") | {"spectrum_escape": "escape"}


_CARD = r"[A-Z]{1,2}\d{1,2}"
_ROW = re.compile(rf"\s*{_CARD}(?:(?:[\s,;]|\band\b)+{_CARD})+\s*")
"""Several cards in a row, written as one text: ``RO4, Y2 and RO3``."""


def told_apart(case: dict[str, Any]) -> dict[str, Any]:
    """The case with every row of cards as a list, however it was written."""
    state = case.get("state")
    if not isinstance(state, dict):
        return case
    rows = {
        key: re.findall(_CARD, text) for key, text in state.items() if isinstance(text, str) and _ROW.fullmatch(text)
    }
    return {**case, "state": {**state, **rows}} if rows else case


def answer(case: dict[str, Any]) -> Any:
    """The engine's answer to one case; an object with ``error`` when the kind is not known."""
    game = str(case.get("game"))
    try:
        kinds = import_module(f"tests.golden.kinds.{SAME_FILE.get(game, game)}")
    except ModuleNotFoundError:
        return {"error": f"no kinds for the game '{game}'"}
    try:
        return kinds.answer(told_apart(case))
    except Exception as error:  # one bad case must not end the others
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    cases = json.load(sys.stdin)
    answers = [{"id": case.get("id"), "answer": answer(case)} for case in cases]
    json.dump(answers, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
