"""Wrong codes, and where they come from.

Whoever guesses is told to wait, and waits longer; whoever has the right code is let in all the same, or else anybody
could shut the others out by guessing. What keeps guessers out is the code itself: eight of 31 signs are 850,000,000,000
codes, and a table answers some hundred a second.
"""

import time
from collections import deque
from collections.abc import Callable

A_MINUTE = 20
"""Wrong codes from one address before it is told to wait."""
_ADDRESSES = 500
"""As many are remembered; those that guessed last."""


class Guesses:
    """Use from one thread. ``clock``: seconds, never set back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}  # whoever guessed last stands last

    def wrong(self, who: str) -> None:
        """A wrong code came from there."""
        times = self._wrong.pop(who, None) or deque(maxlen=A_MINUTE)
        times.append(self._clock())
        self._wrong[who] = times
        if len(self._wrong) > _ADDRESSES:
            del self._wrong[next(iter(self._wrong))]

    def too_often(self, who: str) -> bool:
        """Whether so many came from there within a minute that the next wrong one is told so."""
        times = self._wrong.get(who, ())
        return len(times) >= A_MINUTE and self._clock() - times[0] < 60
