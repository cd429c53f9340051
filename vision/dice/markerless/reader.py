"""Read dice on a table without a mat: they look as they were taught, the light is what the table says. Asks more."""

import time
from dataclasses import replace
from itertools import chain

import numpy as np

from vision.dice.confidence import NEVER, Bounds, Candidate
from vision.dice.detector import DiceFinder, Spot, apart
from vision.dice.edge_fit import Found, fitted
from vision.dice.faces import look_at
from vision.dice.markerless.backdrop import Change, cells, change, without
from vision.dice.markerless.camera_pose import BareRegistrar, Stance, table_map, whole
from vision.dice.markerless.camera_shift import KnockWatch
from vision.dice.markerless.classifier import Lit, votes
from vision.dice.markerless.ground_light import ground_of
from vision.dice.markerless.taught import BareDice
from vision.dice.pose import Stand, StandJudge
from vision.dice.reader import DiceReader, count_troubles, seen_dice, stacked
from vision.dice.readings import Reading, Trouble
from vision.dice.teaching import TaughtDice
from vision.geometry.play_area import Table
from vision.geometry.registration import Registration
from vision.motion.watcher import RollWatcher
from vision.photometry.light_faults import colour_troubles_of_dice

BARE = Bounds(flat=0.7, chance=0.9, cost=15.0, side_cost=16.0)
"""In the light of the teaching, or nearly: set on invented trays, where one of some 4,000 dice was silently wrong."""
OTHER_LIGHT = Bounds(flat=0.7, chance=0.97, cost=10.0, side_cost=16.0)
_RAISED = _NOTHING = 0.5
_OTHER_SCALES = (0.8, 1.25)
_UNLIKE_SIZE = 0.16  # logarithm: dice that look so much larger or smaller were not taught from here
_SURE = 0.6
_UNKNOWN_LIGHT = Trouble(
    "light-unknown",
    "The table does not look as when the dice were taught without a mat, so I ask about every die. "
    "Teach them again here.",
)
_KNOCKED = Trouble(
    "knocked",
    "The camera was knocked, or the table. Count these dice if they were rolled; if not, forget this reading.",
)
_MOVED = "The dice look {how} than when they were taught: was the camera moved? Teach them again where it stands now."


