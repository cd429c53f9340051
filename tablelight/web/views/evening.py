"""The evening's page: the table of points, its games, who sits out, and the next game with the same people."""

from fractions import Fraction

import htpy as h
from htpy import Node

from engine.core.registry import find
from engine.texts.language import tr, translated, trn
from tablelight.session.evening import MOST_LETTERS, EveningTable, PlacePoints, sitting_out
from tablelight.session.people.names import key_of
from tablelight.session.snapshot import Snapshot
from tablelight.web.components.html import button, listed, rendered
from tablelight.web.views.past_results import title_of

_PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def points_words(points: Fraction) -> str:
    """Points as people write them: ``2``, ``1½``, ``0.2``."""
    whole, part = divmod(points, 1)
    if not part:
        return str(whole)
    return f"{whole or ''}{_PARTS[part]}" if part in _PARTS else f"{float(points):.2f}".rstrip("0")


def worth_words(points: PlacePoints) -> str:
    """What places bring, in a sentence."""
    if not points.by_place:
        return tr("A point for everybody who is behind.")
    return tr("Points for each place, from the first on: {points}.", points=", ".join(map(str, points.by_place)))


@rendered
def evening_section(table: EveningTable | None, now: Snapshot, said: str, *, may_write: bool) -> Node:
    """The whole page. ``said``: what came of the last tap."""
    told = said and h.p(".said", role="status")[said]
    if table is None:
        return h.div(".evening")[h.h1[tr("An evening of games")], told, _none_yet(), may_write and _begin_form()]
    evening = table.evening
    title = evening.name or tr("An evening of games")
    return h.div(".evening")[
        h.h1[title],
        told,
        h.div(".card")[points_table(table), h.p(".said")[worth_words(evening.points)], _out(table, now)],
        may_write and not evening.over and _next(now),
        _games(table, now, may_write=may_write),
        may_write and _what_else(table),
    ]


def _none_yet() -> Node:
    words = tr("Several games, one table of points: whatever is played from now on counts, whichever game it is.")
    return h.p[words]


def points_table(table: EveningTable) -> Node:
    """Who has how many points, game by game; the same on the big screen and on paper."""
    if not table.rows:
        return h.p[tr("Nothing was played yet. The next game that begins counts.")]
    counted = table.counted
    heads = [h.th(scope="col", title=title_of(game.game))[str(n)] for n, game in enumerate(counted, 1)]
    rows = [
        h.tr(".first" if row.place == 1 and row.points else "")[
            h.td(".which-place")[f"{row.place}."],
            h.th(scope="row")[row.name],
            [h.td(".out")["–"] if points is None else h.td[points_words(points)] for points in row.by_game],
            h.td[str(row.won)],
            h.td(".all")[points_words(row.points)],
        ]
        for row in table.rows
    ]
    won, points = tr("Won"), tr("Points")
    return h.div(".wide-scroll", tabindex="0", role="region", aria_label=tr("Table of points"))[
        h.table[
            h.thead[
                h.tr[
                    h.th(scope="col")[h.span(aria_label=tr("Place"))["#"]],
                    h.th(".name", scope="col")[tr("Name")],
                    heads,
                    h.th(scope="col")[won],
                    h.th(scope="col")[points],
                ]
            ],
            h.tbody[rows],
        ]
    ]


def _out(table: EveningTable, now: Snapshot) -> Node:
    """Who sits out while a game of the evening is played."""
    if now.referee is None or now.match_id not in table.evening.games:
        return None
    out = sitting_out(table, now.referee.match.seats)
    return out and h.p(".said")[tr("Sitting out just now: "), listed([h.b[name] for name in out]), "."]


def _next(now: Snapshot) -> Node:
    """The next game with the same people, in one tap, once the one before is over."""
    if now.referee is None:
        return h.div(".row")[button("go", tr("Choose a game"), style="go", to="/")]
    match = now.referee.match
    if not match.over:
        return h.div(".row")[button("go", tr("Back to the game"), style="go", to="/")]
    again = tr("Next game: {game}", game=translated(match.game.title))
    return h.div(".row")[
        button("evening-next", again, style="go"),
        button("go", tr("Another game"), style="quiet", to="/"),
    ]


