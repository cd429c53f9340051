"""Spectrum 500: groups, sequences of one shade, and "Spectrum!" out of turn. Rules F5-SETUP to F5-CALL."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame
from engine.components.cards import hidden
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown, seen_by
from engine.components.lights import Picture
from engine.core.errors import out_of_range
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves, Rules
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrum_500 import judge, lights, movegen, notation, recognition, scoring, transitions
from engine.games.spectrum_500.awaiting import awaiting
from engine.games.spectrum_500.events import Call, Decline, Discard, FalseCall, LayMeld, LayOff, TakeDiscards
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards

_LARGE = 5
"""Cards of a meld that people speak of. Chosen by hand."""


class Spectrum500(CardGame[State, Options]):
    """Spectrum 500 under one set of rules."""

    name = "spectrum_500"
    title = "Spectrum 500"
    seats = (2, 8)
    options_type = Options
    state_type = State
    event_types = (
        Deck, Turned, HandShown, FalseCall, DrawFromStock, TakeDiscards, Call, LayMeld, LayOff, Discard, Decline,
    )  # fmt: skip
    checks: ClassVar[Mapping[str, Checked]] = {
        "melds, how deep is taken, calls, values": "NOW",
        "cards left in hand, where they are deducted": "LATER",
        "what was drawn from the stock": "NEVER",
    }

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if not 1 <= self.options.target <= 10_000:
            raise out_of_range(self.title, "target", 1, 10_000)
        self._melding = self.options.melding

    def start(self) -> State:
        seats = self.rules.seats
        return State((0,) * seats, ((),) * seats)

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state, self.options)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.options)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.options)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        """Longer melds are listed as a short one with cards to lay off on it; ``judge`` takes them at once, too."""
        return movegen.pseudo_legal_moves(state, self._melding)

    def moves(self, state: State) -> Moves[State]:
        # Only what a card that must be melded forbids is judged move by move.
        return ExactMoves(self, state) if state.must is None else super().moves(state)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        return replace(state, totals=given)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return scoring.scores(state)

    def melded(self, state: State) -> Mapping[Seat, int]:
        """What everybody has on the table in this hand."""
        return scoring.melded(state)

    def liked(self, event: Move, before: State, after: State) -> str:
        if isinstance(event, Call):
            return "CALL"
        if not isinstance(event, LayMeld):
            return ""
        if len(event.cards) >= _LARGE:
            return "LARGE"
        return "GROUP" if len({card.number for card in event.cards}) == 1 else "SEQUENCE"

    def winners(self, state: State) -> tuple[Seat, ...]:
        return scoring.winners(state, self.options)

    def view(self, state: State, seat: Seat | None) -> State:
        return replace(state, hands=seen_by(seat, state.hands), stock=hidden(state.stock))

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state, self.rules.seats, self.options)

    def lights_once(self, before: State, event: Event) -> Picture:
        return lights.cards_melded(event) if isinstance(event, LayMeld | LayOff) else {}

    def lights(self, state: State) -> Picture:
        return lights.picture(state, self.options)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained, self.options)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
