"""Poker hands by the million: the engine's look-ups as arrays, and a count of every hand one by one."""

from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np

from engine.games.spectrum_poker.ranks import CODE_BITS, CODE_KEYS, WIDTH, Category, Ranker, hues_climb

CODES = 144


@cache
def _tables(ranker: Ranker) -> tuple[np.ndarray, np.ndarray]:
    """Values by key sum and hue relation, and the relation of every set of hues."""
    values = np.zeros((max(ranker.table) + 1, 4), np.int32)
    for key, row in ranker.table.items():
        values[key] = row
    return values.reshape(-1), np.asarray(ranker.hues, np.int32)


@cache
def _climbing(ranker: Ranker) -> np.ndarray:
    """Which rows of five hues, in the order of their numbers, are a Spectrum Straight: by base-12 digits."""
    out = np.zeros(12**5, bool)
    for five in combinations(range(12), 5):
        for hues in permutations(five):
            if hues_climb(hues, ranker.how):
                out[sum(h * 12**n for n, h in enumerate(hues))] = True
    return out


def values(cards: np.ndarray, ranker: Ranker) -> np.ndarray:
    """The value of every row of five card codes; shape (n, 5), codes 0 to 143 (hue x 12 + number - 1).

    The same numbers as ``Ranker.value`` gives one by one: higher beats lower, equal splits.
    """
    by_key, relations = _tables(ranker)
    keys, bits = np.asarray(CODE_KEYS, np.int32), np.asarray(CODE_BITS, np.int32)
    columns = [cards[:, n] for n in range(5)]
    key, mask = keys[columns[0]], bits[columns[0]]
    for column in columns[1:]:
        key += keys[column]
        mask |= bits[column]
    found = by_key[key * 4 + relations[mask]]
    spectrum = ranker.strength[Category.SPECTRUM]
    rows = np.flatnonzero((found >= spectrum * WIDTH) & (found < (spectrum + 1) * WIDTH))
    if rows.size:
        five = cards[rows].astype(np.int32)
        order = np.argsort(five % 12, axis=1)
        hues = np.take_along_axis(five // 12, order, axis=1)
        climbs = _climbing(ranker)[hues @ (12 ** np.arange(5))]
        found[rows[climbs]] += (ranker.strength[Category.SPECTRUM_STRAIGHT] - spectrum) * WIDTH
    return found


def count_every_hand(ranker: Ranker, codes: int = CODES) -> dict[Category, int]:
    """Hands of each rank by ranking all of them; codes 144 are 481,008,528 hands and take a minute or two."""
    total = np.zeros(len(Category), np.int64)
    triples = np.asarray(list(combinations(range(codes), 3)), np.uint8)
    for first in range(codes - 4):
        for second in range(first + 1, codes - 3):
            # The triples of later cards stand together at the end.
            later = triples[len(triples) - comb(codes - 1 - second, 3) :]
            hands = np.empty((len(later), 5), np.uint8)
            hands[:, 0], hands[:, 1], hands[:, 2:] = first, second, later
            total += np.bincount(values(hands, ranker) // WIDTH, minlength=len(Category))
    return {category: int(total[ranker.strength[category]]) for category in Category}
