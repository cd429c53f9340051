"""Teach dice on a table without a mat: from them the camera's place, the table's colour and the dice's own."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.bare.backdrop import cells, without
from vision.bare.ground import Ground, ground_of
from vision.bare.pigment import refuse_wrong_names, without_glare
from vision.bare.place import Stance, flat, part, whole
from vision.bare.stance import Agree, likeliest, stance_of
from vision.bare.taught import BareDice, BareKind
from vision.colours import SIDE, fit
from vision.contours import DieShape
from vision.errors import TeachingError
from vision.faces import REACHES, Faces, colour_reach, look_at
from vision.find import DiceFinder, Spot, apart
from vision.fit import Found, refine
from vision.lessons import NAMES, Lesson, check_names
from vision.order import hues_of, learn
from vision.register import Registration
from vision.seen import Kind
from vision.stand import StandJudge
from vision.table import Table
from vision.teaching import FIELD_LIMIT, RING_MARGIN

USUAL_MM: dict[Kind, float] = {"d6": 16.0, "d12": 20.0}
_SCALES = (1.9, 2.7, 3.8, 1.3)  # px a mm in a picture 1280 wide
_WELL = 0.85
_THERE = 0.3
_TAP = 0.6  # of a die's size: a tap may be so far from its middle
_GLANCES, _POSED = 2, 3  # pictures from which scale is found, and about how the camera stands
_LOOKS = 2
_FLAT, _SURELY_NOT = 0.7, 0.15  # of a chance that a die lies flat
_AROUND = 2.6  # sizes of a die: from there the table's colour is told
_INSETS = (1.0, 0.9, 0.8, 0.72)
_WHITE = 0.85  # the brightest thing on the table, as a part of the light


@dataclass(frozen=True, slots=True, eq=False)
class _Anchor:
    """A named die where it is seen: its kind, hue index, the middle of its top in px, and its angle at a glance."""

    kind: Kind
    hue: int
    pixel: tuple[float, float]
    angle: float


def teach_bare(lessons: Sequence[Lesson], sizes: Mapping[Kind, float] | None = None) -> BareDice:
    """Learn dice without a mat. ``sizes``: kind -> mm face to face; what is not given is taken for usual.

    Raises TeachingError: ``nothing``, ``twice``, ``incomplete``, ``missing`` (a die cannot be found), ``wrong-kind``,
    ``stance`` (the dice seem to lean however the camera stands), ``colourless``, ``mixed-up``, ``mistaken`` (the names
    seem wrong), ``glare`` (a top mirrors a lamp).
    """
    check_names(lessons)
    free = _free(lessons, sizes or {})
    sizes, finder = {**USUAL_MM, **(sizes or {})}, DiceFinder()
    anchors, stance, sizes = _standing(lessons, sizes, free, finder)
    shapes = {kind: _shape(kind, lessons, anchors, stance, sizes) for kind in _kinds(anchors)}
    posed = [_posed(lesson, found, stance, shapes) for lesson, found in zip(lessons, anchors, strict=True)]
    grounds = [one.ground.usual for one in posed]
    middle = np.exp(np.mean(np.log(grounds), axis=0))
    tops = np.concatenate([faces.colour[:, 0] for one in posed for faces in one.faces.values()])
    white = float(max(np.percentile(tops, 98), middle.max()) / _WHITE)
    seen = {kind: _colours(kind, anchors, posed, middle, white) for kind in shapes}
    refuse_wrong_names(seen, lessons)
    colours = without_glare(seen)
    kinds = {
        kind: BareKind(shape, colours[kind], _ring(kind, anchors, posed, middle, white, colours[kind]))
        for kind, shape in shapes.items()
    }
    return BareDice(stance, middle / white, white, _backdrop(lessons, anchors, stance, sizes), kinds)


def _backdrop(
    lessons: Sequence[Lesson], anchors: Sequence[list[_Anchor]], stance: Stance, sizes: Mapping[Kind, float]
) -> np.ndarray:
    """What is behind the dice, from all pictures together."""
    largest = max(sizes[kind] for kind in _kinds(anchors))
    grids = []
    for lesson, found in zip(lessons, anchors, strict=True):
        pixels = np.array([anchor.pixel for anchor in found])
        reach = 1.2 * largest * stance.scale * lesson.image.shape[1]
        grids.append(without(cells(lesson.image), pixels, reach, _size(lesson)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a cell may be covered in all of them
        return np.nanmedian(grids, axis=0)


# ---- where the camera stands


def _size(lesson: Lesson) -> tuple[int, int]:
    return lesson.image.shape[1], lesson.image.shape[0]


def _scale(lessons: Sequence[Lesson], sizes: Mapping[Kind, float], finder: DiceFinder) -> Stance:
    """The scale at which the finder knows the named dice best."""
    best, most = Stance(_SCALES[1] / 1280), 0.0
    for scale in _SCALES:
        stance = Stance(scale / 1280)
        sure, ratios = 0.0, []
        for lesson in lessons[:_GLANCES]:
            named = lesson.dice
            _, spots = _spots(lesson, stance, finder)
            for die, spot in zip(named, _matched(lesson, spots, stance), strict=True):
                if spot is not None:
                    sure += spot.there
                    ratios.append(spot.size / sizes[die.kind])
        if sure > most:
            best, most = Stance(stance.scale * float(np.median(ratios))), sure
            if sure > _WELL * sum(len(lesson.dice) for lesson in lessons[:_GLANCES]):
                break
    if not most:
        raise TeachingError(
            "missing", "I cannot find the dice in these pictures; lay them apart, in even light, in the middle."
        )
    return best


def _spots(lesson: Lesson, stance: Stance, finder: DiceFinder) -> tuple[Table, list[tuple[Spot, np.ndarray]]]:
    """The whole table from above, and what the finder sees there, with the pixel of the camera's picture where each
    top's middle is."""
    registration = whole(stance, _size(lesson))
    table = flat(lesson.image, registration)
    out = []
    for spot in apart(finder.look(table)):
        xy = np.array(spot.pixel) / 1.5 + table.where.origin
        out.append((spot, registration.view.project(np.array([*xy, 0.0]))))
    return table, out


