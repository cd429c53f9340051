"""How many of all five-card hands have each rank: exact, from the same tables the referee ranks with.

Hands are counted by kinds, not one by one: how often each shape of numbers occurs, and for each shape in how many
ways its cards can be coloured so that the hues relate in each way.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

from engine.components.cards import ShadeCentres
from engine.games.spectrum_poker.ranks import (
    DISTINCT,
    Category,
    SpectrumStraight,
    combined,
    hue_table,
    hues_climb,
    shape_of,
)


def hands(numbers: int = 12) -> int:
    """How many five-card hands a deck of twelve hues has: 481,008,528 with twelve numbers."""
    return comb(12 * numbers, 5)


def _colourings(groups: tuple[int, ...]) -> Counter[int]:
    """Ways to colour groups of cards, each group of one number and so of different hues, by the set of hues used."""
    ways: Counter[int] = Counter({0: 1})
    for size in groups:
        picks = [sum(1 << hue for hue in pick) for pick in combinations(range(12), size)]
        grown: Counter[int] = Counter()
        for mask, n in ways.items():
            for pick in picks:
                grown[mask | pick] += n
        ways = grown
    return ways


@cache
def counts(
    centres: ShadeCentres = "primary", spectrum_straight: SpectrumStraight = "updn", numbers: int = 12
) -> dict[Category, int]:
    """Hands of each rank, each hand counted once in the highest it has; the sum is ``hands(numbers)``."""
    relations = hue_table(centres)
    total: Counter[Category] = Counter(dict.fromkeys(Category, 0))
    choices: Counter[tuple[Category, tuple[int, ...]]] = Counter()
    for five in combinations_with_replacement(range(1, numbers + 1), 5):
        choices[shape_of(five), tuple(sorted(Counter(five).values()))] += 1
    for (shape, groups), times in choices.items():
        for mask, ways in _colourings(groups).items():
            total[combined(shape, relations[mask])] += times * ways
    # Of the straights in five different hues, some climb the wheel.
    straights = sum(times for (shape, _), times in choices.items() if shape is Category.STRAIGHT)
    climbing = sum(
        hues_climb(hues, spectrum_straight)
        for hues in permutations(range(12), 5)
        if relations[sum(1 << hue for hue in hues)] == DISTINCT
    )
    total[Category.SPECTRUM] -= straights * climbing
    total[Category.SPECTRUM_STRAIGHT] += straights * climbing
    return dict(total)


def rarest_first(counted: dict[Category, int]) -> tuple[Category, ...]:
    """The order the counts give. A high card has no feature and stays last; equal counts keep the printed order."""
    named = [category for category in Category if category is not Category.HIGH_CARD]
    return (*sorted(named, key=lambda category: counted[category]), Category.HIGH_CARD)
