"""What makes a meld in Spectrum 500, what can be added to one, and what cards are worth (F5-MELD, F5-LAY, F5-SCORE)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from operator import attrgetter
from typing import Literal

from engine.components.cards import FAMILIES, Card, Cards, in_order
from engine.components.hues import Hue
from engine.core.events import Seat

Kind = Literal["group", "sequence"]

ALL_FAMILIES = tuple(frozenset({hue.step(-1), hue, hue.step(1)}) for hue in Hue)
"""Three neighbouring hues around any of the twelve (option ``shade_centres``)."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What this table calls a meld: the fewest cards, and which hues make one shade."""

    least: int
    families: tuple[frozenset[Hue], ...]


@cache
def rules_for(least: int, centres: str) -> MeldRules:
    """The rules for melds of at least so many cards; ``centres`` as the option ``shade_centres``."""
    return MeldRules(least, FAMILIES if centres == "primary" else ALL_FAMILIES)


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards on the table, a sequence from low to high, and who laid each: it counts for that player (F5-LAY-01)."""

    kind: Kind
    cards: Cards
    owners: tuple[Seat, ...]

    def points_of(self, seat: Seat) -> int:
        return sum(card_value(card) for card, owner in zip(self.cards, self.owners, strict=True) if owner == seat)


def card_value(card: Card) -> int:
    """15 for 11 and 12, 10 for 6 to 10, 5 for 1 to 5 (F5-SCORE-01)."""
    return 15 if card.number >= 11 else 10 if card.number >= 6 else 5


def one_shade(cards: Iterable[Card], rules: MeldRules) -> bool:
    """Whether one shade holds every hue of these cards (CC-FAM-01)."""
    hues = {card.hue for card in cards}
    return any(hues <= family for family in rules.families)


def meld_kind(cards: Sequence[Card], rules: MeldRules) -> Kind | None:
    """What these cards make; None when they make no meld (F5-MELD-01, F5-MELD-02)."""
    if len(cards) < rules.least or len(set(cards)) < len(cards):
        return None
    numbers = sorted(card.number for card in cards)
    if numbers[0] == numbers[-1]:
        return "group"
    in_a_row = all(b == a + 1 for a, b in zip(numbers, numbers[1:], strict=False))  # noqa: RUF007
    return "sequence" if in_a_row and one_shade(cards, rules) else None


def by_number(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(cards, key=attrgetter("number", "hue")))


def fits_on(card: Card, meld: Meld, rules: MeldRules) -> bool:
    """Whether the card may be laid off on the meld (F5-LAY-01, F5-LAY-02)."""
    if card.number not in numbers_wanted(meld):
        return False
    return meld.kind == "group" or one_shade((*meld.cards, card), rules)


def numbers_wanted(meld: Meld) -> tuple[int, ...]:
    """The numbers that may be laid off on a meld: a group's own, or those at both ends of a sequence."""
    low = meld.cards[0].number
    return (low,) if meld.kind == "group" else (low - 1, meld.cards[-1].number + 1)


def laid_on(card: Card, meld: Meld, seat: Seat) -> Meld:
    """The meld with the card at its place."""
    if card.number < meld.cards[0].number:
        return Meld(meld.kind, (card, *meld.cards), (seat, *meld.owners))
    return Meld(meld.kind, (*meld.cards, card), (*meld.owners, seat))


def melds_in(cards: Iterable[Card], rules: MeldRules) -> Iterator[Cards]:
    """Every meld of the fewest cards; longer ones are such a meld with cards laid off on it at once."""
    piles: dict[int, list[Card]] = {}
    for card in cards:
        if card.hue is not None:
            piles.setdefault(card.number, []).append(card)
    for pile in piles.values():
        yield from (in_order(group) for group in combinations(pile, rules.least))
    for low in piles:
        if all(low + step in piles for step in range(1, rules.least)):
            yield from _rows([piles[low + step] for step in range(rules.least)], rules)


def _rows(run: list[list[Card]], rules: MeldRules) -> Iterator[Cards]:
    """One card of each pile, all in one shade."""
    seen: set[Cards] = set()
    for family in rules.families:
        shade = [[card for card in pile if card.hue in family] for pile in run]
        if all(shade):
            # A row of one secondary belongs to two families.
            fresh = [row for row in product(*shade) if row not in seen]
            seen.update(fresh)
            yield from fresh


def can_be_placed(card: Card, pool: Cards, melds: Sequence[Meld], rules: MeldRules) -> bool:
    """Whether the card can be melded or laid off with no other cards than those of ``pool``, which holds it."""
    if [other.number for other in pool].count(card.number) >= rules.least:
        return True
    for meld in melds:
        if meld.cards[0].number == card.number if meld.kind == "group" else _reaches(card, pool, meld, rules):
            return True
    return _in_a_run(card, pool, rules)


def _in_a_run(card: Card, pool: Cards, rules: MeldRules) -> bool:
    for family in rules.families:
        if card.hue not in family:
            continue
        numbers = {other.number for other in pool if other.hue in family}
        low = high = card.number
        while low - 1 in numbers:
            low -= 1
        while high + 1 in numbers:
            high += 1
        if high - low + 1 >= rules.least:
            return True
    return False


def _reaches(card: Card, pool: Cards, meld: Meld, rules: MeldRules) -> bool:
    """Whether cards of the pool fill the gap between a sequence and the card, all in one shade."""
    low, high = meld.cards[0].number, meld.cards[-1].number
    if low <= card.number <= high:
        return False
    gap = range(card.number + 1, low) if card.number < low else range(high + 1, card.number)
    for family in rules.families:
        if card.hue in family and all(other.hue in family for other in meld.cards):
            numbers = {other.number for other in pool if other.hue in family}
            if all(number in numbers for number in gap):
                return True
    return False


def call_depths(discards: Cards, melds: Sequence[Meld], rules: MeldRules) -> tuple[int, ...]:
    """How deep "Spectrum!" may reach: every depth whose card can be melded with cards that lie open (F5-CALL-04).

    None unless the newest discard takes part in such a meld (F5-CALL-01): with the next draw what was missed is lost,
    until a card comes that makes something of it. ``discards`` has its top card last. Cards nobody has read end the
    search.
    """
    if not discards or not discards[-1].known or not can_be_placed(discards[-1], discards, melds, rules):
        return ()
    depths = []
    for depth in range(1, len(discards) + 1):
        card = discards[-depth]
        if not card.known:
            break
        if can_be_placed(card, discards[-depth:], melds, rules):
            depths.append(depth)
    return tuple(depths)