@rendered
def between_games(table: EveningTable | None, now: Snapshot, *, may_write: bool) -> Node:
    """How the evening stands, and the next game, for the end of a game and for the big screen; nothing without one."""
    if table is None or table.evening.over or now.match_id not in table.evening.games:
        return None
    return h.section(".evening", aria_label=tr("The evening"))[
        h.h2[table.evening.name or tr("The evening")], points_table(table), _out(table, now), may_write and _next(now)
    ]


def _games(table: EveningTable, now: Snapshot, *, may_write: bool) -> Node:
    if not table.games:
        return None
    rows = [
        h.li[
            h.b[title_of(game.game)],
            " · ",
            _how(game.match_id, game.counts, game.places, game.names, now),
            may_write
            and game.match_id != now.match_id
            and button("evening-leave-out", tr("Does not count"), style="quiet", match=game.match_id),
        ]
        for game in table.games
    ]
    return h.div(".card")[h.h2[trn("{count} game", "{count} games", len(table.games))], h.ol[rows]]


def _how(match_id: str, counts: bool, places: object, names: tuple[str, ...], now: Snapshot) -> Node:
    if not counts:
        return tr("is being played") if match_id == now.match_id else tr("is not over, so it brings nothing yet")
    assert isinstance(places, dict)
    first = [name for name in names if places.get(key_of(name)) == 1]
    return [listed([h.b[name] for name in first]), " ", tr("won") if len(first) == 1 else tr("shared the first place")]


# ---- forms


def _worth_field(chosen: PlacePoints) -> Node:
    typed = ", ".join(map(str, chosen.by_place))
    words = tr("Points for the first place, the second and so on; empty: a point for everybody who is behind")
    field = {"name": "worth", "inputmode": "text", "maxlength": "80", "autocomplete": "off", "value": typed}
    return h.label(".option")[h.span(".doc")[words], h.input(field, placeholder="3, 1")]


def _begin_form() -> Node:
    words = tr("What the evening is called (if it has a name)")
    field = {"name": "title", "maxlength": str(MOST_LETTERS), "autocomplete": "off"}
    return h.form(".card")[
        h.label(".option")[h.span(".doc")[words], h.input(field)],
        _worth_field(PlacePoints()),
        h.div(".row")[button("evening-begin", tr("Begin the evening"), style="go")],
    ]


def _what_else(table: EveningTable) -> Node:
    evening = table.evening
    over = (
        [button("evening-go-on", tr("It goes on after all"), style="quiet"), _anew()]
        if evening.over
        else button("evening-end", tr("The evening is over"), style="quiet")
    )
    return [
        h.div(".row")[
            over,
            h.a(".btn.quiet", href="/evening.csv", download=True)[tr("Save as a table (CSV)")],
        ],
        h.form(".card")[
            h.details[
                h.summary[tr("What places are worth")],
                _worth_field(evening.points),
                h.div(".row")[button("evening-worth", tr("Save"), style="go")],
            ]
        ],
    ]


def _anew() -> Node:
    return button("evening-again", tr("Begin another evening"), style="go")


def read_worth(typed: str) -> PlacePoints:
    """What places are worth, from ``3, 1``. Raises ValueError with a sentence."""
    parts = typed.replace(";", " ").replace(",", " ").split()
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise ValueError(tr("Write whole numbers, the first place first: 3, 1"))
    try:
        return PlacePoints(tuple(map(int, parts)))
    except ValueError as error:
        raise ValueError(
            tr("At most 20 places, each up to 1000 points, and a better place is worth no less than the next.")
        ) from error


def most_players(game: str) -> int | None:
    """How many can play a game at most; None: any number."""
    return find(game).seats[1]
