"""The games of this table: a list of what was played, each to be stepped through, saved as a file, and brought in."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

from engine import texts
from engine.errors import EngineError
from engine.match import Match
from engine.registry import find
from tablelight import say
from tablelight.page.html import button, text
from tablelight.page.viewer import Shown
from tablelight.page.words import entry_html
from tablelight.record import GameDamaged, MatchCard, RecordTrouble
from tablelight.table import Table

log = logging.getLogger(__name__)

PAGE = 30
"""Games listed at once."""
MOST_STEPS = 400
"""Steps listed beside a game; the slider reaches all."""

NEED_CODE = frozenset({"past-go-on", "past-aside"})
"""Acts of this page that change what is played; the others only look."""

_RESULTS: "WeakKeyDictionary[Table, dict[tuple[str, int], Result]]" = WeakKeyDictionary()
_RESULTS_KEPT = 1000
"""How the games of a table went, told to every browser alike: a game is replayed once, not for each of them."""

Drawn = Callable[[Match, int], str]
"""Draws a match as it stood after so many entries."""


@dataclass(frozen=True, slots=True)
class Result:
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


class Games:
    """What one browser looks at among the games of before."""

    def __init__(self, table: Table, draw: Drawn) -> None:
        self._table, self._draw = table, draw
        self._shown = PAGE
        self._card: MatchCard | None = None
        self._match: Match | None = None
        self._at = 0
        self.said = ""

    def act(self, name: str, args: Mapping[str, str]) -> bool:
        """Do one of the acts of this page; whether it was one. Raises what wrong arguments raise."""
        match name:
            case "past-open":
                self._open(args["match"])
            case "past-at" if self._match is not None:
                self._at = min(max(int(args["at"]), 0), len(self._match.log))
            case "past-close":
                self._match, self._card, self.said = None, None, ""
            case "past-go-on":
                self._go_on(args["match"])
            case "past-aside":
                self._set_aside(args["match"])
            case "past-more":
                self._shown += PAGE
            case "past-said":
                self.said = args["said"][:400]
            case _:
                return False
        return True

    def _open(self, match_id: str) -> None:
        self.said = ""
        card = next((card for card in self._cards() if card.match_id == match_id), None)
        if card is None or self._result(card).secret:
            return
        try:
            self._match, self._card = self._table.past_match(match_id), card
            self._at = len(self._match.log)
        except (RecordTrouble, EngineError) as trouble:
            self.said = say.say("games", "broken", why=trouble)

    def _go_on(self, match_id: str) -> None:
        """Play on where a game of before stood."""
        try:
            self._table.go_on(match_id)
            self.said = say.say("games", "goes_on")
        except (RecordTrouble, EngineError) as trouble:
            self.said = say.say("games", "broken", why=trouble)

    def _set_aside(self, match_id: str) -> None:
        """Take a damaged game off the list; it is kept."""
        try:
            self._table.set_aside(match_id)
            self.said = say.say("games", "aside")
        except RecordTrouble as trouble:
            self.said = str(trouble)

    def _cards(self) -> list[MatchCard]:
        return self._table.past_matches(self._shown + 1)

    # ---- drawing

    def html(self, *, may_write: bool) -> str:
        """The page's body."""
        said = f'<p class="refused" role="status">{text(self.said)}</p>' if self.said else ""
        if self._match is not None and self._card is not None:
            return said + self._replay(self._match, self._card)
        return said + self._list(may_write=may_write)

    def _list(self, *, may_write: bool) -> str:
        cards = self._cards()
        lines = "".join(self._line(card, may_write=may_write) for card in cards[: self._shown])
        more = button("past-more", "Show older ones", style="quiet") if len(cards) > self._shown else ""
        bring = (
            '<label class="btn quiet upload">Bring a saved game in<input type="file" data-upload="/games"'
            ' accept=".jsonl,application/x-ndjson"></label>'
            if may_write
            else ""
        )
        return (
            f"<h1>Games of this table</h1>{lines or '<p class=said>None yet. The first one will stand here.</p>'}"
            f'<div class="row">{more}{bring}{button("go", "Back to the table", style="go", to="/")}</div>'
        )

    def _line(self, card: MatchCard, *, may_write: bool) -> str:
        playing = self._table.snapshot.match_id == card.match_id
        result = self._result(card)
        who = _who(card, result)
        look = (
            button("go", "Being played", style="quiet", to="/")
            if playing
            else button("past-open", "Look", match=card.match_id, disabled=bool(result.fault) or not card.length)
            if not result.secret
            else ""
        )
        if may_write and not playing and not result.over and card.length:
            look += button("past-go-on", "Go on with it", style="go", match=card.match_id)
        if may_write and not playing and result.fault:
            look += button("past-aside", "Set it aside", style="quiet", match=card.match_id)
        save = "" if result.secret or result.fault else _save_link(card)
        fault = f'<p class="said">{text(result.fault)}</p>' if result.fault else ""
        return (
            f'<article class="past"><div><h2>{text(_title(card.game))}</h2><p class="said">{_when(card.created)},'
            f' {_steps(card.length)}</p><p>{who}</p>{fault}</div><div class="row">{look}{save}</div></article>'
        )

    def _result(self, card: MatchCard) -> Result:
        key, results = (card.match_id, card.length), _judged_at(self._table)
        found = results.get(key)
        if found is None:
            try:
                found = self._judged(card.match_id)
            except RecordTrouble as trouble:  # of the whole record: it may pass
                return Result(fault=say.say("games", "broken", why=trouble))
            if len(results) >= _RESULTS_KEPT:
                results.clear()
            results[key] = found
        return found

    def _judged(self, match_id: str) -> Result:
        try:
            match = self._table.past_match(match_id)
            scores, winners = match.game.scores(match.state), match.game.winners(match.state)
            over = is_over(match)
        except (GameDamaged, EngineError) as trouble:
            return Result(fault=say.say("games", "broken", why=trouble))
        points = tuple(scores.get(seat, 0) for seat in range(len(match.seats)))
        left = match.seats[match.left] if match.left is not None else ""
        secret = not over and not is_open(match)
        return Result(match.seats, points, tuple(winners), left, over=over, secret=secret)

    def _replay(self, match: Match, card: MatchCard) -> str:
        shown, length = Shown(match), len(match.log)
        who = _who(card, self._result(card))
        step = (
            button("past-at", "◀", style="quiet step", at=self._at - 1, disabled=self._at == 0),
            button("past-at", "▶", style="quiet step", at=self._at + 1, disabled=self._at == length),
        )
        slider = (
            f'<input type="range" min="0" max="{length}" value="{self._at}" data-change="past-at" name="at"'
            ' aria-label="step">'
        )
        first = max(0, min(self._at - MOST_STEPS // 2, length - MOST_STEPS))
        steps = "".join(
            f"<li{_current(n + 1 == self._at)}>"
            f"{button('past-at', f'{n + 1}. {entry_html(shown, n)}', style='item', at=n + 1)}</li>"
            for n in range(first, min(length, first + MOST_STEPS))
        )
        return (
            f'<h1>{text(_title(card.game))}</h1><p class="said">{_when(card.created)}</p><p>{who}</p>'
            f'<div class="row replay">{step[0]}{slider}{step[1]}<span>Step {self._at} of {length}</span></div>'
            f'<div class="unfolded"><div class="then">{self._draw(match, self._at)}</div>'
            f'<ol class="log steps">{steps}</ol></div>'
            f'<div class="row">{button("past-close", "All games", style="go")}{_save_link(card)}</div>'
        )


def _judged_at(table: Table) -> "dict[tuple[str, int], Result]":
    return _RESULTS.setdefault(table, {})


def may_be_told(match: Match) -> bool:
    """Whether everything about a match may be told: it is over, or nothing in it is hidden from anybody."""
    return is_over(match) or is_open(match)


def is_over(match: Match) -> bool:
    """Whether a match is over by its rules; else it can go on."""
    return match.agreed.awaiting(match.state).ask == "GAME_OVER"


def is_open(match: Match) -> bool:
    """Whether nothing in a match was ever hidden from anybody."""
    return all(match.game.view(match.state_at(n), None) == match.state_at(n) for n in range(len(match.log) + 1))


def file_name(card: Any, seats: Sequence[str]) -> str:
    """What the file of a saved game is called: plain letters, so that every computer takes it."""
    who = "-".join(seats)[:40]
    words = f"{card.game}-{datetime.fromtimestamp(card.created):%Y-%m-%d}-{who}".lower().replace("_", "-")
    return "".join(sign for sign in words if sign.isascii() and (sign.isalnum() or sign == "-")) + ".jsonl"


def _title(game: str) -> str:
    try:
        return find(game).title
    except EngineError:
        return game


def _who(card: MatchCard, result: Result) -> str:
    """Names with points; those who won in bold."""
    words = []
    for seat, name in enumerate(result.seats or card.seats):
        points = f" {result.scores[seat]}" if seat < len(result.scores) else ""
        words.append(f"<b>★ {text(name)}{points}</b>" if seat in result.winners else f"{text(name)}{points}")
    left = f" · {text(result.left)} had to go" if result.left else ""
    return texts.join(words) + left


def _when(created: float) -> str:
    then = datetime.fromtimestamp(created)
    return f"{then.day} {then:%B %Y, %H:%M}"


def _steps(length: int) -> str:
    return "no step yet" if not length else "one step" if length == 1 else f"{length} steps"


def _save_link(card: MatchCard) -> str:
    return f'<a class="btn quiet" href="/games/{text(card.match_id)}.jsonl" download>Save as a file</a>'


def _current(yes: object) -> str:
    return ' class="current" aria-current="step"' if yes else ""
