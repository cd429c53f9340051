"""The face every game shows: one stateless object built from its rules, working on immutable states."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from engine.components.hues import Hue
from engine.components.lights import SEAT_HUES, Picture, Spot
from engine.core.agreement import NOTHING_AGREED, Agreement
from engine.core.errors import BadRules, NotUnderstood, Refused
from engine.core.events import Event, Move, Seat, split_text
from engine.core.language import Deferred
from engine.core.serialization import from_json, to_json
from engine.core.verdict import Awaiting, Verdict, no, with_details
from engine.inference.observation import Explanation, Inference, Observation, which_explanation

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
Checked = Literal["NOW", "LATER", "NEVER"]
"""When a rule can be checked: on public facts, once cards have become public, or never (honour; F.0.1)."""


def option(default: Any, doc: str, *, code: str = "", asked: bool = False) -> Any:
    """A table's choice: its default and one line that says what it changes. ``code`` names the ruling it switches.

    ``asked``: tables differ so much on it that everybody should be asked before the first game.
    """
    return field(default=default, metadata={"doc": doc, "code": code, "asked": asked})


@dataclass(frozen=True, slots=True)
class Rules(Generic[OptionsT]):
    """What a table agreed on before the first move."""

    seats: int
    edition: str
    options: OptionsT
    agreement: Agreement = NOTHING_AGREED


class Moves(Generic[StateT]):
    """All legal next moves, worked out as they are asked for: ``move in moves``, ``bool``, ``len``, iteration."""

    __slots__ = ("_all", "_game", "_state")

    def __init__(self, game: "Game[StateT, Any]", state: StateT) -> None:
        self._game, self._state = game, state
        self._all: tuple[Move, ...] | None = None

    def find(self) -> Iterator[Move]:
        """The legal moves, worked out anew."""
        game, state = self._game, self._state
        return (move for move in game.pseudo_legal_moves(state) if game.judge(state, move).ok)

    def __iter__(self) -> Iterator[Move]:
        # ``list`` asks for the length before the first item: what was counted is not worked out twice.
        yield from self.find() if self._all is None else self._all

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._game.judge(self._state, move).ok

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        if self._all is None:
            self._all = tuple(self.find())
        return len(self._all)

    def __repr__(self) -> str:
        return f"<Moves {[str(m) for m in self]}>"


class ExactMoves(Moves[StateT]):
    """The legal moves where every pseudo-legal move is legal: listing them asks no judge. ``in`` still does."""

    __slots__ = ()

    def find(self) -> Iterator[Move]:
        """The pseudo-legal moves, which are the legal ones here."""
        return self._game.pseudo_legal_moves(self._state)


class Game(ABC, Generic[StateT, OptionsT]):
    """One game under one set of rules. Never rolls, prints, or reads a clock.

    A game gives: ``start``, ``awaiting``, ``pseudo_legal_moves``, ``judge`` (the one place of its rules), ``result``,
    ``scores``, ``lights``, ``parse_words``. The rest follows from them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[int, int | None]]
    """Fewest and most players; None: any number."""
    editions: ClassVar[tuple[str, ...]] = ("A",)
    options_type: ClassVar[type]
    state_type: ClassVar[type]
    event_types: ClassVar[tuple[type[Event], ...]]
    checks: ClassVar[Mapping[str, Checked]] = {}
    """What the referee watches, and when he can judge it (F.1)."""
    rolls_pips: ClassVar[bool] = False
    """Whether its dice have dots, one to six, and no colours."""
    highest_wins: ClassVar[bool] = True
    """Whether more points are better; False where points are what cards left in hand cost."""
    board: ClassVar[str] = "spectrum"
    """The board map whose spots ``lights`` names."""
    seat_hues: ClassVar[tuple[Hue, ...]] = SEAT_HUES
    """In which hue the board shows what is each seat's."""

    def __init__(self, rules: Rules[OptionsT]) -> None:
        self.rules = rules
        self.options = rules.options

    # ---- what a game must give

    @abstractmethod
    def start(self) -> StateT:
        """The position before anything happened."""

    @abstractmethod
    def awaiting(self, state: StateT) -> Awaiting:
        """Who or what is next."""

    @abstractmethod
    def pseudo_legal_moves(self, state: StateT) -> Iterator[Move]:
        """The pseudo-legal moves: every legal move is among them, and ``judge`` sifts them. Cheap to work out."""

    @abstractmethod
    def judge(self, state: StateT, event: Event) -> Verdict:
        """Whether the event is legal now, and why not. Never raises for any event of this game's types."""

    @abstractmethod
    def result(self, state: StateT, event: Event) -> StateT:
        """The state after an event that ``judge`` called ok."""

    @abstractmethod
    def scores(self, state: StateT) -> Mapping[Seat, float]:
        """What each seat has scored so far; some games split points and count halves."""

    @abstractmethod
    def winners(self, state: StateT) -> tuple[Seat, ...]:
        """Who has won; empty while the game goes on; several when a win is shared."""

    @abstractmethod
    def lights(self, state: StateT) -> Picture:
        """What the board shows now."""

    @abstractmethod
    def parse_words(self, words: str, seat: Seat | None, source: str, state: StateT | None) -> Event:
        """The event that ``Event.words`` describes, tolerantly. ``seat`` None: whoever's turn it is in ``state``.

        Raises NotUnderstood that names what was understood and what was not.
        """

    # ---- what a house may agree on, where the game lets it

    def with_points(self, state: StateT, given: tuple[int, ...]) -> StateT | None:
        """The first position with points given before the game, one number for each seat; None where its winner is not
        found by counting points."""
        return None

    def still_in(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that still play; with everybody, all."""
        return tuple(range(self.rules.seats))

    def judge_leaving(self, state: StateT, seat: Seat) -> Verdict:
        """Whether the others can play on without this seat, which still plays."""
        return no("CANNOT_PLAY_ON", "", player=seat)

    def without(self, state: StateT, seat: Seat) -> StateT:
        """The position in which the others play on; ``judge_leaving`` was asked."""
        raise NotImplementedError

    def judge_joining(self, state: StateT) -> Verdict:
        """Whether somebody can sit down now, at a new seat after the last one."""
        return no("CANNOT_JOIN", "")

    def joined(self, state: StateT) -> StateT:
        """The position with one more seat; ``judge_joining`` was asked."""
        raise NotImplementedError

    # ---- what follows from it

    def beginning(self) -> StateT:
        """The position before anything happened, with the points that were given."""
        state, given = self.start(), self.rules.agreement.given
        begun = self.with_points(state, given) if any(given) else None
        return state if begun is None else begun

    def check_agreement(self) -> None:
        """Raises BadRules that says what this game cannot be played with."""
        agreed = self.rules.agreement
        if agreed.teams and any(len(self.teammates(seat)) > 1 for seat in range(self.rules.seats)):
            raise BadRules(
                Deferred("{title} has teams by its own rules here; leave the others out", title=Deferred(self.title))
            )
        if any(agreed.given):
            begun = self.with_points(self.start(), agreed.given)
            if begun is None:
                raise BadRules(
                    Deferred(
                        "{title} is not won by counting points, so none can be given before it",
                        title=Deferred(self.title),
                    )
                )
            if self.winners(begun) or self.awaiting(begun).actor == "nobody":
                raise BadRules(
                    Deferred(
                        "with so many points given, {title} would be over before it begins; give fewer",
                        title=Deferred(self.title),
                    )
                )

    def moves(self, state: StateT) -> Moves[StateT]:
        """All legal next moves."""
        return Moves(self, state)

    def lists_all(self, state: StateT) -> bool:
        """Whether ``moves`` lists every legal move of a position, but for moves that are put together from listed ones.

        Where there are too many, the list holds some of them, and ``judge`` allows the others as well.
        """
        return True

    def after(self, state: StateT, event: Event) -> StateT:
        """The state after the event. Raises Refused with the verdict when it is not legal."""
        verdict = self.judge(state, event)
        if not verdict.ok:
            raise Refused(verdict)
        return self.result(state, event)

    def view(self, state: StateT, seat: Seat | None) -> StateT:
        """The state as ``seat`` may know it; None is what everybody may know. Nothing is hidden by default."""
        return state

    def sees_as_much(self, state: StateT, seat: Seat | None, other: Seat | None) -> bool:
        """Whether ``seat`` knows all that ``other`` knows, so that nothing of it needs to be kept from ``seat``."""
        return seat == other or self.view(state, seat) == self.view(state, other)

    def moves_known_to(self, state: StateT, seat: Seat | None) -> Iterator[Move]:
        """The legal moves ``seat`` may know of: its own, and those of everybody who sees no more than it does."""
        known: dict[Seat, bool] = {}
        for move in self.moves(state):
            if move.seat not in known:
                known[move.seat] = self.sees_as_much(state, seat, move.seat)
            if known[move.seat]:
                yield move

    def verdict_for(self, state: StateT, event: Event, seat: Seat | None) -> Verdict:
        """The verdict on an event as ``seat`` may hear it: a refusal gives reasons from what that seat can see."""
        verdict = self.judge(state, event)
        if verdict.ok or self.view(state, seat) == state:
            return verdict
        seen = self.judge(self.view(state, seat), event)
        if seen.ok:
            # What only hidden cards forbid is refused without a word about them.
            return no("CANNOT_BE", "")
        # Whom the game waits for is no secret, and cards face down could leave it open.
        return with_details(seen, waits=self.awaiting(state)) if "waits" in seen.details else seen

    def explanations(self, state: StateT, observation: Observation) -> list[tuple[Event, ...]]:
        """Every explanation of an observation, best first: the events, each legal after the one before, that lead from
        ``state`` to what was observed. ``[()]``: nothing happened. Empty: no legal events lead there."""
        return []

    def infer(self, state: StateT, observation: Observation) -> Inference:
        """What an observation means: the one explanation that is accepted, a question where several are possible, or
        the verdict that says why there is none."""
        found = tuple(map(Explanation, self.explanations(state, observation)))
        if found:
            return Inference(found, which_explanation(found, self.awaiting(state).seats) if len(found) > 1 else None)
        fact = self.fact_of(observation)
        verdict = None if fact is None else self.judge(state, fact)
        return Inference((), wrong=no("UNEXPLAINED", "") if verdict is None or verdict.ok else verdict)

    def on_table(self, state: StateT) -> Observation | None:
        """The observation that would agree with ``state`` (dice as they lie, say); None where the game cannot know."""
        return None

    def fact_of(self, observation: Observation) -> Event | None:
        """The fact that an observation would be in this game, such as a roll, legal or not; None where it is none."""
        return None

    def outward(self, state: StateT) -> Any:
        """What people can see of a state: explanations that end alike here need not be asked about."""
        return state

    def lights_lifted(self, state: StateT, spot: Spot) -> Picture:
        """What the board shows while the piece of a space is in somebody's hand."""
        return self.lights(state)

    def lights_once(self, before: StateT, event: Event) -> Picture:
        """What the board shows besides for an event that just happened, such as the cards that were taken; mostly
        nothing. ``before``: the state it happened in."""
        return {}

    def problems(self, state: StateT) -> list[Verdict]:
        """Every fault of a set-up position, not only the first."""
        return []

    def findings(self, state: StateT) -> tuple[Verdict, ...]:
        """What has come to light about earlier plays, oldest first, each as a refusal of that play would read."""
        return ()

    def mover(self, state: StateT) -> Seat | None:
        """The one seat whose turn it is; None when it is nobody's or several may act."""
        seats = self.awaiting(state).seats
        return seats[0] if len(seats) == 1 else None

    def ends_turn(self, event: Event) -> bool:
        """Whether a turn is over with this event even where the same player goes on, as one does who plays alone."""
        return False

    def liked(self, event: Move, before: StateT, after: StateT) -> str:
        """What a move went for, where people come to like some more than others: the row that was scored, a capture. A
        short name, which the table ``names`` of the game's texts says in words; empty for all other moves."""
        return ""

    def teammates(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody who wins and loses together with a seat, itself among them; nobody else by default."""
        return (seat,)

    def not_now(self, state: StateT, event: Event, rule: str = "") -> Verdict:
        """The verdict for an event that this phase of the game has no place for: it says what is awaited instead."""
        return no("NOT_NOW", rule, kind=event.kind, waits=self.awaiting(state))

    # ---- texts and plain forms

    def parse(self, text: str, state: StateT | None = None) -> Event:
        """The event that a text describes; with ``state`` the player may be left out. Raises NotUnderstood."""
        parts = split_text(text)
        seat = parts.seat
        if seat is None and state is not None:
            seat = self.mover(state)
        event = self.parse_words(parts.words, seat, parts.source, state)
        if isinstance(event, Move) and event.seat >= self.rules.seats:
            raise NotUnderstood(
                Deferred(
                    "there is no player {number}; this game has {seats}", number=event.seat + 1, seats=self.rules.seats
                )
            )
        return event

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """The event as JSON, with its kind."""
        return {"kind": event.kind, **to_json(event)}

    def event_from_json(self, data: Any) -> Event:
        """The event of an object such as ``{"kind": "score", "seat": 0, "row": "RO"}``. Raises NotUnderstood."""
        kinds = {kind.kind: kind for kind in self.event_types}
        if not isinstance(data, dict) or not isinstance(data.get("kind"), str) or data["kind"] not in kinds:
            raise NotUnderstood(Deferred("an event needs a 'kind', one of {names}", names=", ".join(kinds)))
        event: Event = from_json(kinds[data["kind"]], {k: v for k, v in data.items() if k != "kind"}, "the event")
        if isinstance(event, Move) and not 0 <= event.seat < self.rules.seats:
            raise NotUnderstood(
                Deferred(
                    "there is no seat {seat}; this game has {seats}, counted from 0",
                    seat=event.seat,
                    seats=self.rules.seats,
                )
            )
        return event

    def state_to_json(self, state: StateT) -> Any:
        """The position as JSON that people can read."""
        return to_json(state)

    def state_from_json(self, data: Any) -> StateT:
        """A set-up position. Raises NotUnderstood for what is no position at all; ``problems`` judges the rest."""
        state: StateT = from_json(self.state_type, data, "the position")
        return state

    @classmethod
    def option_docs(cls) -> dict[str, dict[str, Any]]:
        """Every option: default, allowed values, its line of doc, and whether a table should be asked about it."""
        out: dict[str, dict[str, Any]] = {}
        hints = _option_hints(cls.options_type)
        for f in fields(cls.options_type):
            values = hints[f.name]
            doc, asked = f.metadata.get("doc", ""), f.metadata.get("asked", False)
            out[f.name] = {"default": f.default, "values": values, "doc": doc, "asked": asked}
        return out


def _option_hints(options_type: type) -> dict[str, Any]:
    """The allowed values of each option, read off its type: a list, or the type's name."""

    def values(kind: Any) -> Any:
        if kind is bool:
            return [True, False]
        if get_origin(kind) is Literal:
            return list(get_args(kind))
        return getattr(kind, "__name__", str(kind))

    return {name: values(kind) for name, kind in get_type_hints(options_type).items()}


def odd_seats(seats: int, *named: Seat | None) -> list[Verdict]:
    """The faults of a position that names players whom a table of so many does not have; None is nobody."""
    odd = [seat for seat in dict.fromkeys(named) if seat is not None and not 0 <= seat < seats]
    return [no("NO_SUCH_SEAT", "", number=seat + 1, count=seats) for seat in odd]


def not_your_turn(event: Move, mover: Seat) -> Verdict:
    """The verdict for a move by somebody who is not next."""
    return no("NOT_YOUR_TURN", "", player=event.seat, mover=mover)
