"""What every game of cards is beside a game: its cards are read from what the camera sees of them."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.components.cards import Cards, numbered
from engine.core.events import Event, Seat
from engine.core.game import Game
from engine.core.verdict import Awaiting, Verdict, no
from engine.inference import cards
from engine.inference.cards import EventHypothesis, UnexplainedCards
from engine.inference.observation import Inference, Observation

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")


class CardGame(Game[StateT, OptionsT]):
    """A game played with cards on the board of twelve arms.

    Beside what every game gives, it gives ``infer_events``: which events could have laid the cards that are seen.
    """

    @abstractmethod
    def infer_events(self, state: StateT, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        """Every event that may have laid the next of these cards, likeliest first; never one that is only spoken."""

    def pile_to_shuffle(self, state: StateT) -> Cards:
        """The cards that lie face down in an unknown order when the game waits for a shuffled pile."""
        return numbered()

    def explanations(self, state: StateT, observation: Observation) -> list[tuple[Event, ...]]:
        return cards.explanations(self, state, observation)

    def infer(self, state: StateT, observation: Observation) -> Inference:
        return cards.infer(self, state, observation)


def not_now(event: Event, waits: Awaiting, rule: str = "") -> Verdict:
    """The verdict for an event that this phase of a game has no place for: it says what the game waits for instead."""
    return no("NOT_NOW", rule, kind=event.kind, waits=waits)


def best_seats(totals: Sequence[float]) -> tuple[Seat, ...]:
    """Who has most; several when equal."""
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))