class BareReader:
    """Reads dice of a table without a mat. Not to be shared between threads."""

    def __init__(self, taught: BareDice) -> None:
        self.taught = taught
        self._stance = taught.stance
        self._finder, self._judge = DiceFinder(), StandJudge()

    def read(self, image: np.ndarray) -> Reading:
        """Read a picture (uint8 BGR)."""
        start = time.perf_counter()

        def said(dice: tuple = (), troubles: tuple[Trouble, ...] = (), *, seen: bool = True) -> Reading:
            return Reading(dice, troubles, seen, (time.perf_counter() - start) * 1000)

        unlit = _unlit(image)
        if unlit is not None:
            return said((), (unlit,), seen=False)
        registration, table, looked = self._look(image)
        found = [die for kind in self.taught.kinds for die in self._fitted(table, looked, kind)]
        strange = [spot for spot, _ in looked if spot.kind not in self.taught.kinds]
        troubles = self._moved(found)
        if strange:
            words = f"There is a {strange[0].kind} here, but none was taught without the mat; teach that kind as well."
            troubles += (Trouble("not-taught", words),)
        dice = [die for die, _ in found]
        ground = ground_of(table, dice) if dice else None
        if ground is None:
            return said((), troubles)
        lit = {
            kind: Lit.of(kind, look_at(image, registration.view, mine), ground, self.taught)
            for kind in self.taught.kinds
            if (mine := [die for die in dice if die.shape.kind == kind])
        }
        changed = self._changed(image, registration, dice)
        said_of = votes(list(lit.values()), ground, self.taught, changed)
        candidates: dict[str, list[Candidate]] = {}
        for kind in lit:
            ours = [(die, stand) for die, stand in found if die.shape.kind == kind]
            candidates[kind] = [Candidate(d, s, v) for (d, s), v in zip(ours, said_of[kind], strict=True)]
        tops = np.concatenate([one.faces.colour[:, 0] for one in lit.values()])
        faded = colour_troubles_of_dice(tops)
        troubles += faded
        bounds = NEVER if faded or changed is None else BARE if changed.as_taught else OTHER_LIGHT
        if changed is None:
            troubles += (_UNKNOWN_LIGHT,)
        seen = tuple(chain(*(seen_dice(registration.view, ours, bounds) for ours in candidates.values())))
        raised = [one for one in chain(*candidates.values()) if one.stand.raised > _RAISED]
        troubles += stacked(raised) + count_troubles(seen)
        if any(trouble.code == "too-many" for trouble in troubles):
            seen = ()
        return said(seen, troubles)

    def _look(self, image: np.ndarray) -> tuple[Registration, Table, list[tuple[Spot, Stand]]]:
        """The dice at a glance and how they stand; where none is seen or they do not fit, nearer and farther is tried
        as well: dice of quite another size are taken for nothing."""
        size = (image.shape[1], image.shape[0])
        best = self._glance(image, self._stance)
        if best[1] and _fits(best[1], self.taught):
            return whole(self._stance, size), *best
        for scale in _OTHER_SCALES:
            taught = self.taught.stance
            other = Stance(taught.scale * scale, taught.across, taught.down)
            tried = self._glance(image, other)
            if tried[1] and _fits(tried[1], self.taught):
                self._stance = other
                return whole(other, size), *tried
        return whole(self._stance, size), *best

    def _glance(self, image: np.ndarray, stance: Stance) -> tuple[Table, list[tuple[Spot, Stand]]]:
        table = Table(image, table_map(stance, (image.shape[1], image.shape[0])))
        spots = self._finder.look(table)
        sizes = [self._size(spot) for spot in spots]
        stands = self._judge.judge(table, spots, sizes)
        standing = {spot: stand for spot, stand in zip(spots, stands, strict=True) if stand.nothing < _NOTHING}
        return table, [(spot, standing[spot]) for spot in apart(list(standing))]

    def _size(self, spot: Spot) -> float:
        known = self.taught.kinds.get(spot.kind)
        return known.shape.size if known else spot.size

    def _fitted(self, table: Table, looked: list[tuple[Spot, Stand]], kind: str) -> list[tuple[Found, Stand]]:
        ours = [(spot, stand) for spot, stand in looked if spot.kind == kind]
        if not ours:
            return []
        found = fitted(table, [spot for spot, _ in ours], self.taught.kinds[kind].shape)
        return [(die, stand) for die, (_, stand) in zip(found, ours, strict=True)]

    def _changed(self, image: np.ndarray, registration: Registration, dice: list[Found]) -> Change | None:
        """How the light has changed by what stands still behind the dice; None where that cannot be told."""
        if self._stance != self.taught.stance:
            return None
        size = (image.shape[1], image.shape[0])
        middles = registration.view.project(np.array([[die.x, die.y, die.shape.size / 2] for die in dice]))
        reach = 1.2 * max(die.shape.size for die in dice) * self._stance.px_per_mm(size)
        return change(without(cells(image), middles, reach, size), self.taught.backdrop)

    def _moved(self, found: list) -> tuple[Trouble, ...]:
        if self._stance == self.taught.stance or not found:
            return ()
        how = "larger" if self._stance.scale > self.taught.stance.scale else "smaller"
        return (Trouble("camera-moved", _MOVED.format(how=how)),)


def _fits(looked: list[tuple[Spot, Stand]], taught: BareDice) -> bool:
    """Whether the dice look as large as they are; nothing at all fits everywhere."""
    ratios = [
        np.log(spot.size / taught.kinds[spot.kind].shape.size)
        for spot, _ in looked
        if spot.kind in taught.kinds and spot.there > _SURE
    ]
    return not ratios or abs(float(np.median(ratios))) < _UNLIKE_SIZE


def _unlit(image: np.ndarray) -> Trouble | None:
    gray = image if image.ndim == 2 else image.max(-1)
    if float(np.percentile(gray, 98)) < 25:
        return Trouble("dark", "The picture is black; is the lens covered, or the light off?")
    if float(np.percentile(gray, 5)) > 250:
        return Trouble("too-bright", "The picture is all white; turn the light down or move the lamp.")
    return None


def reader_of(taught: TaughtDice | BareDice | None) -> DiceReader | BareReader:
    """What reads the dice of a table that was taught so; None: nothing was taught."""
    return BareReader(taught) if isinstance(taught, BareDice) else DiceReader(taught)


class SteadyReader:
    """Reads what lies before a camera that should stand still, and says when it did not."""

    def __init__(self, reader: BareReader) -> None:
        self._reader, self._knocks = reader, KnockWatch()

    def read(self, image: np.ndarray) -> Reading:
        """Read a picture (uint8 BGR); those before it are remembered."""
        reading = self._reader.read(image)
        knocked = reading.registered and self._knocks.see(image, [die.center_px for die in reading.dice])
        return replace(reading, troubles=(*reading.troubles, _KNOCKED)) if knocked and reading.dice else reading


def watcher_of(reader: DiceReader | BareReader) -> RollWatcher:
    """What watches a table that is read so."""
    if isinstance(reader, BareReader):
        return RollWatcher(SteadyReader(reader), BareRegistrar(reader.taught.stance))
    return RollWatcher(reader)
