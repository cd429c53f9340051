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
from engine.inference.observation import Looked, Seen

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")


class CardGame(Game[StateT, OptionsT]):
    """A game played with cards on the board of twelve arms.

    Beside what every game gives, it gives ``infer_events``: which events could have laid the cards that are seen.
    """

    @abstractmethod
    def infer_events(self, state: StateT, sight: UnexplainedCards) -> Iterator[EventHypothesis]:
        """The next event that may have laid some of the cards of ``sight``, likeliest first; nothing only spoken."""

    def pile_to_shuffle(self, state: StateT) -> Cards:
        """The cards that lie face down in an unknown order when the game waits for a shuffled pile."""
        return numbered()

    def readings(self, state: StateT, seen: Seen) -> list[tuple[Event, ...]]:
        return cards.readings(self, state, seen)

    def look(self, state: StateT, seen: Seen) -> Looked:
        return cards.look(self, state, seen)


def not_now(event: Event, waits: Awaiting, rule: str = "") -> Verdict:
    """The verdict for an event that this phase of a game has no place for: it says what the game waits for instead."""
    return no("NOT_NOW", rule, kind=event.kind, waits=waits)


def best_seats(totals: Sequence[float]) -> tuple[Seat, ...]:
    """Who has most; several when equal."""
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))
