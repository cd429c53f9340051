"""Who is thinking, and for how long: a value that follows the game. Times are seconds, passed in; it ends no turn.

What passes counts for the one seat that the game waits for. It counts for nobody while several or none are waited for,
while the clock was stopped (a pause, a doubt, a part that does not work), and while the table was off.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core.events import Seat

MOST_AT_ONCE_S = 1800.0
"""No stretch without any event counts for longer: nobody sat there, or the computer's clock was put right. By hand."""

PAUSED = "paused"
"""The reason of a stop that somebody tapped; it lasts until somebody taps again, also over a restart."""

MOST_TURN_S, MOST_TOTAL_S, MOST_INCREMENT_S = 3600, 36_000, 600
"""The longest that can be chosen. By hand: an hour for a turn, ten hours for a game."""


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """What a table agreed on: so long for each turn, or for all turns of a game and a bit more with each; 0: none."""

    turn_s: int = 0
    total_s: int = 0
    increment_s: int = 0

    def __post_init__(self) -> None:
        for given, most in (
            (self.turn_s, MOST_TURN_S),
            (self.total_s, MOST_TOTAL_S),
            (self.increment_s, MOST_INCREMENT_S),
        ):
            if not 0 <= given <= most:
                raise ValueError(f"{given} s is no time limit: 0 to {most} s")
        if self.turn_s and self.total_s:
            raise ValueError("a time for each turn or one for the whole game, not both")

    def __bool__(self) -> bool:
        return bool(self.turn_s or self.total_s)

    def __str__(self) -> str:
        """As it is written down: ``turn 60``, ``total 600 5``, ``none``; at most 20 signs."""
        return f"turn {self.turn_s}" if self.turn_s else f"total {self.total_s} {self.increment_s}" if self else "none"

    @classmethod
    def parse(cls, text: str) -> "TimeLimit":
        """The limit of ``str``. Raises ValueError for anything else."""
        kind, *numbers = text.split(" ")
        values = [int(number) for number in numbers if number.isascii() and number.isdecimal()]
        if len(values) == len(numbers) == {"turn": 1, "total": 2, "none": 0}.get(kind, -1):
            return cls(turn_s=values[0]) if kind == "turn" else cls(0, *values)
        raise ValueError(f"'{text[:40]}' is no time limit; write 'turn 60', 'total 600 5' or 'none'")


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of one match at one moment.

    ``spent``: how long each seat has thought, up to ``since``. ``turns``: how many turns each has ended. ``mover``: the
    seat of the turn that is on, with ``turn`` s of it gone; it stays his while nobody or several are waited for.
    ``due``: whom the game waits for now. ``stops``: why the clock stands still; empty while it runs. ``stopped_at``:
    since when. ``reminded``: whether this turn was said to take long.
    """

    spent: tuple[float, ...]
    since: float
    limit: TimeLimit = TimeLimit()
    due: tuple[Seat, ...] = ()
    mover: Seat | None = None
    turn: float = 0.0
    turns: tuple[int, ...] = ()
    stops: frozenset[str] = frozenset()
    stopped_at: float = 0.0
    reminded: bool = False

    @classmethod
    def begin(cls, seats: int, now: float, limit: TimeLimit = TimeLimit()) -> "TurnClock":
        """A clock before anybody thought."""
        return cls((0.0,) * seats, now, limit, turns=(0,) * seats)

    # ---- what it tells

    @property
    def runs(self) -> bool:
        """Whether time counts for somebody just now."""
        return not self.stops and len(self.due) == 1

    @property
    def thinking(self) -> Seat | None:
        """Whose time it is that passes; None while nobody's does."""
        return self.due[0] if self.runs else None

    def passed(self, now: float) -> float:
        """How much counts since the last change."""
        return min(max(now - self.since, 0.0), MOST_AT_ONCE_S) if self.runs else 0.0

    def spent_by(self, seat: Seat, now: float) -> float:
        """How long a seat has thought in all."""
        return self.spent[seat] + (self.passed(now) if seat == self.thinking else 0.0)

    def turn_so_far(self, now: float) -> float:
        """How long the turn that is on has taken."""
        return self.turn + self.passed(now)

    def left(self, seat: Seat, now: float) -> float | None:
        """What a seat has left of its limit, below 0 once it is over; None where there is none."""
        if self.limit.turn_s:
            return self.limit.turn_s - (self.turn_so_far(now) if seat == self.mover else 0.0)
        if self.limit.total_s:
            return self.limit.total_s + self.limit.increment_s * self.turns[seat] - self.spent_by(seat, now)
        return None

    def takes_long(self, now: float) -> Seat | None:
        """Who has thought for longer than the table agreed on, and thinks still; None: nobody."""
        seat = self.thinking
        left = self.left(seat, now) if seat is not None else None
        return seat if left is not None and left <= 0 else None

    @property
    def longest(self) -> tuple[Seat, float] | None:
        """Who has thought longest so far, and how long; None while nobody has."""
        most = max(self.spent, default=0.0)
        return (self.spent.index(most), most) if most > 0 else None

    # ---- what changes it

    def until(self, now: float) -> "TurnClock":
        """What passed until now is counted. A clock that was set back counts nothing."""
        passed, seat = self.passed(now), self.thinking
        if seat is None:
            return replace(self, since=now)
        spent = (*self.spent[:seat], self.spent[seat] + passed, *self.spent[seat + 1 :])
        return replace(self, spent=spent, turn=self.turn + passed, since=now)

    def waits_for(self, due: Sequence[Seat], now: float) -> "TurnClock":
        """From now on the game waits for these seats. Another one alone begins a turn; so does any after an undo."""
        clock = self.until(now)
        mover = due[0] if len(due) == 1 else clock.mover
        if mover == clock.mover:
            return replace(clock, due=tuple(due))
        turns = tuple(count + (seat == clock.mover) for seat, count in enumerate(clock.turns))
        return replace(clock, due=tuple(due), mover=mover, turn=0.0, turns=turns, reminded=False)

    def stopped(self, reasons: frozenset[str], now: float) -> "TurnClock":
        """It stands still from now on for these reasons; none: it goes on."""
        if reasons == self.stops:
            return self
        stopped_at = self.stopped_at if self.stops and reasons else now
        return replace(self.until(now), stops=reasons, stopped_at=stopped_at)

    def limited(self, limit: TimeLimit, now: float) -> "TurnClock":
        """Another limit from now on; what was thought stays."""
        return replace(self.until(now), limit=limit, reminded=False)


def words(seconds: float) -> str:
    """A time as clocks show it: ``0:05``, ``12:30``, ``1:02:03``; below nothing with a minus."""
    sign, whole = ("-", -seconds) if seconds < 0 else ("", seconds)
    minutes, second = divmod(int(whole), 60)
    hours, minute = divmod(minutes, 60)
    return f"{sign}{hours}:{minute:02d}:{second:02d}" if hours else f"{sign}{minute}:{second:02d}"
