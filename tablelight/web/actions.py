"""What a tap does: each act of the page, told to the table or kept for this browser alone."""

import logging
from collections.abc import Callable, Mapping
from random import SystemRandom

from engine.core.errors import EngineError, Refused
from engine.core.events import Rename
from engine.core.match import Match
from engine.texts.language import tr
from tablelight.referee.inputs import (
    Accept,
    CallPlayers,
    Dismiss,
    EnterEvent,
    GoHome,
    IgnoreSwitches,
    LeaveBoard,
    Redo,
    TakeBack,
    TakeReading,
    TrustSwitches,
)
from tablelight.referee.reducer import Input
from tablelight.session import dealing
from tablelight.session.next_match import again, loser_begins
from tablelight.session.people import KnownPeople, People
from tablelight.session.record import RecordTrouble
from tablelight.session.seats import Seats
from tablelight.session.table import GameTable, stumbled
from tablelight.texts.sentences import say
from tablelight.web.components import players
from tablelight.web.components.desk import Selection
from tablelight.web.components.drawn_boards import Taps
from tablelight.web.components.voice_switch import level_named
from tablelight.web.dice_acts import DiceActs
from tablelight.web.games import desk_of, panels_of
from tablelight.web.scheme import SCHEMES
from tablelight.web.setup_acts import SetupActs
from tablelight.web.sight import PATTERNS
from tablelight.web.stale_taps import step_of
from tablelight.web.table_hands import TableHands
from tablelight.web.viewer import Shown, Viewer, viewer_of
from tablelight.web.views import card_table
from tablelight.web.views.looking import Looking
from tablelight.web.views.teach_dice import Teaching

log = logging.getLogger(__name__)

Args = Mapping[str, str]


