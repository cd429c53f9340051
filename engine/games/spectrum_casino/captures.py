"""Which board cards a card can take, worked out on numbers alone (CA-PLAY-01, CA-PLAY-02).

A choice of board cards is a whole number whose bit n says whether card n is chosen. On a board of up to FULL_BOARD
cards every capture is listed. Beyond that there are tens of thousands, so only those of one group are listed, with
bases and groups of few cards; ``splits_into`` judges any capture on any board.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

Numbers = tuple[int, ...]
Take = tuple[int, int]
"""Base and taken cards, each as bits; no base for a numeral."""

FULL_BOARD = 9
FEW = 2


@cache
def _choices(size: int) -> tuple[int, ...]:
    """Every choice of so many cards that is looked at, small choices first."""
    most = size if size <= FULL_BOARD else FEW
    return tuple(sum(1 << n for n in chosen) for few in range(1, most + 1) for chosen in combinations(range(size), few))


@lru_cache(maxsize=256)
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


def _unions(groups: Sequence[int], numbers: Numbers) -> Sequence[int]:
    """Every choice made of one or more groups that do not overlap; of one group where the board is too full."""
    if len(groups) < 2 or len(numbers) > FULL_BOARD:
        return groups
    if len(groups) == 2:
        both = groups[0] | groups[1]
        return groups if groups[0] & groups[1] else (*groups, both)
    unions = {0}
    for group in groups:
        unions |= {union | group for union in unions if not union & group}
    return sorted(unions - {0})


def takes(numbers: Numbers, card: int, cap: int | None) -> list[Take]:
    """Every (base, taken) that a card of this number can do; numerals first, then creations by their base."""
    by_sum = _sums(numbers)
    found = [(0, taken) for taken in _unions(by_sum.get(card, ()), numbers)]
    # What is created on a base takes other cards that equal it: both together are no more than lies there.
    most = (sum(numbers) - card) // 2 if cap is None else min((sum(numbers) - card) // 2, cap - card)
    for total, bases in by_sum.items():
        if total > most or card + total not in by_sum:
            continue
        targets = by_sum[card + total]
        for base in bases:
            groups = [group for group in targets if not group & base]
            if len(groups) == 1:
                found.append((base, groups[0]))
            elif groups:
                found += [(base, taken) for taken in _unions(groups, numbers)]
    return found


@lru_cache(maxsize=4096)
def best_take(numbers: Numbers, card: int, cap: int | None) -> Take | None:
    """Some capture of a card of this number, a plain one if there is one; None when it can take nothing at all.

    A capture of one group exists just when the group is worth the card and its base together, so every card is in
    the group, in the base, or stays; what counts of a choice so far is how much the group is ahead.
    """
    for with_base in (False, True):
        ahead: dict[tuple[int, int], Take] = {(0, 0): (0, 0)}
        for n, number in enumerate(numbers):
            for (lead, group_sum), (base, group) in list(ahead.items()):
                options = [(lead + number, group_sum + number, base, group | 1 << n)]
                if with_base:
                    options.append((lead - number, group_sum, base | 1 << n, group))
                for new_lead, new_sum, new_base, new_group in options:
                    # Without a cap it does not matter how much the group is worth in all.
                    if cap is None or not with_base or new_sum <= cap:
                        key = (new_lead, new_sum if cap is not None else 0)
                        ahead.setdefault(key, (new_base, new_group))
        found = next((take for (lead, _), take in ahead.items() if lead == card), None)
        if found is not None:
            return found
    return None


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
