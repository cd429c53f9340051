"""What five cards are worth (PO-RANK-00 to PO-RANK-13), and the best five of any number (PO-BEST-01).

Two look-ups rank a hand: the sum of a key for every number says which numbers there are, the union of a bit for every
hue says how the hues relate. Only five hues in a row of numbers need a closer look.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Literal

from engine.components.cards import Card, ShadeCentres, shades
from engine.components.hues import Hue

SpectrumStraight = Literal["updn", "up", "set"]
RankOrder = Literal["printed", "statistical"]


class Category(StrEnum):
    """The names of the ranks; their order here is the printed one, strongest first."""

    FIVE = "FIVE OF A KIND"
    STRAIGHT_FLUSH = "STRAIGHT FLUSH"
    SPECTRUM_STRAIGHT = "SPECTRUM STRAIGHT"
    SHADED_STRAIGHT = "SHADED STRAIGHT"
    FLUSH = "FLUSH"
    FOUR = "FOUR OF A KIND"
    FULL_HOUSE = "FULL HOUSE"
    SPECTRUM = "SPECTRUM"
    SHADE = "SHADE"
    STRAIGHT = "STRAIGHT"
    THREE = "THREE OF A KIND"
    TWO_PAIR = "TWO PAIR"
    PAIR = "PAIR"
    HIGH_CARD = "HIGH CARD"


C = Category
PRINTED: tuple[Category, ...] = tuple(Category)
STATISTICAL: tuple[Category, ...] = (
    C.STRAIGHT_FLUSH, C.SPECTRUM_STRAIGHT, C.FLUSH, C.FIVE, C.SHADED_STRAIGHT, C.SPECTRUM, C.FOUR, C.STRAIGHT,
    C.FULL_HOUSE, C.SHADE, C.THREE, C.TWO_PAIR, C.PAIR, C.HIGH_CARD,
)  # fmt: skip
"""Rarest first, as the exact counts give it (a test recounts them)."""


def order_of(rank_order: RankOrder, spectrum_straight: SpectrumStraight = "updn") -> tuple[Category, ...]:
    """The ranks, strongest first. Any five neighbouring hues make a Spectrum Straight commoner than five of a kind."""
    if rank_order == "printed":
        return PRINTED
    if spectrum_straight != "set":
        return STATISTICAL
    order: list[Category] = [c for c in STATISTICAL if c is not C.SPECTRUM_STRAIGHT]
    order.insert(order.index(C.SHADED_STRAIGHT), C.SPECTRUM_STRAIGHT)
    return tuple(order)


# ---- numbers

KEYS = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676)
"""A key for each number from 1 to 12, such that no two choices of five numbers have the same sum."""

SHAPES = {
    (5,): C.FIVE, (4, 1): C.FOUR, (3, 2): C.FULL_HOUSE, (3, 1, 1): C.THREE, (2, 2, 1): C.TWO_PAIR,
    (2, 1, 1, 1): C.PAIR, (1, 1, 1, 1, 1): C.HIGH_CARD,
}  # fmt: skip


def shape_of(numbers: Sequence[int]) -> Category:
    """What five numbers make by themselves: pairs, a straight, or nothing. 12 and 1 are not neighbours (CC-RANK-01)."""
    shape = SHAPES[tuple(sorted(Counter(numbers).values(), reverse=True))]
    straight = shape is C.HIGH_CARD and max(numbers) - min(numbers) == 4
    return C.STRAIGHT if straight else shape


def _by_weight(numbers: Sequence[int]) -> tuple[int, ...]:
    """The numbers as they are compared: the most frequent first, then the highest (PO-TIE-01)."""
    count = Counter(numbers)
    return tuple(sorted(numbers, key=lambda n: (count[n], n), reverse=True))


@cache
def number_table() -> dict[int, tuple[Category, int]]:
    """Key sum of five numbers -> their shape and their place among all choices, higher is better (4,368 entries)."""
    choices = sorted(map(_by_weight, combinations_with_replacement(range(1, 13), 5)))
    return {sum(KEYS[n - 1] for n in numbers): (shape_of(numbers), place) for place, numbers in enumerate(choices)}


# ---- hues

MIXED, DISTINCT, SHADED, ONE = range(4)
"""How five hues relate: none of the following, all different, sharing a colour, all the same."""


@cache
def hue_table(centres: ShadeCentres) -> tuple[int, ...]:
    """Set of hues as bits -> how they relate."""
    masks = [sum(1 << hue for hue in shade) for shade in shades(centres)]

    def relation(mask: int) -> int:
        if mask.bit_count() == 1:
            return ONE
        if any(mask | shade == shade for shade in masks):
            return SHADED
        return DISTINCT if mask.bit_count() == 5 else MIXED

    return tuple(map(relation, range(4096)))


def combined(shape: Category, relation: int) -> Category:
    """The highest rank that numbers of this shape and hues of this relation make, Spectrum Straight aside."""
    if relation == ONE:
        return C.STRAIGHT_FLUSH if shape is C.STRAIGHT else C.FLUSH
    if relation == SHADED:
        if shape is C.STRAIGHT:
            return C.SHADED_STRAIGHT
        # Full house and above stand over a shade, in the printed order and in the statistical one.
        return shape if shape in (C.FIVE, C.FOUR, C.FULL_HOUSE) else C.SHADE
    return C.SPECTRUM if shape is C.STRAIGHT and relation == DISTINCT else shape


def hues_climb(hues: Sequence[int], how: SpectrumStraight) -> bool:
    """Whether five hues, in the order of their numbers, make a straight a Spectrum Straight (PO-RANK-11)."""
    if how == "set":
        held = set(hues)
        return len(held) == 5 and any(all((start + n) % 12 in held for n in range(5)) for start in held)
    steps = {(b - a) % 12 for a, b in pairwise(hues)}
    return steps == {1} or (how == "updn" and steps == {11})


# ---- ranking

WIDTH = 4368
"""A value is strength x WIDTH + place of the numbers: higher beats lower, equal splits."""

CODE_KEYS = tuple(KEYS[code % 12] for code in range(144))
CODE_BITS = tuple(1 << code // 12 for code in range(144))


def code_of(card: Card) -> int:
    """A numbered card as hue x 12 + number - 1, from 0 to 143."""
    assert card.hue is not None
    return card.hue * 12 + card.number - 1


def card_of(code: int) -> Card:
    """The card of a code, see ``code_of``."""
    return Card(Hue(code // 12), code % 12 + 1)


@dataclass(frozen=True, slots=True)
class Best:
    """The best five of some cards: what they are, how they compare, and which they are."""

    category: Category
    value: int
    cards: tuple[Card, ...]


class Ranker:
    """Ranks hands under one choice of options; ``ranker(...)`` keeps one for each choice."""

    def __init__(self, rank_order: RankOrder, centres: ShadeCentres, spectrum_straight: SpectrumStraight) -> None:
        self.order = order_of(rank_order, spectrum_straight)
        self.how = spectrum_straight
        self.hues = hue_table(centres)
        self.strength = {category: n for n, category in enumerate(reversed(self.order))}
        self.table: dict[int, tuple[int, ...]] = {
            key: tuple(self.strength[combined(shape, relation)] * WIDTH + place for relation in range(4))
            for key, (shape, place) in number_table().items()
        }
        self._spectrum = self.strength[C.SPECTRUM]
        self._climb = (self.strength[C.SPECTRUM_STRAIGHT] - self._spectrum) * WIDTH

    def value(self, five: Sequence[int]) -> int:
        """What five card codes are worth; compare values of the same ranker only."""
        a, b, c, d, e = five
        keys, bits = CODE_KEYS, CODE_BITS
        value = self.table[keys[a] + keys[b] + keys[c] + keys[d] + keys[e]][
            self.hues[bits[a] | bits[b] | bits[c] | bits[d] | bits[e]]
        ]
        if value // WIDTH == self._spectrum and self._climbs(five):
            value += self._climb
        return value

    def _climbs(self, five: Sequence[int]) -> bool:
        return hues_climb([code // 12 for code in sorted(five, key=lambda code: code % 12)], self.how)

    def category(self, value: int) -> Category:
        """The rank of a value that ``value`` gave."""
        return self.order[-1 - value // WIDTH]

    def best(self, cards: Sequence[Card]) -> Best:
        """The best five of five or more numbered cards. Raises ValueError for fewer."""
        if len(cards) < 5:
            raise ValueError(f"a poker hand needs five cards, not {len(cards)}")
        codes = sorted(map(code_of, cards), key=lambda code: code % 12, reverse=True)
        five = max(combinations(codes, 5), key=self.value)
        value = self.value(five)
        return Best(self.category(value), value, tuple(map(card_of, five)))


@cache
def ranker(
    rank_order: RankOrder = "printed", centres: ShadeCentres = "primary", spectrum_straight: SpectrumStraight = "updn"
) -> Ranker:
    """What ranks hands under these options, one for each choice of them."""
    return Ranker(rank_order, centres, spectrum_straight)
