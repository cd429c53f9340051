"""The games of this table: a list of what was played, each to be stepped through, saved as a file, and brought in."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

from engine import texts
from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.registry import find
from tablelight.session.record import GameDamaged, MatchCard, RecordTrouble
from tablelight.session.table import GameTable
from tablelight.texts import sentences
from tablelight.web.components.html import button, text
from tablelight.web.components.log_lines import entry_html
from tablelight.web.game_search import fits
from tablelight.web.viewer import Shown

log = logging.getLogger(__name__)

PAGE = 30
"""Games listed at once."""
MOST_STEPS = 400
"""Steps listed beside a game; the slider reaches all."""

ALL = 10_000
"""Games that are looked through when somebody searches."""
MOST_LETTERS = 80
"""Of what somebody searches for."""

NEED_CODE = frozenset({"past-go-on", "past-aside", "past-delete", "past-delete-sure", "past-back"})
"""Acts of this page that change what is played; the others only look."""

_RESULTS: "WeakKeyDictionary[GameTable, dict[tuple[str, int], Result]]" = WeakKeyDictionary()
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

    def __init__(self, table: GameTable, draw: Drawn) -> None:
        self._table, self._draw = table, draw
        self._shown = PAGE
        self._card: MatchCard | None = None
        self._match: Match | None = None
        self._at = 0
        self.said, self._well = "", False
        self._wanted = ""
        self._asked: str | None = None
        """The game that is deleted if somebody says so once more."""
        self._here: str | None = None
        """The game that stands first in the list, because it was just brought in or brought back."""
        self._gone: str | None = None
        """The game that was just deleted."""
        self._bin = False
        """Whether the deleted games are looked at."""

    def act(self, name: str, args: Mapping[str, str]) -> bool:
        """Do one of the acts of this page; whether it was one. Raises what wrong arguments raise."""
        if name.startswith("past-") and name != "past-at":
            self._asked, self._gone = None, None
        match name:
            case "past-open":
                self._open(args["match"])
            case "past-at" if self._match is not None:
                self._at = min(max(int(args["at"]), 0), len(self._match.log))
            case "past-close":
                self._match, self._card, self._here = None, None, None
                self._tell("")
            case "past-go-on":
                self._go_on(args["match"])
            case "past-aside":
                self._set_aside(args["match"])
            case "past-more":
                self._shown += PAGE
            case "past-find":
                self._wanted = args["wanted"][:MOST_LETTERS].strip()
                self._shown, self._here, self._bin = PAGE, None, False
                self._tell("")
            case "past-delete":
                self._asked = args["match"]
                self._tell("")
            case "past-keep":
                pass
            case "past-delete-sure":
                self._delete(args["match"])
            case "past-deleted":
                self._bin, self._here = not self._bin, None
                self._tell("")
            case "past-back":
                self._bring_back(args["match"])
            case "past-said":
                self._tell(args["said"][:400], well="match" in args)
                self._here, self._wanted, self._bin = args.get("match"), "", False
            case _:
                return False
        return True

    def _tell(self, said: str, *, well: bool = False) -> None:
        self.said, self._well = said, well

    def _delete(self, match_id: str) -> None:
        """Take a game off the list; it can be brought back."""
        card = self._table.archive.card(match_id)
        try:
            self._table.archive.delete(match_id)
        except RecordTrouble as trouble:
            self._tell(str(trouble))
            return
        self._gone, self._here = match_id, None
        what = f"{_title(card.game)}, {_when(card.created)}" if card is not None else match_id
        self._tell(sentences.say("games", "deleted", what=what), well=True)

    def _bring_back(self, match_id: str) -> None:
        try:
            self._table.archive.bring_back(match_id)
        except RecordTrouble as trouble:
            self._tell(str(trouble))
            return
        self._here, self._wanted, self._bin = match_id, "", False
        self._tell(sentences.say("games", "back"), well=True)

    def _open(self, match_id: str) -> None:
        self._tell("")
        card = next((card for card in self._cards() if card.match_id == match_id), None)
        if card is None or self._result(card).secret:
            return
        try:
            self._match, self._card = self._table.archive.match(match_id), card
            self._at = len(self._match.log)
        except (RecordTrouble, EngineError) as trouble:
            self.said = sentences.say("games", "broken", why=trouble)

    def _go_on(self, match_id: str) -> None:
        """Play on where a game of before stood."""
        try:
            self._table.go_on(match_id)
            self._tell(sentences.say("games", "goes_on"), well=True)
        except (RecordTrouble, EngineError) as trouble:
            self.said = sentences.say("games", "broken", why=trouble)

    def _set_aside(self, match_id: str) -> None:
        """Take a damaged game off the list; it is kept."""
        try:
            self._table.archive.set_aside(match_id)
            self._tell(sentences.say("games", "aside"), well=True)
        except RecordTrouble as trouble:
            self.said = str(trouble)

    def _cards(self) -> list[MatchCard]:
        """What is to be listed, one more than is shown where there are more; what was just brought in first."""
        cards = self._table.archive.matches(ALL if self._wanted else self._shown + 1)
        playing = self._table.snapshot.match_id
        cards = [card for card in cards if card.length or card.fault or card.match_id == playing]
        if self._wanted:
            later = self._table.archive.later_names()
            cards = [card for card in cards if self._fits(card, later.get(card.match_id, ()))][: self._shown + 1]
        here = self._table.archive.card(self._here) if self._here is not None else None
        return cards if here is None else [here, *(card for card in cards if card.match_id != here.match_id)]

    def _fits(self, card: MatchCard, later: Sequence[str]) -> bool:
        return fits(self._wanted, _title(card.game), (*card.seats, *later), card.created)

    # ---- drawing

    def html(self, *, may_write: bool) -> str:
        """The page's body."""
        back = (
            button("past-back", "Bring it back", style="quiet", match=self._gone)
            if self._gone is not None and may_write
            else ""
        )
        style = "told" if self._well else "refused"
        said = f'<p class="{style}" role="status"><span>{text(self.said)}</span> {back}</p>' if self.said else ""
        if self._match is not None and self._card is not None:
            return said + self._replay(self._match, self._card)
        return said + (self._deleted(may_write=may_write) if self._bin else self._list(may_write=may_write))

    def _list(self, *, may_write: bool) -> str:
        cards = self._cards()
        lines = "".join(self._line(card, may_write=may_write) for card in cards[: self._shown])
        more = button("past-more", "Show older ones", style="quiet") if len(cards) > self._shown else ""
        if not cards and self._wanted:
            lines = f'<p class="said">{text(sentences.say("games", "not_found", wanted=self._wanted))}</p>'
        bring = (
            '<label class="btn quiet upload">Bring a saved game in<input type="file" data-upload="/games"'
            ' accept=".jsonl,application/x-ndjson"></label>'
            if may_write
            else ""
        )
        gone = button("past-deleted", "Deleted games", style="quiet") if may_write else ""
        return (
            f"<h1>Games of this table</h1>{self._search() if cards or self._wanted else ''}"
            f"{lines or '<p class=said>None yet. The first one will stand here.</p>'}"
            f'<div class="row">{more}{bring}{gone}{button("go", "Back to the table", style="go", to="/")}</div>'
        )

    def _search(self) -> str:
        every = button("past-find", "Show all", style="quiet", wanted="") if self._wanted else ""
        return (
            '<form class="line search" role="search"><input name="wanted" type="search" autocomplete="off"'
            f' maxlength="{MOST_LETTERS}" value="{text(self._wanted)}" aria-label="Search the games"'
            f' placeholder="Player, game or date">{button("past-find", "Search", style="go")}{every}</form>'
        )

    def _deleted(self, *, may_write: bool) -> str:
        """What was taken off the list, to be brought back."""
        cards = [card for card in self._table.archive.deleted() if card.length or card.fault]
        lines = "".join(
            f'<article class="past"><div><h2>{text(_title(card.game))}</h2><p class="said">{_when(card.created)},'
            f" {_steps(card.length)}</p><p>{_who(card, Result())}</p></div>"
            f"{button('past-back', 'Bring it back', style='quiet', match=card.match_id)}</article>"
            for card in cards[: self._shown]
            if may_write
        )
        lines = lines or f'<p class="said">{text(sentences.say("games", "no_deleted"))}</p>'
        more = button("past-more", "Show older ones", style="quiet") if len(cards) > self._shown else ""
        return (
            f"<h1>Deleted games</h1>{lines}"
            f'<div class="row">{more}{button("past-deleted", "All games", style="go")}</div>'
        )

    def _line(self, card: MatchCard, *, may_write: bool) -> str:
        playing = self._table.snapshot.match_id == card.match_id
        result = self._result(card)
        who = _who(card, result)
        # A game that is over is being played no more, also while it still lies on the table.
        going_on = playing and not result.over and not result.fault
        look = (
            button("go", "On the table" if result.left else "Being played", style="quiet", to="/")
            if going_on
            else button("past-open", "Look", match=card.match_id, disabled=bool(result.fault) or not card.length)
            if not result.secret
            else ""
        )
        if may_write and not playing and not result.over and card.length:
            look += button("past-go-on", "Go on with it", style="go", match=card.match_id)
        if may_write and not playing and result.fault:
            look += button("past-aside", "Set it aside", style="quiet", match=card.match_id)
        save = "" if result.secret or result.fault else _save_link(card)
        if may_write and not playing and not result.fault:
            save += button("past-delete", "Delete", style="quiet", match=card.match_id)
        buttons = look + save
        if may_write and self._asked == card.match_id:
            buttons = _really(card)
        fault = f'<p class="said">{text(result.fault)}</p>' if result.fault else ""
        state = _state(result, playing=playing)
        style = "past here" if card.match_id == self._here else "past"
        return (
            f'<article class="{style}"><div><h2>{text(_title(card.game))}</h2><p class="said">{_when(card.created)},'
            f' {_steps(card.length)}{state}</p><p>{who}</p>{fault}</div><div class="row">{buttons}</div></article>'
        )

    def _result(self, card: MatchCard) -> Result:
        key, results = (card.match_id, card.length), _judged_at(self._table)
        found = results.get(key)
        if found is None:
            try:
                found = self._judged(card.match_id)
            except RecordTrouble as trouble:  # of the whole record: it may pass
                return Result(fault=sentences.say("games", "broken", why=trouble))
            if len(results) >= _RESULTS_KEPT:
                results.clear()
            results[key] = found
        return found

    def _judged(self, match_id: str) -> Result:
        try:
            match = self._table.archive.match(match_id)
            scores, winners = match.game.scores(match.state), match.game.winners(match.state)
            over = is_over(match)
        except (GameDamaged, EngineError) as trouble:
            return Result(fault=sentences.say("games", "broken", why=trouble))
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


def _really(card: MatchCard) -> str:
    """Asks once before a game is deleted."""
    sure = button("past-delete-sure", "Delete it", style="bad", match=card.match_id)
    return f"<p>{text(sentences.say('games', 'delete'))}</p>{sure}{button('past-keep', 'Keep it', style='go')}"


def _state(result: Result, *, playing: bool) -> str:
    if result.fault:
        return ""
    if result.over:
        return ", finished"
    return ", being played" if playing and not result.left else ", can go on"


def _judged_at(table: GameTable) -> "dict[tuple[str, int], Result]":
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
    return texts.join(words) + left if words else ""


def _when(created: float) -> str:
    then = datetime.fromtimestamp(created)
    return f"{then.day} {then:%B %Y, %H:%M}"


def _steps(length: int) -> str:
    return "no step yet" if not length else "one step" if length == 1 else f"{length} steps"


def _save_link(card: MatchCard) -> str:
    return f'<a class="btn quiet" href="/games/{text(card.match_id)}.jsonl" download>Save as a file</a>'


def _current(yes: object) -> str:
    return ' class="current" aria-current="step"' if yes else ""
