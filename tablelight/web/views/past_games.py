"""The games of this table: a list of what was played, each to be watched again, saved as a file, and brought in."""

import logging
from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node

from engine.core.errors import EngineError
from engine.texts.language import tr
from tablelight.session.record import MatchCard, RecordTrouble
from tablelight.session.table import GameTable
from tablelight.texts import sentences
from tablelight.web.components.html import button, rendered
from tablelight.web.game_search import fits
from tablelight.web.views.past_results import (
    RecordedResult,
    players_of,
    result_of,
    state_of,
    steps,
    title_of,
    when,
)

log = logging.getLogger(__name__)

PAGE = 30
"""Games listed at once."""
ALL = 10_000
"""Games that are looked through when somebody searches."""
MOST_LETTERS = 80
"""Of what somebody searches for."""

NEED_CODE = frozenset({"past-go-on", "past-aside", "past-delete", "past-delete-sure", "past-back"})
"""Acts of this page that change what is played; the others only look."""


class Games:
    """What one browser looks at among the games of before."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._shown = PAGE
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
        if name.startswith("past-"):
            self._asked, self._gone = None, None
        match name:
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
        what = f"{title_of(card.game)}, {when(card.created)}" if card is not None else match_id
        self._tell(sentences.say("games", "deleted", what=what), well=True)

    def _bring_back(self, match_id: str) -> None:
        try:
            self._table.archive.bring_back(match_id)
        except RecordTrouble as trouble:
            self._tell(str(trouble))
            return
        self._here, self._wanted, self._bin = match_id, "", False
        self._tell(sentences.say("games", "back"), well=True)

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
        return fits(self._wanted, title_of(card.game), (*card.seats, *later), card.created)

    # ---- drawing

    @rendered
    def html(self, *, may_write: bool) -> Node:
        """The page's body."""
        return [self._told(may_write=may_write), self._body(may_write=may_write)]

    def _told(self, *, may_write: bool) -> Node:
        """What came of the last act."""
        if not self.said:
            return None
        back = self._gone is not None and may_write
        return h.p({"class": "told" if self._well else "refused"}, role="status")[
            h.span[self.said], " ", back and button("past-back", tr("Bring it back"), style="quiet", match=self._gone)
        ]

    def _body(self, *, may_write: bool) -> Node:
        return self._deleted(may_write=may_write) if self._bin else self._list(may_write=may_write)

    def _list(self, *, may_write: bool) -> Node:
        cards = self._cards()
        return [
            h.h1[tr("Games of this table")],
            (cards or self._wanted) and self._search(),
            [self._line(card, may_write=may_write) for card in cards[: self._shown]],
            not cards and h.p(".said")[self._nothing()],
            h.div(".row")[
                self._older(cards),
                may_write and (_bring_in(), button("past-deleted", tr("Deleted games"), style="quiet")),
                may_write and cards and button("go", tr("People"), style="quiet", to="/people"),
                may_write and cards and h.a(".btn.quiet", href="/results.csv", download=True)[tr("All results (CSV)")],
                button("go", tr("Back to the table"), style="go", to="/"),
            ],
        ]

    def _nothing(self) -> str:
        if self._wanted:
            return sentences.say("games", "not_found", wanted=self._wanted)
        return tr("None yet. The first one will stand here.")

    def _older(self, cards: Sequence[MatchCard]) -> Node:
        return len(cards) > self._shown and button("past-more", tr("Show older ones"), style="quiet")

    def _search(self) -> Node:
        field = {"name": "wanted", "type": "search", "autocomplete": "off", "maxlength": str(MOST_LETTERS)}
        return h.form(".line.search", role="search")[
            h.input(
                field, value=self._wanted, aria_label=tr("Search the games"), placeholder=tr("Player, game or date")
            ),
            button("past-find", tr("Search"), style="go"),
            self._wanted and button("past-find", tr("Show all"), style="quiet", wanted=""),
        ]

    def _deleted(self, *, may_write: bool) -> Node:
        """What was taken off the list, to be brought back."""
        cards = [card for card in self._table.archive.deleted() if card.length or card.fault]
        lines = [_deleted_line(card) for card in cards[: self._shown] if may_write]
        return [
            h.h1[tr("Deleted games")],
            lines or h.p(".said")[sentences.say("games", "no_deleted")],
            h.div(".row")[self._older(cards), button("past-deleted", tr("All games"), style="go")],
        ]

    def _line(self, card: MatchCard, *, may_write: bool) -> Node:
        playing = self._table.snapshot.match_id == card.match_id
        result = result_of(self._table, card)
        asked = may_write and self._asked == card.match_id
        return h.article({"class": "past here" if card.match_id == self._here else "past"})[
            h.div[
                h.h2[title_of(card.game)],
                h.p(".said")[f"{when(card.created)}, {steps(card.length)}{state_of(result, playing=playing)}"],
                h.p[players_of(card, result)],
                result.fault and h.p(".said")[result.fault],
            ],
            h.div(".row")[self._really(card) if asked else _offers(card, result, playing=playing, may_write=may_write)],
        ]

    def _really(self, card: MatchCard) -> Node:
        """Asks once before a game is deleted."""
        pictures = self._table.archive.has_pictures(card.match_id)
        return [
            h.p[sentences.say("games", "delete")],
            pictures and h.p[tr("The pictures of its rolls are deleted for good.")],
            button("past-delete-sure", tr("Delete it"), style="bad", match=card.match_id),
            button("past-keep", tr("Keep it"), style="go"),
        ]


def _offers(card: MatchCard, result: RecordedResult, *, playing: bool, may_write: bool) -> Node:
    """What can be done with a game."""
    match, secret, fault = card.match_id, result.secret, bool(result.fault)
    idle, begun = may_write and not playing, card.length > 0
    # A game that is over is being played no more, also while it still lies on the table.
    if playing and not result.over and not fault:
        look: Node = button("go", tr("On the table") if result.left else tr("Being played"), style="quiet", to="/")
    else:
        look = begun and not secret and not fault and _replay_link(card)
    return [
        look,
        idle and not result.over and begun and button("past-go-on", tr("Go on with it"), style="go", match=match),
        idle and fault and button("past-aside", tr("Set it aside"), style="quiet", match=match),
        begun and result.over and not fault and _result_link(card),
        not secret and not fault and _save_link(card),
        idle and not fault and button("past-delete", tr("Delete"), style="quiet", match=match),
    ]


def _result_link(card: MatchCard) -> Node:
    return h.a(".btn.quiet", href=f"/games/{card.match_id}/result")[tr("Result")]


def _deleted_line(card: MatchCard) -> Node:
    return h.article(".past")[
        h.div[
            h.h2[title_of(card.game)],
            h.p(".said")[f"{when(card.created)}, {steps(card.length)}"],
            h.p[players_of(card, RecordedResult())],
        ],
        button("past-back", tr("Bring it back"), style="quiet", match=card.match_id),
    ]


def _bring_in() -> Node:
    field = h.input(type="file", data_upload="/games", accept=".jsonl,.zip,application/x-ndjson,application/zip")
    return h.label(".btn.quiet.upload")[tr("Bring a saved game in"), field]


def _replay_link(card: MatchCard) -> Node:
    return h.a(".btn", href=f"/games/{card.match_id}/replay?at=0")[tr("Watch again")]


def _save_link(card: MatchCard) -> Node:
    return h.a(".btn.quiet", href=f"/games/{card.match_id}.jsonl", download=True)[tr("Save as a file")]
