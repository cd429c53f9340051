"""A game to be watched again: the table as it stood at every step, what happened there, and the way through it.

The page works by plain links; its script (``static/replay.js``) fetches one step after the other instead, plays them,
and follows slider, keys and chart.
"""

import re
from collections.abc import Callable
from datetime import datetime

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.core.events import Seat
from engine.texts.language import later, tr, translated
from tablelight.web.components.html import classes, markup, path
from tablelight.web.components.log_lines import entry_html
from tablelight.web.replayed import WatchedMatch
from tablelight.web.shell import document
from tablelight.web.views import replay_chart
from tablelight.web.views.past_results import title_of, when
from tablelight.web.views.table import as_it_stood

STEPS = 100
"""Steps of the list beside the table that are fetched at once. Chosen by hand: some 20 kB."""

_SPEEDS = {"3000": later("slow"), "1500": later("normal"), "700": later("fast"), "250": later("very fast")}
"""How long each step is shown while the game plays by itself (ms). Chosen by hand, watching."""

Picture = Callable[[int], bool]
"""Whether a picture of that entry is kept."""


def whole_page(
    found: WatchedMatch,
    at: int,
    eyes: Seat | None,
    has_picture: Picture,
    *,
    may_write: bool = False,
    scheme: str = "",
) -> str:
    """The page at log length ``at``, as a browser loads it. ``scheme``: light, dark, or as the device says."""
    scripts = [h.script(src=f"/static/{name}") for name in ("vendor/idiomorph.min.js", "replay.js")]
    body = [_page(found, at, eyes, has_picture, may_write=may_write), scripts]
    own = h.link(rel="stylesheet", href="/static/replay.css")
    return document(f"{title_of(found.match.agreed.name)} · ", body, scheme=scheme, more=own)


def _page(found: WatchedMatch, at: int, eyes: Seat | None, has_picture: Picture, *, may_write: bool) -> Node:
    points = replay_chart.standings(found.match)
    best = replay_chart.moments(found.match, points)
    return h.main(".replay", data_game=found.match_id, data_length=str(found.length), data_lost=_lost())[
        _head(found),
        h.section("#stage.replay-stage", aria_label=tr("The table"))[stage(found, at, eyes, has_picture)],
        _bar(found, at, eyes),
        replay_chart.chart(found, points, at),
        replay_chart.moment_links(best),
        h.details("#steps", data_chunk=str(_chunk(at)), data_size=str(STEPS))[
            h.summary[tr("All steps")], h.ol(".log.steps")[steps(found, _chunk(at), eyes)]
        ],
        _elsewhere(found, may_write=may_write),
    ]


def _lost() -> str:
    return tr("The table does not answer. Is it on, and is this device in its network?")


def _head(found: WatchedMatch) -> Node:
    names = ", ".join(found.match.seats)
    return h.header(".area-head")[
        h.a(".brand", href="/games", title=tr("Games of this table"))[h.span(".wheel"), h.b["Tablelight"]],
        h.div[h.h1[title_of(found.match.agreed.name)], h.p(".said")[f"{names} · {when(found.created)}"]],
    ]


# ---- one step


def stage(found: WatchedMatch, at: int, eyes: Seat | None, has_picture: Picture) -> Markup:
    """The table at log length ``at``, and what the last entry before it was. The script puts it in place."""
    parts = as_it_stood(found.match.at(at), found.viewer(eyes))
    picture = at > 0 and has_picture(at - 1)
    beside = bool(parts["board"] or parts["dice"] or picture)
    return markup(
        h.div(".replay-words")[
            h.p("#step", aria_live="polite")[_step(found, at)], h.p("#said")[_said(found, at, eyes)]
        ],
        h.div(class_=classes("replay-table", "" if beside else "wide"))[
            h.div(".replay-board")[
                parts["board"] and h.div(".boardbox")[_looked_at(parts["board"])],
                picture and _picture(found, at - 1),
                _looked_at(parts["ask"]),
                _looked_at(parts["dice"]),
            ],
            h.div(".replay-side")[_looked_at(parts["play"])],
        ],
    )


def _step(found: WatchedMatch, at: int) -> str:
    return tr("Step {number} of {count}", number=at, count=found.length)


def _said(found: WatchedMatch, at: int, eyes: Seat | None) -> Node:
    """What happened last, in words."""
    return entry_html(found.shown(eyes), at - 1) if at else tr("The game begins.")


def _picture(found: WatchedMatch, entry: int) -> Node:
    source = f"/games/{found.match_id}/picture/{entry}.jpg"
    return h.figure(".replay-picture")[
        h.img(src=source, alt=tr("What the camera saw")), h.figcaption[tr("What the camera saw")]
    ]


