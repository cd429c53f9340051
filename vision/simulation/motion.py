"""How thrown dice move and where they come to rest; how a hand reaches. Pure: the chance is handed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.components.hues import Hue
from vision.simulation.scene import Posed, SimulatedHand
from vision.simulation.solids import SIZE_MM, UP, lift, orientation, solid, turned

# Constants: chosen by hand, to look like a throw.
_GAP_MM = 3.0
_SLIDE_MM = 9.0  # the last bit of the way a die lies flat and slides
_TRIES = 60

Point = tuple[float, float]
Area = tuple[float, float, float, float]


class TableFull(ValueError):
    """There is no room left for so many dice."""


@dataclass(frozen=True, slots=True)
class RestingDie:
    """A die at rest: its place on the page in mm, its yaw, how far it leans (radians, 0 flat), and how high over the
    table it stands (mm): the size of the die below it."""

    number: int
    kind: str
    top: Hue
    x: float
    y: float
    yaw: float
    lean: float = 0.0
    above: float = 0.0

    def posed(self) -> Posed:
        """Where its body is."""
        return _standing_still(self)


@dataclass(frozen=True, slots=True)
class Throw:
    """A die's way from a hand to its rest: it leaves ``start`` at ``at`` seconds and lies still ``lasts`` s later."""

    rest: RestingDie
    start: Point
    at: float
    lasts: float

    def place(self, now: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
        """x and y in mm at times in seconds: it slows down evenly, as friction does."""
        left = np.clip(1 - (np.asarray(now) - self.at) / self.lasts, 0, 1) ** 2
        return self.rest.x + (self.start[0] - self.rest.x) * left, self.rest.y + (self.start[1] - self.rest.y) * left

    def posed(self, now: float) -> Posed:
        """Where its body is at a time."""
        x, y = (float(v) for v in self.place(now))
        to_go = float(np.hypot(x - self.rest.x, y - self.rest.y))
        flat = orientation(self.rest.kind, self.rest.top, self.rest.yaw, self.rest.lean)
        if to_go <= _SLIDE_MM:
            return _pose(self.rest, x, y, flat)
        heading = np.array([self.rest.x - x, self.rest.y - y, 0.0]) / to_go
        angle = (to_go - _SLIDE_MM) / (SIZE_MM[self.rest.kind] * 0.6)
        rolled = turned(np.cross(UP, heading), -angle) @ turned(UP, angle * 0.3)
        hop = 14.0 * max(0.0, to_go / 220 - 0.3) * abs(np.sin(to_go / 22))
        return _pose(self.rest, x, y, rolled @ flat, hop)


@lru_cache(256)
def _standing_still(rest: RestingDie) -> Posed:
    return _pose(rest, rest.x, rest.y, orientation(rest.kind, rest.top, rest.yaw, rest.lean), rest.above)


def _pose(rest: RestingDie, x: float, y: float, rotation: np.ndarray, hop: float = 0.0) -> Posed:
    return Posed(rest.number, rest.kind, x, y, lift(rest.kind, rotation) + hop, tuple(rotation.ravel().tolist()))


def spacing(one: str, other: str) -> float:
    """How far apart, in mm, the middles of two standing dice must be to have air between them."""
    return solid(one).reach_mm + solid(other).reach_mm + _GAP_MM


def resting_places(
    rng: np.random.Generator, kinds: Sequence[str], area: Area, taken: Sequence[RestingDie]
) -> list[Point]:
    """Chance places in ``area`` (x, y, width, height in mm), clear of each other and of the dice that lie there.

    Raises TableFull when no room is found.
    """
    margin = 15.0
    for _ in range(_TRIES):
        places: list[Point] = []
        for kind in kinds:
            occupied = [(r.kind, r.x, r.y) for r in taken] + [(k, *p) for k, p in zip(kinds, places, strict=False)]
            spots = rng.uniform(margin, (area[2] - margin, area[3] - margin), (80, 2)) + area[:2]
            clear = [p for p in spots if all(np.hypot(p[0] - x, p[1] - y) > spacing(kind, k) for k, x, y in occupied)]
            if not clear:
                break
            places.append((float(clear[0][0]), float(clear[0][1])))
        if len(places) == len(kinds):
            return places
    raise TableFull(f"{len(kinds) + len(taken)} dice do not fit on the mat: take some away")


def throws(
    rng: np.random.Generator,
    rests: Sequence[RestingDie],
    lying: Sequence[RestingDie],
    side: float,
    middle: Point,
    at: float,
) -> tuple[Throw, ...]:
    """Throws that end in ``rests``, out of a hand that comes from ``side`` (radians, where its arm is); dice keep clear
    of each other on their way as well as chance allows. The middle is the page's, in mm."""
    made: list[Throw] = []
    out = np.array([np.cos(side), np.sin(side)])
    across = np.array([-out[1], out[0]])
    for rest in sorted(rests, key=lambda r: float((np.array([r.x, r.y]) - middle) @ out)):
        best, best_air = None, -np.inf
        for _ in range(_TRIES):
            start = np.array(middle) + out * (270 if abs(out[0]) > 0.7 else 190) + across * rng.uniform(-60, 60)
            begin = at + rng.uniform(0, 0.25)
            throw = Throw(rest, (float(start[0]), float(start[1])), begin, rng.uniform(0.75, 1.0))
            air = _air(throw, made, lying)
            if air > best_air:
                best, best_air = throw, air
            if air > 0:
                break
        made.append(best)
    return tuple(sorted(made, key=lambda t: t.rest.number))


def _air(throw: Throw, others: Sequence[Throw], lying: Sequence[RestingDie]) -> float:
    """The least distance in mm to any other die on the way, less what two dice need."""
    times = np.linspace(throw.at, throw.at + 1.3, 40)
    x, y = throw.place(times)
    least = np.inf
    for other in others:
        ox, oy = other.place(times)
        least = min(least, float(np.hypot(x - ox, y - oy).min()) - spacing(throw.rest.kind, other.rest.kind) + _GAP_MM)
    for rest in lying:
        least = min(
            least, float(np.hypot(x - rest.x, y - rest.y).min()) - spacing(throw.rest.kind, rest.kind) + _GAP_MM
        )
    return least


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand's way: fingertips at these (time, x, y, grip), its arm on ``side`` (radians)."""

    keys: tuple[tuple[float, float, float, float], ...]
    side: float

    def hand(self, now: float) -> SimulatedHand | None:
        """The hand at a time, or None when it is out of sight."""
        if not self.keys[0][0] < now < self.keys[-1][0]:
            return None
        after = next(i for i, key in enumerate(self.keys) if key[0] >= now)
        (t0, *here), (t1, *there) = self.keys[after - 1], self.keys[after]
        part = (now - t0) / (t1 - t0)
        part = part * part * (3 - 2 * part)
        x, y, grip = (a + (b - a) * part for a, b in zip(here, there, strict=True))
        return SimulatedHand(x, y, self.side + np.pi, grip)


def reach(side: float, at: float, over: Sequence[Point], middle: Point) -> tuple[Reach, list[float]]:
    """A hand's way over these points, from ``at`` seconds on, and when it is at each of them."""
    out = np.array([np.cos(side), np.sin(side)])
    away = np.array(middle) + out * (300 if abs(out[0]) > 0.7 else 220)
    keys = [(at, float(away[0]), float(away[1]), 0.0)]
    step = min(0.24, 1.1 / max(1, len(over)))
    now, visits = at + 0.4, []
    for x, y in over:
        tip = np.array([x, y]) - out * 16
        keys.append((now, float(tip[0]), float(tip[1]), 0.3))
        keys.append((now + step * 0.35, float(tip[0]), float(tip[1]), 1.0))
        visits.append(now + step * 0.2)
        now += step * 1.35
    keys.append((now + 0.25, float(away[0]), float(away[1]), 1.0))
    return Reach(tuple(keys), side), visits
