"""Teach dice on a table without a mat: from them the camera's place, the table's colour and the dice's own."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.language import Deferred
from vision.dice.contours import INSETS, DieShape
from vision.dice.faces import Faces, colour_field, colour_reach, look_at
from vision.dice.hue_order import RING_MARGIN, hues_of, learn, ring_costs
from vision.dice.lessons import Lesson, check_names
from vision.dice.markerless.backdrop import cells, without
from vision.dice.markerless.camera_pose import CameraPose
from vision.dice.markerless.ground_light import GroundLight, measure_ground
from vision.dice.markerless.pigments import light_of, refuse_wrong_names, without_glare
from vision.dice.markerless.pose_estimation import Anchor, estimate_pose, fitted, kinds_of, size_of
from vision.dice.markerless.taught import MarkerlessDice, MarkerlessKind
from vision.dice.readings import Kind
from vision.errors import TeachingError

# Constants: chosen by hand on invented trays.
_AROUND = 2.6  # sizes of a die: from there the table's colour is told
_WHITE = 0.85  # the brightest thing on the table, as a part of the light


def teach_markerless(lessons: Sequence[Lesson], sizes: Mapping[Kind, float] | None = None) -> MarkerlessDice:
    """Learn dice without a mat. ``sizes``: kind -> mm face to face; what is not given is taken for usual.

    Raises TeachingError: ``nothing``, ``twice``, ``incomplete``, ``missing`` (a die cannot be found), ``wrong-kind``,
    ``stance`` (the dice seem to lean however the camera stands), ``no-colour``, ``mixed-up``, ``mistaken`` (the names
    seem wrong), ``glare`` (a top mirrors a lamp).
    """
    check_names(lessons)
    anchors, camera_pose, sizes = estimate_pose(lessons, sizes or {})
    shapes = {kind: _shape(kind, lessons, anchors, camera_pose, sizes) for kind in kinds_of(anchors)}
    posed = [_posed(lesson, found, camera_pose, shapes) for lesson, found in zip(lessons, anchors, strict=True)]
    grounds = [one.ground.usual for one in posed]
    middle = np.exp(np.mean(np.log(grounds), axis=0))
    tops = np.concatenate([faces.colour[:, 0] for one in posed for faces in one.faces.values()])
    white = float(max(np.percentile(tops, 98), middle.max()) / _WHITE)
    seen = {kind: _colours(kind, anchors, posed, middle, white) for kind in shapes}
    light, mirrored = light_of(seen)
    refuse_wrong_names(seen, light, lessons)
    colours = without_glare(seen, light, mirrored)
    kinds = {
        kind: MarkerlessKind(shape, colours[kind], _ring(kind, anchors, posed, middle, white, colours[kind]))
        for kind, shape in shapes.items()
    }
    return MarkerlessDice(camera_pose, middle / white, white, _backdrop(lessons, anchors, camera_pose, sizes), kinds)


def _backdrop(
    lessons: Sequence[Lesson], anchors: Sequence[list[Anchor]], camera_pose: CameraPose, sizes: Mapping[Kind, float]
) -> np.ndarray:
    """What is behind the dice, from all pictures together."""
    largest = max(sizes[kind] for kind in kinds_of(anchors))
    grids = []
    for lesson, found in zip(lessons, anchors, strict=True):
        pixels = np.array([anchor.pixel for anchor in found])
        reach = 1.2 * largest * camera_pose.px_per_mm(size_of(lesson))
        grids.append(without(cells(lesson.image), pixels, reach, size_of(lesson)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a cell may be covered in all of them
        return np.nanmedian(grids, axis=0)


# ---- what the dice look like


@dataclass(frozen=True, slots=True, eq=False)
class _Posed:
    ground: GroundLight
    faces: dict[Kind, Faces]


def _shape(
    kind: Kind,
    lessons: Sequence[Lesson],
    anchors: Sequence[list[Anchor]],
    camera_pose: CameraPose,
    sizes: Mapping[Kind, float],
) -> DieShape:
    """Where the frame of the faces is, and how far their colour reaches."""
    ours = [
        (lesson, mine)
        for lesson, found in zip(lessons, anchors, strict=True)
        if (mine := [anchor for anchor in found if anchor.kind == kind])
    ]
    scored = []
    for inset in INSETS:
        shape = DieShape(kind, sizes[kind], inset)
        rows = [fitted(lesson, mine, camera_pose, {kind: shape}) for lesson, mine in ours]
        scored.append((sum(die.score for _, dice in rows for die in dice), -len(scored), shape, rows))
    _, _, shape, rows = max(scored)
    unlike = [
        colour_reach(lesson.image, registration.view, dice)
        for (lesson, _), ((registration, _), dice) in zip(ours, rows, strict=True)
    ]
    return replace(shape, field=colour_field(unlike))


def _posed(lesson: Lesson, anchors: list[Anchor], camera_pose: CameraPose, shapes: Mapping[Kind, DieShape]) -> _Posed:
    (registration, table), found = fitted(lesson, anchors, camera_pose, shapes, _AROUND)
    ground = measure_ground(table, found)
    if ground is None:
        raise TeachingError(
            "missing", Deferred("{name}: too little of the table is seen around the dice.", name=lesson.name)
        )
    faces = {
        kind: look_at(lesson.image, registration.view, dice)
        for kind in shapes
        if (dice := [die for die in found if die.shape.kind == kind])
    }
    return _Posed(ground, faces)


def _light(one: _Posed, faces: Faces, middle: np.ndarray, white: float) -> np.ndarray:
    """Brightness alone: the pictures were taken under one lamp."""
    lead = int(middle.argmax())
    bright = one.ground.at(faces.xy)[..., lead] / middle[lead] * white
    return np.repeat(bright[..., None], 3, axis=-1)


def _colours(
    kind: Kind, anchors: Sequence[list[Anchor]], posed: Sequence[_Posed], middle: np.ndarray, white: float
) -> np.ndarray:
    out = np.zeros((len(hues_of(kind)), 3))
    for found, one in zip(anchors, posed, strict=True):
        mine = [anchor for anchor in found if anchor.kind == kind]
        if mine:
            faces = one.faces[kind]
            shown = faces.colour[:, 0] / _light(one, faces, middle, white)[:, 0]
            out[[anchor.hue for anchor in mine]] = shown
    return out


def _ring(
    kind: Kind,
    anchors: Sequence[list[Anchor]],
    posed: Sequence[_Posed],
    middle: np.ndarray,
    white: float,
    colours: np.ndarray,
) -> np.ndarray | None:
    """The order of the hues on the die; None where the pictures do not tell."""
    hues = hues_of(kind)
    tops, costs, seen = [], [], []
    for found, one in zip(anchors, posed, strict=True):
        mine = [anchor for anchor in found if anchor.kind == kind]
        if not mine:
            continue
        faces = one.faces[kind]
        costs.append(ring_costs(faces, _light(one, faces, middle, white), colours))
        seen.append(faces.seen[:, 1:])
        tops += [hues[anchor.hue] for anchor in mine]
    ring, margin = learn(kind, tops, np.concatenate(costs), np.concatenate(seen))
    return ring if margin > RING_MARGIN else None
