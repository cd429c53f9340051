"""Where the dice of teaching pictures lie on a table without a mat, and how the camera stands over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from engine.core.language import Deferred
from vision.dice.contours import DieShape
from vision.dice.detector import DiceDetector, DieDetection, apart
from vision.dice.edge_fit import FittedDie, refine
from vision.dice.hue_order import hues_of
from vision.dice.lessons import NAMES, Lesson, no_dice
from vision.dice.markerless.camera_pose import CameraPose, flat, part, whole
from vision.dice.markerless.pose_fit import Agree, likeliest_poses, refined_pose
from vision.dice.pose import PoseClassifier
from vision.dice.readings import Kind
from vision.errors import TeachingError
from vision.geometry.play_area import PX_PER_MM, FlatTable
from vision.geometry.registration import Registration

# Constants: chosen by hand on invented trays and simulated tables.
USUAL_MM: dict[Kind, float] = {"d6": 16.0, "d12": 20.0}
_SCALES = (1.9, 2.7, 3.8, 1.3)  # px a mm in a picture 1280 long
_WELL = 0.85
_OTHER_KIND = 0.3  # of a chance: what a d12 looks like at a scale that is far off
_THERE = 0.3
_TAP = 0.6  # of a die's size: a tap may be so far from its middle
_GLANCES, _POSED = 2, 3  # pictures from which scale is found, and about how the camera stands
_LOOKS = 2
_LYING = 0.5  # weight of looking as if it lay flat beside how well the outline fits
_FLAT, _SURELY_NOT = 0.7, 0.15  # of a chance that a die lies flat


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """A named die where it is seen: its kind, hue index, the middle of its top in px, and its angle at a glance."""

    kind: Kind
    hue: int
    pixel: tuple[float, float]
    angle: float


def estimate_pose(
    lessons: Sequence[Lesson], measured: Mapping[Kind, float]
) -> tuple[list[list[Anchor]], CameraPose, Mapping[Kind, float]]:
    """The named dice of every picture, how the camera stands over them, and the sizes (mm) of their kinds: of several
    ways, the likeliest in which they lie flat. What was not ``measured`` is taken for usual.

    Raises TeachingError: ``missing``, ``wrong-kind``, ``stance``.
    """
    sizes, free, detector, classifier = (
        {**USUAL_MM, **measured},
        _free(lessons, measured),
        DiceDetector(),
        PoseClassifier(),
    )
    start = _scale(lessons, sizes, detector)
    glimpsed = [_anchors(lesson, start, detector, glimpse=True) for lesson in lessons]
    fault: TeachingError | None = None
    best, found = _SURELY_NOT, None
    # Dice seen from far aside were glimpsed in the wrong places, where none lies flat: then outlines alone lead on.
    ways = (
        likeliest_poses(_agreement(lessons, glimpsed, by, few=True), start, sizes, free) for by in (classifier, None)
    )
    for camera_pose, own in chain.from_iterable(ways):
        try:
            for _ in range(_LOOKS):  # once it is known how the camera stands, tops are told from sides
                anchors = [_anchors(lesson, camera_pose, detector) for lesson in lessons]
                camera_pose, own = refined_pose(_agreement(lessons, anchors, classifier), camera_pose, own, free)
        except TeachingError as error:
            fault = fault or error
            continue
        lying = _lying_flat(lessons, camera_pose, own, detector, classifier)
        if lying > best:
            best, found = lying, (anchors, camera_pose, own)
        if lying > _FLAT:
            break
    if found is not None:
        return found
    raise fault or TeachingError(
        "stance",
        Deferred(
            "I cannot make out how the camera looks at these dice. Hang it so that it looks nearly straight down, "
            "lay the dice apart and flat, in even light, and take the pictures again."
        ),
    )


def kinds_of(anchors: Sequence[list[Anchor]]) -> list[Kind]:
    """The kinds of the named dice of all pictures."""
    return sorted({anchor.kind for found in anchors for anchor in found}, reverse=True)


def size_of(lesson: Lesson) -> tuple[int, int]:
    """Width and height of its picture, px."""
    return lesson.image.shape[1], lesson.image.shape[0]


def _scale(lessons: Sequence[Lesson], sizes: Mapping[Kind, float], detector: DiceDetector) -> CameraPose:
    """The scale at which the finder knows the named dice best."""
    best, most = CameraPose(_SCALES[1] / 1280), 0.0
    for scale in _SCALES:
        camera_pose = CameraPose(scale / 1280)
        sure, ratios = 0.0, []
        for lesson in lessons[:_GLANCES]:
            named = lesson.dice
            _, spots = _spots(lesson, camera_pose, detector)
            for die, spot in zip(named, _matched(lesson, spots, camera_pose), strict=True):
                if spot is not None:
                    sure += spot.there if spot.kind == die.kind else _OTHER_KIND * spot.there
                    ratios.append(spot.size / sizes[die.kind])
        if sure > most:
            best, most = CameraPose(camera_pose.scale * float(np.median(ratios))), sure
            if sure > _WELL * sum(len(lesson.dice) for lesson in lessons[:_GLANCES]):
                break
    if not most:
        raise TeachingError(
            "missing",
            Deferred("I cannot find the dice in these pictures; lay them apart, in even light, in the middle."),
        )
    return best


def refuse_empty_table(image: np.ndarray, name: str) -> None:
    """Raises TeachingError (``no-dice``) where nothing in a picture (uint8 BGR) looks like a die from any height."""
    lesson, detector = Lesson(image, ()), DiceDetector()
    if not any(_spots(lesson, CameraPose(scale / 1280), detector)[1] for scale in _SCALES):
        raise no_dice(name)


def _spots(
    lesson: Lesson, camera_pose: CameraPose, detector: DiceDetector
) -> tuple[FlatTable, list[tuple[DieDetection, np.ndarray]]]:
    """The whole table from above, and what the finder sees there, with the pixel of the camera's picture where each
    top's middle is."""
    registration = whole(camera_pose, size_of(lesson))
    table = flat(lesson.image, registration)
    out = []
    for spot in apart(detector.detect(table)):
        xy = np.array(spot.pixel) / PX_PER_MM + table.where.origin
        out.append((spot, registration.view.project(np.array([*xy, 0.0]))))
    return table, out


