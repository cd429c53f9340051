"""Spectrum Solitaire: where a game stands, pile by pile."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.components.cards import Card, Cards, known_of
from engine.components.hues import Hue

PILES = 12
DECK_SIZE = 144


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. Piles and waste have their top card last, the stock has it first.

    ``homes``: the highest number on each foundation, 0 for none. ``passes``: runs through the stock that were started;
    ``fresh``: the next flip starts one. ``conceded``: the player gave up.
    """

    down: tuple[Cards, ...] = ((),) * PILES
    up: tuple[Cards, ...] = ((),) * PILES
    stock: Cards = ()
    waste: Cards = ()
    homes: tuple[int, ...] = (0,) * 12
    passes: int = 0
    fresh: bool = True
    dealt: bool = False
    conceded: bool = False

    @property
    def solved(self) -> bool:
        return sum(self.homes) == 12 * 12

    @property
    def over(self) -> bool:
        return self.solved or self.conceded

    @property
    def home_cards(self) -> int:
        return sum(self.homes)

    def cards_at_home(self) -> Iterator[Card]:
        """Every card on a foundation."""
        return (Card(hue, n) for hue in Hue for n in range(1, self.homes[hue] + 1))

    def known_cards(self) -> Iterator[Card]:
        """Every known card, wherever it lies."""
        yield from known_of(*self.up, *self.down, self.stock, self.waste)
        yield from self.cards_at_home()

    def unread(self) -> tuple[tuple[str, Card], ...]:
        """The places where a card lies open, or must be turned up, that nobody has read: pile numbers, ``waste``."""
        if not self.dealt:
            return ()
        places = [(str(n + 1), self.down[n][-1]) for n, up in enumerate(self.up) if not up and self.down[n]]
        if self.waste and not self.waste[-1].known:
            places.append(("waste", self.waste[-1]))
        return tuple(places)


def pile_of(place: str) -> int | None:
    """The pile, from 0, of its number from 1 in a text; None when there is no such pile."""
    n = int(place) if place.isdecimal() and len(place) < 3 else 0
    return n - 1 if 1 <= n <= PILES else None
