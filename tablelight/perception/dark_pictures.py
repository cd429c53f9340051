"""Pictures of a board while its own lights are out: what shines through the print can look like anybody's piece.

Light under paper may be many times as bright as the paper itself, so that no lit space can be read; and where the
lights are is where pieces go. So they go out for the one picture that is read; for motion lit pictures are watched.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np

from engine.components.lights import Spot
from tablelight.session.lights import TableLights
from vision.camera.camera import Camera

SEEN_S = 0.1
"""A picture that comes so long after the lights went out was begun after it: exposure, cable and decoding of a usual
camera. Chosen by hand."""
_NO_CAMERA_S = 1.0


class DarkPictures:
    """``lights``: None where none shine; ``take``: gives pictures (uint8 BGR) that are begun from now on, or none."""

    def __init__(self, lights: TableLights | None, take: Callable[[], Sequence[np.ndarray]] = tuple) -> None:
        self._lights, self._take = lights, take
        self.until = float("-inf")
        """Frames until then may still show the lights as they were for such a picture."""

    def lit(self) -> frozenset[Spot]:
        """The spots that shine."""
        return frozenset() if self._lights is None else self._lights.lit()

    def pictures(self, lit: np.ndarray) -> Sequence[np.ndarray]:
        """The same as ``lit`` without the lights, one after another; none where they do not go out just now, or no
        picture comes."""
        if self._lights is None or not self._lights.lit():
            return (lit,)
        with self._lights.lights_out() as dark:
            return self._take() if dark else ()


class LiveDarkPictures(DarkPictures):
    """Of a camera that runs by itself. ``clock``: its own."""

    def __init__(
        self, lights: TableLights | None, camera: Camera | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(lights, self._from_now_on)
        self._camera, self._clock = camera, clock

    def pictures(self, lit: np.ndarray) -> Sequence[np.ndarray]:
        dark = super().pictures(lit)
        if not any(picture is lit for picture in dark):
            self.until = self._clock() + SEEN_S
        return dark

    def _from_now_on(self) -> Sequence[np.ndarray]:
        """Two, which show whether something moves."""
        since, after, taken = self._clock() + SEEN_S, -1, list[np.ndarray]()
        while self._camera is not None and len(taken) < 2:
            frame = self._camera.next(after=after, timeout=_NO_CAMERA_S)
            if frame is None:
                return ()
            after = frame.index
            if frame.time >= since:
                taken.append(frame.image)
        return taken
