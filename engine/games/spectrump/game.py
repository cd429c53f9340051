"""Spectrump: deal, auction, tricks, points, rounds. Rules ST-*; the logic of cards is in ``tricks.py``."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame
from engine.components.cards import hidden
from engine.components.hands import HandsDealt
from engine.components.lights import Picture
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves, Rules
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrump import following, judge, lights, movegen, notation, recognition, scoring, transitions
from engine.games.spectrump.awaiting import awaiting
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick
from engine.games.spectrump.options import Options
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards


class Spectrump(CardGame[State, Options]):
    """Spectrump under one set of rules."""

    name = "spectrump"
    title = "Spectrump"
    seats = (2, 8)
    options_type = Options
    state_type = State
    event_types = (HandsDealt, Load, Bid, PassAuction, PlayToTrick)
    checks: ClassVar[Mapping[str, Checked]] = {
        "bid order": "NOW", "trick winner": "NOW", "points": "NOW", "following": "LATER", "leads": "LATER",
        "overbid": "LATER", "talk": "NEVER",
    }  # fmt: skip

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        self.setup = SpectrumpSetup.of(rules.options, rules.seats)

    @property
    def hand_size(self) -> int:
        """Cards a seat gets in one session."""
        return self.setup.hand_size

    @property
    def highest(self) -> int:
        """The highest number in the deck."""
        return self.setup.highest

    def start(self) -> State:
        n = self.rules.seats
        return State("deal", (0,) * n, ((),) * n, ((),) * n, (False,) * n, (False,) * n)

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state, self.setup)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.setup)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.setup)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(state, self.setup)

    def moves(self, state: State) -> Moves[State]:
        return super().moves(state) if state.phase == "play" else ExactMoves(self, state)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        return replace(state, scores=given)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return scoring.scores(state, self.setup)

    def teammates(self, seat: Seat) -> tuple[Seat, ...]:
        half = self.rules.seats // 2
        return (seat, (seat + half) % self.rules.seats) if self.options.partners else (seat,)

    def liked(self, event: Move, before: State, after: State) -> str:
        if isinstance(event, Bid):
            return "BID"
        won = isinstance(event, PlayToTrick) and after.trick_number != before.trick_number
        return "TRICK" if won and after.last_winner == event.seat else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return scoring.winners(state, self.setup)

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(sets if n == seat else tuple(map(hidden, sets)) for n, sets in enumerate(state.hands))
        return replace(state, hands=hands)

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state, self.setup)

    def findings(self, state: State) -> tuple[Verdict, ...]:
        return tuple(remark.verdict() for remark in state.remarks)

    def lights(self, state: State) -> Picture:
        under_way = state.phase == "play" and state.trick
        return lights.picture(state, following.hues_that_follow(state, self.options) if under_way else frozenset())

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
