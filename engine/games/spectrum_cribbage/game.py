"""Spectrum Cribbage: cut, deal, crib, starter, play to 37, count. Rules CR-*; points are in ``count.py``."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame
from engine.components.cards import UNKNOWN
from engine.components.hands import Hand, HandsDealt, seen_by
from engine.components.lights import Picture
from engine.core.errors import BadRules, out_of_range
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves, Rules
from engine.core.language import Deferred
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrum_cribbage import judge, lights, movegen, notation, recognition, scoring, transitions
from engine.games.spectrum_cribbage.awaiting import awaiting
from engine.games.spectrum_cribbage.count import Breakdown
from engine.games.spectrum_cribbage.events import CountHand, Cut, PegCard, SayGo, Starter, ToCrib
from engine.games.spectrum_cribbage.options import Options, cards_dealt, cards_to_crib
from engine.games.spectrum_cribbage.state import Phase, State
from engine.inference.cards import EventHypothesis, UnexplainedCards


class SpectrumCribbage(CardGame[State, Options]):
    """Spectrum Cribbage under one set of rules."""

    name = "spectrum_cribbage"
    title = "Spectrum Cribbage"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (Cut, HandsDealt, ToCrib, Starter, PegCard, SayGo, CountHand)
    checks: ClassVar[Mapping[str, Checked]] = {
        "pegs": "NOW", "running total": "NOW", "starter": "NOW", "go": "LATER", "hand": "LATER", "crib": "LATER",
    }  # fmt: skip

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if rules.seats == 3:
            raise BadRules(Deferred("Spectrum Cribbage is for 2 players, or 4 in two pairs; not for 3"))
        if not 10 <= rules.options.target <= 1000:
            raise out_of_range(self.title, "target", 10, 1000)
        if not 0 <= rules.options.first_dealer <= rules.seats:
            raise out_of_range(self.title, "first_dealer", 0, rules.seats)
        self.counting = self.options.counting
        self.dealt, self.to_crib = cards_dealt(rules.seats), cards_to_crib(rules.seats)

    def start(self) -> State:
        n, first = self.rules.seats, self.options.first_dealer
        phase: Phase = "deal" if first else "cut"
        none: tuple[Hand, ...] = ((),) * n
        return State(phase, (0, 0), (UNKNOWN,) * n, none, none, none, (False,) * n, dealer=max(first - 1, 0))

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.options)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.options)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(state, self.options)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state) if movegen.lists_legal(state) else super().moves(state)

    def breakdown(self, state: State, cards: Hand = ()) -> Breakdown:
        """What the hand or crib that is next counts; ``cards`` for a crib nobody saw."""
        return scoring.breakdown(state, self.options, cards)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        return replace(state, points=(sum(given[0::2]), sum(given[1::2])))

    def scores(self, state: State) -> Mapping[Seat, int]:
        return scoring.scores(state)

    def teammates(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in range(self.rules.seats) if other % 2 == seat % 2)

    def liked(self, event: Move, before: State, after: State) -> str:
        if isinstance(event, CountHand):
            return "crib" if before.counted == len(before.hands) else "hand"
        return "cards" if isinstance(event, PegCard) else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return scoring.winners(state)

    def view(self, state: State, seat: Seat | None) -> State:
        return replace(state, hands=seen_by(seat, state.hands), laid=seen_by(seat, state.laid))

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state, self.rules.seats)

    def findings(self, state: State) -> tuple[Verdict, ...]:
        return tuple(remark.verdict() for remark in state.remarks)

    def lights(self, state: State) -> Picture:
        return lights.picture(state)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
