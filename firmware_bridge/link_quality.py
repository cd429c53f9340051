"""How is the link? Damage that climbs is a cable to look for; late answers are a computer with too much to do.

A little of both is life. Each has its own sentence, for they are mended in different places.
"""

from collections import deque

from engine.core.language import Deferred
from firmware_bridge.drivers.interface import Counters

# All chosen by hand, so that plugging in and a busy start of the computer are passed over.
WINDOW_S = 60.0
STEP_S = 1.0
FEW = 10
"""So many faults in a minute are nothing yet: a plug that is pushed in makes a few."""
HURT_SHARE = 0.02
"""And so many of what was sent."""
MANY_STARTS = 4
"""A plug is pushed in once or twice; a board that comes back so often in a minute has a fault."""
LATE_SHARE = 0.25
"""A picture that is late now and then is seen by nobody; one in four is seen."""

DAMAGED = Deferred(
    "The light board is connected, but more and more messages get damaged: cable or power suspected. Try another USB "
    "cable, keep it away from the lights' wires, and measure 5 V at the strip's far end."
)
STARTS = Deferred(
    "The light board is connected, but it goes away and comes back again and again: power or cable suspected. Give "
    "the lights a supply of their own, try another USB cable, and plug it straight into the computer."
)
LATE = Deferred(
    "The light board is connected, but its answers come late, so the lights lag: this computer has too much to do. "
    "Close other programs; if nothing else runs, plug the board straight into the computer, without a hub. Nothing "
    "is lost."
)


class LinkQuality:
    """Looks at the counters about once a second and remembers the last minute."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, int, int, int, int]] = deque()

    def complaint(self, counters: Counters, now: float) -> str:
        """What to say of the last minute; "" where all is well. ``now``: seconds of any monotonic clock."""
        hurt = counters.damaged + counters.device_damaged + counters.lost
        if not self._past or now - self._past[-1][0] >= STEP_S:
            self._past.append((now, counters.sent, hurt, counters.late, counters.reconnects))
        while now - self._past[0][0] > WINDOW_S:
            self._past.popleft()
        _, sent_before, hurt_before, late_before, starts_before = self._past[0]
        sent = counters.sent - sent_before
        if counters.reconnects - starts_before >= MANY_STARTS:
            return STARTS
        if _worth_a_word(hurt - hurt_before, sent, HURT_SHARE):
            return DAMAGED
        return LATE if _worth_a_word(counters.late - late_before, sent, LATE_SHARE) else ""


def _worth_a_word(new: int, sent: int, share: float) -> bool:
    """Whether so many of so many messages sent are worth a word."""
    return new > max(FEW, share * sent)
