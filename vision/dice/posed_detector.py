"""Dice in a flat picture and how each stands: detector and pose classifier together."""

from collections.abc import Mapping

from vision.dice.detector import DiceDetector, DieDetection, apart
from vision.dice.pose import DiePose, PoseClassifier
from vision.dice.readings import Kind
from vision.dice.two_kinds import OTHER, TaughtShape, as_other_kind, shape_of
from vision.geometry.play_area import FlatTable

# Constants: chosen by hand.
_NOTHING = 0.5  # of a chance: more, and it is no die
_ANOTHER = 0.5  # of a chance: more, and it is of the other kind


class PosedDetector:
    """Finds dice and classifies their poses. Not to be shared between threads."""

    def __init__(self) -> None:
        self._detector, self._classifier = DiceDetector(), PoseClassifier()

    def detect(self, table: FlatTable, known: Mapping[Kind, TaughtShape]) -> list[tuple[DieDetection, DiePose]]:
        """The dice of a flat picture, surest first, each with its pose. ``known``: kinds whose size, mm, was taught; of
        others the size is what it looks like."""
        found = self._detector.detect(table)
        poses = self._poses(table, found, known)
        other = [k for k, die in enumerate(found) if poses[k].flat(OTHER[die.kind]) > _ANOTHER]
        for k in other:
            found[k] = as_other_kind(table, found[k], known)
        for k, pose in zip(other, self._poses(table, [found[k] for k in other], known), strict=True):
            poses[k] = pose
        posed = {die: pose for die, pose in zip(found, poses, strict=True) if pose.nothing < _NOTHING}
        return [(die, posed[die]) for die in apart(list(posed))]

    def _poses(self, table: FlatTable, dice: list[DieDetection], known: Mapping[Kind, TaughtShape]) -> list[DiePose]:
        return self._classifier.classify(table, dice, [shape_of(die, known).size for die in dice])
