"""Teach one table's dice from named pictures: size and frame, colours beside the mat's inks, and the order of hues."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from engine.components.hues import Hue
from vision.dice.contours import INSETS, DieShape
from vision.dice.edge_fit import fitted
from vision.dice.faces import look_at
from vision.dice.hue_order import RING_MARGIN, hues_of, learn, ring_costs
from vision.dice.ink_ratios import TopShown, expected_colours, ratios_of
from vision.dice.lesson_pictures import PreparedLesson, named_detections, places_named, prepare
from vision.dice.lessons import Lesson, check_names
from vision.dice.pose import DiePose, PoseClassifier, doubt_of
from vision.dice.readings import Kind
from vision.dice.taught import TaughtDice, TaughtKind
from vision.photometry.drift import note_of, usual

_SIZES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])  # mm beside what the dice look like at a glance
# Of how well edges agree, by the square of a part of the size: edges alone mistake a field's outline for the die's.
# Chosen among 0, 5, 10, 20, 40 on 62 tables of families that choose: sizes are off by 3.6 % (d6) and 2.3 % (d12), where
# they were by 4.8 % and 3.6 % (standard deviations), and by more than 8 % with 1 of 124 kinds instead of 9.
_GLANCE = 10.0


def teach(lessons: Sequence[Lesson], sizes: Mapping[Kind, float] | None = None) -> TaughtDice:
    """Learn one table's dice. ``sizes``: kind -> mm face to face where known; else measured from the pictures.

    Raises TeachingError: what ``check_names`` and ``prepare`` raise.
    """
    check_names(lessons)
    prepared = prepare(lessons)
    mat = prepared[0].registration.mat.name
    kinds = {}
    for kind in ("d6", "d12"):
        ours = [p for p in prepared if any(die.kind == kind for die in p.lesson.dice)]
        if ours:
            kinds[kind] = _teach_kind(kind, ours, (sizes or {}).get(kind))
    views = [p.registration.view for p in prepared]
    lens = (float(np.median([v.focal / v.long for v in views])), float(np.median([v.bend for v in views])))
    return TaughtDice(mat, kinds, lens, usual([note_of(p.light) for p in prepared]))


def _teach_kind(kind: Kind, prepared: list[PreparedLesson], size: float | None) -> TaughtKind:
    shape = _best_shape(kind, prepared, size)
    doubt = doubt_of(list(_poses(kind, prepared, shape.size)), kind)
    hues = hues_of(kind)
    tops: list[Hue] = []
    rows = []
    shown: dict[int, TopShown] = {}
    lying = [(one, fitted(one.table, named_detections(one, kind), shape)) for one in prepared]
    places = places_named(kind, lying)
    for one, found in lying:
        named = [die for die in one.lesson.dice if die.kind == kind]
        faces = look_at(one.lesson.image, one.registration.view, found, one.light, places)
        light = one.light.at(faces.xy)
        for k, die in enumerate(named):
            shown[hues.index(die.top)] = TopShown(faces.colour[k, 0], light[k, 0], one.light.inks, int(die.top))
        tops += [die.top for die in named]
        rows.append((one, faces, light))
    ratios, mixtures = ratios_of(shown)
    around = [
        ring_costs(faces, light, expected_colours(kind, one.light.inks, ratios, mixtures)) for one, faces, light in rows
    ]
    seen = np.concatenate([faces.seen[:, 1:] for _, faces, _ in rows])
    ring, margin = learn(kind, tops, np.concatenate(around), seen)
    known = ring if margin > RING_MARGIN else None
    return TaughtKind(shape, ratios, known, mixtures=mixtures, doubt=doubt, places=places)


def _poses(kind: Kind, prepared: list[PreparedLesson], size: float) -> Iterator[DiePose]:
    """How the named dice stand by their looks; ``size``: mm."""
    classifier = PoseClassifier()
    for one in prepared:
        spots = named_detections(one, kind)
        yield from classifier.classify(one.table, spots, [size] * len(spots))


def _best_shape(kind: Kind, prepared: list[PreparedLesson], size: float | None) -> DieShape:
    """The size and frame whose outlines fit the teaching pictures best, among those that the dice look like."""
    chosen = [named_detections(one, kind) for one in prepared]
    usual = float(np.median([spot.size for spots in chosen for spot in spots]))
    wanted = [size] if size else 0.5 * np.round(2 * usual) + _SIZES

    def agrees(shape: DieShape) -> float:
        fits = [found for one, spots in zip(prepared, chosen, strict=True) for found in fitted(one.table, spots, shape)]
        return float(np.mean([fit.score for fit in fits])) - _GLANCE * (shape.size / usual - 1) ** 2

    return max((DieShape(kind, float(mm), inset) for mm in wanted for inset in INSETS), key=agrees)
