"""Teaching pictures: what people say lies in them, and what is wrong with a picture before anything is learned."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.components.hues import Hue
from vision.dice.contours import DieShape
from vision.dice.detector import DiceDetector, DieDetection, apart
from vision.dice.edge_fit import fitted
from vision.dice.faces import look_at
from vision.dice.hue_order import hues_of
from vision.dice.pose import PoseClassifier
from vision.dice.readings import Kind
from vision.errors import MixedUp, TeachingError
from vision.geometry.play_area import FlatTable, FlatTableMap
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.colour_likelihood import TOP, fit
from vision.photometry.hue_wheel import WheelPosition, exchanged, wheel_position
from vision.photometry.illumination import Illumination
from vision.photometry.picture_faults import faults, refuse
from vision.readings import Point

NAMES: dict[Kind, str] = {"d6": "cube", "d12": "twelve-sided die"}
PLURALS: dict[Kind, str] = {"d6": "cubes", "d12": "twelve-sided dice"}

_THERE = 0.3  # a chance: a person says that dice are there
_SURE = 0.6
_LEANS = 0.8
_FRAME, _FIELD = 0.8, 0.72
_FAR = 3  # steps on the wheel of twelve: no lamp moves a hue so far
_CLEARLY = 12.0  # cost; the name itself wins by 17 and more in every good picture looked at


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
    person was asked about the names and stays with them."""

    image: np.ndarray
    dice: tuple[NamedDie, ...]
    name: str = "the picture"
    insisted: bool = False

    def with_names(self, kind: Kind, names: Mapping[Hue, Hue]) -> "Lesson":
        """The same picture, in which dice of a kind have other names."""
        return replace(self, dice=tuple(die.with_name(kind, names) for die in self.dice))


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A lesson with its mat, light, flat picture, and what may be dice in it."""

    lesson: Lesson
    registration: Registration
    light: Illumination
    table: FlatTable
    spots: tuple[DieDetection, ...]


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
    named: dict[tuple[Kind, Hue], str] = {}
    for lesson in lessons:
        for die in lesson.dice:
            if (die.kind, die.top) in named:
                where = named[die.kind, die.top]
                raise TeachingError(
                    "twice",
                    f"{die.top.title} was taught twice for the {NAMES[die.kind]} ({where}, then {lesson.name}); "
                    "each hue must lie on top once.",
                )
            named[die.kind, die.top] = lesson.name
    if not named:
        raise TeachingError("nothing", "There are no dice named in these pictures; nothing was taught.")
    for kind in {kind for kind, _ in named}:
        left = [hue.title for hue in hues_of(kind) if (kind, hue) not in named]
        if left:
            raise TeachingError("incomplete", f"The {NAMES[kind]} is still to be shown with {', '.join(left)} on top.")


def prepare(lessons: Sequence[Lesson]) -> list[Prepared]:
    """Look at every picture and refuse those with a fault.

    Raises TeachingError: ``no-mat``, ``mixed-mats``, what makes a picture unfit (``fault``), ``no-dice`` (none lies
    there), ``missing`` (a die cannot be found), ``wrong-kind``, ``leaning``, ``stacked``, ``mistaken`` (it looks quite
    unlike its name), ``mixed-up`` (two look as if they were each other).
    """
    first, detector = Registrar(), DiceDetector()
    prepared = []
    for lesson in lessons:
        registration, troubles = first.find(lesson.image)
        if registration is None:
            raise TeachingError("no-mat", f"{lesson.name}: {troubles[0].message}")
        if prepared and registration.mat.name != prepared[0].registration.mat.name:
            raise TeachingError("mixed-mats", f"{lesson.name} shows another mat than the pictures before it.")
        image, light = straightened(lesson.image, registration)
        lesson = replace(lesson, image=image)
        refuse(faults(lesson.image, registration, troubles, light), lesson.name)
        table = FlatTable(lesson.image, FlatTableMap.of(registration))
        spots = tuple(spot for spot in apart(detector.detect(table)) if spot.there > _THERE)
        if lesson.dice and not spots:
            raise no_dice(lesson.name)
        prepared.append(Prepared(lesson, registration, light, table, spots))
    classifier = PoseClassifier()
    for one in prepared:
        _refuse_faults(one, classifier)
    refuse_mixed_up([top for one in prepared for top in tops_of(one)])
    return prepared


def no_dice(name: str) -> TeachingError:
    """That nothing in a picture looks like a die."""
    return TeachingError(
        "no-dice",
        f"I see no dice in {name}. Lay one to five of them down, apart from each other, where the camera sees them "
        "whole, and take the picture again.",
    )


def refuse_empty_mat(image: np.ndarray, name: str) -> None:
    """Raises TeachingError (``no-dice``) where a mat is seen in a picture (uint8 BGR) and no die of any kind on it, so
    that nobody is asked to name what is not there. Where no mat is found, that is said when the dice are named."""
    registration, _ = Registrar().find(image)
    if registration is None:
        return
    table = FlatTable(straightened(image, registration)[0], FlatTableMap.of(registration))
    if not any(spot.there > _THERE for spot in DiceDetector().look(table)):
        raise no_dice(name)


def tops_of(one: Prepared) -> list[Top]:
    """The tops of a picture's named dice, those that have a place on the wheel."""
    out = []
    for kind, named, spots in _by_kind(one):
        colour, light = _looks(one, kind, spots)
        places = (wheel_position(seen, one.light.inks) for seen in colour / light)
        tops = zip(named, places, strict=True)
        lesson = one.lesson
        out += [
            Top(die, WheelPosition((at,), int(die.top)), lesson.name, lesson.insisted)
            for die, at in tops
            if at is not None
        ]
    return out


