"""Spectrum Poker: a deal, a showdown, a pot. Rules PO-*; the ranks are in ``ranks.py``.

The rulebook gives ranks only, so betting is recorded and never judged (D-PK-08). Three forms: draw (five cards each,
one exchange), hold'em (two each and five for all), and showdown (people play as they like and lay cards open).
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame, best_seats
from engine.components.cards import hidden
from engine.components.hands import HandsDealt
from engine.components.lights import Picture
from engine.core.errors import out_of_range
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves, Rules
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrum_poker import judge, lights, movegen, notation, odds, recognition, settling, transitions
from engine.games.spectrum_poker.awaiting import awaiting
from engine.games.spectrum_poker.events import Chips, CommunityCards, ExchangeCards, Fold, ReplacementsDrawn, ShowHand
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.ranks import Category, Ranker
from engine.games.spectrum_poker.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards


class SpectrumPoker(CardGame[State, Options]):
    """Spectrum Poker under one set of rules."""

    name = "spectrum_poker"
    title = "Spectrum Poker"
    seats = (2, 12)
    options_type = Options
    state_type = State
    event_types = (HandsDealt, ExchangeCards, ReplacementsDrawn, CommunityCards, Chips, Fold, ShowHand)
    checks: ClassVar[Mapping[str, Checked]] = {"showdown": "NOW", "hidden cards": "LATER", "folded hands": "NEVER"}

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        limits = {"deals": (1, 1000), "ante": (0, 1000), "exchange": (0, 5)}
        for name, (low, high) in limits.items():
            if not low <= getattr(rules.options, name) <= high:
                raise out_of_range(self.title, name, low, high)

    @property
    def ranker(self) -> Ranker:
        """What ranks hands at this table."""
        return self.options.ranker

    @property
    def hand_size(self) -> int:
        """How many cards each player gets."""
        return self.options.hand_size

    def odds_of(self, category: Category) -> tuple[int, int]:
        """How many of all five-card hands have this rank at this table, and how many hands there are."""
        counts = odds.counts(self.options.shade_centres, self.options.spectrum_straight)
        return counts[category], odds.hands()

    def start(self) -> State:
        return settling.fresh_deal((0,) * self.rules.seats, 0, 1, None, self.options)

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state, self.options)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.options)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.options)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(state, self.options)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state) if movegen.lists_legal(state) else super().moves(state)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return dict(enumerate(state.chips))

    def liked(self, event: Move, before: State, after: State) -> str:
        return "FOLD" if isinstance(event, Fold) else "SHOW" if isinstance(event, ShowHand) else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return best_seats(state.chips) if state.phase == "over" else ()

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(
            hand if n == seat or state.shown[n] else hidden(hand) for n, hand in enumerate(state.hands)
        )  # fmt: skip
        return replace(state, hands=hands, away=hidden(state.away))

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state, self.rules.seats)

    def findings(self, state: State) -> tuple[Verdict, ...]:
        return tuple(remark.verdict() for remark in state.remarks)

    def lights(self, state: State) -> Picture:
        return lights.picture(state)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained, self.options)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
