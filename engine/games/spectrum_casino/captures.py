"""Which board cards a card can take, worked out on numbers alone (CA-PLAY-01, CA-PLAY-02).

A choice of board cards is a whole number whose bit n says whether card n is chosen.
"""

from collections.abc import Iterator
from functools import lru_cache

Numbers = tuple[int, ...]
Take = tuple[int, int]
"""Base and taken cards, each as bits; no base for a numeral."""


@lru_cache(maxsize=256)
def _sums(numbers: Numbers) -> dict[int, tuple[int, ...]]:
    """Every choice of cards by its sum, small choices first."""
    totals = [0]
    for number in numbers:
        totals += [total + number for total in totals]
    by_sum: dict[int, list[int]] = {}
    for bits in range(1, len(totals)):
        by_sum.setdefault(totals[bits], []).append(bits)
    return {total: tuple(sorted(choices, key=int.bit_count)) for total, choices in by_sum.items()}


def value(numbers: Numbers, bits: int) -> int:
    """The sum of the chosen cards."""
    return sum(number for n, number in enumerate(numbers) if bits >> n & 1)


def _unions(groups: Iterator[int]) -> set[int]:
    """Every choice made of one or more groups that do not overlap."""
    unions = {0}
    for group in groups:
        unions |= {union | group for union in unions if not union & group}
    return unions - {0}


def takes(numbers: Numbers, card: int, cap: int | None) -> Iterator[Take]:
    """Every (base, taken) that a card of this number can do; numerals first, then creations by their base."""
    by_sum = _sums(numbers)
    yield from ((0, taken) for taken in sorted(_unions(iter(by_sum.get(card, ())))))
    for base, groups in _creations(numbers, card, cap):
        yield from ((base, taken) for taken in sorted(_unions(iter(groups))))


def _creations(numbers: Numbers, card: int, cap: int | None) -> Iterator[tuple[int, list[int]]]:
    """Every base with the groups of other cards that equal what is created on it."""
    by_sum = _sums(numbers)
    for total, bases in by_sum.items():
        created = card + total
        targets = by_sum.get(created)
        if targets is None or (cap is not None and created > cap):
            continue
        for base in bases:
            if groups := [group for group in targets if not group & base]:
                yield base, groups


@lru_cache(maxsize=4096)
def best_take(numbers: Numbers, card: int, cap: int | None) -> Take | None:
    """Some capture of a card of this number, a plain one first; None when it can take nothing."""
    by_sum = _sums(numbers)
    if card in by_sum:
        return 0, by_sum[card][0]
    return next(((base, groups[0]) for base, groups in _creations(numbers, card, cap)), None)


def splits_into(numbers: Numbers, wanted: int) -> bool:
    """Whether all these cards together make groups of exactly ``wanted`` each; false for no cards."""
    if not numbers or sum(numbers) % wanted or max(numbers) > wanted:
        return False
    return _split(tuple(sorted(numbers, reverse=True)), wanted)


def _split(numbers: Numbers, wanted: int) -> bool:
    if not numbers:
        return True
    first, rest = numbers[0], numbers[1:]
    return any(_split(left, wanted) for left in _without_group(rest, wanted - first))


def _without_group(numbers: Numbers, wanted: int) -> set[Numbers]:
    """What is left of the cards after a group of this sum was taken out, in every different way."""
    if wanted == 0:
        return {numbers}
    out: set[Numbers] = set()
    for n, number in enumerate(numbers):
        if number <= wanted:
            kept = numbers[:n]
            out |= {
                tuple(sorted((*kept, *left), reverse=True))
                for left in _without_group(numbers[n + 1 :], wanted - number)
            }
    return out
