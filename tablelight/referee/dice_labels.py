"""Labels: what people said of dice that were misread. One holds as long as its die lies there and looks the same."""

from collections.abc import Sequence

from engine.components.hues import Hue
from engine.inference.observation import Observation
from tablelight.referee.dice_matching import tops_of, untouched
from tablelight.referee.matching import paired
from vision.dice.readings import SeenDie

LabelledDie = tuple[SeenDie, SeenDie | None]
"""A die as the camera saw it, and what people say it is; None: it is no die."""


def labelled(labels: Sequence[LabelledDie], seen: Sequence[SeenDie]) -> tuple[LabelledDie, ...]:
    """Every die seen now with what it counts as: what people said of it before, else what was read."""
    pairs = paired(labels, seen, lambda label, die: untouched(label[0], die))
    return tuple((die, die if label is None else label[1]) for die, label in pairs)


def labels_from(counts: Observation, seen: Sequence[SeenDie]) -> tuple[LabelledDie, ...]:
    """Which of the dice seen must have been misread when these dice count: the least sure ones that do not fit."""
    wanted, misfits = tops_of(counts), []
    for die in sorted(seen, key=_sureness, reverse=True):
        if wanted[die.kind, die.top] > 0:
            wanted[die.kind, die.top] -= 1
        else:
            misfits.append(die)
    labels: list[LabelledDie] = []
    for die in misfits:
        left = [hue for (kind, hue), count in wanted.items() if kind == die.kind and count > 0 and hue is not None]
        best = max(left, key=lambda hue: dict(die.candidates).get(hue, 0.0), default=None)
        if best is not None:
            wanted[die.kind, best] -= 1
        labels.append((die, None if best is None else called(die, die.kind, best)))
    return tuple(labels)


def _sureness(die: SeenDie) -> float:
    return dict(die.candidates).get(die.top, 0.0) if die.top is not None else 0.0


def called(die: SeenDie, kind: str, hue: Hue) -> SeenDie:
    """The die as somebody names it."""
    return SeenDie(kind, "ok", hue, ((hue, 1.0),), die.center_px, die.outline_px, die.mat_xy_mm)
