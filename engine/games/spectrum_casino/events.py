"""Spectrum Casino: what players do."""

from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import Card, Cards, cards_text, in_order
from engine.components.lights import number_spot
from engine.core.events import Move


@dataclass(frozen=True, slots=True)
class Capture(Move):
    """Play a card and take board cards. With a ``base`` the card is added to it and takes what equals the sum."""

    kind: ClassVar[str] = "take"
    card: Card
    taken: Cards
    base: Cards = ()

    def __post_init__(self) -> None:
        # Cards on the board have no order, so the same capture is the same move.
        if len(self.taken) > 1:
            object.__setattr__(self, "taken", in_order(self.taken))
        if len(self.base) > 1:
            object.__setattr__(self, "base", in_order(self.base))

    def words(self) -> str:
        on = f" on {cards_text(self.base)}" if self.base else ""
        return f"take {self.card}{on} with {cards_text(self.taken)}"

    def spots(self) -> tuple[str, ...]:
        return tuple(number_spot(c.hue, c.number) for c in (*self.base, *self.taken) if c.hue is not None)


@dataclass(frozen=True, slots=True)
class LeaveOnBoard(Move):
    """Put a card on the board and take nothing."""

    kind: ClassVar[str] = "leave"
    card: Card

    def words(self) -> str:
        return f"leave {self.card}"