def _matched(lesson: Lesson, spots: list[tuple[Spot, np.ndarray]], stance: Stance) -> list[Spot | None]:
    """For each named die the spot it must be, or None."""
    if all(die.center_px for die in lesson.dice):
        out = []
        for die in lesson.dice:
            reach = _TAP * USUAL_MM["d12"] * stance.scale * lesson.image.shape[1] * 1.3
            near = [s for s, at in spots if np.hypot(*(at - die.center_px)) < reach]
            out.append(max(near, key=lambda s: s.there) if near else None)
        return out
    surest = sorted((pair for pair in spots if pair[0].there > _THERE), key=lambda pair: -pair[0].there)
    in_order = sorted(surest[: len(lesson.dice)], key=lambda pair: pair[1][0])
    if len(in_order) < len(lesson.dice):
        return [None] * len(lesson.dice)
    return [spot for spot, _ in in_order]


def _anchors(lesson: Lesson, stance: Stance, finder: DiceFinder, glimpse: bool = False) -> list[_Anchor]:
    """Where the named dice are; those that are not found are left out at a ``glimpse``, and an error later."""
    _, spots = _spots(lesson, stance, finder)
    where = {id(spot): at for spot, at in spots}
    out = []
    for die, spot in zip(lesson.dice, _matched(lesson, spots, stance), strict=True):
        found = spot is not None and spot.there >= _THERE
        if glimpse and (not found or spot.kind != die.kind):
            continue
        if not found:
            raise TeachingError(
                "missing",
                f"{lesson.name}: no {NAMES[die.kind]} can be found where {die.top.title} should lie; lay the dice "
                "apart, flat, in even light, and take the picture again.",
            )
        if spot.kind != die.kind and spot.there > 0.6:
            raise TeachingError(
                "wrong-kind",
                f"{lesson.name}: where the {NAMES[die.kind]} with {die.top.title} on top should lie I see a "
                f"{NAMES[spot.kind]}.",
            )
        at = where[id(spot)]
        out.append(_Anchor(die.kind, hues_of(die.kind).index(die.top), (float(at[0]), float(at[1])), spot.angle))
    return out


def _standing(
    lessons: Sequence[Lesson], sizes: Mapping[Kind, float], free: Kind | None, finder: DiceFinder
) -> tuple[list[list[_Anchor]], Stance, Mapping[Kind, float]]:
    """The dice, how the camera stands over them, and their sizes: of several ways, the likeliest in which they lie
    flat."""
    start = _scale(lessons, sizes, finder)
    glimpsed = [_anchors(lesson, start, finder, glimpse=True) for lesson in lessons]
    fault: TeachingError | None = None
    best, found = _SURELY_NOT, None
    for stance, own in likeliest(_agreement(lessons, glimpsed, few=True), start, sizes, free):
        try:
            for _ in range(_LOOKS):  # once it is known how the camera stands, tops are told from sides
                anchors = [_anchors(lesson, stance, finder) for lesson in lessons]
                stance, own = stance_of(_agreement(lessons, anchors), stance, own, free)
        except TeachingError as error:
            fault = fault or error
            continue
        lying = _lying_flat(lessons, stance, own, finder)
        if lying > best:
            best, found = lying, (anchors, stance, own)
        if lying > _FLAT:
            break
    if found is not None:
        return found
    raise fault or TeachingError(
        "stance",
        "I cannot make out how the camera looks at these dice. Hang it so that it looks nearly straight down, lay the "
        "dice apart and flat, in even light, and take the pictures again.",
    )


def _lying_flat(lessons: Sequence[Lesson], stance: Stance, sizes: Mapping[Kind, float], finder: DiceFinder) -> float:
    """How likely a named die lies flat if the camera stands so; of most of them."""
    judge, chances = StandJudge(), []
    for lesson in lessons:
        table, spots = _spots(lesson, stance, finder)
        named = [
            (die.kind, spot)
            for die, spot in zip(lesson.dice, _matched(lesson, spots, stance), strict=True)
            if spot is not None
        ]
        stands = judge.judge(table, [spot for _, spot in named], [sizes[kind] for kind, _ in named])
        chances += [stand.flat(kind) for stand, (kind, _) in zip(stands, named, strict=True)]
    return float(np.median(chances)) if chances else 0.0


