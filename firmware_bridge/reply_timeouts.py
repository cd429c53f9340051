"""How long an answer is waited for, and what becomes of answers that were waited for in vain.

A machine with too much to do answers late, a bad cable loses messages. Both look alike at first: nothing came in time.
What comes afterwards tells them apart, for a device answers in the order in which it was asked.
"""

from collections import deque

ANSWER_S = 0.08
"""An answer that takes longer is late; a good board needs 5 ms."""
LONGEST_S = 3.0
"""An answer that takes longer than a session waits for anything is none."""
SLACK = 2.0
"""So many times the slowest answer of late is waited for before a message is sent again (as TCP does, RFC 6298)."""
FORGET = 0.9
"""With every answer the slowest of late counts so much less."""


class Patience:
    """Told of every answer and of every request given up; ``late`` and ``lost`` grow, ``wait_s`` adapts."""

    def __init__(self) -> None:
        self.late = self.lost = 0
        self._slowest_s = 0.0
        self._given_up: deque[tuple[int, float]] = deque(maxlen=255)  # sequence number, when sent

    @property
    def wait_s(self) -> float:
        """Seconds to wait for an answer: longer while answers come late, so that they are not asked for twice."""
        return min(LONGEST_S, max(ANSWER_S, SLACK * self._slowest_s))

    def give_up(self, seq: int, sent_at: float) -> None:
        """No answer came within ``wait_s``: it is lost, or late."""
        self._given_up.append((seq, sent_at))

    def answered(self, took_s: float) -> None:
        """The awaited answer came; what was given up before it can come no more."""
        self.lost += len(self._given_up)
        self._given_up.clear()
        self._took(took_s)

    def overdue(self, seq: int, now: float) -> bool:
        """Whether this answer belongs to a request given up; then it was late, and those before it are lost."""
        place = next((n for n, (s, _) in enumerate(self._given_up) if s == seq), None)
        if place is None:
            return False
        for _ in range(place):
            self._given_up.popleft()
        self.lost += place
        self._took(now - self._given_up.popleft()[1])
        return True

    def _took(self, seconds: float) -> None:
        self.late += seconds > ANSWER_S
        self._slowest_s = max(FORGET * self._slowest_s, seconds)
