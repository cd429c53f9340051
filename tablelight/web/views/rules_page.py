"""The rules on the page: all games, what was searched for, one game, and a turn shown step by step.

Plain pages that work without scripts; nothing here touches the game that is played.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

import htpy as h
from htpy import Node
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from engine.core.entry import GameEntry
from engine.core.errors import BadRules
from engine.core.registry import entries, entry_of
from engine.texts.language import spoken, tr, translated, trn
from engine.texts.rule_search import MOST_LETTERS, Hit, search, words_of
from engine.texts.rulebook import PARTS, THE_TABLE, Paragraph, rulebook
from tablelight.texts.kept import kept_in_each_language
from tablelight.texts.sentences import say
from tablelight.web.components.html import markup
from tablelight.web.components.rule_words import marked, paragraph, text
from tablelight.web.scheme import scheme_in
from tablelight.web.shell import plain_page

MOST_HITS = 40
"""Paragraphs that are shown of what was found; whoever gets more looks for another word."""


def part_titles() -> Mapping[str, str]:
    """What the parts of a game's rules are called."""
    return {
        "goal": tr("What it is about"),
        "needs": tr("What you need"),
        "setup": tr("Setting up"),
        "turn": tr("A turn"),
        "scoring": tr("What counts"),
        "end": tr("The end"),
        "house": tr("House rules"),
        "lights": tr("The lights"),
    }


# ---- answers


def all_rules(request: Request) -> Response:
    """``GET /rules``: every game, and what was found for ``?q=``."""
    query = request.query_params.get("q", "")[:MOST_LETTERS]
    return _answer(request, tr("Rules"), [_search_field(query), _found(query) if query.strip() else _games()])


def game_rules(request: Request) -> Response:
    """``GET /rules/<game>``: one game's rules."""
    game = request.path_params["game"]
    title = title_of(game)
    if title is None:
        return Response(say("page", "NOTHING_HERE"), 404)
    return _answer(request, title, _book(game))


def _answer(request: Request, title: str, inside: Node) -> HTMLResponse:
    inside = h.div(".rules")[h.nav(".rules-top")[_ways(title)], inside]
    page = plain_page(title, inside, scheme_in(request.cookies))
    return HTMLResponse(page, headers={"cache-control": "no-store"})


def _ways(title: str) -> Node:
    return [
        h.a(".btn.quiet", href="/")[tr("To the table")],
        title != tr("Rules") and h.a(".btn.quiet", href="/rules")[tr("All rules")],
    ]


def title_of(game: str) -> str | None:
    """What a game's rules are called; None for a name nobody knows."""
    if game == THE_TABLE:
        return tr("At every table")
    try:
        return translated(entry_of(game).title)
    except BadRules:
        return None


# ---- all games


def _search_field(query: str) -> Node:
    look = {"type": "search", "name": "q", "value": query, "maxlength": str(MOST_LETTERS), "autocomplete": "off"}
    return [
        h.h1[tr("Rules")],
        h.form(".rules-search", method="get", action="/rules", role="search")[
            h.input(look, placeholder=tr("What are you looking for?"), aria_label=tr("Search the rules")),
            h.button(".btn.go", type="submit")[tr("Search")],
        ],
    ]


def _games() -> Node:
    groups = groupby(entries(), key=lambda entry: entry.group)
    common = h.a(".rules-game", href=f"/rules/{THE_TABLE}")[
        h.b[tr("At every table")], h.span[tr("Readings, corrections, hidden cards, lights: what all games share.")]
    ]
    return [
        [
            [h.h2[translated(group)], h.div(".rules-games")[[_game(entry) for entry in games]]]
            for group, games in groups
        ],
        h.h2[tr("All games")],
        h.div(".rules-games")[common],
    ]


def _game(entry: GameEntry) -> Node:
    return h.a(".rules-game", href=f"/rules/{entry.name}")[
        h.b[translated(entry.title)], h.span[translated(entry.blurb)]
    ]


def _found(query: str) -> Node:
    hits = search(query, [*(entry.name for entry in entries()), THE_TABLE], spoken())
    if not hits:
        none = tr("No paragraph has all of these words. Try fewer or other ones, such as run, star or discard.")
        return [h.p(".said", role="status")[none], _games()]
    found = trn("{count} paragraph", "{count} paragraphs", len(hits))
    words = words_of(query)
    return [h.p(".said", role="status")[found], [_hit(hit, words) for hit in hits[:MOST_HITS]]]


def _hit(hit: Hit, words: Sequence[str]) -> Node:
    told = hit.paragraph
    return h.section(".rules-hit")[
        h.p(".rules-where")[title_of(hit.game)],
        h.h2[h.a(href=f"/rules/{hit.game}#{told.key}")[marked(told.title, words)]],
        text(told.text, words),
    ]


# ---- one game


@kept_in_each_language(64)
def _book(game: str) -> Markup:
    """A game's rules; kept, as its pictures take tens of milliseconds to draw on a small computer."""
    book = rulebook(game, spoken())
    parts = [(part, [told for told in book.values() if told.part == part]) for part in PARTS]
    parts = [(part, told) for part, told in parts if told]
    entry = entry_of(game) if game != THE_TABLE else None
    return markup(
        h.h1[title_of(game)],
        entry is not None and _about(entry),
        book.guide and h.p[h.a(".btn.go", href=f"/rules/{game}/turn")[tr("Show me a turn")]],
        None if book else h.p(".said")[tr("This game brings no rules in words. Its table still says what is next.")],
        h.nav(".rules-parts", aria_label=tr("Parts"))[
            [h.a(href=f"#part-{part}")[part_titles()[part]] for part, _ in parts]
        ],
        [_part(game, part, told) for part, told in parts],
    )


def _about(entry: GameEntry) -> Node:
    minutes = tr("about {minutes} minutes", minutes=translated(entry.minutes)) if entry.minutes else ""
    facts = [tr("Players: {players}", players=translated(entry.players)), minutes]
    return h.p(".rules-about")[translated(entry.blurb), h.br, h.small[" · ".join(filter(None, facts))]]


def _part(game: str, part: str, told: Sequence[Paragraph]) -> Node:
    return h.section(".rules-part", id=f"part-{part}")[
        h.h2[part_titles()[part]],
        [paragraph(game, one, titled=one.title != part_titles()[part]) for one in told],
    ]


ROUTES = [Route("/rules", all_rules), Route("/rules/{game}", game_rules)]
