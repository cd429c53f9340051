"""The people who play here: everybody, one person, and what is asked before somebody is forgotten.

Plain pages that are whole as they come, for whoever has the table's code; all is drawn from finished games alone.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.core.language import decimal
from engine.texts.language import tr, trn
from tablelight.session.people import MatchResult, People
from tablelight.session.people.names import address_of, key_of, look_alike
from tablelight.session.people.sharing import number
from tablelight.session.people.statistics import (
    Favourite,
    GameStatistics,
    HeadToHead,
    everybody_in,
    head_to_head,
    leaderboard,
    statistics,
)
from tablelight.web.components.line_chart import line_chart
from tablelight.web.shell import plain_page
from tablelight.web.viewer import Shown
from tablelight.web.views.end_card import end_card
from tablelight.web.views.past_results import title_of, when
from tablelight.web.views.share_card import share_ways

MOST_LISTED = 12
"""People in a leaderboard, and opponents of a person. Chosen by hand."""

Results = Sequence[MatchResult]


def named(results: Results, address: str) -> str | None:
    """The person whom an address stands for; None where nobody is."""
    return next((name for name, _, _ in everybody_in(results) if address_of(name) == address), None)


# ---- everybody


def everybody(people: People, results: Results, said: str, scheme: str) -> str:
    """``GET /people``: everybody, the leaderboards, and spellings that may be one person."""
    known = everybody_in(results)
    return plain_page(
        tr("People"),
        h.div(".people")[
            h.h1[tr("People at this table")],
            _told(said),
            people.missing > 0 and h.p(".said")[_still(people.missing)],
            known and _list(known),
            not known and h.p(".said")[tr("Nobody yet: names count from the first finished game on.")],
            _alike(known),
            _boards(results),
            h.div(".row")[
                known and h.a(".btn.quiet", href="/results.csv", download=True)[tr("All results as a table (CSV)")],
                h.a(".btn.go", href="/")[tr("To the table")],
            ],
        ],
        scheme,
    )


def _still(missing: int) -> str:
    return trn(
        "{count} game is still being counted; load the page again.",
        "{count} games are still being counted; load the page again.",
        missing,
    )


def _told(said: str) -> Node:
    words = {
        "merged": tr("They are one person now. It can be taken back on their page."),
        "parted": tr("They are two people again."),
        "forgotten": tr("Done: the name is gone from the record, its copies and all that was counted."),
    }
    return said in words and h.p(".told", role="status")[words[said]]


def _list(known: Sequence[tuple[str, int, int]]) -> Node:
    return h.ul(".people-list")[
        [
            h.li[h.a(".person", href=f"/people/{address_of(name)}")[h.b[name], h.span[_played(played, won)]]]
            for name, played, won in known
        ]
    ]


def _played(played: int, won: int) -> str:
    return tr("{games}, {won} won", games=trn("{count} game", "{count} games", played), won=won)


def _alike(known: Sequence[tuple[str, int, int]]) -> Node:
    """Spellings that may be one person, each with a button that says so."""
    pairs = look_alike(name for name, _, _ in known)[:6]
    return (
        pairs
        and h.section[h.h2[tr("Are these the same person?")], [_merge_form(name, spelled) for name, spelled in pairs]]
    )


def _merge_form(name: str, spelled: str) -> Node:
    """``name`` is the one that is kept: who played more often stands first."""
    return _form(
        {"do": "merge", "name": name, "spelled": spelled},
        h.span[tr("{one} and {other}", one=name, other=spelled)],
        h.button(".btn.quiet", type="submit")[tr("Yes: {name}", name=name)],
    )


def _form(fields: dict[str, str], *inside: Node) -> Node:
    hidden = [h.input(type="hidden", name=name, value=value) for name, value in fields.items()]
    return h.form(".row.people-form", method="post", action="/people")[hidden, inside]


def _boards(results: Results) -> Node:
    games = list(dict.fromkeys(result.game for result in reversed(results)))
    return [[_board(results, game) for game in games]]


def _board(results: Results, game: str) -> Node:
    lines = leaderboard(results, game)[:MOST_LISTED]
    return (
        lines
        and h.section(".board-of")[
            h.h2[title_of(game)],
            h.div(".scrolls", tabindex="0", role="region", aria_label=title_of(game))[
                h.table(".figures")[_heads(tr("Name")), h.tbody[[_row(one.name, one, link=True) for one in lines]]]
            ],
        ]
    )


def _heads(first: str) -> Node:
    words = (tr("Played"), tr("Won"), tr("Best"), tr("Average"), tr("In a row"))
    return h.thead[h.tr[h.th(scope="col")[first], [h.th(scope="col")[word] for word in words]]]


def _row(title: str, one: GameStatistics, *, link: bool = False) -> Node:
    head: Node = h.a(href=f"/people/{address_of(title)}")[title] if link else title
    streak = f"{one.streak} ({one.longest})" if one.longest != one.streak else str(one.streak)
    values = (str(one.played), str(one.won), number(one.best), decimal(one.average, 1), streak)
    return h.tr[h.th(scope="row")[head], [h.td[value] for value in values]]


# ---- one person


def person(people: People, results: Results, name: str, scheme: str, *, asked: bool) -> str:
    """``GET /people/<address>``: one person; ``asked``: whether to forget him or her is asked."""
    games = statistics(results, name)
    return plain_page(
        name,
        h.div(".people")[
            h.h1[name],
            asked and _really(people, name),
            h.div(".scrolls", tabindex="0", role="region", aria_label=tr("All games"))[
                h.table(".figures")[_heads(tr("Game")), h.tbody[[_row(title_of(one.game), one) for one in games]]]
            ],
            h.p(".said")[tr("In a row: wins one after the other now, in brackets the most ever.")],
            [_course(one) for one in games],
            _against(head_to_head(results, name)),
            _spellings(people, results, name),
            h.div(".row")[
                h.a(".btn.go", href="/people")[tr("Everybody")],
                not asked and h.a(".btn.quiet", href="?forget")[tr("Forget {name}", name=name)],
            ],
        ],
        scheme,
    )


def _course(one: GameStatistics) -> Node:
    """The points of one game over time, and what this person likes."""
    if len(one.course) < 2 and not one.favourites:
        return None
    points = [(value,) for _, value in one.course]
    first, last = (datetime.fromtimestamp(one.course[place][0]) for place in (0, -1))
    said = tr(
        "{game}, {count} games from {first} to {last}: from {low} to {high} points, last {now}.",
        game=title_of(one.game),
        count=one.played,
        first=f"{first:%Y-%m-%d}",
        last=f"{last:%Y-%m-%d}",
        low=number(min(points)[0]),
        high=number(max(points)[0]),
        now=number(points[-1][0]),
    )
    return h.section[
        h.h2[title_of(one.game)],
        line_chart([one.name], points, said, dots=True) if len(points) > 1 else None,
        _likes(one),
        one.highest_wins and one.best_turn > 0 and h.p[tr("Best turn: {points}.", points=number(one.best_turn))],
    ]


def _likes(one: GameStatistics) -> Node:
    """What brings this person most; where nothing of it counts at once, what he or she does most often."""
    if any(each.average for each in one.favourites):
        return h.p[tr("Brings most: {what}.", what=", ".join(_favourite(one.game, each) for each in one.favourites))]
    often = [
        tr(
            "{what} ({times} a game)",
            what=texts.name_of(one.game, each.what),
            times=decimal(each.times / one.played, 1),
        )
        for each in one.favourites
    ]
    return often and h.p[tr("Most often: {what}.", what=", ".join(often))]


def _favourite(game: str, each: Favourite) -> str:
    words = texts.name_of(game, each.what)
    return tr("{what} ({average} on average)", what=words, average=decimal(each.average, 1))


def _against(met: Sequence[HeadToHead]) -> Node:
    lines = [
        h.tr[
            h.th(scope="row")[h.a(href=f"/people/{address_of(one.other)}")[one.other]],
            [h.td[str(n)] for n in (one.ahead, one.behind, one.level)],
        ]
        for one in met[:MOST_LISTED]
    ]
    heads = [h.th(scope="col")[word] for word in (tr("Against"), tr("Ahead"), tr("Behind"), tr("Level"))]
    figures = h.table(".figures")[h.thead[h.tr[heads]], h.tbody[lines]]
    title = tr("Head to head")
    return lines and h.section[h.h2[title], h.div(".scrolls", tabindex="0", role="region", aria_label=title)[figures]]


def _spellings(people: People, results: Results, name: str) -> Node:
    """Other spellings of this person, each to be taken back; and whom else this may be."""
    own = people.aliases.spellings_of(name)
    others = [other for other, _, _ in everybody_in(results) if key_of(other) != key_of(name)]
    return h.section[
        own and h.h2[tr("Other spellings")],
        [
            _form(
                {"do": "part", "spelled": spelled},
                h.span[spelled],
                h.button(".btn.quiet", type="submit")[tr("Somebody else after all")],
            )
            for spelled in own
        ],
        others
        and h.details[
            h.summary[tr("Is somebody else the same person?")],
            _form(
                {"do": "merge", "name": name},
                h.select(name="spelled", aria_label=tr("Who is the same person"))[
                    [h.option[other] for other in others]
                ],
                h.button(".btn.quiet", type="submit")[tr("Is {name}", name=name)],
            ),
        ],
    ]


def _really(people: People, name: str) -> Node:
    """What happens when somebody is forgotten, asked before it does."""
    spelled = ", ".join((name, *people.aliases.spellings_of(name)))
    return h.section(".forget")[
        h.h2[tr("Forget {name}?", name=name)],
        h.p[
            tr(
                "{spelled}: the name is taken out of every recorded game, of all copies of the record that this table "
                "keeps, and of everything that was counted. The games stay, with a number in the name's place. This "
                "cannot be undone.",
                spelled=spelled,
            )
        ],
        h.p[tr("What was saved on phones, printed, or given to other programs is not in the table's hands.")],
        _form(
            {"do": "forget", "name": name},
            h.label[h.input(type="checkbox", name="sure", value="yes", required=True), " ", tr("I am sure")],
            h.button(".btn.bad", type="submit")[tr("Forget {name}", name=name)],
            h.a(".btn.go", href=f"/people/{address_of(name)}")[tr("Keep")],
        ),
    ]


# ---- how one game ended


def result_page(shown: Shown, result: MatchResult, people: People, scheme: str) -> str:
    """``GET /games/<id>/result``: how a recorded game ended, to look at and to give away."""
    title = title_of(result.game)
    return plain_page(
        title,
        h.div(".people")[
            h.h1[title],
            h.p(".said")[when(result.began)],
            end_card(shown, result, people, match_id=result.match_id, share=False),
            h.h2[tr("Share the result")],
            share_ways(result, title),
            h.div(".row")[h.a(".btn.go", href="/games")[tr("All games")]],
            h.script(src="/static/share.js"),
        ],
        scheme,
    )


# ---- who has no code, and what cannot be


def closed(scheme: str) -> str:
    """What is shown to whoever has no code."""
    return _sentence(tr("Only people at the table see this. Enter the table's code on its page first."), scheme)


def not_forgotten(why: str, scheme: str) -> str:
    """Why somebody could not be forgotten."""
    return _sentence(why, scheme)


def _sentence(words: str, scheme: str) -> str:
    inside = h.div(".people")[h.h1[tr("People")], h.p(".refused")[words], h.a(".btn.go", href="/")[tr("To the table")]]
    return plain_page(tr("People"), inside, scheme)


# ---- for programs


def as_json(results: Results) -> dict[str, Any]:
    """Everybody with every game, for programs."""
    return {"people": [_person_json(results, name) for name, _, _ in everybody_in(results)]}


def _person_json(results: Results, name: str) -> dict[str, Any]:
    return {"name": name, "games": [_game_json(one) for one in statistics(results, name)]}


def _game_json(one: GameStatistics) -> dict[str, Any]:
    kept: Iterable[str] = ("game", "played", "won", "best", "average", "best_turn", "streak", "longest")
    return {name: getattr(one, name) for name in kept}
