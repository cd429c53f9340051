"""How several things are doing, one below the other: by colour, by word and by shape."""

from collections.abc import Sequence

import htpy as h
from htpy import Node

from engine.texts.language import later, translated

_SIGN = {"ok": "✓", "care": "!", "bad": "✗", "off": "–"}
_WORD = {
    "ok": later("fine"),
    "care": later("could be better"),
    "bad": later("needs you"),
    "off": later("not in use"),
}
_ORDER = ("bad", "care", "ok", "off")
"""What is to be done comes first."""


def status_list(rows: Sequence[tuple[str, str, str, Node]]) -> Node:
    """``rows``: of each thing its state (ok, care, bad, off), its name, a sentence, and what can be done there."""
    ordered = sorted(rows, key=lambda row: _ORDER.index(row[0]))
    return h.ul(".statuses")[[_row(*row) for row in ordered]]


def _row(state: str, name: str, sentence: str, way: Node) -> Node:
    return h.li(class_=state)[
        h.span(".sign", aria_hidden="true")[_SIGN[state]],
        h.div[h.b[name], " ", h.span(".state")[translated(_WORD[state])], h.p[sentence]],
        way,
    ]