def _matched(
    lesson: Lesson, spots: list[tuple[DieDetection, np.ndarray]], camera_pose: CameraPose
) -> list[DieDetection | None]:
    """For each named die the spot it must be, or None."""
    if all(die.center_px for die in lesson.dice):
        out = []
        for die in lesson.dice:
            reach = _TAP * USUAL_MM["d12"] * camera_pose.px_per_mm(size_of(lesson)) * 1.3
            near = [s for s, at in spots if np.hypot(*(at - die.center_px)) < reach]
            out.append(max(near, key=lambda s: s.there) if near else None)
        return out
    surest = sorted((pair for pair in spots if pair[0].there > _THERE), key=lambda pair: -pair[0].there)
    in_order = sorted(surest[: len(lesson.dice)], key=lambda pair: pair[1][0])
    if len(in_order) < len(lesson.dice):
        return [None] * len(lesson.dice)
    return [spot for spot, _ in in_order]


def _anchors(lesson: Lesson, camera_pose: CameraPose, detector: DiceDetector, glimpse: bool = False) -> list[Anchor]:
    """Where the named dice are; those that are not found are left out at a ``glimpse``, and an error later."""
    _, spots = _spots(lesson, camera_pose, detector)
    where = {id(spot): at for spot, at in spots}
    out = []
    for die, spot in zip(lesson.dice, _matched(lesson, spots, camera_pose), strict=True):
        found = spot is not None and spot.there >= _THERE
        if glimpse and (not found or spot.kind != die.kind):
            continue
        if not found:
            raise TeachingError(
                "missing",
                Deferred(
                    "{picture}: no {die} can be found where {hue} should lie; lay the dice apart, flat, in even "
                    "light, and take the picture again.",
                    picture=lesson.name,
                    die=NAMES[die.kind],
                    hue=die.top.name_later,
                ),
            )
        if spot.kind != die.kind and spot.there > 0.6:
            raise TeachingError(
                "wrong-kind",
                Deferred(
                    "{picture}: where the {die} with {hue} on top should lie I see a {other}.",
                    picture=lesson.name,
                    die=NAMES[die.kind],
                    hue=die.top.name_later,
                    other=NAMES[spot.kind],
                ),
            )
        at = where[id(spot)]
        out.append(Anchor(die.kind, hues_of(die.kind).index(die.top), (float(at[0]), float(at[1])), spot.angle))
    return out


