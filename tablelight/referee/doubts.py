"""A reading that waits for people: the dice as they were seen, what was said of them since, and why they wait."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.components.hues import Hue
from engine.core.verdict import Verdict
from engine.inference.observation import SeenCard
from tablelight.referee.dice_labels import LabelledDie, called
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips

_NOWHERE = SeenDie("d6", "ok", None, (), (0.0, 0.0), (), (float("inf"), float("inf")))
"""Stands for a die that the camera does not see; it lies near no other."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading in doubt.

    ``dice``: as they count by now; ``seen``: the same ones as the camera saw them, None for one that people added;
    ``no_dice``: what the camera took for dice and people do not. ``cards``: the cards in view, where cards are in
    doubt. ``pips``: the dice with dots that are.

    ``why``: what is wrong, or not sure. ``picture``: the number of the reading's picture, 0 where none is kept.
    ``trouble``: the reader's own words about it. ``moved``: how many dice do not lie where they lay before; None when
    nothing is known of before.
    """

    dice: tuple[SeenDie, ...]
    why: Verdict
    picture: int = 0
    moved: int | None = None
    trouble: str = ""
    seen: tuple[SeenDie | None, ...] = ()
    no_dice: tuple[SeenDie, ...] = ()
    cards: tuple[SeenCard, ...] | None = None
    pips: tuple[SeenPips, ...] | None = None

    @property
    def named(self) -> bool:
        """Whether every die has a name, so that what lies there may count."""
        return bool(self.dice) and all(die.status == "ok" for die in self.dice)

    @property
    def observed(self) -> tuple[SeenDie, ...]:
        """Everything the camera took for a die, as it saw it."""
        return (*(die for die in self.seen if die is not None), *self.no_dice)

    @property
    def labels(self) -> tuple[LabelledDie, ...]:
        """What people said that differs from what was seen."""
        named = [
            (seen, die)
            for seen, die in zip(self.seen, self.dice, strict=True)
            if seen is not None and (seen.kind, seen.top) != (die.kind, die.top)
        ]
        return (*named, *((die, None) for die in self.no_dice))

    # ---- what people say

    def with_name(self, index: int, kind: str, hue: Hue) -> "Doubt":
        """Die ``index`` is of this kind and shows this hue."""
        dice = list(self.dice)
        dice[index] = called(dice[index], kind, hue)
        return replace(self, dice=tuple(dice))

    def without(self, index: int) -> "Doubt":
        """Die ``index`` is no die."""
        seen = self.seen[index]
        return replace(
            self,
            dice=(*self.dice[:index], *self.dice[index + 1 :]),
            seen=(*self.seen[:index], *self.seen[index + 1 :]),
            no_dice=self.no_dice if seen is None else (*self.no_dice, seen),
        )

    def with_another(self, kind: str, hue: Hue) -> "Doubt":
        """There is a die more, which the camera does not see."""
        return replace(self, dice=(*self.dice, called(_NOWHERE, kind, hue)), seen=(*self.seen, None))


def dice_doubt(
    dice: Sequence[LabelledDie], why: Verdict, picture: int, moved: int | None = None, trouble: str = ""
) -> Doubt:
    """A doubt about dice that were seen, each with what it counts as (None: people said it is no die)."""
    return Doubt(
        dice=tuple(die for _, die in dice if die is not None),
        why=why,
        picture=picture,
        moved=moved,
        trouble=trouble,
        seen=tuple(seen for seen, die in dice if die is not None),
        no_dice=tuple(seen for seen, die in dice if die is None),
    )


def pip_doubt(dice: Sequence[SeenPips], why: Verdict, picture: int, trouble: str = "") -> Doubt:
    """A doubt about dice with dots."""
    return Doubt((), why, picture, trouble=trouble, pips=tuple(dice))
