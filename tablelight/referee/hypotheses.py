"""Hypotheses: entries that would explain what lies on the table, for people to choose from when the referee will not
guess."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.components.hues import Hue
from engine.core.errors import EngineError
from engine.core.events import Correct, Entry, Fact
from engine.core.match import Match
from engine.core.verdict import Dice
from tablelight.referee.dice_matching import dice_observation
from tablelight.referee.doubts import Doubt

Hypothesis = Sequence[Entry]
"""Entries that would explain what is seen: dice were rolled, rerolled, or the roll before was misread; cards were
laid."""


def with_entries(match: Match, entries: Hypothesis) -> Match:
    """The match with these entries as well. Raises Refused."""
    match = match.fork()
    for entry in entries:
        match.add(entry)
    return match


def last_dice(match: Match) -> tuple[int, Any]:
    """The last fact that counts and shows dice, with its place in the log; (-1, None) when there is none."""
    for index, event in reversed(match.events):
        if isinstance(event, Fact) and hasattr(event, "d6"):
            return index, event
    return -1, None


def text_of(hypothesis: Hypothesis) -> str:
    """A hypothesis as one line; two of the same doubt never have the same."""
    return "; ".join(map(str, hypothesis))


def dice_hypotheses(match: Match, doubt: Doubt, *, tumbled: bool) -> tuple[Hypothesis, ...]:
    """Every hypothesis under which the dice in doubt may count, likely ones first. ``tumbled``: they were seen rolling.

    Empty while a die has no name, and when the rules know none.
    """
    if not doubt.named:
        return ()
    # How many dice moved is evidence, no proof: where nothing fits it, it is left aside.
    as_moved = match.game.explanations(match.state, dice_observation(doubt.dice, doubt.moved))
    rolled = as_moved or match.game.explanations(match.state, dice_observation(doubt.dice, None))
    misread = _misread(match, doubt)
    found: dict[Any, Hypothesis] = {}
    for entries in [*rolled, *misread] if tumbled else [*misread, *rolled]:
        try:
            state = with_entries(match, entries).state
        except EngineError:
            continue
        if state != match.state:
            found.setdefault(state, entries)
    return tuple(found.values())


def _misread(match: Match, doubt: Doubt) -> list[Hypothesis]:
    """The roll before was not what was read then."""
    index, fact = last_dice(match)
    truth = match.game.fact_of(dice_observation(doubt.dice, None))
    if fact is None or truth is None:
        return []
    if match.game.on_table(match.state) is not None:
        return [[Correct(index, replace(truth, source="hand"))]]
    need = match.game.awaiting(match.state).need
    if not isinstance(need, Dice) or not (need.kept_d6 or need.kept_d12):
        return []
    # A die that stays as it lies shows something else: then it did so before the others were taken up.
    d6 = _put_right(fact.d6, need.kept_d6, truth.d6)
    d12 = _put_right(fact.d12, need.kept_d12, truth.d12)
    return [[Correct(index, replace(fact, d6=d6, d12=d12, source="hand")), truth]]


def _put_right(before: Sequence[Hue], kept: Sequence[Hue], now: Sequence[Hue]) -> tuple[Hue, ...]:
    """The dice before, with those that cannot have stayed replaced by the nearest hue that lies there now."""
    gone = Counter(kept) - Counter(now)
    spare = Counter(now) - Counter(kept)
    out = list(before)
    for hue in gone.elements():
        # None may be left, where a die that was to stay is gone.
        real = min(spare.elements(), key=lambda other: _apart(hue, other), default=hue)
        spare[real] -= 1
        out[out.index(hue)] = real
    return tuple(out)


def _apart(one: Hue, other: Hue) -> int:
    steps = abs(one - other)
    return min(steps, len(Hue) - steps)
