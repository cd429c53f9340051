"""The clock as the page shows it: whose time passes, what is left of it, and one tap to pause and go on.

Seconds are counted in the browser (``clock.js``) from what stands here, so that nothing is sent while somebody thinks.
"""

import htpy as h
from htpy import Node

from engine.core.events import Seat
from engine.texts.language import tr
from tablelight.session.clock import PAUSED, TurnClock, words
from tablelight.session.snapshot import Snapshot
from tablelight.web.components.house_fields import clock_fields
from tablelight.web.components.html import button, card_on_top, classes, rendered


@rendered
def clock_panel(now: Snapshot, at: float, *, may_write: bool) -> Node:
    """The clock of the game; nothing where no limit was chosen, or the game is over. ``at``: the time."""
    clock, referee = now.clock, now.referee
    if clock is None or referee is None or not clock.limit or (not clock.due and not clock.stops):
        return None
    match = referee.match
    if match.over:
        return None
    return h.div(
        class_=classes("clock", "long" if clock.reminded and clock.runs else "", "" if clock.runs else "still")
    )[
        _hand(clock, match.seats, at),
        h.span(".clock-why")[_why(clock)],
        may_write and _tap(clock),
    ]


def clock_hand(now: Snapshot, at: float) -> Node:
    """What is left, alone: for a screen that shows whose turn it is itself. Nothing where no limit was chosen."""
    clock = now.clock
    if clock is None or not clock.limit or clock.mover is None:
        return None
    return _left(clock, clock.mover, at)


def _hand(clock: TurnClock, seats: tuple[str, ...], at: float) -> Node:
    """Everybody's time where it is for the whole game, else that of whose turn it is."""
    if clock.limit.total_s:
        return [
            h.span(class_="clock-one now" if seat == clock.mover else "clock-one")[
                h.span(".clock-who")[name], _left(clock, seat, at)
            ]
            for seat, name in enumerate(seats[: len(clock.spent)])
        ]
    mover = clock.mover
    if mover is None or mover >= len(seats):
        return None
    return h.span(".clock-one.now")[h.span(".clock-who")[seats[mover]], _left(clock, mover, at)]


def _left(clock: TurnClock, seat: Seat, at: float) -> Node:
    """The time left of a seat; ``data-left`` is in seconds, and counts down while ``data-runs``."""
    left = clock.left(seat, at) or 0.0
    return h.b(
        {"class": classes("clock-left", "over" if left <= 0 else ""), "data-left": f"{left:.1f}"},
        data_runs=seat == clock.thinking,
        role="timer",
    )[words(left)]


def _why(clock: TurnClock) -> str:
    if PAUSED in clock.stops:
        return tr("Paused")
    if clock.stops:
        return tr("The clock waits until that is settled")
    return tr("Take your time, but not all evening") if clock.reminded and clock.runs else ""


def _tap(clock: TurnClock) -> Node:
    if clock.stops:
        return button("clock-go-on", tr("Go on"), style="go")
    return button("clock-pause", tr("Pause"), style="quiet")


def clock_card(now: Snapshot, said: str = "") -> Node:
    """The choice of another limit, in the middle of a game."""
    limit = now.clock.limit if now.clock is not None else None
    thought = h.p(".said")[thinking_words(now)] if now.clock is not None else None
    return card_on_top(
        tr("Time to think"),
        said and h.p(".refused", role="alert")[said],
        clock_fields(now=limit),
        thought,
        h.div(".row")[button("clock-limit", tr("Save"), style="go"), button("close", tr("Close"), style="quiet")],
        form=True,
    )


def thinking_words(now: Snapshot) -> str:
    """Who thought longest in this game, in a sentence; empty while nobody did. For the end of a game, too."""
    if now.clock is None or now.referee is None or now.clock.longest is None:
        return ""
    seat, seconds = now.clock.longest
    seats = now.referee.match.seats
    if seconds < 1 or len(seats) < 2 or seat >= len(seats):
        return ""
    match = now.referee.match
    if match.over:
        return tr("{player} thought longest: {time}.", player=seats[seat], time=words(seconds))
    return tr("{player} has thought longest so far: {time}.", player=seats[seat], time=words(seconds))
