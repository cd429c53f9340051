"""Read dice on a table without a mat: they look as they were taught, the light is what the table says. Asks more."""

import time
from dataclasses import replace
from itertools import chain

import numpy as np

from engine.core.language import Deferred, later
from vision.dice.confidence import NEVER, Bounds, Candidate
from vision.dice.detector import DieDetection
from vision.dice.edge_fit import FittedDie, fitted
from vision.dice.faces import look_at
from vision.dice.markerless.backdrop import Change, cells, change, without
from vision.dice.markerless.camera_pose import CameraPose, MarkerlessRegistrar, table_map, whole
from vision.dice.markerless.camera_shift import CameraShiftWatch
from vision.dice.markerless.classifier import LitFaces, classify_jointly
from vision.dice.markerless.ground_light import GroundLight, measure_ground
from vision.dice.markerless.taught import MarkerlessDice
from vision.dice.pose import DiePose
from vision.dice.posed_detector import PosedDetector
from vision.dice.reader import DiceReader, checked, seen_dice
from vision.dice.readings import Kind, Reading, SeenDie
from vision.dice.taught import TaughtDice
from vision.geometry.play_area import FlatTable
from vision.geometry.registration import Registration
from vision.motion.roll_watcher import RollWatcher
from vision.photometry.channels import largest_channel
from vision.photometry.light_faults import colour_troubles_of_dice
from vision.readings import Trouble

MARKERLESS = Bounds(cost=15.0, side_cost=16.0)
"""In the light of the teaching, or nearly. How badly colours may disagree was set on invented trays; of 540 dice of ten
of them one was silently wrong."""
OTHER_LIGHT = Bounds(cost=10.0, side_cost=16.0)
_OTHER_SCALES = (0.8, 1.25)
_UNLIKE_SIZE = 0.16  # logarithm: dice that look so much larger or smaller were not taught from here
_SURE = 0.6
_UNKNOWN_LIGHT = Trouble(
    "light-unknown",
    Deferred(
        "The table does not look as when the dice were taught without a mat, so I ask about every die. Teach them "
        "again here."
    ),
)
_KNOCKED = Trouble(
    "knocked",
    Deferred(
        "The camera was knocked, or the table. Count these dice if they were rolled; if not, forget this reading."
    ),
)
_LARGER = later(
    "The dice look larger than when they were taught: was the camera moved? Teach them again where it stands now."
)
_SMALLER = later(
    "The dice look smaller than when they were taught: was the camera moved? Teach them again where it stands now."
)


