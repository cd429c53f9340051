"""Pictures of a board while its own lights are out: what shines through the print can look like anybody's piece.

Light under paper may be many times as bright as the paper itself, so that no lit space can be read; and where the
lights are is where pieces go. So they go out for the one picture that is read; for motion lit pictures are watched.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from engine.components.lights import Spot
from tablelight.perception.camera_delay import CameraDelay
from tablelight.perception.going_dark import GoingDark
from tablelight.session.lights import TableLights
from vision.camera.camera import Camera
from vision.camera.frames import Frame
from vision.motion.small_pictures import Disc, small_of

# Constants: chosen by hand.
_REFUSALS = 2
"""So often in a row pictures are not read in which lights that do not answer did not go out, though such have been seen
to: what they were sent may have been lost. Then they are: pieces may stand on all that shines."""
_BRIGHT = 0.5
"""As bright, beside the brightest, is a light that is seen to go out where that one is."""
_NO_CAMERA_S = 1.0
NOWHERE: Mapping[Spot, Any] = MappingProxyType({})


class DarkPictures:
    """``lights``: None where none shine; ``take``: gives pictures (uint8 BGR) that are begun from now on, or none."""

    def __init__(self, lights: TableLights | None, take: Callable[[], Sequence[np.ndarray]] = tuple) -> None:
        self._lights, self._take = lights, take
        self._shone: Mapping[Spot, int] = NOWHERE  # how bright, before they went out
        self.until = float("-inf")
        """Frames until then may still show the lights as they were for such a picture."""

    def lit(self) -> frozenset[Spot]:
        """The spots that shine."""
        return frozenset() if self._lights is None else self._lights.lit()

    def pictures(self, lit: np.ndarray, discs: Mapping[Spot, Disc] = NOWHERE) -> Sequence[np.ndarray]:
        """The same as ``lit`` without the lights, one after another; none where they do not go out just now, or no
        picture comes. ``discs``: where in it they shine, by spot."""
        if self._lights is None or not self._lights.lit():
            return (lit,)
        self._shone = self._lights.brightness()
        with self._lights.lights_out() as dark:
            return self._taken(lit, discs) if dark else ()

    def _taken(self, lit: np.ndarray, discs: Mapping[Spot, Disc]) -> Sequence[np.ndarray]:
        return self._take()


class LiveDarkPictures(DarkPictures):
    """Of a camera that runs by itself. ``clock``: its own."""

    def __init__(
        self, lights: TableLights | None, camera: Camera | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(lights)
        self._camera, self._clock, self._delay = camera, clock, CameraDelay()
        self._refused = 0  # times in a row
        self._were_out: np.ndarray | None = None  # a small picture of when the lights were out last

    def _taken(self, lit: np.ndarray, discs: Mapping[Spot, Disc]) -> Sequence[np.ndarray]:
        """Those in which the lights are seen to be out, or surely must be: one, or two that are alike."""
        brightness = max(self._shone.values(), default=0)
        brightest = [disc for spot, disc in discs.items() if self._shone.get(spot, 0) >= _BRIGHT * brightness]
        pictures = self._dark(GoingDark(lit, brightest, tuple(discs.values()), self._were_out), brightness)
        self._were_out = small_of(pictures[-1]) if pictures else None
        self.until = self._clock() + self._delay.longest_s
        return pictures

    def _dark(self, going: GoingDark, brightness: int) -> Sequence[np.ndarray]:
        out_at, patience, before = self._clock(), self._delay.patience_s(brightness), None
        for frame in self._frames():
            if frame.time < out_at:
                continue
            newest = [each for each in (before, frame) if each is not None]
            seen = going.see(frame.image, due=self._delay.is_due(frame.time - out_at))
            dark = newest[-seen:] if seen else []
            if dark:
                self._delay.seen(dark[0].time - out_at, brightness)
                self._refused = 0
                return [each.image for each in dark]
            if before is not None and before.time - out_at >= patience:
                return [each.image for each in newest] if self._reads_unseen(brightness) else []
            before = frame
        return []

    def _frames(self) -> Iterator[Frame]:
        after = -1
        while self._camera is not None:
            frame = self._camera.next(after=after, timeout=_NO_CAMERA_S)
            if frame is None:
                return
            after = frame.index
            yield frame

    def _reads_unseen(self, brightness: int) -> bool:
        """Whether pictures are read although it was not seen in time that the lights went out."""
        if self._lights is not None and not self._lights.answer and self._delay.is_seen(brightness):
            self._refused += 1
            if self._refused <= _REFUSALS:
                return False
        self._refused = 0
        self._delay.unseen(brightness)
        return True
