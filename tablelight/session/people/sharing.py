"""A result to give away: as a link that BG Stats reads, as words to paste, and as lines of a table.

Nothing is sent from here: these are texts, and what becomes of them is the reader's tap.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from engine.texts.language import tr
from tablelight.session.people.names import address_of
from tablelight.session.people.results import MatchResult

SOURCE = "Tablelight"
"""Who sends a play to BG Stats. It remembers games and players by it: never to be changed."""
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
"""Opens the app, or the page of its makers, which says where to get it."""
BG_STATS_APP = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""Opens the app alone."""
MOST_LETTERS = 8000
"""Of such a link, which browsers and phones pass on whole."""

COLUMNS = ("match", "began_utc", "minutes", "game", "player", "points", "place", "won", "first", "players", "team")
"""Of the table of results: one line for everybody in every match."""
_FORMULA = "=+-@\t\r"
"""What a spreadsheet takes for a formula at the beginning of a field."""


# ---- BG Stats


def bg_stats(result: MatchResult, title: str) -> dict[str, Any]:
    """A play as BG Stats takes it. ``title``: the game's. Its Android app needs ``winner`` and ``startPlayer`` of
    everybody, also where they are false."""
    teams = {seat: number for number, side in enumerate(result.sides, 1) for seat in side if len(side) > 1}
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": result.match_id,
        "playDate": f"{datetime.fromtimestamp(result.began, UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": title,
            "sourceGameId": result.game,
            "highestWins": result.highest_wins,
            "noPoints": False,
        },
        "players": [_player(result, seat, teams.get(seat)) for seat in range(len(result.names))],
    }
    minutes = round(result.took / 60)
    return {**play, "durationMin": minutes} if minutes else play


def _player(result: MatchResult, seat: int, team: int | None) -> dict[str, Any]:
    name = result.names[seat]
    plain = {
        "name": name,
        "sourcePlayerId": address_of(name),
        "score": _whole(result.points[seat]),
        "rank": result.ranks[seat],
        "winner": result.ranks[seat] == 1,
        "startPlayer": seat == result.first,
    }
    return plain if team is None else {**plain, "team": str(team)}


def _whole(points: float) -> float:
    """A whole number without a point, as every program that hands a play to BG Stats writes it."""
    return int(points) if points == int(points) else points


def bg_stats_link(result: MatchResult, title: str, *, app: bool = False) -> str:
    """The link that hands a play to BG Stats; empty where it would be too long to be passed on whole."""
    words = json.dumps(bg_stats(result, title), ensure_ascii=False, separators=(",", ":"))
    link = (BG_STATS_APP if app else BG_STATS) + quote(words, safe="")
    return link if len(link) < MOST_LETTERS else ""


# ---- words


def in_words(result: MatchResult, title: str) -> str:
    """A result as a few lines to paste into a message: the game, then everybody by place."""
    order = sorted(range(len(result.names)), key=lambda seat: (result.ranks[seat], seat))
    lines = [f"{result.ranks[seat]}. {result.names[seat]}: {number(result.points[seat])}" for seat in order]
    day = datetime.fromtimestamp(result.began)
    return "\n".join([tr("{game}, {day}", game=title, day=f"{day:%Y-%m-%d}"), *lines])


def number(points: float) -> str:
    """Points as people write them: a whole number as one, a half as a half."""
    return f"{points:g}" if abs(points) < 1_000_000 else f"{points:.0f}"


# ---- lines of a table


def as_csv(results: Iterable[MatchResult], titles: dict[str, str]) -> str:
    """Every result as comma-separated values (RFC 4180), for any spreadsheet. No field is taken for a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for result in results:
        writer.writerows([_field(value) for value in line] for line in _lines(result, titles))
    return out.getvalue()


def _lines(result: MatchResult, titles: dict[str, str]) -> Iterable[Sequence[object]]:
    began = f"{datetime.fromtimestamp(result.began, UTC):%Y-%m-%dT%H:%M:%SZ}"
    for seat, name in enumerate(result.names):
        side = next(number for number, side in enumerate(result.sides, 1) if seat in side)
        yield (
            result.match_id,
            began,
            round(result.took / 60) or "",
            titles.get(result.game, result.game),
            name,
            result.points[seat],
            result.ranks[seat],
            int(result.ranks[seat] == 1),
            int(seat == result.first),
            len(result.names),
            side if len(result.sides) < len(result.names) else "",
        )


def _field(value: object) -> object:
    """A value as it may stand in a field: words that a spreadsheet would take for a formula begin with a quote."""
    return f"'{value}" if isinstance(value, str) and value[:1] and value[0] in _FORMULA else value
