"""Spectrum Casino: take board cards by number, add up, and look for the chosen hue. Rules CA-DEAL to CA-END."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame
from engine.components.cards import Cards, hidden
from engine.components.deck import Deck, Turned
from engine.components.hands import seen_by
from engine.components.lights import Picture
from engine.core.errors import out_of_range
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves, Rules
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrum_casino import judge, lights, movegen, notation, recognition, scoring, transitions
from engine.games.spectrum_casino.awaiting import awaiting
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards

_MANY = 3
"""Cards taken at once that people speak of. Chosen by hand."""


class Casino(CardGame[State, Options]):
    """Spectrum Casino under one set of rules."""

    name = "spectrum_casino"
    title = "Spectrum Casino"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, Capture, LeaveOnBoard)
    checks: ClassVar[Mapping[str, Checked]] = {
        "captures, filler, points": "NOW",
        "a capture that was missed": "LATER",
    }

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if not 1 <= self.options.target <= 10_000:
            raise out_of_range(self.title, "target", 1, 10_000)
        self.cap = self.options.cap

    def start(self) -> State:
        empty: tuple[Cards, ...] = ((),) * self.rules.seats
        return State((0,) * self.rules.seats, empty, empty)

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state, self.options)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.options)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.options)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(state, self.options)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state)

    def lists_all(self, state: State) -> bool:
        return movegen.lists_all(state, self.options)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        return replace(state, halves=tuple(2 * points for points in given))

    def scores(self, state: State) -> Mapping[Seat, float]:
        return scoring.scores(state)

    def live(self, state: State) -> Mapping[Seat, float]:
        """What the cards taken so far would count in this round."""
        return scoring.live(state)

    def liked(self, event: Move, before: State, after: State) -> str:
        if not isinstance(event, Capture):
            return ""
        return "MANY" if len(event.taken) >= _MANY else "TAKE"

    def winners(self, state: State) -> tuple[Seat, ...]:
        return scoring.winners(state, self.options)

    def view(self, state: State, seat: Seat | None) -> State:
        hands = seen_by(seat, state.hands)
        return replace(state, hands=hands, stock=hidden(state.stock), filler=hidden(state.filler))

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state, self.rules.seats)

    def findings(self, state: State) -> tuple[Verdict, ...]:
        return tuple(missed.verdict() for missed in state.findings)

    def lights_once(self, before: State, event: Event) -> Picture:
        return lights.taken(event) if isinstance(event, Capture) else {}

    def lights(self, state: State) -> Picture:
        return lights.picture(state, self.options)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained, self.options)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
