"""Read dice in a picture."""

import time
from collections.abc import Mapping

import numpy as np

from vision.faces import look_at
from vision.find import DieShape, Found, in_the_way, propose, refine
from vision.light import measure_light
from vision.register import Registrar, Registration
from vision.seen import Kind, Reading, SeenDie
from vision.shapes import placed, solid
from vision.table import Table, TableMap
from vision.teaching import TaughtDice
from vision.tops import TopVote, vote

_EDGES = 0.5


class DiceReader:
    """Reads dice with what was taught, or, with None, by the nominal hues of the mat and a stricter "ask"."""

    def __init__(self, taught: TaughtDice | None = None) -> None:
        self.taught = taught
        self._registrar = Registrar(taught.lens if taught else None)

    def read(self, image: np.ndarray, expect: Mapping[str, int] | None = None) -> Reading:
        """Read a picture (uint8 BGR). ``expect``: kind -> count the rules expect, a prior, never a truth."""
        start = time.perf_counter()
        registration, troubles = self._registrar.find(image)
        if registration is None:
            return Reading((), troubles, False, (time.perf_counter() - start) * 1000)
        light = measure_light(image, registration)
        table = Table(image, TableMap.of(registration))
        self.debug = self._candidates(image, registration, light, table)
        kept = []
        for found, v in sorted(self.debug, key=lambda c: -c[0].score):
            if found.score > _EDGES and not any(in_the_way(found, o) for o, _ in kept):
                kept.append((found, v))
        dice = tuple(self._seen(f, v, registration) for f, v in kept)
        return Reading(dice, troubles + light.troubles, True, (time.perf_counter() - start) * 1000)

    def _candidates(self, image, registration, light, table):
        out = []
        for kind, known in self.taught.kinds.items():
            found = refine(table, known.shape, propose(table, known.shape))
            if found:
                votes = vote(kind, look_at(image, registration.view, found), light, known)
                out += list(zip(found, votes, strict=True))
        return out

    def _seen(self, found: Found, v: TopVote, registration: Registration) -> SeenDie:
        top = solid(found.shape.kind).faces[0]
        outline = registration.view.project(placed(top, found.x, found.y, found.angle, found.shape.size))
        center = registration.view.project(np.array([found.x, found.y, found.shape.size]))
        ranked = v.ranked()
        return SeenDie(
            found.shape.kind,
            "ok",
            ranked[0][0],
            tuple(ranked[:3]),
            tuple(center),
            tuple(map(tuple, outline)),
            (found.x, found.y),
        )
