"""What a tap does: each act of the page, told to the table or kept for this browser alone."""

import logging
from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any, Literal, Protocol

from engine.components.hues import Hue
from engine.core.errors import EngineError, Refused
from engine.core.events import Event, Rename
from engine.core.match import Match
from engine.core.registry import find
from engine.core.verdict import Dice
from engine.inference.observation import Seen
from tablelight.referee.inputs import (
    Accept,
    AnotherDie,
    CallPlayers,
    CorrectDie,
    CorrectEntry,
    CorrectPips,
    Dismiss,
    EnterEvent,
    GoHome,
    IgnoreSwitches,
    Input,
    LeaveBoard,
    NameDie,
    NoDie,
    Redo,
    TakeBack,
    TakeReading,
    TrustSwitches,
)
from tablelight.session import dealing
from tablelight.session.record import RecordTrouble
from tablelight.session.seats import Seats
from tablelight.session.table import GameTable
from tablelight.texts.sentences import say
from tablelight.web.components import players
from tablelight.web.components.desk import Picked
from tablelight.web.components.dice import dice_of
from tablelight.web.components.drawn_boards import Taps
from tablelight.web.games.desks import DESKS
from tablelight.web.stale_taps import step_of
from tablelight.web.viewer import Shown, viewer_of
from tablelight.web.views import card_table
from tablelight.web.views.new_game import OFFERED, in_words, wrong_fields
from tablelight.web.views.table import Looking, wanted_kinds
from tablelight.web.views.teach_dice import Teaching

log = logging.getLogger(__name__)

Args = Mapping[str, str]

MOST_LETTERS = 24
"""Of a player's name, as the form says."""


class Hands(Protocol):
    """The simulated table's hands."""

    def roll(self, dice: list[tuple[str, Hue]] | None = None) -> None: ...

    def lamp(self, name: str) -> None: ...

    def fault(self, name: str) -> None: ...


