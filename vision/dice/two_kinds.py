"""A die that one network takes for a cube and the other for a twelve-sided one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from vision.dice.contours import DieShape
from vision.dice.detector import DieDetection
from vision.dice.edge_fit import refine
from vision.dice.pose import PoseClassifier
from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.geometry.play_area import FlatTable

OTHER: Mapping[Kind, Kind] = {"d6": "d12", "d12": "d6"}
# Constants: chosen by hand.
_LEAST = 0.12  # of a chance: as in the detector, less is nothing
_TURNS = 5  # of the angles after which the solid looks the same


class TaughtShape(Protocol):
    """What was taught about a kind of die, with a mat or without."""

    @property
    def shape(self) -> DieShape: ...


def shape_of(die: DieDetection, known: Mapping[Kind, TaughtShape]) -> DieShape:
    """What was taught of its kind, or what it looks like."""
    return known[die.kind].shape if die.kind in known else DieShape(die.kind, die.size)


def as_other_kind(table: FlatTable, die: DieDetection, known: Mapping[Kind, TaughtShape]) -> DieDetection:
    """The same die as one of the other kind, turned as its edges say: its own angle was the first kind's."""
    other = replace(die, kind=OTHER[die.kind])
    shape, turn = shape_of(other, known), solid(other.kind).turn
    poses = np.array([[*table.foot(die.pixel, shape.size), k * turn / _TURNS] for k in range(_TURNS)])
    return replace(other, angle=max(refine(table, shape, poses), key=lambda fit: fit.score).angle)


def both_kinds(table: FlatTable, spots: Sequence[DieDetection], classifier: PoseClassifier) -> list[DieDetection]:
    """Every spot as a die of either kind, surest first, each as likely as it is one of that kind by both networks."""
    out = []
    for spot, pose in zip(spots, classifier.classify(table, spots, [spot.size for spot in spots]), strict=True):
        own, other = pose.flat(spot.kind), pose.flat(OTHER[spot.kind])
        another = spot.there * other / (own + other) if other else 0.0
        if another > _LEAST:
            out.append(replace(as_other_kind(table, spot, {}), there=another))
        out.append(replace(spot, there=spot.there - another))
    return sorted(out, key=lambda spot: -spot.there)
