"""The players, as the page asks about them: what they are called, and who has to go home."""

import unicodedata
from collections.abc import Sequence

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.texts.language import tr
from tablelight.texts import sentences
from tablelight.web.components.html import button, card_on_top, rendered
from tablelight.web.viewer import Shown


def too_alike(names: Sequence[str]) -> str:
    """Why these names cannot be told apart across a table, in a sentence; empty when they can. Capitals, spaces and
    signs that nobody sees make no other name; gaps are not looked at."""
    known: dict[str, str] = {}
    for name in filter(None, names):
        other = known.get(_heard(name))
        if other is not None:
            return sentences.say("people", "twice" if other == name else "alike", one=other, other=name)
        known[_heard(name)] = name
    return ""


def _heard(name: str) -> str:
    """A name as it is heard."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    return " ".join(seen.casefold().split())


@rendered
def card(match: Shown, typed: Sequence[str], said: str) -> Node:
    """Everybody's name to be changed, and a way to leave. ``typed``: names that could not be taken, ``said``: why."""
    names = typed if said and len(typed) == len(match.seats) else match.seats
    return card_on_top(
        tr("Players"),
        said and h.p(".refused", role="alert")[said],
        h.div(".names")[[_field(n, name) for n, name in enumerate(names)]],
        h.div(".row")[
            button("rename", tr("Save the names"), style="go"),
            button("close", tr("Close"), style="quiet"),
        ],
        _leaving(match),
        form=True,
    )


def _field(number: int, name: str) -> Node:
    return h.input(
        name=f"name{number}",
        maxlength="24",
        autocomplete="off",
        aria_label=tr("Player {number}", number=number + 1),
        value=name,
    )


def _leaving(match: Shown) -> Node:
    if match.awaiting.actor == "nobody":
        return None
    on = match.may_drop_out()
    rows = [
        h.div(".row")[
            button("go-home", tr("{name} has to go", name=name), style="quiet", seat=n),
            n in on and button("play-on", tr("Play on without {player}", player=name), style="quiet", seat=n),
        ]
        for n, name in enumerate(match.seats)
        if n not in match.gone
    ]
    return [
        h.p(".said")[sentences.say("people", "leaving"), on and f" {sentences.say('people', 'play_on')}"],
        h.div(".leaving")[rows],
        match.may_join() and [h.p(".said")[sentences.say("people", "joining")], h.div(".row")[_joins()]],
    ]


def _joins() -> Node:
    words = tr("Who joins")
    field = {"name": "joins", "maxlength": "24", "autocomplete": "off"}
    return [h.input(field, placeholder=words, aria_label=words), button("join-game", tr("Joins in"), style="quiet")]


@rendered
def ended(match: Shown, heading: h.Element) -> Node:
    """That somebody had to go, and how everybody stood then. ``heading``: the element that says it."""
    assert match.left is not None
    left = sentences.say("people", "left", name=match.seats[match.left])
    points = texts.join([f"{name} {match.scores.get(seat, 0)}" for seat, name in enumerate(match.seats)])
    standing = sentences.say("people", "standing", standing=points) if any(match.scores.values()) else ""
    return [heading(aria_live="polite")[left], h.p(".said")[standing]]


def back(match: Shown) -> Markup:
    """The button for when they are back after all."""
    assert match.left is not None
    return button("come-back", tr("Go on, {player} is back", player=match.seats[match.left]), style="go")