def _free(lessons: Sequence[Lesson], sizes: Mapping[Kind, float]) -> Kind | None:
    """The kind whose size is told by how it looks beside the other kind's: one that was not measured."""
    kinds = {die.kind for lesson in lessons for die in lesson.dice}
    unknown = [kind for kind in USUAL_MM if kind not in sizes]
    return unknown[-1] if unknown and len(kinds) > 1 else None


def _agreement(lessons: Sequence[Lesson], anchors: Sequence[list[_Anchor]], few: bool = False) -> Agree:
    """How well the dice's outlines fit in all pictures, or in a few of them."""
    every = [(lesson, found) for lesson, found in zip(lessons, anchors, strict=True) if found]
    used = every[:: max(len(every) // _POSED, 1)] if few else every

    def agree(stance: Stance, sizes: Mapping[Kind, float]) -> float:
        shapes = {kind: DieShape(kind, sizes[kind]) for kind in _kinds(anchors)}
        return sum(die.score for lesson, found in used for die in _fitted(lesson, found, stance, shapes)[1])

    return agree


def _fitted(
    lesson: Lesson, anchors: list[_Anchor], stance: Stance, shapes: Mapping[Kind, DieShape], around: float = 1.2
) -> tuple[tuple[Registration, Table], list[Found]]:
    """The dice of a picture fitted to its edges, in the order of the anchors; ``around``: table shown, die sizes."""
    pixels = np.array([anchor.pixel for anchor in anchors])
    largest = max(shape.size for shape in shapes.values())
    registration = part(stance, _size(lesson), pixels, around * largest * stance.scale * lesson.image.shape[1])
    table = flat(lesson.image, registration)
    found: list[Found | None] = [None] * len(anchors)
    for kind, shape in shapes.items():
        ours = [k for k, anchor in enumerate(anchors) if anchor.kind == kind]
        if ours:
            places = registration.view.on_plane(pixels[ours], shape.size)
            poses = np.column_stack([places, [anchors[k].angle for k in ours]])
            for k, die in zip(ours, refine(table, shape, poses), strict=True):
                found[k] = die
    return (registration, table), [die for die in found if die is not None]


# ---- what the dice look like


@dataclass(frozen=True, slots=True, eq=False)
class _Posed:
    ground: Ground
    faces: dict[Kind, Faces]


def _kinds(anchors: Sequence[list[_Anchor]]) -> list[Kind]:
    return sorted({anchor.kind for found in anchors for anchor in found}, reverse=True)


def _shape(
    kind: Kind,
    lessons: Sequence[Lesson],
    anchors: Sequence[list[_Anchor]],
    stance: Stance,
    sizes: Mapping[Kind, float],
) -> DieShape:
    """Where the frame of the faces is, and how far their colour reaches."""
    ours = [
        (lesson, mine)
        for lesson, found in zip(lessons, anchors, strict=True)
        if (mine := [anchor for anchor in found if anchor.kind == kind])
    ]
    scored = []
    for inset in _INSETS:
        shape = DieShape(kind, sizes[kind], inset)
        rows = [_fitted(lesson, mine, stance, {kind: shape}) for lesson, mine in ours]
        scored.append((sum(die.score for _, dice in rows for die in dice), -len(scored), shape, rows))
    _, _, shape, rows = max(scored)
    unlike = [
        colour_reach(lesson.image, registration.view, dice)
        for (lesson, _), ((registration, _), dice) in zip(ours, rows, strict=True)
    ]
    even = np.median(unlike, axis=0) < FIELD_LIMIT
    return replace(shape, field=float(REACHES[even].max()) if even.any() else float(REACHES[0]))


def _posed(lesson: Lesson, anchors: list[_Anchor], stance: Stance, shapes: Mapping[Kind, DieShape]) -> _Posed:
    (registration, table), found = _fitted(lesson, anchors, stance, shapes, _AROUND)
    ground = ground_of(table, found)
    if ground is None:
        raise TeachingError("missing", f"{lesson.name}: too little of the table is seen around the dice.")
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
    kind: Kind, anchors: Sequence[list[_Anchor]], posed: Sequence[_Posed], middle: np.ndarray, white: float
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
    anchors: Sequence[list[_Anchor]],
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
        light = _light(one, faces, middle, white)
        said, _, _ = fit(faces.colour[:, 1:].reshape(-1, 3), light[:, 1:].reshape(-1, 3), colours, SIDE)
        costs.append(np.minimum(said, 15).reshape(*faces.colour[:, 1:].shape[:2], -1))
        seen.append(faces.seen[:, 1:])
        tops += [hues[anchor.hue] for anchor in mine]
    ring, margin = learn(kind, tops, np.concatenate(costs), np.concatenate(seen))
    return ring if margin > RING_MARGIN else None