class Acts:
    """The acts of one browser, which sits where its ``ticket`` says."""

    def __init__(
        self,
        table: GameTable,
        looking: Looking,
        hands: Hands | None,
        teaching: Teaching | None = None,
        seats: Seats | None = None,
        ticket: str = "",
    ) -> None:
        self.table, self.looking, self._hands, self._teaching = table, looking, hands, teaching
        drawn = Taps(looking.hand, self._shown, self._play, self._refuse)
        self._seats, self._ticket = seats or Seats(), ticket
        self._random = SystemRandom()
        self._open_to_all: dict[str, Callable[[Args], None]] = {
            "overlay": self._overlay,
            "close": self._close,
            "wrong-code": self._wrong_code,
            "at": self._at,
            "now": self._now,
            "spot": self._spot,
            "pick": self._pick,
            "pad": self._pad,
        }
        self._need_code: dict[str, Callable[[Args], None]] = {
            "choose-game": self._choose_game,
            "new-game": self._new_game,
            "take-seat": self._take_seat,
            "take-over": lambda a: self._sit(int(a["seat"]), from_other=True),
            "leave-seat": lambda a: self._seats.leave(self._ticket, int(a["seat"])),
            "look": lambda a: self._seats.look(self._ticket, int(a["seat"])),
            "again": self._again,
            "rename": self._rename,
            "go-home": lambda a: self._tell(GoHome(int(a["seat"]))),
            "set-aside": self._set_aside,
            "come-back": lambda a: self.table.come_back(),
            "score": lambda a: self._play(f"score {a['row']}"),
            "play": lambda a: self._play(a["event"]),
            "claim": lambda a: self._play(f"{int(a['seat']) + 1}: show = {int(a['claim'])}"),
            "deal-here": self._deal_here,
            "deal-real": self._deal_real,
            "undo": lambda a: self._tell(TakeBack()),
            "redo": lambda a: self._tell(Redo()),
            "pieces-take": lambda a: self._tell(TakeReading(int(a["index"]))),
            "pieces-ignore": lambda a: self._tell(IgnoreSwitches()),
            "pieces-leave": lambda a: self._tell(LeaveBoard()),
            "pieces-trust": lambda a: self._tell(TrustSwitches()),
            "accept": lambda a: self._tell(Accept(a.get("way", ""))),
            "dismiss": lambda a: self._tell(Dismiss()),
            "die": self._die,
            "take": self._take,
            "reroll": self._reroll,
            "correct": lambda a: self._tell(CorrectDie(a["kind"], Hue[a["was"]], Hue[a["hue"]])),
            "correct-pips": lambda a: self._tell(CorrectPips(int(a["number"]))),
            "doubt-die": self._doubt_die,
            "name": lambda a: self._tell(NameDie(int(a["index"]), Hue[a["hue"]], _kind(a))),
            "no-die": lambda a: self._tell(NoDie(int(a["index"]))),
            "another": lambda a: self._tell(AnotherDie(_kind(a) or "d6", Hue[a["hue"]])),
            "type": self._type,
            "typed": self._typed,
            "typed-back": self._typed_back,
            "typed-done": self._typed_done,
            "hand-roll": self._hand_roll,
            **drawn.acts,
            "hand-lamp": lambda a: self._hands.lamp(a["name"]) if self._hands else None,
            "hand-fault": lambda a: self._hands.fault(a["name"]) if self._hands else None,
        }

    def act(self, name: str, args: Args) -> None:
        """Do an act. Unknown ones, ones with wrong arguments and ones without the code change nothing."""
        self.looking.said = self.looking.refused = ""
        self.find_eyes()
        handle = self._open_to_all.get(name)
        if handle is None:
            handle = self._need_code.get(name)
            if handle is not None and not self.looking.may_write:
                self.looking.overlay = "code"
                return
        try:
            if handle is not None:
                handle(args)
            if self._teaching is not None and self.looking.may_write:
                self._teaching.act(name, args)
        except (KeyError, ValueError, IndexError, TypeError):
            log.warning("the page sent %s with %s, which cannot be used", name, dict(args))
        self.looking.tell(step_of(self.table.snapshot))

    # ---- this browser alone

    def find_eyes(self) -> None:
        """Find out through whose eyes this browser looks now."""
        now = self.table.snapshot
        match = now.referee.match if now.referee is not None else None
        self.looking.turn_to(now.match_id)
        self.looking.follow(step_of(now))
        self._seats.follow(now.match_id, match.seats if match is not None else ())
        self.looking.viewer = viewer_of(match, self._seats, self._ticket, may_write=self.looking.may_write)

    def _overlay(self, args: Args) -> None:
        self.looking.overlay, self.looking.index = args["name"], 0

    def _close(self, args: Args) -> None:
        self.looking.overlay, self.looking.typed = "", []

    def _wrong_code(self, args: Args) -> None:
        self.looking.said, self.looking.overlay = say("code", "too_often" if "wait" in args else "wrong"), "code"

    def _set_aside(self, args: Args) -> None:
        """Take the last game, which cannot go on, off the list."""
        try:
            self.table.archive.set_aside(args["match"])
        except RecordTrouble as trouble:
            self.looking.refused = str(trouble)
        else:
            self.looking.said = say("games", "aside")

    def _refuse(self, why: str) -> None:
        self.looking.refused = why

    def _at(self, args: Args) -> None:
        referee = self.table.snapshot.referee
        if referee is not None:
            self.looking.at = min(max(int(args["at"]), 0), len(referee.match.log))
            self.looking.overlay = ""

    def _now(self, args: Args) -> None:
        self.looking.at = None

    def _spot(self, args: Args) -> None:
        self.looking.spot = "" if self.looking.spot == args["at"] else args["at"]

    def _pick(self, args: Args) -> None:
        """Tap a card or a place; in games where two taps are a move, the second one plays it."""
        shown = self._shown()
        if shown.game.name not in DESKS:
            return
        self.looking.picked = card_table.tap(shown, self.looking.picked, args["card"])
        event = DESKS[shown.game.name].instant(Picked(self.looking.picked))
        if event and shown.acts_here:
            self.looking.picked = ()
            self._play(event)

    def _pad(self, args: Args) -> None:
        self.looking.pad = args["hue"]

    # ---- dealing

    def _deal_here(self, args: Args) -> None:
        fact = dealing.next_fact(self._match(), self._random)
        if fact is not None:
            self._tell(EnterEvent(fact))
            self._go_on()

    def _deal_real(self, args: Args) -> None:
        fact = dealing.real_cards(self._match())
        if fact is not None:
            self._tell(EnterEvent(fact))

    def _go_on(self) -> None:
        """Deal what needs nobody's word; each is written down before anybody sees it."""
        while dealing.follows_by_itself(self._match()):
            before, fact = len(self._match().log), dealing.next_fact(self._match(), self._random)
            if fact is None:
                return
            self._tell(EnterEvent(fact))
            if len(self._match().log) == before:
                return

    # ---- seats

    def _take_seat(self, args: Args) -> None:
        seat = int(args["seat"])
        if seat in self.looking.viewer.others:
            # Another phone plays there: ask once more before its cards are gone.
            self.looking.overlay, self.looking.index = "seats", seat + 1
        else:
            self._sit(seat)

    def _sit(self, seat: int, *, from_other: bool = False) -> None:
        if self._seats.take(self._ticket, seat, from_other=from_other):
            self.looking.index, self.looking.spot = 0, ""
            self.looking.overlay = ""
        else:
            self.looking.said = "That seat could not be taken. Reload the page and try once more."

    # ---- the game

    def _tell(self, said: Input) -> None:
        self.looking.overlay, self.looking.spot, self.looking.picked = "", "", ()
        self.looking.taken.clear()
        self.table.tell(said)

    def _play(self, text: str) -> None:
        if not text.strip():
            return
        why = self._shown().why_not(text)
        if why:
            self.looking.refused = why
        else:
            self.looking.said = self._shown().note(text)
            self._tell(EnterEvent(text))
            self._go_on()

    def _match(self) -> Match:
        referee = self.table.snapshot.referee
        if referee is None:
            raise ValueError("no game")
        return referee.match

    def _dice_game(self) -> Match:
        """The match, where dice are rolled in a tray and taken up again."""
        match = self._match()
        if match.game.name != "roll_and_color":
            raise ValueError("no dice to take up")
        return match

    def _shown(self) -> Shown:
        return Shown(self._match(), self.looking.viewer)

    def _choose_game(self, args: Args) -> None:
        self.looking.game = args["game"] if args["game"] in OFFERED else self.looking.game
        self.looking.names, self.looking.given = _names(args), {}

    def _new_game(self, args: Args) -> None:
        game = find(args["game"] if args["game"] in OFFERED else OFFERED[0])
        self.looking.names, self.looking.given = _names(args), dict(args)
        self.looking.said = wrong_fields(game.name, self.looking.names, args)
        if self.looking.said:
            return
        most = game.seats[1] or 2
        names = list(filter(None, self.looking.names)) or [
            f"Player {n + 1}" for n in range(min(max(game.seats[0], 2), most))
        ]
        try:
            match = Match.new(game.name, names, args.get("edition"), _options(game.option_docs(), args))
            self.table.new_match(match)
        except (EngineError, RecordTrouble) as trouble:
            self.looking.said = in_words(game.name, str(trouble))
            return
        self.looking.overlay, self.looking.at, self.looking.given = "", None, {}
        self.looking.taken.clear()

    def _rename(self, args: Args) -> None:
        """Call the players otherwise; what cannot be is said where it was typed."""
        names = tuple(args[f"name{n}"].strip() for n in range(len(self._match().seats)))
        alike = players.too_alike(names)
        if alike:
            self.looking.said, self.looking.names = alike, names
            return
        try:
            self._match().fork().add(Rename(names))
        except Refused as refused:
            self.looking.said, self.looking.names = self._shown().explain(refused.verdict), names
        else:
            self._tell(CallPlayers(names))

    def _again(self, args: Args) -> None:
        """The same game with the same people, once this one is over."""
        match = self._match()
        if match.game.awaiting(match.state).ask == "GAME_OVER":
            try:
                self.table.new_match(Match(match.agreed, match.seats))
            except RecordTrouble as trouble:
                self.looking.said = str(trouble)
            self.looking.overlay, self.looking.at = "", None

    # ---- dice

    def _die(self, args: Args) -> None:
        self.looking.overlay, self.looking.index = "palette", int(args["index"])

    def _doubt_die(self, args: Args) -> None:
        self.looking.overlay, self.looking.index = "doubt-die", int(args["index"])

    def _take(self, args: Args) -> None:
        self.looking.taken ^= {int(args["index"])}

    def _reroll(self, args: Args) -> None:
        dice = dice_of(self._dice_game().state)
        taken = [dice[n] for n in sorted(self.looking.taken) if n < len(dice)]
        sides = [" ".join(hue.name for kind, hue in taken if kind == wanted) for wanted in ("d6", "d12")]
        before = len(self._match().log)
        self._play(f"reroll {sides[0]} / {sides[1]}")
        if self._hands is not None and len(self._match().log) > before:
            self._hands.roll(taken)

    def _type(self, args: Args) -> None:
        self.looking.overlay, self.looking.typed = "typed", []

    def _typed(self, args: Args) -> None:
        if len(self.looking.typed) < len(wanted_kinds(self._shown())):
            self.looking.typed.append(Hue[args["hue"]])

    def _typed_back(self, args: Args) -> None:
        self.looking.typed = self.looking.typed[:-1]

    def _typed_done(self, args: Args) -> None:
        """The typed roll counts as the next one; where none is awaited, the last roll was really this."""
        match, typed = self._match(), list(zip(wanted_kinds(self._shown()), self.looking.typed, strict=True))
        need = match.game.awaiting(match.state).need
        kept = (need.kept_d6, need.kept_d12) if isinstance(need, Dice) else ((), ())
        d6 = (*kept[0], *(hue for kind, hue in typed if kind == "d6"))
        d12 = (*kept[1], *(hue for kind, hue in typed if kind == "d12"))
        fact = match.game.fact_of(Seen(d6, d12, source="hand"))
        self.looking.typed = []
        if fact is not None:
            self._tell(EnterEvent(str(fact)) if isinstance(need, Dice) else _correction(match, fact))

    def _hand_roll(self, args: Args) -> None:
        match = self._dice_game()
        need = match.game.awaiting(match.state).need
        if self._hands is not None and isinstance(need, Dice):
            state: Any = match.state
            taken = [("d6", hue) for hue in state.taken_d6] + [("d12", hue) for hue in state.taken_d12]
            self._hands.roll(taken or None)


