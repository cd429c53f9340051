"""How recorded games went, and what may be told of them: looked up once for every browser."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

import htpy as h
from htpy import Node

from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.registry import find
from engine.texts.language import spoken, tr, translated
from tablelight.session.people.results import is_over
from tablelight.session.record import GameDamaged, MatchCard, RecordTrouble
from tablelight.session.table import GameTable
from tablelight.texts import sentences
from tablelight.web.components.html import listed

_RESULTS: "WeakKeyDictionary[GameTable, dict[tuple[str, int], RecordedResult]]" = WeakKeyDictionary()
_RESULTS_KEPT = 1000
"""How the games of a table went, told to every browser alike: a game is replayed once, not for each of them. Chosen by
hand: more than a table lists at once."""


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How a recorded game went: everybody's names and points, who won, who had to go, or why it cannot be told.

    ``over``: by its rules; else it can go on. ``secret``: it can, and not everybody may see all of it.
    """

    seats: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    left: str = ""
    over: bool = True
    secret: bool = False
    fault: str = ""


def result_of(table: GameTable, card: MatchCard) -> RecordedResult:
    """How the game of a card went; it is replayed the first time somebody asks."""
    key, results = (card.match_id, card.length), _RESULTS.setdefault(table, {})
    found = results.get(key)
    if found is None:
        try:
            found = _judged(table, card.match_id)
        except RecordTrouble as trouble:  # of the whole record: it may pass
            return RecordedResult(fault=sentences.say("games", "broken", why=trouble))
        if len(results) >= _RESULTS_KEPT:
            results.clear()
        results[key] = found
    return found


def forget_results(table: GameTable) -> None:
    """Names were changed in the record: how games went is read anew."""
    _RESULTS.pop(table, None)


def _judged(table: GameTable, match_id: str) -> RecordedResult:
    try:
        match = table.archive.match(match_id)
        scores, winners = match.game.scores(match.state), match.game.winners(match.state)
        over = is_over(match)
    except (GameDamaged, EngineError) as trouble:
        return RecordedResult(fault=sentences.say("games", "broken", why=trouble))
    points = tuple(scores.get(seat, 0) for seat in range(len(match.seats)))
    left = match.seats[match.left] if match.left is not None else ""
    secret = not over and not is_open(match)
    return RecordedResult(match.seats, points, tuple(winners), left, over=over, secret=secret)


def may_be_told(match: Match) -> bool:
    """Whether everything about a match may be told: it is over, or nothing in it is hidden from anybody."""
    return is_over(match) or is_open(match)


def is_open(match: Match) -> bool:
    """Whether nothing in a match was ever hidden from anybody."""
    return all(match.game.view(match.state_at(n), None) == match.state_at(n) for n in range(len(match.log) + 1))


def file_name(card: Any, seats: Sequence[str]) -> str:
    """What the file of a saved game is called: plain letters, so that every computer takes it."""
    who = "-".join(seats)[:40]
    words = f"{card.game}-{datetime.fromtimestamp(card.created):%Y-%m-%d}-{who}".lower().replace("_", "-")
    return "".join(sign for sign in words if sign.isascii() and (sign.isalnum() or sign == "-")) + ".jsonl"


def title_of(game: str) -> str:
    try:
        return translated(find(game).title)
    except EngineError:
        return game


# ---- in words


def players_of(card: MatchCard, result: RecordedResult) -> Node:
    """Names with points; those who won in bold."""
    words: list[Node] = []
    for seat, name in enumerate(result.seats or card.seats):
        points = f" {result.scores[seat]}" if seat < len(result.scores) else ""
        words.append(h.b[f"★ {name}{points}"] if seat in result.winners else f"{name}{points}")
    return words and [listed(words), result.left and tr(" · {left} had to go", left=result.left)]


def when(created: float) -> str:
    """Day and time, as people write them. ``created``: seconds since 1970."""
    then = datetime.fromtimestamp(created)
    return f"{_day(then)}, {then:%H:%M}"


def _day(then: datetime) -> str:
    if spoken() != "en":  # who reads English waits for no import
        from babel import UnknownLocaleError
        from babel.dates import format_date

        with suppress(UnknownLocaleError):
            return format_date(then, "long", locale=spoken())
    return f"{then.day} {then:%B %Y}"


def steps(length: int) -> str:
    """How long a game was."""
    return tr("no step yet") if not length else tr("one step") if length == 1 else tr("{length} steps", length=length)


def state_of(result: RecordedResult, *, playing: bool) -> str:
    """Whether a game is over, goes on or can go on, as the end of a sentence."""
    if result.fault:
        return ""
    if result.over:
        return tr(", finished")
    return tr(", being played") if playing and not result.left else tr(", can go on")