_TAG = re.compile(r"<(/?)button\b([^>]*)>")
_ACT = re.compile(r' (?:data-act|data-hold|disabled|aria-pressed|type)(?:="[^"]*")?')
_MOVES = re.compile(r'<details class="by-name">.*?</details>', re.DOTALL)


def _looked_at(html: str) -> Markup:
    """A part of the page as it is drawn for whoever plays, with nothing left in it that could be tapped."""

    def untapped(tag: re.Match[str]) -> str:
        words = _ACT.sub("", tag[2])
        role = ' role="img"' if "aria-label" in words else ""
        return f"<{tag[1]}span{role}{words}>"

    return Markup(_ACT.sub("", _TAG.sub(untapped, _MOVES.sub("", html))))


# ---- the way through it


def _bar(found: WatchedMatch, at: int, eyes: Seat | None) -> Node:
    length = found.length
    slider = {"type": "range", "min": "0", "max": str(length), "value": str(at), "id": "at"}
    return h.div(".replay-bar", role="group", aria_label=tr("Play the game again"))[
        _to(0, "first", tr("To the beginning")),
        _to(max(0, at - 1), "back", tr("One step back")),
        h.button("#play.btn.go", type="button", data_play=tr("Play"), data_pause=tr("Pause"), hidden=True)[tr("Play")],
        _to(min(length, at + 1), "on", tr("One step on")),
        _to(length, "last", tr("To the end")),
        h.input(slider, aria_label=tr("Step")),
        h.label[
            h.span(".label")[tr("Speed")],
            h.select("#speed")[
                [h.option(value=ms, selected=ms == "1500")[translated(name)] for ms, name in _SPEEDS.items()]
            ],
        ],
        found.eyes and _choose_eyes(found, eyes),
    ]


_ICONS = {
    "first": "M5 4v16M19 5L8 12l11 7z",
    "back": "M16 5L6 12l10 7z",
    "on": "M8 5l10 7L8 19z",
    "last": "M19 4v16M5 5l11 7L5 19z",
}


def _to(at: int, name: str, words: str) -> Node:
    icon = h.svg(viewBox="0 0 24 24", aria_hidden="true")[path(d=_ICONS[name])]
    return h.a(".btn.quiet.step", href=f"?at={at}", data_go=name, aria_label=words, title=words)[icon]


def _choose_eyes(found: WatchedMatch, eyes: Seat | None) -> Node:
    options = [("", tr("Nobody's cards")), *((str(seat), found.match.seats[seat]) for seat in found.eyes)]
    mine = "" if eyes is None else str(eyes)
    return h.label[
        h.span(".label")[tr("Look into the hand of")],
        h.select("#eyes")[[h.option(value=value, selected=value == mine)[words] for value, words in options]],
    ]


def _chunk(at: int) -> int:
    return max(0, at - 1) // STEPS


def steps(found: WatchedMatch, chunk: int, eyes: Seat | None) -> Node:
    """A hundred steps in words, to be tapped; with links to those before and after."""
    shown, first = found.shown(eyes), chunk * STEPS
    last = min(found.length, first + STEPS)
    return [
        first > 0 and h.li[_jump(first, tr("Earlier steps"))],
        [h.li(data_step=str(n + 1))[_jump(n + 1, [f"{n + 1}. ", entry_html(shown, n)])] for n in range(first, last)],
        last < found.length and h.li[_jump(last + 1, tr("Later steps"))],
    ]


def _jump(at: int, words: Node) -> Node:
    return h.a(".item", href=f"?at={at}", data_jump=str(at))[words]


def _elsewhere(found: WatchedMatch, *, may_write: bool) -> Node:
    recording = f"/games/{found.match_id}.tablelight.zip"
    return h.div(".row")[
        h.a(".btn.quiet", href=recording, download=True)[tr("Save with its pictures")],
        may_write and h.a(".btn.quiet", href=f"/games/{found.match_id}/film.gif", download=True)[tr("Save as a film")],
        h.a(".btn.go", href="/games")[tr("All games")],
        h.a(".btn.quiet", href="/")[tr("Back to the table")],
    ]


def file_stem(found: WatchedMatch) -> str:
    """What files of this game are called: plain letters, so that every computer takes them."""
    match = found.match
    words = f"{match.agreed.name}-{datetime.fromtimestamp(found.created):%Y-%m-%d}-{'-'.join(match.seats)[:40]}"
    return "".join(
        sign for sign in words.lower().replace("_", "-") if sign.isascii() and (sign.isalnum() or sign == "-")
    )