def _names(args: Args) -> tuple[str, ...]:
    """The names typed into the form, gaps left empty."""
    return tuple(args.get(f"name{n}", "").strip()[:MOST_LETTERS] for n in range(99) if f"name{n}" in args)


def _kind(args: Args) -> Literal["d6", "d12"] | None:
    """The kind of die that was named; None where none was."""
    kinds: dict[str, Literal["d6", "d12"]] = {"d6": "d6", "d12": "d12"}
    return kinds[args["kind"]] if "kind" in args else None


def _correction(match: Match, fact: Event) -> Input:
    index = max(index for index, event in match.events if isinstance(event, type(fact)))
    return CorrectEntry(index, str(fact))


def _options(docs: Mapping[str, Any], args: Args) -> dict[str, Any]:
    """The chosen options in their own types. A checkbox that is not ticked sends nothing."""
    chosen: dict[str, Any] = {}
    for name, doc in docs.items():
        given = args.get(f"option-{name}")
        if doc["values"] == [True, False]:
            chosen[name] = given is not None
        elif isinstance(doc["default"], int) and given is not None:
            chosen[name] = int(given)
        elif given is not None:
            chosen[name] = (
                next((v for v in doc["values"] if str(v) == given), given) if isinstance(doc["values"], list) else given
            )
    return chosen
