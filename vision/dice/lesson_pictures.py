"""Teaching pictures, looked at: mat, light and dice of each; what is not fit to learn from is refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred
from vision.dice.coloured_places import coloured_places, shown_places
from vision.dice.contours import DieShape
from vision.dice.detector import DiceDetector, DieDetection, apart
from vision.dice.edge_fit import FittedDie, fitted
from vision.dice.faces import look_at
from vision.dice.lessons import NAMES, PLURALS, Lesson, NamedDie, Top, no_dice, refuse_mixed_up
from vision.dice.pose import DiePose, PoseClassifier, doubt_of
from vision.dice.readings import Kind
from vision.dice.tapped import outlined
from vision.dice.two_kinds import both_kinds
from vision.errors import TeachingError
from vision.geometry.play_area import FlatTable, FlatTableMap
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.colour_likelihood import TOP, fit
from vision.photometry.hue_wheel import WheelPosition, is_gray, wheel_position
from vision.photometry.illumination import Illumination
from vision.photometry.picture_faults import faults, refuse

# Constants: chosen by hand, looser than in play: a person says that dice lie there.
_THERE = 0.3  # a chance: a person says that dice are there
_SURE = 0.6
_LEANS = 0.8
_SEVERAL = 3  # dice of a picture
_EDGES = (
    0.5  # of dice that were tapped none of 132 agreed less with the edges, of bare places none of 73 more than 0.31
)
_MORE = 0.1  # at 0 the edges of 32 of 144 d12 of disc families that choose speak for a d6; at this those of two
_FRAME = 0.8
_FAR = 3  # steps on the wheel of twelve: no lamp moves a hue so far
_CLEARLY = 12.0  # cost; the name itself wins by 17 and more in every good picture looked at


@dataclass(frozen=True, slots=True, eq=False)
class PreparedLesson:
    """A lesson with its mat, light, flat picture, and what may be dice in it, surest first; one may be there twice."""

    lesson: Lesson
    registration: Registration
    light: Illumination
    table: FlatTable
    spots: tuple[DieDetection, ...]


def prepare(lessons: Sequence[Lesson]) -> list[PreparedLesson]:
    """Look at every picture and refuse those with a fault.

    Raises TeachingError: ``no-mat``, ``mixed-mats``, what makes a picture unfit (``picture_faults``), ``no-dice`` (none
    lies there), ``missing`` (a die cannot be found), ``wrong-kind``, ``leaning``, ``stacked``, ``mistaken`` (it looks
    quite unlike its name), ``mixed-up`` (two look as if they were each other).
    """
    first, detector, classifier = Registrar(), DiceDetector(), PoseClassifier()
    prepared = []
    for lesson in lessons:
        registration, troubles = first.find(lesson.image)
        if registration is None:
            raise TeachingError("no-mat", Deferred("{name}: {message}", name=lesson.name, message=troubles[0].message))
        if prepared and registration.mat.name != prepared[0].registration.mat.name:
            raise TeachingError(
                "mixed-mats", Deferred("{name} shows another mat than the pictures before it.", name=lesson.name)
            )
        image, light = straightened(lesson.image, registration)
        lesson = replace(lesson, image=image)
        refuse(faults(lesson.image, registration, troubles, light), lesson.name)
        table = FlatTable(lesson.image, FlatTableMap.of(registration))
        one = PreparedLesson(
            lesson, registration, light, table, tuple(both_kinds(table, detector.detect(table), classifier))
        )
        one = replace(one, spots=(*_only_tapped(one), *one.spots))
        if lesson.dice and not any(spot.there > _THERE for spot in one.spots):
            raise no_dice(lesson.name)
        prepared.append(one)
    for one in prepared:
        _refuse_faults(one, classifier)
    refuse_mixed_up([top for one in prepared for top in tops_of(one)])
    return prepared


def _only_tapped(one: PreparedLesson) -> list[DieDetection]:
    """Dice that were tapped and that nothing else speaks for: their likeliest outlines, as a person says that they lie
    there. Where another kind of die is seen for sure, its edges or a person who insists must say that it is none."""
    out = []
    for die in one.lesson.dice:
        if die.center_px is None:
            continue
        mine, other = _at_tap(one, die)
        if mine is not None and mine.there > _THERE:
            continue
        if mine is not None and (other is None or other.there <= _SURE):
            continue
        pixel = one.table.flat(np.array([*one.registration.view.on_plane(np.array(die.center_px), 0.0), 0.0]))
        at = (float(pixel[0]), float(pixel[1]))
        sizes = [spot.size for spot in one.spots if spot.kind == die.kind and spot.there > _SURE]
        spot, agrees = outlined(one.table, die.kind, at, float(np.median(sizes)) if sizes else None)
        sure = other is not None and other.there > _SURE and not one.lesson.insisted
        if agrees < _EDGES:
            continue
        if other is None or not sure or agrees > outlined(one.table, other.kind, at, other.size)[1] + _MORE:
            out.append(spot)
    return out


def refuse_empty_mat(image: np.ndarray, name: str) -> None:
    """Raises TeachingError (``no-dice``) where a mat is seen in a picture (uint8 BGR) and no die of any kind on it, so
    that nobody is asked to name what is not there. Where no mat is found, that is said when the dice are named."""
    registration, _ = Registrar().find(image)
    if registration is None:
        return
    table = FlatTable(straightened(image, registration)[0], FlatTableMap.of(registration))
    if not any(spot.there > _THERE for spot in DiceDetector().detect(table)):
        raise no_dice(name)


def tops_of(one: PreparedLesson) -> list[Top]:
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


def named_detections(one: PreparedLesson, kind: Kind) -> list[DieDetection]:
    """The spots that the person named, in the order of the names. Raises TeachingError when one is not there."""
    named = [die for die in one.lesson.dice if die.kind == kind]
    if all(die.center_px for die in named):
        return [_tapped(one, die) for die in named]
    likely = apart([spot for spot in one.spots if spot.there > _THERE])
    spots = [spot for spot in likely if spot.kind == kind][: len(named)]
    if len(spots) < len(named):
        raise TeachingError(
            "missing",
            Deferred(
                "{picture} should show {count} {dice}, but I find {found}; lay them apart, in the play area, in "
                "even light.",
                picture=one.lesson.name,
                count=len(named),
                dice=PLURALS[kind],
                found=len(spots),
            ),
        )
    return sorted(spots, key=lambda spot: spot.pixel[0])


def _tapped(one: PreparedLesson, die: NamedDie) -> DieDetection:
    """The likeliest die of its kind where it was tapped: the tap says that one lies there, doubtful as it may look."""
    mine, other = _at_tap(one, die)
    if mine is not None and (mine.there > _THERE or other is None or other.there <= _SURE):
        return mine
    if other is not None and other.there > _SURE:
        raise TeachingError(
            "wrong-kind",
            Deferred(
                "{picture}: where the {die} with {hue} on top should lie I see a {other}. Choose the kind above, "
                "then take the picture again.",
                **_which(one, die),
                other=NAMES[other.kind],
            ),
        )
    raise TeachingError(
        "missing",
        Deferred(
            "{picture}: no {die} can be found where {hue} should lie; lay the dice apart from each other, inside "
            "the play area, and tap the middle of each top.",
            **_which(one, die),
        ),
    )


def _at_tap(one: PreparedLesson, die: NamedDie) -> tuple[DieDetection | None, DieDetection | None]:
    """The likeliest die of its kind where it was tapped, and of another kind."""
    spots = [spot for spot in one.spots if _at(one, spot, die)]
    mine = next((spot for spot in spots if spot.kind == die.kind), None)
    return mine, next((spot for spot in spots if spot.kind != die.kind), None)


def _which(one: PreparedLesson, die: NamedDie) -> dict[str, Any]:
    """What a sentence about a die in a picture names."""
    return {"picture": one.lesson.name, "die": NAMES[die.kind], "hue": die.top.name_later}


def _at(one: PreparedLesson, spot: DieDetection, die: NamedDie) -> bool:
    """Whether a spot is where the die was tapped."""
    x, y = one.registration.view.on_plane(np.array(die.center_px), spot.size)
    return bool(np.hypot(*(one.table.foot(spot.pixel, spot.size) - [x, y])) < 0.5 * spot.size)


def _refuse_faults(one: PreparedLesson, classifier: PoseClassifier) -> None:
    """Refuse dice that lean, stand on others, or look quite unlike what they were named."""
    for kind, named, spots in _by_kind(one):
        if not one.lesson.lies_flat:
            poses = classifier.classify(one.table, spots, [spot.size for spot in spots])
            _refuse_not_flat(one, kind, named, poses)
        if one.lesson.insisted:
            continue
        for die, gray, looks in zip(named, *_looks_unlike(one, kind, named, spots), strict=True):
            if gray:
                raise TeachingError(
                    "mistaken",
                    Deferred(
                        "{picture}: the {die} named {hue} looks white, gray or black. Is there glare on it? Then turn "
                        "it a little, take the picture again and name it.",
                        **_which(one, die),
                    ),
                )
            if looks is not None:
                raise TeachingError(
                    "mistaken",
                    Deferred(
                        "{picture}: the {die} named {hue} looks {seen}. Was another one meant, or is there glare "
                        "on it? Take the picture again and name it.",
                        **_which(one, die),
                        seen=looks.name_later,
                    ),
                )


def _refuse_not_flat(one: PreparedLesson, kind: Kind, named: Sequence[NamedDie], poses: Sequence[DiePose]) -> None:
    """Of several dice most of which look as if they stood on others none does: they are of a make that looks so."""
    doubt = doubt_of(poses, kind) if len(poses) >= _SEVERAL else 0.0
    for die, pose in zip(named, (pose.beside(doubt) for pose in poses), strict=True):
        which = _which(one, die)
        if pose.leaning > _LEANS:
            raise TeachingError(
                "leaning",
                Deferred(
                    "{picture}: the {die} with {hue} on top looks as if it leaned. Lay it flat and take another "
                    "picture; or, if it does lie flat, say so.",
                    **which,
                ),
            )
        if pose.raised > _LEANS:
            raise TeachingError(
                "stacked",
                Deferred(
                    "{picture}: the {die} with {hue} on top looks as if it stood on another die. Lay them side by side "
                    "and take another picture; or, if it does lie flat, say so.",
                    **which,
                ),
            )


def _by_kind(one: PreparedLesson) -> Iterator[tuple[Kind, list[NamedDie], list[DieDetection]]]:
    """The named dice of each kind in a picture, and where they lie."""
    for kind in NAMES:
        named = [die for die in one.lesson.dice if die.kind == kind]
        if named:
            yield kind, named, named_detections(one, kind)


def _looks(one: PreparedLesson, kind: Kind, spots: Sequence[DieDetection]) -> tuple[np.ndarray, np.ndarray]:
    """The colours of the tops of some dice (N x 3, linear), and the light there."""
    shape = DieShape(kind, float(np.median([spot.size for spot in spots])), _FRAME)
    found = fitted(one.table, list(spots), shape)
    faces = look_at(one.lesson.image, one.registration.view, found, one.light, places_named(kind, [(one, found)]))
    return faces.colour[:, 0], one.light.at(faces.xy)[:, 0]


def places_named(kind: Kind, lying: Sequence[tuple[PreparedLesson, list[FittedDie]]]) -> np.ndarray | None:
    """Where on their faces the named dice of some pictures show their colours (M x 2); None where it is all over
    them."""
    shown = [shown_places(one.lesson.image, one.registration.view, found, one.light) for one, found in lying]
    inks = [one.light.inks[[int(die.top) for die in one.lesson.dice if die.kind == kind]] for one, _ in lying]
    return coloured_places(kind, np.concatenate(shown), np.concatenate(inks))


def _looks_unlike(
    one: PreparedLesson, kind: Kind, named: Sequence[NamedDie], spots: Sequence[DieDetection]
) -> tuple[list[bool], list[Hue | None]]:
    """Whether a die looks gray, and the hue that it looks like where that is far from its name on the wheel; None where
    the name may be right."""
    colour, light = _looks(one, kind, spots)
    costs = fit(colour, light, one.light.inks, TOP)[0]
    out: list[Hue | None] = []
    for row, die in zip(costs, named, strict=True):
        steps = np.abs(np.arange(len(Hue)) - int(die.top))
        far = np.minimum(steps, len(Hue) - steps) >= _FAR
        best = int(np.where(far, row, np.inf).argmin())
        out.append(Hue(best) if row[best] + _CLEARLY < row[~far].min() else None)
    return [is_gray(seen) for seen in colour / light], out