class Acts:
    """The acts of one browser, which sits where its ``ticket`` says."""

    def __init__(
        self,
        table: GameTable,
        looking: Looking,
        hands: TableHands | None,
        teaching: Teaching | None = None,
        seats: Seats | None = None,
        ticket: str = "",
        people: People | None = None,
    ) -> None:
        self.table, self.looking, self._teaching = table, looking, teaching
        drawn = Taps(looking.hand, self.shown, self.play, self._refuse)
        dice = DiceActs(self, hands)
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
            "scheme": self._scheme,
            "voice": self._voice,
            "sounds": self._sounds,
            "sight": self._sight,
        }
        self._need_code: dict[str, Callable[[Args], None]] = {
            "take-seat": self._take_seat,
            "take-over": lambda a: self._sit(int(a["seat"]), from_other=True),
            "leave-seat": lambda a: self._seats.leave(self._ticket, int(a["seat"])),
            "look": lambda a: self._seats.look_from(self._ticket, int(a["seat"])),
            "again": self._again,
            "rename": self._rename,
            "go-home": lambda a: self.tell(GoHome(int(a["seat"]))),
            "set-aside": self._set_aside,
            "come-back": lambda a: self.table.come_back(),
            "score": lambda a: self.play(f"score {a['row']}"),
            "play": lambda a: self.play(a["event"]),
            "claim": lambda a: self.play(f"{int(a['seat']) + 1}: show = {int(a['claim'])}"),
            "deal-here": self._deal_here,
            "deal-real": self._deal_real,
            "undo": lambda a: self.tell(TakeBack()),
            "redo": lambda a: self.tell(Redo()),
            "pieces-take": lambda a: self.tell(TakeReading(int(a["index"]))),
            "pieces-ignore": lambda a: self.tell(IgnoreSwitches()),
            "pieces-leave": lambda a: self.tell(LeaveBoard()),
            "pieces-trust": lambda a: self.tell(TrustSwitches()),
            "accept": lambda a: self.tell(Accept(a.get("way", ""))),
            "dismiss": lambda a: self.tell(Dismiss()),
            **SetupActs(self, people.known if people is not None else KnownPeople).acts,
            **drawn.acts,
            **dice.acts,
        }

    def act(self, name: str, args: Args) -> None:
        """Do an act. Unknown ones, ones with wrong arguments and ones without the code change nothing."""
        self.looking.said = self.looking.refused = self.looking.refused_about = ""
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
        except Exception as error:  # the game of another package may raise anything
            self.looking.refused = stumbled(self.match().game.title, error)
        self.looking.tell(step_of(self.table.snapshot))

    # ---- this browser alone

    def find_eyes(self) -> None:
        """Find out through whose eyes this browser looks now."""
        now = self.table.snapshot
        match = now.referee.match if now.referee is not None else None
        self.looking.turn_to(now.match_id)
        self.looking.follow(step_of(now))
        self._seats.follow(now.match_id, match.seats if match is not None else ())
        try:
            self.looking.viewer = viewer_of(match, self._seats, self._ticket, may_write=self.looking.may_write)
        except Exception:  # a game that cannot say who is next shows nobody's hand
            self.looking.viewer = Viewer(may_write=self.looking.may_write)

    def _overlay(self, args: Args) -> None:
        self.looking.overlay, self.looking.index = args["name"], 0
        self.looking.why, self.looking.why_of = args.get("topic", "")[:80], args.get("game", "")[:80]

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

    def _refuse(self, why: str, about: str = "") -> None:
        self.looking.refused, self.looking.refused_about = why, about

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
        shown = self.shown()
        desk = desk_of(shown.game.name)
        if desk is None:
            return
        self.looking.picked = card_table.tap(shown, self.looking.picked, args["card"])
        event = desk.instant(Selection(self.looking.picked))
        if event and shown.acts_here:
            self.looking.picked = ()
            self.play(event)

    def _pad(self, args: Args) -> None:
        self.looking.pad = args["hue"]

    def _scheme(self, args: Args) -> None:
        """Light, dark, or as the device: the browser has done so already, and the menu says it."""
        self.looking.scheme = args["scheme"] if args["scheme"] in SCHEMES else ""

    def _voice(self, args: Args) -> None:
        self.looking.voice = level_named(args["level"])

    def _sounds(self, args: Args) -> None:
        self.looking.sounds = args["on"] == "on"

    def _sight(self, args: Args) -> None:
        """Patterns for hues, or none: the browser has done so already, and the menu says it."""
        self.looking.sight = PATTERNS if args["sight"] == PATTERNS else ""

    # ---- dealing

    def _deal_here(self, args: Args) -> None:
        fact = dealing.next_fact(self.match(), self._random)
        if fact is not None:
            self.tell(EnterEvent(fact))
            self._go_on()

    def _deal_real(self, args: Args) -> None:
        fact = dealing.real_cards(self.match())
        if fact is not None:
            self.tell(EnterEvent(fact))

    def _go_on(self) -> None:
        """Deal what needs nobody's word; each is written down before anybody sees it."""
        while dealing.follows_by_itself(self.match()):
            before, fact = len(self.match().log), dealing.next_fact(self.match(), self._random)
            if fact is None:
                return
            self.tell(EnterEvent(fact))
            if len(self.match().log) == before:
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
            self.looking.said = tr("That seat could not be taken. Reload the page and try once more.")

    # ---- the game

    def tell(self, said: Input) -> None:
        """Say something to the referee; what was open or picked for it is put away."""
        self.looking.overlay, self.looking.spot, self.looking.picked = "", "", ()
        self.looking.taken.clear()
        self.table.tell(said)

    def play(self, text: str) -> None:
        """Enter an event's text, or be told why it cannot be."""
        if not text.strip():
            return
        shown = self.shown()
        try:
            why = shown.why_not(text)
        except Exception as error:  # the game of another package may raise anything
            why = stumbled(shown.game.title, error)
        if why:
            self._refuse(why, shown.refused_about(text))
        else:
            self.looking.said = shown.note(text)
            self.tell(EnterEvent(text))
            self._go_on()

    def match(self) -> Match:
        """The game that is played; ValueError while there is none."""
        referee = self.table.snapshot.referee
        if referee is None:
            raise ValueError("no game")
        return referee.match

    def dice_game(self) -> Match:
        """The match, where dice are rolled in a tray and taken up again."""
        match = self.match()
        if panels_of(match.game.name).rerolls is None:
            raise ValueError("no dice to take up")
        return match

    def shown(self) -> Shown:
        """The game through this browser's eyes."""
        return Shown(self.match(), self.looking.viewer)

    def _rename(self, args: Args) -> None:
        """Call the players otherwise; what cannot be is said where it was typed."""
        names = tuple(args[f"name{n}"].strip() for n in range(len(self.match().seats)))
        alike = players.too_alike(names)
        if alike:
            self.looking.said, self.looking.names = alike, names
            return
        try:
            self.match().fork().add(Rename(names))
        except Refused as refused:
            self.looking.said, self.looking.names = self.shown().explain(refused.verdict), names
        else:
            self.tell(CallPlayers(names))

    def _again(self, args: Args) -> None:
        """The same game with the same people, once this one is over; with ``first`` whoever came last begins."""
        match = self.match()
        if match.game.awaiting(match.state).ask == "GAME_OVER":
            try:
                self.table.new_match(loser_begins(match) if args.get("first") else again(match))
            except (EngineError, RecordTrouble) as trouble:
                self.looking.said = str(trouble)
            self.looking.overlay, self.looking.at = "", None