class MarkerlessReader:
    """Reads dice of a table without a mat. Not to be shared between threads."""

    def __init__(self, taught: MarkerlessDice) -> None:
        self.taught = taught
        self._camera_pose = taught.camera_pose
        self._detector = PosedDetector()

    def read(self, image: np.ndarray) -> Reading:
        """Read a picture (uint8 BGR)."""
        start = time.perf_counter()
        dice, troubles, registered = self._read(image)
        return Reading(dice, troubles, registered, (time.perf_counter() - start) * 1000)

    def _read(self, image: np.ndarray) -> tuple[tuple[SeenDie, ...], tuple[Trouble, ...], bool]:
        """The dice, what stands in the way, and whether anything could be looked at."""
        unlit = _unlit(image)
        if unlit is not None:
            return (), (unlit,), False
        registration, table, looked = self._look(image)
        found = [die for kind in self.taught.kinds for die in self._fitted(table, looked, kind)]
        troubles = self._moved(found) + self._never_taught(looked)
        dice = [die for die, _ in found]
        ground = measure_ground(table, dice) if dice else None
        if ground is None:
            return (), troubles, True
        lit = self._lit(image, registration, ground, dice)
        changed = self._changed(image, registration, dice)
        faded = colour_troubles_of_dice(np.concatenate([one.faces.colour[:, 0] for one in lit.values()]))
        troubles += faded + (() if changed is not None else (_UNKNOWN_LIGHT,))
        bounds = NEVER if faded or changed is None else MARKERLESS if changed.as_taught else OTHER_LIGHT
        of_kind = self._candidates(found, lit, ground, changed)
        seen = tuple(chain(*(seen_dice(registration.view, ours, bounds) for ours in of_kind)))
        seen, others = checked(seen, list(chain(*of_kind)))
        return seen, troubles + others, True

    def _lit(
        self, image: np.ndarray, registration: Registration, ground: GroundLight, dice: list[FittedDie]
    ) -> dict[Kind, LitFaces]:
        """The faces of the dice of each kind that is there, and the light on them."""
        return {
            kind: LitFaces.of(kind, look_at(image, registration.view, mine), ground, self.taught)
            for kind in self.taught.kinds
            if (mine := [die for die in dice if die.shape.kind == kind])
        }

    def _candidates(
        self,
        found: list[tuple[FittedDie, DiePose]],
        lit: dict[Kind, LitFaces],
        ground: GroundLight,
        changed: Change | None,
    ) -> list[list[Candidate]]:
        """What was found of each kind, kind by kind; all dice tell the light together."""
        posteriors = classify_jointly(list(lit.values()), ground, self.taught, changed)
        out = []
        for kind in lit:
            ours = [one for one in found if one[0].shape.kind == kind]
            out.append([Candidate(die, pose, of) for (die, pose), of in zip(ours, posteriors[kind], strict=True)])
        return out

    def _never_taught(self, looked: list[tuple[DieDetection, DiePose]]) -> tuple[Trouble, ...]:
        strange = [die.kind for die, _ in looked if die.kind not in self.taught.kinds]
        if not strange:
            return ()
        words = Deferred("A die here is of a kind that was not taught without the mat; teach that kind as well.")
        return (Trouble("not-taught", words),)

    def _look(self, image: np.ndarray) -> tuple[Registration, FlatTable, list[tuple[DieDetection, DiePose]]]:
        """The dice at a glance and how they stand; where none is seen or they do not fit, nearer and farther is tried
        as well: dice of quite another size are taken for nothing."""
        size = (image.shape[1], image.shape[0])
        best = self._detected(image, self._camera_pose)
        if best[1] and _fits(best[1], self.taught):
            return whole(self._camera_pose, size), *best
        for scale in _OTHER_SCALES:
            taught = self.taught.camera_pose
            other = CameraPose(taught.scale * scale, taught.across, taught.down)
            tried = self._detected(image, other)
            if tried[1] and _fits(tried[1], self.taught):
                self._camera_pose = other
                return whole(other, size), *tried
        return whole(self._camera_pose, size), *best

    def _detected(
        self, image: np.ndarray, camera_pose: CameraPose
    ) -> tuple[FlatTable, list[tuple[DieDetection, DiePose]]]:
        """The flat picture as a camera that stands so sees it, and the dice in it."""
        table = FlatTable(image, table_map(camera_pose, (image.shape[1], image.shape[0])))
        return table, self._detector.detect(table, self.taught.kinds)

    def _fitted(
        self, table: FlatTable, looked: list[tuple[DieDetection, DiePose]], kind: str
    ) -> list[tuple[FittedDie, DiePose]]:
        ours = [(spot, pose) for spot, pose in looked if spot.kind == kind]
        if not ours:
            return []
        found = fitted(table, [spot for spot, _ in ours], self.taught.kinds[kind].shape)
        return [(die, pose) for die, (_, pose) in zip(found, ours, strict=True)]

    def _changed(self, image: np.ndarray, registration: Registration, dice: list[FittedDie]) -> Change | None:
        """How the light has changed by what stands still behind the dice; None where that cannot be told."""
        if self._camera_pose != self.taught.camera_pose:
            return None
        size = (image.shape[1], image.shape[0])
        middles = registration.view.project(np.array([[die.x, die.y, die.shape.size / 2] for die in dice]))
        reach = 1.2 * max(die.shape.size for die in dice) * self._camera_pose.px_per_mm(size)
        return change(without(cells(image), middles, reach, size), self.taught.backdrop)

    def _moved(self, found: list) -> tuple[Trouble, ...]:
        if self._camera_pose == self.taught.camera_pose or not found:
            return ()
        larger = self._camera_pose.scale > self.taught.camera_pose.scale
        return (Trouble("camera-moved", Deferred(_LARGER if larger else _SMALLER)),)


def _fits(looked: list[tuple[DieDetection, DiePose]], taught: MarkerlessDice) -> bool:
    """Whether the dice look as large as they are; nothing at all fits everywhere."""
    ratios = [
        np.log(spot.size / taught.kinds[spot.kind].shape.size)
        for spot, _ in looked
        if spot.kind in taught.kinds and spot.there > _SURE
    ]
    return not ratios or abs(float(np.median(ratios))) < _UNLIKE_SIZE


def _unlit(image: np.ndarray) -> Trouble | None:
    gray = image if image.ndim == 2 else largest_channel(image)
    if float(np.percentile(gray, 98)) < 25:
        return Trouble("dark", Deferred("The picture is black; is the lens covered, or the light off?"))
    if float(np.percentile(gray, 5)) > 250:
        return Trouble("too-bright", Deferred("The picture is all white; turn the light down or move the lamp."))
    return None


def reader_of(taught: TaughtDice | MarkerlessDice | None) -> DiceReader | MarkerlessReader:
    """What reads the dice of a table that was taught so; None: nothing was taught."""
    return MarkerlessReader(taught) if isinstance(taught, MarkerlessDice) else DiceReader(taught)


class SteadyReader:
    """Reads what lies before a camera that should stand still, and says when it did not."""

    def __init__(self, reader: MarkerlessReader) -> None:
        self._reader, self._knocks = reader, CameraShiftWatch()

    def read(self, image: np.ndarray) -> Reading:
        """Read a picture (uint8 BGR); those before it are remembered."""
        reading = self._reader.read(image)
        knocked = reading.registered and self._knocks.see(image, [die.center_px for die in reading.dice])
        return replace(reading, troubles=(*reading.troubles, _KNOCKED)) if knocked and reading.dice else reading


def watcher_of(reader: DiceReader | MarkerlessReader) -> RollWatcher:
    """What watches a table that is read so."""
    if isinstance(reader, MarkerlessReader):
        registrar = MarkerlessRegistrar(reader.taught.camera_pose)
        return RollWatcher(SteadyReader(reader), registrar, lambda image, _: tuple(filter(None, [_unlit(image)])))
    return RollWatcher(reader)
