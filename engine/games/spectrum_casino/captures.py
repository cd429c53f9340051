"""Which board cards a card can take, worked out on numbers alone (CA-PLAY-01, CA-PLAY-02).

A choice of board cards is a whole number whose bit n says whether card n is chosen. On a board of up to FULL_BOARD
cards ``takes`` lists every capture. A fuller one has tens of thousands, so there it lists the first MOST of them, small
ones first; ``best_take`` finds one on any board, and ``splits_into`` judges any. All of it is bounded work, whatever
lies there.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb

from engine.components.cards import NUMBERS

Numbers = tuple[int, ...]
CaptureBits = tuple[int, int]
"""Base and taken cards, each as bits; no base for a numeral."""

FULL_BOARD = 10
"""The most cards on a board whose captures are all listed: some 1,500 for each card of a hand, 15,000 at worst."""
MOST = 1_000
"""Captures of one card that are listed on a fuller board."""
CHOICES, UNIONS = 2_500, 500
"""Choices of cards, and of several groups at once, that are looked at on a fuller board."""
TRIES = 20_000
"""Steps of a search for groups before it gives up; real captures need a few dozen."""


@lru_cache(maxsize=16)
def _choices(size: int) -> tuple[int, ...]:
    """Every choice of so many cards that is looked at, small choices first."""
    few = next((few for few in (3, 2) if comb(size, few) <= CHOICES), 1)
    most = size if size <= FULL_BOARD else few
    return tuple(sum(1 << n for n in chosen) for few in range(1, most + 1) for chosen in combinations(range(size), few))


@lru_cache(maxsize=64)
def _sums(numbers: Numbers) -> dict[int, list[int]]:
    """Every choice of cards that is looked at, by its sum, small choices first."""
    by_sum: dict[int, list[int]] = {}
    if len(numbers) <= FULL_BOARD:
        # The sum of a choice is that of the choice without its last card, and that card.
        sums = [0]
        for number in numbers:
            sums += [total + number for total in sums]
        for bits in _choices(len(numbers)):
            by_sum.setdefault(sums[bits], []).append(bits)
    else:
        for bits in _choices(len(numbers)):
            by_sum.setdefault(value(numbers, bits), []).append(bits)
    return by_sum


def value(numbers: Numbers, bits: int) -> int:
    """The sum of the chosen cards."""
    return sum(number for n, number in enumerate(numbers) if bits >> n & 1)


def _unions(groups: Sequence[int], most: int | None = None) -> Sequence[int]:
    """Every choice made of one or more groups that do not overlap; at most so many that are made of several."""
    if len(groups) < 2:
        return groups
    if len(groups) == 2:
        return groups if groups[0] & groups[1] else (*groups, groups[0] | groups[1])
    unions = dict.fromkeys((0, *groups))
    for group in groups:
        unions |= dict.fromkeys([union | group for union in unions if not union & group])
        if most is not None and len(unions) > len(groups) + most:
            break
    del unions[0]
    return tuple(unions)


def takes(numbers: Numbers, card: int, cap: int | None) -> list[CaptureBits]:
    """Every (base, taken) that a card of this number can do; numerals first, then creations by their base.

    Of a board of more than FULL_BOARD cards only some: see there.
    """
    return list(
        _takes(numbers, card, cap) if len(numbers) <= FULL_BOARD else islice(_few_takes(numbers, card, cap), MOST)
    )


def _takes(numbers: Numbers, card: int, cap: int | None) -> Iterator[CaptureBits]:
    by_sum = _sums(numbers)
    yield from ((0, taken) for taken in _unions(by_sum.get(card, ())))
    for bases, targets in _creations(numbers, card, cap):
        for base in bases:
            groups = [group for group in targets if not group & base]
            if len(groups) == 1:
                yield base, groups[0]
            elif groups:
                yield from ((base, taken) for taken in _unions(groups))


def _few_takes(numbers: Numbers, card: int, cap: int | None) -> Iterator[CaptureBits]:
    """Numerals that take one group or several, then creations that take one; all of them of few cards."""
    by_sum = _sums(numbers)
    yield from ((0, taken) for taken in _unions(by_sum.get(card, ()), UNIONS))
    for bases, targets in _creations(numbers, card, cap):
        yield from ((base, group) for base in bases for group in targets if not group & base)


def _creations(numbers: Numbers, card: int, cap: int | None) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """The bases of each worth, and what has the worth that the card creates on them."""
    by_sum = _sums(numbers)
    most = _most_on(numbers, card, cap)
    for total, bases in by_sum.items():
        if total <= most and card + total in by_sum:
            yield bases, by_sum[card + total]


def _most_on(numbers: Numbers, card: int, cap: int | None) -> int:
    """The highest worth of a base: it and the cards of the created worth lie there both."""
    most = (sum(numbers) - card) // 2
    return most if cap is None else min(most, cap - card)


@lru_cache(maxsize=4096)
def best_take(numbers: Numbers, card: int, cap: int | None) -> CaptureBits | None:
    """Some capture of a card of this number, a plain one if there is one; None when it can take nothing at all.

    A capture of one group exists just when the group is worth the card and its base together, so every card is in
    the group, in the base, or stays; what counts of a choice so far is how much the group is ahead.
    """
    most = _most_on(numbers, card, cap)
    return _first_take(numbers, card, 0, cap) or (_first_take(numbers, card, most, cap) if most > 0 else None)


def _first_take(numbers: Numbers, card: int, most: int, cap: int | None) -> CaptureBits | None:
    """Some capture with a base of at most this worth, card by card; None when there is none."""
    ahead: dict[tuple[int, int], CaptureBits] = {(0, 0): (0, 0)}
    for n, number in enumerate(numbers):
        for (lead, on), (base, group) in list(ahead.items()):
            if lead + number == card:
                return base, group | 1 << n
            if lead + number <= card + most:
                ahead.setdefault((lead + number, on), (base, group | 1 << n))
            # Without a cap it does not matter how much the base is worth in all.
            worth = on + number if cap is not None else 0
            if lead - number >= -most and worth <= most:
                if lead - number == card:
                    return base | 1 << n, group
                ahead.setdefault((lead - number, worth), (base | 1 << n, group))
    return None


# ---- what a given choice of cards can be


def splits_into(numbers: Numbers, wanted: int, tries: int = TRIES) -> bool:
    """Whether all these cards together make groups of exactly ``wanted`` each; false for no cards.

    Also true of what no search of so many steps can tell: a referee does not accuse where he cannot see.
    """
    return bool(numbers) and _splits(_counts(numbers), wanted, _Tries(tries)) is not False


def base_of(numbers: Numbers, card: int, cap: int | None, tries: int = TRIES) -> int | None:
    """Which of these cards, all of them taken, the card was put on, so that the others equal it; 0 for a numeral.

    None when it cannot have been so, or when so many steps do not tell. Of several bases the one worth least.
    """
    left = _Tries(tries)
    every = _counts(numbers)
    for worth in range(max(_most_on(numbers, card, cap), 0) + 1):
        if (sum(numbers) - worth) % (card + worth) == 0:
            for base in _choices_worth(every, worth, len(NUMBERS), left):
                rest = tuple(have - gone for have, gone in zip(every, base, strict=True))
                if any(rest) and _splits(rest, card + worth, left):
                    return _places_of(numbers, base)
    return None


Counts = tuple[int, ...]
"""How many cards there are of each number, from 1."""


class _Tries:
    """How many steps a search has left."""

    def __init__(self, left: int) -> None:
        self.left = left

    def step(self) -> bool:
        """One more step; false when there is none left."""
        self.left -= 1
        return self.left >= 0


def _counts(numbers: Numbers) -> Counts:
    return tuple(map(numbers.count, NUMBERS))


def _places_of(numbers: Numbers, counts: Counts) -> int:
    """The first cards of these numbers, as bits."""
    left, bits = list(counts), 0
    for n, number in enumerate(numbers):
        if left[number - 1]:
            left[number - 1] -= 1
            bits |= 1 << n
    return bits


def _less(counts: Counts, number: int) -> Counts:
    """One card fewer of a number."""
    return (*counts[: number - 1], counts[number - 1] - 1, *counts[number:])


def _choices_worth(counts: Counts, wanted: int, top: int, left: _Tries) -> Iterator[Counts]:
    """Every choice of numbers up to ``top`` with this sum."""
    if wanted == 0:
        yield (0,) * len(counts)
        return
    for number in range(min(top, wanted), 0, -1):
        if counts[number - 1] and left.step():
            for choice in _choices_worth(_less(counts, number), wanted - number, number, left):
                yield (*choice[: number - 1], choice[number - 1] + 1, *choice[number:])


def _splits(counts: Counts, wanted: int, left: _Tries) -> bool | None:
    """Whether cards split into groups of a sum; None when the steps do not suffice to tell."""
    numbers = [number for number, count in zip(NUMBERS, counts, strict=True) for _ in range(count)]
    if sum(numbers) % wanted or max(numbers) > wanted or not _reaches(numbers, wanted):
        return False
    failed: set[tuple[Counts, int, int]] = set()

    def fill(counts: Counts, room: int, top: int) -> bool | None:
        """Whether this group with so much room, filled with numbers up to ``top``, and all further groups work out."""
        if not room:
            top = max((number for number in NUMBERS if counts[number - 1]), default=0)
            # The highest number that is left belongs to some group: to the next one, then.
            return fill(_less(counts, top), wanted - top, top) if top else True
        if (counts, room, top) in failed:
            return False
        if not left.step():
            return None
        for number in range(min(room, top), 0, -1):
            if counts[number - 1] and (works := fill(_less(counts, number), room - number, number)) is not False:
                return works
        failed.add((counts, room, top))
        return False

    return fill(counts, 0, 0)


def _reaches(numbers: Sequence[int], wanted: int) -> bool:
    """Whether some of the numbers have this sum."""
    sums = 1
    for number in numbers:
        sums |= sums << number
    return bool(sums >> wanted & 1)
