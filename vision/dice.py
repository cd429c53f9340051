"""Read dice in a picture."""

import time
from collections.abc import Mapping

import numpy as np

from engine.hues import Hue
from vision.cocked import Lean, ground_colour, leans, places_taken
from vision.contours import DieShape
from vision.covered import covered_mm2, is_large
from vision.faces import look_at
from vision.find import propose, refine, rivals
from vision.judge import TAUGHT, UNTAUGHT, Candidate, select, status
from vision.light import Light, measure_light
from vision.register import Registrar, Registration
from vision.seen import Kind, Reading, SeenDie, Trouble
from vision.shapes import placed, solid
from vision.squareness import stretch
from vision.stacked import below, trouble
from vision.table import Table, TableMap
from vision.teaching import TaughtDice, TaughtKind
from vision.tops import vote

_MOST = 9
_STILL_PX = 0.35
_OTHER_TABLE_PX = 4.0
_EVIDENCE = 0.3
_USUAL_SIZES: dict[Kind, tuple[float, ...]] = {"d6": (14, 15, 16, 17, 18, 19, 20), "d12": (16, 17, 18, 19, 20, 21)}
_COVERED = Trouble("hand", "Something large is in the play area, a hand perhaps; take it away and it will be read.")


class DiceReader:
    """Reads dice with what was taught, or, with None, by the nominal hues of the mat and a stricter "ask"."""

    def __init__(self, taught: TaughtDice | None = None) -> None:
        self.taught = taught
        self._registrar = Registrar(taught.lens if taught else None)
        self._bounds = TAUGHT if taught else UNTAUGHT
        self.stages: dict[str, float] = {}
        self._usual: dict[Kind, DieShape] = {}
        self._last_map: tuple[Registration, TableMap] | None = None

    def read(self, image: np.ndarray, expect: Mapping[str, int] | None = None) -> Reading:
        """Read a picture (uint8 BGR). ``expect``: kind -> count the rules expect, a prior, never a truth.

        ``stages`` tells afterwards how many milliseconds each step took.
        """
        start = self._clock = time.perf_counter()
        self.stages = {}
        registration, troubles = self._registrar.find(image)
        self._stage("mat")
        if registration is None:
            return Reading((), troubles, False, (time.perf_counter() - start) * 1000)
        light = measure_light(image, registration)
        self._stage("light")
        table = Table(image, self._map(registration))
        self._stage("flatten")
        known = self._known(table)
        candidates = [c for one in known for c in self._candidates(image, registration, light, table, one)]
        self._stage("find")
        likely = [c.found for c in candidates if c.value > 0.5]
        ground = ground_colour(table, light, places_taken(table, likely))
        troubles += light.troubles
        if is_large(covered_mm2(table, light, ground)):
            return Reading((), (*troubles, _COVERED), True, (time.perf_counter() - start) * 1000)
        kept = select(candidates, ground)
        upper = _standing_on_others(table, light, kept, [shape for shape, _ in known])
        dice = self._judge(image, registration, light, table, kept, upper)
        stacked = [kept[k].found for k in upper if k < len(dice) and dice[k].status != "cocked"]
        if stacked:
            troubles += (trouble(stacked),)
        self._stage("judge")
        troubles += _count_troubles(dice, expect)
        if any(trouble.code == "too-many" for trouble in troubles):
            dice = ()
        return Reading(dice, troubles, True, (time.perf_counter() - start) * 1000)

    def _map(self, registration: Registration) -> TableMap:
        """The map of the flat picture; the last one while the camera stands still."""
        known = self._last_map
        if known is not None and known[0].markers == registration.markers:
            moved = np.abs(known[0].corners_px - registration.corners_px).max()
            if moved < _STILL_PX:
                return known[1]
            if moved > _OTHER_TABLE_PX:
                self._usual = {}
        self._last_map = (registration, TableMap.of(registration))
        return self._last_map[1]

    def _stage(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = (now - self._clock) * 1000
        self._clock = now

    def _known(self, table: Table) -> list[tuple[DieShape, TaughtKind | None]]:
        if self.taught:
            return [(known.shape, known) for known in self.taught.kinds.values()]
        shapes = []
        for kind in _USUAL_SIZES:
            shape = self._usual.get(kind)
            if shape is None:
                shape, evidence = usual_shape(table, kind)
                if evidence > _EVIDENCE:  # enough to keep for the pictures that follow
                    self._usual[kind] = shape
            shapes.append((shape, None))
        return shapes

    def _candidates(
        self,
        image: np.ndarray,
        registration: Registration,
        light: Light,
        table: Table,
        known: tuple[DieShape, TaughtKind | None],
    ) -> list[Candidate]:
        shape, taught = known
        found = refine(table, shape, propose(table, shape))
        if not found:
            return []
        faces = look_at(image, registration.view, found)
        votes = vote(shape.kind, faces, light, taught)
        there = light.at(faces.xy[:, 0])
        return [
            Candidate(die, v, float(faces.spread[k]), faces.colour[k, 0], there[k])
            for k, (die, v) in enumerate(zip(found, votes, strict=True))
        ]

    def _judge(
        self,
        image: np.ndarray,
        registration: Registration,
        light: Light,
        table: Table,
        kept: list[Candidate],
        upper: list[int],
    ) -> tuple[SeenDie, ...]:
        taken = places_taken(table, [c.found for c in kept])
        lean: dict[int, Lean] = {}
        for kind in ("d6", "d12"):
            ours = [c for c in kept if c.found.shape.kind == kind]
            lean |= zip(map(id, ours), leans(table, light, taken, [c.found for c in ours]), strict=True)
        out = []
        for k, one in enumerate(kept):
            bent = stretch(image, registration.view, one.found)[0] if one.found.shape.kind == "d6" else 0.0
            said = status(one, lean[id(one)], bent, self._bounds)
            out.append(_seen(one, "ask" if said == "ok" and k in upper else said, registration))
        # more than any game has: places with little evidence are no dice; the rest is said to be too many
        while len(out) > _MOST and kept[len(out) - 1].value < self._bounds.value:
            out.pop()
        return tuple(out)


def usual_shape(table: Table, kind: Kind) -> tuple[DieShape, float]:
    """The size that fits this picture's dice best, where none was taught, and how much speaks for it."""
    best, best_score = DieShape(kind, 16.0), -1.0
    for size in _USUAL_SIZES[kind]:
        for inset in (1.0, 0.8):
            shape = DieShape(kind, size, inset, field=0.72)
            found = rivals(refine(table, shape, propose(table, shape)))
            score = sum(max(0.0, die.score - 0.6) for die in found)
            if score > best_score:
                best, best_score = shape, score
    return best, best_score


def _standing_on_others(table: Table, light: Light, kept: list[Candidate], shapes: list[DieShape]) -> list[int]:
    """Which of the kept dice stand on another one, by their number."""
    taken = places_taken(table, [c.found for c in kept])
    ground = ground_colour(table, light, taken)
    return [k for k, one in enumerate(kept) if below(table, light, ground, taken, one.found, shapes).there]


def _seen(one: Candidate, said: str, registration: Registration) -> SeenDie:
    die = one.found
    top = placed(solid(die.shape.kind).faces[0], die.x, die.y, die.angle, die.shape.size)
    outline = registration.view.project(top)
    ranked = one.vote.ranked()
    best: Hue | None = ranked[0][0] if said == "ok" else None
    candidates = tuple((hue, p) for k, (hue, p) in enumerate(ranked[:4]) if k < 2 or p > 0.02)
    center = outline.mean(0)
    return SeenDie(
        die.shape.kind,
        said,
        best,
        candidates,
        (float(center[0]), float(center[1])),
        tuple((float(x), float(y)) for x, y in outline),
        (die.x, die.y),
    )


def _count_troubles(dice: tuple[SeenDie, ...], expect: Mapping[str, int] | None) -> tuple[Trouble, ...]:
    if len(dice) > _MOST:
        return (Trouble("too-many", f"There are {len(dice)} dice on the table; no game here uses more than {_MOST}."),)
    if not expect:
        return ()
    seen: dict[Kind, int] = {}
    for die in dice:
        seen[die.kind] = seen.get(die.kind, 0) + 1
    wanted = {kind: count for kind, count in expect.items() if count}
    if seen == wanted:
        return ()
    words = " and ".join(f"{count} {kind}" for kind, count in sorted(wanted.items())) or "no dice"
    found = " and ".join(f"{count} {kind}" for kind, count in sorted(seen.items())) or "none"
    return (Trouble("unexpected", f"Expected {words}, but there is {found} on the table.", {"seen": seen}),)
