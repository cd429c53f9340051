"""How long a camera takes to show that lights went out, learned from when that was seen.

It is 30 ms over a short cable, and a second over a network."""

import math
from collections import deque

# Constants: chosen by hand.
USUAL_S = 0.1
"""Of a usual camera: exposure, cable and decoding."""
LONGEST_S = 1.0
"""No camera takes longer."""
_REMEMBERED = 8  # times that it was seen
_JITTER_S = 0.01
"""By so much the times at which pictures come differ, though they show the same moment; a third of a picture's time."""


class CameraDelay:
    """Brightness is that of the brightest light, 0 to 255."""

    def __init__(self) -> None:
        self._took: deque[float] = deque(maxlen=_REMEMBERED)
        self._seen_from, self._unseen_to = math.inf, 0

    @property
    def longest_s(self) -> float:
        """The longest of late; a usual camera's before anything was seen."""
        return max(self._took, default=USUAL_S)

    def is_due(self, after_s: float) -> bool:
        """Whether it was seen before so soon after they went out, give or take how unevenly pictures come."""
        return after_s >= min(self._took, default=math.inf) - _JITTER_S

    def patience_s(self, brightness: int) -> float:
        """So long it is waited for a picture that shows that such a light went out."""
        if self._took:
            return self.longest_s
        return LONGEST_S if brightness > self._unseen_to else USUAL_S

    def is_seen(self, brightness: int) -> bool:
        """Whether one so bright was seen to go out."""
        return brightness >= self._seen_from

    def seen(self, took_s: float, brightness: int) -> None:
        """It was seen that one so bright went out."""
        self._took.append(took_s)
        self._seen_from = min(self._seen_from, brightness)

    def unseen(self, brightness: int) -> None:
        """It was not seen, although it was waited for."""
        self._unseen_to, self._seen_from = max(self._unseen_to, brightness), max(self._seen_from, brightness + 1)