def _lying_flat(
    lessons: Sequence[Lesson],
    camera_pose: CameraPose,
    sizes: Mapping[Kind, float],
    detector: DiceDetector,
    classifier: PoseClassifier,
) -> float:
    """How likely a named die lies flat if the camera stands so; of most of them."""
    chances = []
    for lesson in lessons:
        table, spots = _spots(lesson, camera_pose, detector)
        matched = zip(lesson.dice, _matched(lesson, spots, camera_pose), strict=True)
        named = [replace(spot, kind=die.kind) for die, spot in matched if spot is not None]
        chances += _flat_chances(classifier, table, named, sizes)
    return float(np.median(chances)) if chances else 0.0


def _free(lessons: Sequence[Lesson], sizes: Mapping[Kind, float]) -> Kind | None:
    """The kind whose size is told by how it looks beside the other kind's: one that was not measured."""
    kinds = {die.kind for lesson in lessons for die in lesson.dice}
    unknown = [kind for kind in USUAL_MM if kind not in sizes]
    return unknown[-1] if unknown and len(kinds) > 1 else None


def _agreement(
    lessons: Sequence[Lesson], anchors: Sequence[list[Anchor]], classifier: PoseClassifier | None, few: bool = False
) -> Agree:
    """How well the dice's outlines fit in all pictures, or in a few of them; and, where a ``classifier`` is asked, how
    much they look as if they lay flat: the outlines of a few cubes are nearly as good as if the camera looked from
    elsewhere."""
    every = [(lesson, found) for lesson, found in zip(lessons, anchors, strict=True) if found]
    used = every[:: max(len(every) // _POSED, 1)] if few else every

    def agree(camera_pose: CameraPose, sizes: Mapping[Kind, float]) -> float:
        shapes = {kind: DieShape(kind, sizes[kind]) for kind in kinds_of(anchors)}
        score = 0.0
        for lesson, found in used:
            (registration, table), dice = fitted(lesson, found, camera_pose, shapes)
            score += sum(die.score for die in dice)
            if classifier is not None:
                score += _LYING * _lying(found, registration, table, sizes, classifier)
        return score

    return agree


def _lying(
    anchors: list[Anchor],
    registration: Registration,
    table: FlatTable,
    sizes: Mapping[Kind, float],
    classifier: PoseClassifier,
) -> float:
    """How many dice of a picture seem to lie flat, by their chances."""
    middles = registration.view.on_plane(np.array([anchor.pixel for anchor in anchors]))
    pixels = (middles - table.where.origin) * PX_PER_MM
    spots = [
        DieDetection(anchor.kind, (x, y), anchor.angle, sizes[anchor.kind], 1.0)
        for anchor, (x, y) in zip(anchors, pixels.tolist(), strict=True)
    ]
    return sum(_flat_chances(classifier, table, spots, sizes))


def _flat_chances(
    classifier: PoseClassifier, table: FlatTable, spots: list[DieDetection], sizes: Mapping[Kind, float]
) -> list[float]:
    """How likely each die lies flat, if they are of these kinds and sizes."""
    poses = classifier.classify(table, spots, [sizes[spot.kind] for spot in spots])
    return [pose.flat(spot.kind) for pose, spot in zip(poses, spots, strict=True)]


def fitted(
    lesson: Lesson, anchors: list[Anchor], camera_pose: CameraPose, shapes: Mapping[Kind, DieShape], around: float = 1.2
) -> tuple[tuple[Registration, FlatTable], list[FittedDie]]:
    """The dice of a picture fitted to its edges, in the order of the anchors; ``around``: table shown, die sizes."""
    pixels = np.array([anchor.pixel for anchor in anchors])
    largest = max(shape.size for shape in shapes.values())
    registration = part(camera_pose, size_of(lesson), pixels, around * largest * camera_pose.px_per_mm(size_of(lesson)))
    table = flat(lesson.image, registration)
    found: list[FittedDie | None] = [None] * len(anchors)
    for kind, shape in shapes.items():
        ours = [k for k, anchor in enumerate(anchors) if anchor.kind == kind]
        if ours:
            places = registration.view.on_plane(pixels[ours], shape.size)
            poses = np.column_stack([places, [anchors[k].angle for k in ours]])
            for k, die in zip(ours, refine(table, shape, poses), strict=True):
                found[k] = die
    return (registration, table), [die for die in found if die is not None]
