"""Dice in a flat picture and how each stands: detector and pose classifier together."""

from collections.abc import Mapping
from typing import Protocol

from vision.dice.contours import DieShape
from vision.dice.detector import DiceDetector, DieDetection, apart
from vision.dice.pose import DiePose, PoseClassifier
from vision.dice.readings import Kind
from vision.geometry.play_area import FlatTable

_NOTHING = 0.5  # of a chance: more, and it is no die


class TaughtShape(Protocol):
    """What was taught about a kind of die, with a mat or without."""

    @property
    def shape(self) -> DieShape: ...


class PosedDetector:
    """Finds dice and classifies their poses. Not to be shared between threads."""

    def __init__(self) -> None:
        self._detector, self._classifier = DiceDetector(), PoseClassifier()

    def detect(self, table: FlatTable, known: Mapping[Kind, TaughtShape]) -> list[tuple[DieDetection, DiePose]]:
        """The dice of a flat picture, surest first, each with its pose. ``known``: kinds whose size, mm, was taught; of
        others the size is what it looks like."""
        found = self._detector.detect(table)
        sizes = [known[die.kind].shape.size if die.kind in known else die.size for die in found]
        poses = self._classifier.classify(table, found, sizes)
        posed = {die: pose for die, pose in zip(found, poses, strict=True) if pose.nothing < _NOTHING}
        return [(die, posed[die]) for die in apart(list(posed))]
