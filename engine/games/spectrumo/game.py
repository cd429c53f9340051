"""Spectrumo: get rid of your cards, neighbour on neighbour or number on number. Rules SO-SETUP to SO-END."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame
from engine.components.cards import Cards, hidden
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown, seen_by
from engine.components.lights import Picture
from engine.core.errors import out_of_range
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves, Rules
from engine.core.tuples import replaced_at
from engine.core.verdict import Awaiting, Verdict, no, yes
from engine.games.spectrumo import judge, lights, movegen, notation, recognition, scoring, transitions
from engine.games.spectrumo.awaiting import awaiting
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick, Wrong
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import State, pile_to_shuffle
from engine.inference.cards import EventHypothesis, UnexplainedCards


class Spectrumo(CardGame[State, Options]):
    """Spectrumo under one set of rules."""

    name = "spectrumo"
    title = "Spectrumo"
    seats = (2, 8)
    highest_wins = False
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, HandShown, Wrong, LayCard, DrawFromStock, FinishTurn, Give, Pick)
    checks: ClassVar[Mapping[str, Checked]] = {
        "each played card, draws owed, last card": "NOW",
        "points in hands": "LATER",
        "drawing though a card fitted": "NEVER",
        "what an exchange moved": "NEVER",
    }

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if not 1 <= self.options.target <= 10_000:
            raise out_of_range(self.title, "target", 1, 10_000)

    def start(self) -> State:
        seats = self.rules.seats
        return State(totals=(0,) * seats, out=(False,) * seats, hands=((),) * seats)

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state, self.options)

    def pile_to_shuffle(self, state: State) -> Cards:
        return pile_to_shuffle(state)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.options)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.options)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(state, self.options)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        # Points are bad here, so those given are taken off.
        return replace(state, totals=tuple(-points for points in given))

    def still_in(self, state: State) -> tuple[Seat, ...]:
        return state.active

    def judge_leaving(self, state: State, seat: Seat) -> Verdict:
        # The cards of a hand in play could go nowhere.
        return no("AFTER_THIS_HAND", "", player=seat) if state.dealt else yes()

    def without(self, state: State, seat: Seat) -> State:
        gone = replace(state, out=replaced_at(state.out, seat, True))
        return replace(gone, to_move=gone.next_seat(seat)) if state.to_move == seat else gone

    def scores(self, state: State) -> Mapping[Seat, int]:
        return scoring.scores(state)

    def liked(self, event: Move, before: State, after: State) -> str:
        if not isinstance(event, LayCard):
            return ""
        return "OUT" if len(before.hands[event.seat]) == 1 else "SPECIAL" if event.card.special else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return scoring.winners(state, self.options)

    def view(self, state: State, seat: Seat | None) -> State:
        discards = hidden(state.discards[: state.buried]) + state.discards[state.buried :]
        return replace(state, hands=seen_by(seat, state.hands), stock=hidden(state.stock), discards=discards)

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state, self.rules.seats)

    def lights(self, state: State) -> Picture:
        return lights.picture(state, self.options)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
