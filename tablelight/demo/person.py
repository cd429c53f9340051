"""Somebody who plays a whole game at a simulated table, and knows what is really so.

What happens is decided by a simple random player and done with hands; the service learns of it by its camera and its
wires alone. What it asks is answered truthfully. What no sensor could tell is typed in, as a person would, and counted.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import takewhile
from random import Random
from typing import Any

from engine.components.cards import hidden
from engine.core.errors import EngineError
from engine.core.events import Entry, Event, Fact
from engine.core.match import Match
from engine.core.registry import random_player_of
from engine.core.verdict import Dice
from tablelight.bench.players import table_of
from tablelight.demo.card_hands import CardHands, awaited_fact, named, shows_later
from tablelight.demo.hands import Hands
from tablelight.demo.mishaps import MISHAPS
from tablelight.demo.physical_table import PhysicalTable
from tablelight.demo.prompts import prompts
from tablelight.demo.scene import Scene
from tablelight.referee.answers import open_hypotheses
from tablelight.referee.card_evidence import what_follows
from tablelight.referee.card_fields import fields_of
from tablelight.referee.exchanges import may_have_been
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.inputs import Accept, EnterEvent, NameDie, TakeBack, TakeReading
from tablelight.referee.other_ways import other_ways
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.referee.state import RefereeState
from tablelight.session.sensors import LOST_S, QUIET_S
from tablelight.web.components import switches

_HANDED_OVER = ("GIVE", "GIVE_BACK", "PICK")
"""Cards that go from hand to hand, which nobody at a table sees."""
_AUDITED = ("debts", "remarks", "findings")
MOST_ANSWERS = 12
"""Answers to one question, die by die, before it is typed in instead. Chosen by hand."""


class CannotGoOn(Exception):
    """The table and the truth could not be brought together again; the sentence says where."""


class SimulatedPerson:
    """Plays one match. ``truth``: what is really so; ``asked``: questions that were answered, by their reason, and
    ``shown``: all that the table put to its people, also those that playing on answered; ``silent``: events that
    counted and were not; ``bungled``: what went wrong, by its name, and ``unnoticed`` to which the table said
    nothing."""

    def __init__(self, table: PhysicalTable, truth: Match, random: Random) -> None:
        self.bungled: Counter[str] = Counter()
        self.unnoticed: list[str] = []
        self.table, self.truth, self._random = table, truth, random
        self.asked: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()
        self._showing: Any = None
        self.silent: list[str] = []
        self.typed: Counter[str] = Counter()
        self._hands = Hands(table)
        self._card_hands = CardHands(table)
        self._untold: list[Event] = []
        self._agreed, self._agreed_on = len(table.referee.match.events), len(truth.events)
        player = random_player_of(truth.game.name)
        self._choose, self._shown = player.purposeful or player.choose, table_of(truth.game.name)

    # ---- playing

    def play_game(self, most_events: int, mishaps_every: int = 0) -> None:
        """Play until the game is over, or so many events have happened. ``mishaps_every``: events from one thing that
        goes wrong to the next; 0: all goes well."""
        self._hands.set_up(self.truth)
        self.table.settle()
        while not self.truth.over and len(self.truth.log) < most_events:
            due = mishaps_every and len(self.truth.log) % mishaps_every == mishaps_every - 1
            if due and "reader" not in self.table.table.snapshot.troubles:  # which stays until the next card counts
                self.bungle(self._rarest())
            else:
                self.play_event()

    def _rarest(self) -> str:
        """Of what can go wrong now, what did so least often."""
        scene = Scene(self.table, self.truth, self._random)
        fit = [name for name, mishap in MISHAPS.items() if mishap.fits(scene)]
        return min(fit, key=lambda name: self.bungled[name])

    def bungle(self, name: str) -> None:
        """Let something go wrong, see whether the table says anything, and put it right."""
        before = self.truth
        said = prompts(self.table)
        outcome = MISHAPS[name].happen(Scene(self.table, before, self._random))
        self.bungled[name] += 1
        if outcome is not None:
            if outcome.asks and not set(prompts(self.table)) - set(said):
                self.unnoticed.append(f"{name} after {before.log[-1] if before.log else 'nothing'}")
            if outcome.right is not None:
                outcome.right()
                self.table.settle()
            event = outcome.event()
            if event is not None:
                self.truth = with_entries(before, [event])
                self._agree([*self._untold, event, *self._what_follows(before)])
                self._agreed_again()
                return
            if not self.in_step() and not self._answered():
                self._take_back_what_is_wrong()
        self.play_event()  # else the same place in the log would come again

    def play_event(self) -> None:
        """Let one thing happen, and see to it that the table knows."""
        before = self.truth
        event = self._hands.throw(before)
        thrown = event is not None
        if event is None:
            event = self._next(before)
            event = named(event, before) if self.table.lays_cards else event
        self.truth = with_entries(before, [event])
        tells_later = (self._shows_only_with_the_dice, self._shows_with_the_next_card, self._ends_unseen)
        if not thrown and any(tells(event, before) for tells in tells_later):
            self._untold.append(event)  # whoever throws dice again, plays after a Go or draws a pyramid, just does
            return
        may_have_been_exchanged = bool(may_have_been(self.table.referee.pieces))
        if thrown or self._do(event, before):
            if may_have_been_exchanged:
                self.table.settle()  # what was asked before is no answer to this
            else:
                self.table.wait_until(self._answers)
        elif may_have_been_exchanged and self._untold and not isinstance(event, Fact):
            self._type(event)
        self._notice()
        if self._shows_with_what_follows():
            self._untold.append(event)
            return
        events = [*self._untold, event, *self._what_follows(before)]
        self._agree(events)
        self._agreed_again()

    def _what_follows(self, before: Match) -> list[Event]:
        """With cards on a mat: what happens by itself now and shows nothing; and the hands lay open what the table asks
        them for."""
        if not self.table.lays_cards:
            return []
        followed: list[Event] = []
        while what_follows(self.truth) or self.truth.game.awaiting(self.truth.state).ask in _HANDED_OVER:
            followed.append(self._next(self.truth))
            self.truth = with_entries(self.truth, followed[-1:])
        for _ in range(MOST_ANSWERS):
            told = self.table.referee.match
            if not self._card_hands.lay_what_is_awaited(told, before, self.truth):
                break
            if self.table.referee.match is told:
                break
        return followed

    def _do(self, event: Event, before: Match) -> bool:
        """Do it with whatever it is done with; whether anything at this table can feel that."""
        hands = self._hands
        return (
            (self.table.lays_cards and self._card_hands.do(event, before, self.truth))
            or hands.carry(event, before, self.truth)
            or hands.press_done(event, before)
            or hands.lay_tagged(event, before)
        )

    def _answers(self) -> bool:
        """Whether the table has said what it makes of it."""
        referee = self.table.referee
        return self._right() or referee.doubt is not None or bool(referee.pieces.explanations)

    def _next(self, truth: Match) -> Event:
        game, state = truth.game, truth.state
        shown = self._shown(game, state, self._random) if game.awaiting(state).actor == "table" else None
        return shown or self._choose(game, state, self._random)

    def _shows_only_with_the_dice(self, _event: Event, before: Match) -> bool:
        """Whether a move says no more than which dice are thrown again, so that the dice themselves tell of it."""
        if self.table.dice is None or before.game.on_table(before.state) is None:
            return False
        need = self.truth.game.awaiting(self.truth.state).need
        return isinstance(need, Dice) and bool(need.kept_d6 or need.kept_d12)  # else a turn is over, which is said

    def _ends_unseen(self, event: Event, before: Match) -> bool:
        """Whether a turn is over at a table that sees pyramids: what the next player does tells so."""
        if not (stand_on_sheet(before.game) and self.table.shows_pieces) or self.truth.over:
            return False
        buttons = () if self.table.board is None else self.table.plan.switches.values()
        return "button:done" not in buttons and event.kind == "done"

    def _shows_with_what_follows(self) -> bool:
        """Whether the table knows of the one move that may have exchanged a piece, and what is done next tells it."""
        referee = self.table.referee
        ways = may_have_been(referee.pieces)
        return not self.truth.over and len(ways) == 1 and self._leads_there(referee.match, ways[0])

    def _shows_with_the_next_card(self, event: Event, before: Match) -> bool:
        """Whether the field on which the next card lies tells of this by itself."""
        fields = fields_of(before.game) if self.table.lays_cards else ()
        if fields and shows_later(event, before):
            return True
        return any(field.before and str(event) == field.before.format(seat=field.number) for field in fields)

    # ---- what the table makes of it

    def _agree(self, events: list[Event]) -> None:
        """Answer, and type, until the table has it as it is."""
        if self._right():
            return
        if self.table.referee.pieces.lifted:  # taken to be in a hand still: nobody lifts it once more, so it is asked
            self.table.wait(LOST_S + QUIET_S)
            if self._right():
                return
        self._notice()
        referee = self.table.referee
        if _asks(referee):
            told = self._is_told(referee)
            if not told:
                self.asked[_reason(referee)] += 1
            if self._answered():
                if told:
                    self.typed[events[-1].kind] += 1
                return
        if self._type_what_is_awaited():
            return
        for event in events[self._take_back_what_is_wrong() :]:
            if not self._right():
                self._type(event)
        if not self._right() and not self._type_what_is_awaited():
            raise CannotGoOn(f"after {events[-1]}: {self.table.referee.refused}")
        self.table.settle()

    def _agreed_again(self) -> None:
        """Table and truth agree once more."""
        self._untold = []
        self._agreed, self._agreed_on = len(self.table.referee.match.events), len(self.truth.events)

    def _notice(self) -> None:
        """Count what the table asks now, once for as long as it goes on asking."""
        referee = self.table.referee
        asks = _asks(referee) and not self._is_told(referee)
        asked = (_reason(referee), referee.pieces.why, referee.doubt, len(referee.match.log)) if asks else None
        if asked is not None and asked != self._showing:
            self.shown[asked[0]] += 1
        self._showing = asked

    def _type_what_is_awaited(self) -> bool:
        """Type what the table asks to be laid open and could not read there; whether that is all it lacked."""
        before = self.truth.at(len(self.truth.log) - 1)
        for _ in range(MOST_ANSWERS):
            told = self.table.referee.match
            fact = awaited_fact(told, before, self.truth) if self.table.lays_cards else None
            if fact is None or not told.game.judge(told.state, fact).ok:
                break
            self._type(fact)
        return self._right()

    def _is_told(self, referee: RefereeState) -> bool:
        """Whether no sensor here could know what is asked, so that answering is telling, as a roll is typed in: which
        tile it was that a switch felt."""
        return _reason(referee) == "WHICH_TILE" and not self.table.shows_pieces

    def in_step(self) -> bool:
        """Whether the table knows how things are, but for what only the next throw will show it."""
        return bool(self._untold) or self._right()

    def _right(self) -> bool:
        """Whether the table has it as it is, or has a move that looks the same and keeps the true one open."""
        return self._is_true(self.table.referee.match) or self._keeps_the_truth_open()

    def _is_true(self, match: Match) -> bool:
        return _public(match) == _public(self.truth)

    def _keeps_the_truth_open(self) -> bool:
        referee = self.table.referee
        ways = other_ways(referee.match, referee.pieces.read_at)
        return any(self._leads_there(referee.match, way) for way in ways)

    def _answered(self) -> bool:
        for _ in range(MOST_ANSWERS):
            answer = self._answer()
            if answer is None:
                return False
            self.table.table.tell(answer)
            if self._right():
                return True
        return False

    def _answer(self) -> NameDie | Accept | TakeReading | None:
        """The true answer to what is asked; None where nothing that is offered is true."""
        referee = self.table.referee
        for number, events in enumerate(referee.pieces.explanations):
            if self._leads_there(referee.match, events):
                return TakeReading(number)
        if referee.doubt is None:
            return None
        if not referee.doubt.named and self.table.dice is not None:
            return self._name_of_a_die()
        for entries in open_hypotheses(referee):
            if self._leads_there(referee.match, entries):
                return Accept("; ".join(map(str, entries)))
        return None

    def _leads_there(self, match: Match, entries: Sequence[Entry]) -> bool:
        try:
            return _public(with_entries(match, entries)) == _public(self.truth)
        except EngineError:  # somebody else's move, which only the truth rules out
            return False

    def _name_of_a_die(self) -> NameDie | None:
        doubt = self.table.referee.doubt
        assert doubt is not None and self.table.dice is not None
        there = [die for die in self.table.dice.truth(self.table.now).dice.values() if die.top is not None]
        for number, die in enumerate(doubt.dice):
            if die.status != "ok" and there:
                x, y = die.mat_xy_mm
                real = min(there, key=lambda each: (each.x - x) ** 2 + (each.y - y) ** 2)
                assert real.top is not None
                return NameDie(number, real.top, "d6" if real.kind == "d6" else "d12")
        return None

    def _take_back_what_is_wrong(self) -> int:
        """Undo what has counted since table and truth agreed, and is not true: what must never happen, so it is
        kept. How many events have counted and are."""
        told = [event for _, event in self.table.referee.match.events[self._agreed :]]
        happened = [event for _, event in self.truth.events[self._agreed_on :]]
        pairs = zip(map(_told, told), map(_told, happened), strict=False)
        true = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for event in told[true:]:
            self.silent.append(str(event))
            self.table.table.tell(TakeBack())
        return true

    def _type(self, event: Event) -> None:
        # Nobody at a table of cards can type what nobody saw.
        text = str(event.visible_to(None) if self.table.lays_cards and isinstance(event, Fact) else event)
        before = self.table.referee.match
        self.table.table.tell(EnterEvent(text))
        if len(self.table.referee.match.log) == len(before.log):
            raise CannotGoOn(f"'{text}' was refused: {self.table.referee.refused}")
        self.typed[event.kind] += 1


def _told(event: Event) -> str:
    """An event as everybody may know it, whoever saw it."""
    seen = event.visible_to(None)
    return seen.words() if isinstance(seen, Fact) else str(seen)


def _asks(referee: RefereeState) -> bool:
    """Whether a question stands on the page."""
    return referee.doubt is not None or bool(referee.pieces.explanations and switches.sentence(referee))


def _reason(referee: RefereeState) -> str:
    why = referee.doubt.why if referee.doubt is not None else referee.pieces.why
    return why.reason if why is not None else ""


def _public(match: Match) -> Any:
    """How a match stands as everybody may know it; without what only somebody who knows all hands can object to."""
    seen = match.game.view(match.state, None)
    if isinstance(seen, tuple):  # Spectrum's states are named tuples, and have no such thing
        return seen
    known = {field.name: () for field in fields(seen) if field.name in _AUDITED}
    if isinstance(getattr(seen, "board", None), tuple):
        known["board"] = tuple(sorted(seen.board, key=str))  # open cards beside each other have no order
    if waste := getattr(seen, "waste", ()):  # of which only the top is in sight
        known["waste"] = (*hidden(waste[:-1]), waste[-1])
    return replace(seen, **known) if known else seen