def refuse_mixed_up(tops: Sequence[Top]) -> None:
    """Raises MixedUp where two dice of a kind look as if their names had changed places, in the pictures of which
    nobody insists."""
    asked = []
    for kind in NAMES:
        ours = [top for top in tops if top.die.kind == kind and not top.insisted]
        asked += [(ours[one], ours[other]) for one, other in exchanged({k: top.place for k, top in enumerate(ours)})]
    if asked:
        one, other = asked[0]
        where = one.picture if one.picture == other.picture else f"{one.picture} and {other.picture}"
        raise MixedUp(
            f"{where}: the {NAMES[one.die.kind]} named {one.die.top.title} and the one named {other.die.top.title} "
            "look as if their names had changed places; did they?",
            one.die.kind,
            (one.die.top, other.die.top),
        )


def named_spots(one: Prepared, kind: Kind) -> list[DieDetection]:
    """The spots that the person named, in the order of the names. Raises TeachingError when one is not there."""
    named = [die for die in one.lesson.dice if die.kind == kind]
    if all(die.center_px for die in named):
        return [_nearest(one, die) for die in named]
    spots = [spot for spot in one.spots if spot.kind == kind][: len(named)]
    if len(spots) < len(named):
        raise TeachingError(
            "missing",
            f"{one.lesson.name} should show {len(named)} {PLURALS[kind]}, but I find {len(spots)}; "
            "lay them apart, in the play area, in even light.",
        )
    return sorted(spots, key=lambda spot: spot.pixel[0])


def _nearest(one: Prepared, die: NamedDie) -> DieDetection:
    spots = [spot for spot in one.spots if spot.kind == die.kind]
    for spot in spots:
        if _at(one, spot, die):
            return spot
    other = next((s for s in one.spots if s.kind != die.kind and _at(one, s, die)), None)
    if other is not None and other.there > _SURE:
        raise TeachingError(
            "wrong-kind",
            f"{one.lesson.name}: where the {NAMES[die.kind]} with {die.top.title} on top should lie I see a "
            f"{NAMES[other.kind]}. Choose the kind above, then take the picture again.",
        )
    raise TeachingError(
        "missing",
        f"{one.lesson.name}: no {NAMES[die.kind]} can be found where {die.top.title} should lie; lay the dice apart "
        "from each other, inside the play area, and tap the middle of each top.",
    )


def _at(one: Prepared, spot: DieDetection, die: NamedDie) -> bool:
    """Whether a spot is where the die was tapped."""
    x, y = one.registration.view.on_plane(np.array(die.center_px), spot.size)
    return bool(np.hypot(*(one.table.foot(spot.pixel, spot.size) - [x, y])) < 0.5 * spot.size)


# ---- faults of one picture


def _refuse_faults(one: Prepared, classifier: PoseClassifier) -> None:
    """Refuse dice that lean, stand on others, or look quite unlike what they were named."""
    for kind, named, spots in _by_kind(one):
        for die, pose in zip(named, classifier.classify(one.table, spots, [spot.size for spot in spots]), strict=True):
            which = f"{one.lesson.name}: the {NAMES[kind]} with {die.top.title} on top"
            if pose.leaning > _LEANS:
                raise TeachingError("leaning", f"{which} leans; lay it flat and take the picture again.")
            if pose.raised > _LEANS:
                raise TeachingError("stacked", f"{which} stands on another die; lay them side by side.")
        for die, looks in zip(named, _unlike(one, kind, named, spots), strict=True):
            if looks is not None and not one.lesson.insisted:
                raise TeachingError(
                    "mistaken",
                    f"{one.lesson.name}: the {NAMES[kind]} named {die.top.title} looks {looks.title}. Was another one "
                    "meant, or is there glare on it? Take the picture again and name it.",
                )


def _by_kind(one: Prepared) -> Iterator[tuple[Kind, list[NamedDie], list[DieDetection]]]:
    """The named dice of each kind in a picture, and where they lie."""
    for kind in NAMES:
        named = [die for die in one.lesson.dice if die.kind == kind]
        if named:
            yield kind, named, named_spots(one, kind)


def _looks(one: Prepared, kind: Kind, spots: Sequence[DieDetection]) -> tuple[np.ndarray, np.ndarray]:
    """The colours of the tops of some dice (N x 3, linear), and the light there."""
    shape = DieShape(kind, float(np.median([spot.size for spot in spots])), _FRAME, _FIELD)
    faces = look_at(one.lesson.image, one.registration.view, fitted(one.table, list(spots), shape))
    return faces.colour[:, 0], one.light.at(faces.xy)[:, 0]


def _unlike(one: Prepared, kind: Kind, named: Sequence[NamedDie], spots: Sequence[DieDetection]) -> list[Hue | None]:
    """The hue that a die looks like, where that is far from its name on the wheel; None where the name may be right."""
    colour, light = _looks(one, kind, spots)
    costs = fit(colour, light, one.light.inks, TOP)[0]
    out: list[Hue | None] = []
    for row, die in zip(costs, named, strict=True):
        steps = np.abs(np.arange(len(Hue)) - int(die.top))
        far = np.minimum(steps, len(Hue) - steps) >= _FAR
        best = int(np.where(far, row, np.inf).argmin())
        out.append(Hue(best) if row[best] + _CLEARLY < row[~far].min() else None)
    return out
