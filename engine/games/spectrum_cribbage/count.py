"""Points of Spectrum Cribbage: while cards are played (CR-PEG-*) and when hands are counted (CR-COUNT-*)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import pairwise
from math import prod
from typing import Any, Literal

from engine.components.cards import Card, ShadeCentres, basic_hues, related, shades
from engine.components.hues import Hue

COUNT_OF_NOTE, LIMIT = 18, 37
"""The sums that score, and the count that a series never passes (CR-PLAY-02, CR-COUNT-02)."""
NobsRelation = Literal["common_colour", "neighbour", "exact"]

# ---- pegging


def peg_points(numbers: Sequence[int]) -> int:
    """What the last card of a series pegs: 18, 37, pairs and runs; Go and last card come on top."""
    total = sum(numbers)
    return (2 if total in (COUNT_OF_NOTE, LIMIT) else 0) + _same_at_end(numbers) + _run_at_end(numbers)


def _same_at_end(numbers: Sequence[int]) -> int:
    """2, 6, 12, 20, 30 for two to six alike, one right after the other (CR-PEG-02..04)."""
    alike = 0
    for number in reversed(numbers):
        if number != numbers[-1]:
            break
        alike += 1
    return alike * (alike - 1)


def _run_at_end(numbers: Sequence[int]) -> int:
    """The longest run that the last cards make in any order; a repeated or foreign card breaks it (CR-PEG-05..07)."""
    for length in range(len(numbers), 2, -1):
        last = numbers[-length:]
        if len(set(last)) == length and max(last) - min(last) == length - 1:
            return length
    return 0


# ---- counting


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What a hand or crib counts, by kind."""

    eighteens: int = 0
    pairs: int = 0
    runs: int = 0
    nobs: int = 0
    flush: int = 0

    @property
    def total(self) -> int:
        """All its points."""
        return sum(getattr(self, f.name) for f in fields(self))


def eighteens(numbers: Sequence[int]) -> int:
    """Two for each combination that sums to 18 (CR-COUNT-02)."""
    ways = [1] + [0] * COUNT_OF_NOTE
    for number in numbers:
        for total in range(COUNT_OF_NOTE, number - 1, -1):
            ways[total] += ways[total - number]
    return 2 * ways[COUNT_OF_NOTE]


def pairs(numbers: Sequence[int]) -> int:
    """Two for each pair (CR-COUNT-03)."""
    return sum(n * (n - 1) for n in Counter(numbers).values())


def runs(numbers: Sequence[int]) -> int:
    """Each longest run of three or more, once for every way to make it (CR-COUNT-04)."""
    count = Counter(numbers)
    distinct = sorted(count)
    starts = [0, *(n + 1 for n, (a, b) in enumerate(pairwise(distinct)) if b != a + 1), len(distinct)]
    stretches = [distinct[a:b] for a, b in pairwise(starts)]
    return sum(len(run) * prod(count[n] for n in run) for run in stretches if len(run) >= 3)


_ARGUED: Mapping[str, tuple[Any, ...]] = {
    "nobs": ("each", "once"), "nobs_relation": ("common_colour", "neighbour"), "shade_centres": ("primary", "all12"),
    "flush4p": ("all", "any_six"),
}  # fmt: skip
"""What tables argue about when hands are shown. The exact hue is not among it: few play so, and every second ten of a
shade would be remarked on."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How a table counts hues: the options that matter when hands are shown."""

    nobs: Literal["each", "once"] = "each"
    nobs_relation: NobsRelation = "common_colour"
    shade_centres: ShadeCentres = "primary"
    flush4p: Literal["all", "any_six"] = "all"

    def counted_otherwise(self, cards: Sequence[Card], starter: Card, *, crib: bool) -> tuple[str, ...]:
        """The options by which these cards would count more or less."""
        total = self.count(cards, starter, crib=crib).total
        return tuple(
            name
            for name, values in _ARGUED.items()
            if any(replace(self, **{name: v}).count(cards, starter, crib=crib).total != total for v in values)
        )

    def like_starter(self, hue: Hue, starter: Hue) -> bool:
        """Whether a card has the starter's shade (CR-COUNT-06, CR-COUNT-08)."""
        if self.nobs_relation == "common_colour":
            return bool(basic_hues(hue) & basic_hues(starter))
        return related(hue, starter) if self.nobs_relation == "neighbour" else hue == starter

    def count(self, cards: Sequence[Card], starter: Card, *, crib: bool) -> Breakdown:
        """A hand or crib of known cards with the starter."""
        numbers = [card.number for card in (*cards, starter)]
        hues = [card.hue for card in cards if card.hue is not None]
        assert starter.hue is not None
        tens = sum(c.number == 10 and c.hue is not None and self.like_starter(c.hue, starter.hue) for c in cards)
        nobs = min(tens, 1) if self.nobs == "once" else tens
        return Breakdown(
            eighteens(numbers), pairs(numbers), runs(numbers), nobs, self._flush(hues, starter.hue, crib=crib)
        )

    def _flush(self, hues: Sequence[Hue], starter: Hue, *, crib: bool) -> int:
        """A point a card when enough share a shade; one more when it is the starter's; a crib needs the starter."""
        need = 6 if self.flush4p == "any_six" else max(len(hues), 6)
        nobby = sum(self.like_starter(hue, starter) for hue in hues)
        points = nobby + 1 if nobby >= need else 0
        families = shades(self.shade_centres)
        plain = 0 if crib else max(sum(hue in shades for hue in hues) for shades in families)
        return max(points, plain if plain >= need else 0)


@cache
def counting_by(*values: Any) -> Counting:
    """How a table counts that chose these values, in the order of the fields: made once for each choice."""
    return Counting(*values)
