"""Dice in the tray: counted, and compared with how they lay before, also through a camera that was knocked since."""

from cmath import phase
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

from engine.components.hues import Hue
from engine.inference.observation import Observation
from tablelight.referee.matching import unmatched
from vision.dice.readings import SeenDie

STILL_MM = 5.0
"""A die of the same kind and hue within this distance of where one lay was not touched. Half a small die is 8 mm;
the reading's own place error stays under 2 mm."""

Tops = Counter[tuple[str, Hue | None]]


def tops(dice: Sequence[SeenDie]) -> Tops:
    """How many dice of each kind show each hue."""
    return Counter((die.kind, die.top) for die in dice)


def tops_of(observation: Observation) -> Tops:
    """The same of dice in the engine's words."""
    return Counter([("d6", hue) for hue in observation.d6 or ()] + [("d12", hue) for hue in observation.d12 or ()])


def dice_observation(dice: Sequence[SeenDie], moved: int | None) -> Observation:
    """The dice in the engine's words."""
    d6 = tuple(die.top for die in dice if die.kind == "d6" and die.top is not None)
    d12 = tuple(die.top for die in dice if die.kind == "d12" and die.top is not None)
    return Observation(d6, d12, moved=moved)


def count_moved(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> int | None:
    """How many of the dice now do not lie where one like it lay before; None when nothing is known of before.

    A die without a name is compared by kind and place alone.
    """
    if not before:
        return None
    return len(unmatched(before, now, untouched))


_FEWEST_ALIKE, _MORE_ALIKE = 3, 2
"""So many dice at least must show what they showed, and so many more than lie where they lay, before a knock is
believed: two lie as far apart as before by chance. Chosen by hand."""
_ANCHORS = 4
"""Of the dice before, so many with the rarest tops are tried as the first of a pair; it bounds the work. Chosen by
hand."""
_TURNED_MM, _SCALES = 6.0, (0.8, 1.25)
"""How far from its place a die may be seen after a knock, and how much larger or smaller all may look: a camera that
was knocked sees the mat from elsewhere. Chosen by hand."""


def as_before(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> tuple[SeenDie, ...] | None:
    """The dice now, in the order of those before, where they lie just as those did but elsewhere as a whole: then the
    camera was knocked or the mat was moved, and nobody rolled. None where that cannot be said.

    Three dice at least must show what they showed: two lie as far apart as before by chance, and one lies nowhere
    else. Others may have no name, then or now, if they lie where they should.
    """
    if len(before) != len(now):
        return None
    named = sorted((die for die in before if die.top is not None), key=lambda die: tops(before)[die.kind, die.top])
    for first, second in combinations(named[:_ANCHORS], 2):
        for one, other in permutations(now, 2):
            if not (_same_top(first, one) and _same_top(second, other) and _at(first) != _at(second)):
                continue
            turn = (_at(other) - _at(one)) / (_at(second) - _at(first))
            if _SCALES[0] < abs(turn) < _SCALES[1]:
                found = _all_at(before, [_at(one) + turn * (_at(die) - _at(first)) for die in before], now)
                if found is not None:
                    return found
    return None


_PUSHED_MM, _PUSHED_TURN, _PUSHED_SCALES = 60.0, 0.35, (0.9, 1.1)
"""No knock moves, turns (radians) or scales what a camera sees by more. Chosen by hand."""


def kept_places(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
    """The dice before where a camera sees them now that was knocked while some of them were rolled.

    Those that stayed say by how much it was knocked: three or more lie to each other as they lay and show what they
    showed, two at least more than lie where they lay. The same dice, unmoved, where that cannot be said.
    """
    places, most = None, max(_FEWEST_ALIKE, len(before) - (count_moved(before, now) or 0) + _MORE_ALIKE) - 1
    for first, second in combinations([die for die in before if die.top is not None], 2):
        for one, other in permutations(now, 2):
            if not (_same_top(first, one) and _same_top(second, other) and _at(first) != _at(second)):
                continue
            turn = (_at(other) - _at(one)) / (_at(second) - _at(first))
            if not _is_knock(turn, _at(one) - _at(first)):
                continue
            there = [_at(one) + turn * (_at(die) - _at(first)) for die in before]
            count = _how_many_at(before, there, now)
            if count > most:
                most, places = count, there
    return tuple(before) if places is None else tuple(map(_put, before, places))


def _is_knock(turn: complex, push: complex) -> bool:
    scale, angle = abs(turn), abs(phase(turn))
    return _PUSHED_SCALES[0] < scale < _PUSHED_SCALES[1] and angle < _PUSHED_TURN and abs(push) < _PUSHED_MM


def _how_many_at(before: Sequence[SeenDie], places: Sequence[complex], now: Sequence[SeenDie]) -> int:
    """How many dice show at their new place what they showed before."""
    rest, count = list(now), 0
    for die, place in zip(before, places, strict=True):
        found = next((one for one in rest if _same_top(die, one) and abs(_at(one) - place) <= STILL_MM), None)
        if found is not None:
            rest.remove(found)
            count += 1
    return count


def _put(die: SeenDie, place: complex) -> SeenDie:
    return replace(die, mat_xy_mm=(place.real, place.imag))


def _all_at(before: Sequence[SeenDie], places: Sequence[complex], now: Sequence[SeenDie]) -> tuple[SeenDie, ...] | None:
    rest, out = list(now), []
    for die, place in zip(before, places, strict=True):
        near = [one for one in rest if _alike(die, one) and abs(_at(one) - place) <= _TURNED_MM]
        if not near:
            return None
        out.append(min(near, key=lambda one: abs(_at(one) - place)))
        rest.remove(out[-1])
    sure = sum(_same_top(die, one) for die, one in zip(before, out, strict=True))
    return tuple(out) if sure >= _FEWEST_ALIKE else None


def _at(die: SeenDie) -> complex:
    return complex(*die.mat_xy_mm)


def _same_top(one: SeenDie, other: SeenDie) -> bool:
    return one.top is not None and (one.kind, one.top) == (other.kind, other.top)


def _alike(one: SeenDie, other: SeenDie) -> bool:
    unnamed = one.top is None or other.top is None
    return one.kind == other.kind and (unnamed or one.top == other.top)


def untouched(before: SeenDie, now: SeenDie) -> bool:
    """Whether a die may be the one before: it lies there, within ``STILL_MM``, and shows nothing else."""
    (x0, y0), (x1, y1) = before.mat_xy_mm, now.mat_xy_mm
    return (x0 - x1) ** 2 + (y0 - y1) ** 2 <= STILL_MM**2 and _alike(before, now)
