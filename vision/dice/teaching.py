"""Teach one table's dice from named pictures: size and frame, colours beside the mat's inks, and the order of hues."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.components.hues import Hue
from vision.dice.contours import DieShape
from vision.dice.edge_fit import fitted
from vision.dice.faces import REACHES, colour_reach, look_at
from vision.dice.hue_order import hues_of, learn
from vision.dice.ink_ratios import expected_colours, ink_ratio
from vision.dice.lesson_pictures import PreparedLesson, named_detections, prepare
from vision.dice.lessons import Lesson, check_names
from vision.dice.readings import Kind
from vision.dice.taught import TaughtDice, TaughtKind
from vision.photometry.colour_likelihood import SIDE, fit
from vision.photometry.drift import note_of, usual

RING_MARGIN = 1.0  # cost a die by which the best arrangement must win
_INSETS = (1.0, 0.9, 0.8, 0.72)
_SIZES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])  # mm beside what the dice look like at a glance
FIELD_LIMIT = 28.0  # gray levels: less is noise and glare


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
    shape = replace(shape, field=_colour_field(kind, prepared, shape))
    hues = hues_of(kind)
    ratios = np.zeros((len(hues), 3))
    tops: list[Hue] = []
    rows = []
    for one in prepared:
        named = [die for die in one.lesson.dice if die.kind == kind]
        found = fitted(one.table, named_detections(one, kind), shape)
        faces = look_at(one.lesson.image, one.registration.view, found)
        light = one.light.at(faces.xy)
        for k, die in enumerate(named):
            ratios[hues.index(die.top)], _ = ink_ratio(faces.colour[k, 0], light[k, 0], one.light.inks[die.top])
        tops += [die.top for die in named]
        rows.append((one, faces, light))
    ring_costs = [_ring_costs(one, faces, light, hues, ratios) for one, faces, light in rows]
    seen = np.concatenate([faces.seen[:, 1:] for _, faces, _ in rows])
    ring, margin = learn(kind, tops, np.concatenate(ring_costs), seen)
    return TaughtKind(shape, ratios, ring if margin > RING_MARGIN else None)


def _colour_field(kind: Kind, prepared: list[PreparedLesson], shape: DieShape) -> float:
    """How far the pure colour reaches on a face, 0.6 to 1."""
    unlike = [
        colour_reach(one.lesson.image, one.registration.view, fitted(one.table, named_detections(one, kind), shape))
        for one in prepared
    ]
    even = np.median(unlike, axis=0) < FIELD_LIMIT
    return float(REACHES[even].max()) if even.any() else float(REACHES[0])


def _ring_costs(
    one: PreparedLesson, faces: Any, light: np.ndarray, hues: Sequence[Hue], ratios: np.ndarray
) -> np.ndarray:
    kind: Kind = "d6" if len(hues) == 6 else "d12"
    expected = expected_colours(kind, one.light.inks, ratios)
    colour, there = faces.colour[:, 1:], light[:, 1:]
    costs, _, _ = fit(colour.reshape(-1, 3), there.reshape(-1, 3), expected, SIDE)
    return np.minimum(costs, 15).reshape(*colour.shape[:2], -1)


def _best_shape(kind: Kind, prepared: list[PreparedLesson], size: float | None) -> DieShape:
    """The size and frame whose outlines fit the teaching pictures best."""
    chosen = [named_detections(one, kind) for one in prepared]
    usual = float(np.median([spot.size for spots in chosen for spot in spots]))
    wanted = [size] if size else 0.5 * np.round(2 * usual) + _SIZES
    best_shape, best_score = DieShape(kind, float(wanted[0])), -1.0
    for mm in wanted:
        for inset in _INSETS:
            shape = DieShape(kind, float(mm), inset)
            score = 0.0
            for one, spots in zip(prepared, chosen, strict=True):
                score += sum(found.score for found in fitted(one.table, spots, shape))
            if score > best_score:
                best_shape, best_score = shape, score
    return best_shape
