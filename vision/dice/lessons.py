"""Teaching pictures: what people say lies in them, and whether the names can be right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred, listed_later
from vision.dice.hue_order import hues_of
from vision.dice.readings import Kind
from vision.errors import MixedUp, TeachingError
from vision.photometry.hue_wheel import WheelPosition, exchanged
from vision.readings import Point

NAMES: dict[Kind, str] = {"d6": Deferred("cube"), "d12": Deferred("twelve-sided die")}
PLURALS: dict[Kind, str] = {"d6": Deferred("cubes"), "d12": Deferred("twelve-sided dice")}


@dataclass(frozen=True, slots=True)
class NamedDie:
    """A die in a teaching picture as a person named it; ``center_px`` where it was tapped, if it was."""

    kind: Kind
    top: Hue
    center_px: Point | None = None

    def with_name(self, kind: Kind, names: Mapping[Hue, Hue]) -> "NamedDie":
        """The same die; if it is of this kind, with the name that its own has become."""
        return replace(self, top=names.get(self.top, self.top)) if self.kind == kind else self


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A teaching picture (uint8 BGR) and its dice, left to right on the page where no place is given. ``insisted``: a
    person was asked about the names and stays with them; ``lies_flat``: and says that all of the dice lie flat."""

    image: np.ndarray
    dice: tuple[NamedDie, ...]
    name: str = Deferred("the picture")
    insisted: bool = False
    lies_flat: bool = False

    def with_names(self, kind: Kind, names: Mapping[Hue, Hue]) -> "Lesson":
        """The same picture, in which dice of a kind have other names."""
        return replace(self, dice=tuple(die.with_name(kind, names) for die in self.dice))


@dataclass(frozen=True, slots=True)
class Top:
    """The top of a named die: where on the wheel its colour lies, in which picture, and whether somebody insists."""

    die: NamedDie
    place: WheelPosition
    picture: str
    insisted: bool

    def with_name(self, kind: Kind, names: Mapping[Hue, Hue]) -> "Top":
        """The same top of a die that is called otherwise."""
        die = self.die.with_name(kind, names)
        return replace(self, die=die, place=replace(self.place, named=int(die.top)))


def check_names(lessons: Sequence[Lesson]) -> None:
    """Raises TeachingError where a hue of one kind of die is named twice ("twice"), or no die at all ("nothing")."""
    named: dict[tuple[Kind, Hue], str] = {}
    for lesson in lessons:
        for die in lesson.dice:
            if (die.kind, die.top) in named:
                where = named[die.kind, die.top]
                raise TeachingError(
                    "twice",
                    Deferred(
                        "{hue} was taught twice for the {die} ({before}, then {picture}); each hue must lie on top "
                        "once.",
                        hue=die.top.name_later,
                        die=NAMES[die.kind],
                        before=where,
                        picture=lesson.name,
                    ),
                )
            named[die.kind, die.top] = lesson.name
    if not named:
        raise TeachingError("nothing", Deferred("There are no dice named in these pictures; nothing was taught."))
    for kind in {kind for kind, _ in named}:
        left = [hue.name_later for hue in hues_of(kind) if (kind, hue) not in named]
        if left:
            raise TeachingError(
                "incomplete",
                Deferred(
                    "The {die} is still to be shown with {hues} on top.", die=NAMES[kind], hues=listed_later(left)
                ),
            )


def no_dice(name: str) -> TeachingError:
    """That nothing in a picture looks like a die."""
    return TeachingError(
        "no-dice",
        Deferred(
            "I see no dice in {name}. Lay one to five of them down, apart from each other, where the camera sees "
            "them whole, and take the picture again.",
            name=name,
        ),
    )


def refuse_mixed_up(tops: Sequence[Top]) -> None:
    """Raises MixedUp where two dice of a kind look as if their names had changed places, in the pictures of which
    nobody insists."""
    asked = []
    for kind in NAMES:
        ours = [top for top in tops if top.die.kind == kind and not top.insisted]
        asked += [(ours[one], ours[other]) for one, other in exchanged({k: top.place for k, top in enumerate(ours)})]
    if asked:
        one, other = asked[0]
        where = Deferred("{some} and {end}", some=one.picture, end=other.picture)
        raise MixedUp(
            Deferred(
                "{picture}: the {die} named {hue} and the one named {other} look as if their names had changed places; "
                "did they?",
                picture=one.picture if one.picture == other.picture else where,
                die=NAMES[one.die.kind],
                hue=one.die.top.name_later,
                other=other.die.top.name_later,
            ),
            one.die.kind,
            (one.die.top, other.die.top),
        )
