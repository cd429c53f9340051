"""Is the cable or the power to be suspected? Damage now and then is life; damage that climbs is a fault to find."""

from collections import deque

from firmware_bridge.driver import Counters

WINDOW_S = 60.0
STEP_S = 1.0
MOST_FAULTS = 10
"""So many in a minute are nothing yet: a plug that is pushed in makes a few."""
MOST_SHARE = 0.02
"""And so many of what was sent."""


class LinkQuality:
    """Looks at the counters about once a second and remembers the last minute."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, int, int]] = deque()

    def climbing(self, counters: Counters, now: float) -> bool:
        """Whether faults have climbed within the last minute. ``now``: seconds of any monotonic clock."""
        faults = counters.damaged + counters.device_damaged + counters.timeouts
        if not self._past or now - self._past[-1][0] >= STEP_S:
            self._past.append((now, counters.sent, faults))
        while now - self._past[0][0] > WINDOW_S:
            self._past.popleft()
        _, sent_before, faults_before = self._past[0]
        new, sent = faults - faults_before, counters.sent - sent_before
        return new > MOST_FAULTS and new > MOST_SHARE * sent
