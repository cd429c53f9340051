"""Spectrum 500: what players do."""

from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import Card, Cards, cards_text, in_order
from engine.components.lights import number_spot
from engine.core.events import Fact, Move, Seat


@dataclass(frozen=True, slots=True)
class TakeDiscards(Move):
    """Take the top ``depth`` discards; of more than one the deepest must be melded at once."""

    kind: ClassVar[str] = "take"
    depth: int = 1

    def words(self) -> str:
        return f"take {self.depth}"


@dataclass(frozen=True, slots=True)
class Call(Move):
    """ "Spectrum!": take the top ``depth`` discards out of turn; the deepest must be melded."""

    kind: ClassVar[str] = "spectrum"
    depth: int = 1

    def words(self) -> str:
        return f"spectrum {self.depth}"


@dataclass(frozen=True, slots=True)
class LayMeld(Move):
    """Lay a group or a sequence."""

    kind: ClassVar[str] = "meld"
    cards: Cards

    def __post_init__(self) -> None:
        # The same cards are the same meld.
        object.__setattr__(self, "cards", in_order(self.cards))

    def words(self) -> str:
        return f"meld {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOff(Move):
    """Add a card to a meld on the table; melds are counted from 1 in the order they were laid."""

    kind: ClassVar[str] = "lay"
    card: Card
    meld: int

    def words(self) -> str:
        return f"lay {self.card} on {self.meld}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """End the turn with a card on the discards."""

    kind: ClassVar[str] = "discard"
    card: Card

    def words(self) -> str:
        return f"discard {self.card}"

    def spots(self) -> tuple[str, ...]:
        return (number_spot(self.card.hue, self.card.number),) if self.card.hue is not None else ()


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """The stock is empty and the player does not want the discards: the hand ends."""

    kind: ClassVar[str] = "decline"

    def words(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class FalseCall(Fact):
    """Player ``of`` called Spectrum where there was nothing to meld."""

    kind: ClassVar[str] = "false-call"
    of: Seat

    def words(self) -> str:
        return f"false-call {self.of + 1}"
