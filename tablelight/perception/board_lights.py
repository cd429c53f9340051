"""Where a board's own lights are in the picture, so that their coming, going and breathing is not taken for a hand."""

import math
from collections.abc import Mapping

import numpy as np

from engine.components.lights import Spot
from vision.boards.plan import BoardPlan
from vision.camera.frames import Frame
from vision.geometry.registration import Registrar, Registration
from vision.motion.small_pictures import Disc
from vision.motion.still_watcher import StillWatcher

# Constants: chosen by hand.
GOES_OUT_S = 0.5
"""So long after it went out a light may still be seen in pictures."""
_GLOW_MM = 18.0
"""So far from its middle a light changes the picture."""
_AGAIN_S = 1.0
"""Between two looks for where a board lies while something moves: it may be the board."""


class BoardLights:
    """The lights of one printed board, in one camera's pictures. ``registrar``: finds that board in them."""

    def __init__(self, plan: BoardPlan, registrar: Registrar) -> None:
        self._at = {space.name: space.at for space in plan.spaces}
        self._registrar = registrar
        self._found: Registration | None = None
        self._look_at = -math.inf
        self._lit_at: dict[Spot, float] = {}
        self._told: object = None

    def overlooked_by(self, watcher: StillWatcher, frame: Frame, lit: frozenset[Spot]) -> None:
        """Let the watcher overlook what shines, or shone a moment ago."""
        self._lit_at.update((spot, frame.time) for spot in lit if spot in self._at)
        recent = frozenset(spot for spot, at in self._lit_at.items() if frame.time - at <= GOES_OUT_S)
        if recent and frame.time >= self._look_at and (self._found is None or watcher.in_motion):
            self._look_at = frame.time + _AGAIN_S
            self._found = self._registrar.find(frame.image)[0] or self._found
        told = (recent, self._found)
        if told != self._told:
            self._told = told
            watcher.overlook(tuple(self._discs(recent).values()), frame.image.shape[1::-1])

    def discs_in(self, image: np.ndarray, lit: frozenset[Spot]) -> Mapping[Spot, Disc]:
        """Where in a picture (uint8 BGR) light at these spots changes it; none where no such board is seen."""
        self._found = self._registrar.find(image)[0]
        return self._discs(lit & self._at.keys())

    def _discs(self, spots: frozenset[Spot]) -> Mapping[Spot, Disc]:
        if self._found is None or not spots:
            return {}
        middles = np.array([self._at[spot] for spot in sorted(spots)], float)
        seen = self._found.view.project_flat(middles)
        beside = self._found.view.project_flat(np.add(middles, (_GLOW_MM, 0.0)))
        reach = np.linalg.norm(beside - seen, axis=1)
        discs = (((float(x), float(y)), float(r)) for (x, y), r in zip(seen, reach, strict=True))
        return dict(zip(sorted(spots), discs, strict=True))
