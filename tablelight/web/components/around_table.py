"""Who sits at a table of cards: name, points and the cards held, whoever is next in sight."""

from collections.abc import Sequence

import htpy as h
from htpy import Node

from engine.core.events import Seat
from engine.texts.language import trn
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.desk import Desk
from tablelight.web.components.html import classes, rendered
from tablelight.web.components.tokens import letters, token_icon
from tablelight.web.viewer import Shown

MOST_BACKS = 12
"""Backs of cards drawn in a fan; the number beside it says how many there are."""


@rendered
def around(shown: Shown, desk: Desk) -> Node:
    """Everybody at the table, in the order they sit."""
    scores, marks, due = shown.scores, letters(tuple(shown.seats)), shown.due

    def person(seat: Seat, name: str) -> Node:
        style = "now" if seat in due else "won" if seat in shown.winners else ""
        return h.div({"class": classes("person", style), "data-seat": str(seat)})[
            token_icon(seat, marks[seat]),
            h.b(".who")[name],
            h.span(".points")[f"{scores.get(seat, 0):g}"],
            fan(held(shown, desk, seat)),
        ]

    return h.div(".around")[[person(seat, name) for seat, name in enumerate(shown.seats)]]


def held(shown: Shown, desk: Desk, seat: Seat) -> int:
    """How many cards a seat holds in its hand."""
    groups: Sequence[tuple[str, tuple[object, ...]]] = desk.hand(shown, seat)
    return sum(len(cards) for _, cards in groups)


@kept_in_each_language(256)
@rendered
def fan(count: int) -> Node:
    """Cards in a hand as others see them: their backs, and how many they are."""
    if not count:
        return h.span(".fan")
    words = trn("holds {count} card", "holds {count} cards", count)
    return h.span(".fan", role="img", aria_label=words, title=words)[
        h.span(".backs")[[h.i] * min(count, MOST_BACKS)], h.b[str(count)]
    ]
