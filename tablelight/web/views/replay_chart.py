"""How the points of a game went, as a chart to tap on, and its best moments to jump to."""

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node

from engine import texts
from engine.core.events import Move
from engine.core.match import Match
from engine.texts import name_of
from engine.texts.language import tr
from tablelight.web.components.html import PAINT, classes, path
from tablelight.web.components.tokens import SEAT_HUES
from tablelight.web.games import panels_of
from tablelight.web.replayed import WatchedMatch

WIDE, HIGH = 1000, 240
"""The chart's own units; it is stretched to its place."""
MOST_POINTS = 500
"""Places of a line that are drawn; a longer game is thinned out. Chosen by hand: more than a screen shows apart."""
BEST_GAINS = 3
"""Of the largest gains, so many are offered. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth jumping to: the length of the log just after it, and what it was."""

    at: int
    words: str


def standings(match: Match) -> list[tuple[float, ...]]:
    """Everybody's points at every length of the log, from 0 on."""
    seats, scores = range(len(match.seats)), match.game.scores
    return [
        tuple(points.get(seat, 0) for seat in seats)
        for points in (scores(match.state_at(length)) for length in range(len(match.log) + 1))
    ]


# ---- the chart


def chart(found: WatchedMatch, points: Sequence[tuple[float, ...]], at: int) -> Node:
    """The lines of all players over the steps of the game; nothing where nobody ever had points."""
    low = min(min(row) for row in points)
    high = max(max(row) for row in points)
    if low == high:
        return None
    seats = found.match.seats
    said = tr("How the points went: {standing}.", standing=", ".join(map(_stands, seats, points[-1])))
    lines = [_line([row[seat] for row in points], seat, low, high) for seat in range(len(seats))]
    here = f"{_x(at, len(points)):g}"
    return h.figure(".chart")[
        h.div(".chart-plot", id="chart")[
            h.svg(viewBox=f"0 0 {WIDE} {HIGH}", preserveAspectRatio="none", role="img", aria_label=said)[
                lines, path("#chart-here", d=f"M{here} 0V{HIGH}")
            ],
            h.span(".chart-high", aria_hidden="true")[f"{high:g}"],
            h.span(".chart-low", aria_hidden="true")[f"{low:g}"],
        ],
        h.figcaption[[_name(name, seat, points[-1][seat]) for seat, name in enumerate(seats)]],
    ]


def _stands(name: str, points: float) -> str:
    return f"{name} {points:g}"


def _line(values: Sequence[float], seat: int, low: float, high: float) -> Node:
    """One player's points as steps: they stay as they are until something changes them."""
    every = max(1, len(values) // MOST_POINTS)
    drawn, before = [], None
    for place in (*range(0, len(values) - 1, every), len(values) - 1):
        y = HIGH - 6 - (values[place] - low) / (high - low) * (HIGH - 12)
        if y != before or place == len(values) - 1:
            x = f"{_x(place, len(values)):.1f}"
            drawn.append(f"H{x}V{y:.1f}" if drawn else f"M{x} {y:.1f}")
            before = y
    return path({"class": classes("chart-line", f"dash-{seat % 4}")}, d="".join(drawn), stroke=_paint(seat))


def _x(place: int, count: int) -> float:
    return WIDE * place / max(1, count - 1)


def _paint(seat: int) -> str:
    return PAINT[SEAT_HUES[seat % len(SEAT_HUES)]]


def _name(name: str, seat: int, points: float) -> Node:
    sample = path({"class": f"chart-line dash-{seat % 4}"}, d="M0 5H28", stroke=_paint(seat))
    return h.span[h.svg(viewBox="0 0 28 10", aria_hidden="true")[sample], f"{name} {points:g}"]


# ---- the best moments


def moments(match: Match, points: Sequence[tuple[float, ...]]) -> list[Moment]:
    """The largest gains, changes of the lead, what the game is loved for, and the end, in the order they came in."""
    worth = (*_leads(match, points), *_gains(match, points), *_highlights(match))
    found = {moment.at: moment for moment in worth}
    winners = match.game.winners(match.state)
    if winners:
        names = texts.join([match.seats[seat] for seat in winners])
        last = max((index for index, _ in match.events), default=-1) + 1
        found[last] = Moment(last, tr("{player} wins", player=names))
    return [found[at] for at in sorted(found)]


def _gains(match: Match, points: Sequence[tuple[float, ...]]) -> list[Moment]:
    """The entries that brought somebody most, where that is good; what was taken back counts no more."""
    gained = [
        (points[index + 1][seat] - points[index][seat], -index, seat)
        for index, _ in match.events
        for seat in range(len(match.seats))
        if match.agreed.highest_wins and points[index + 1][seat] > points[index][seat]
    ]
    best = sorted(gained, reverse=True)[:BEST_GAINS]
    return [
        Moment(1 - at, tr("{player}: {points} more", player=match.seats[seat], points=f"+{gain:g}"))
        for gain, at, seat in best
    ]


def _highlights(match: Match) -> list[Moment]:
    """What else was good to see, such as captures, as the game's page module names it; the last ones of the best."""
    named, game = panels_of(match.game.name).highlights, match.agreed
    found: dict[str, list[Moment]] = {code: [] for code in named}
    before = match.state_at(0)
    for index, event, after in match.positions:
        code = game.liked(event, before, after) if named and isinstance(event, Move) else ""
        if code in found and isinstance(event, Move):
            words = tr("{player}: {what}", player=match.seats[event.seat], what=name_of(game.name, code))
            found[code].append(Moment(index + 1, words))
        before = after
    return [moment for code in named for moment in found[code][-2 * BEST_GAINS :]][: 2 * BEST_GAINS]


def _leads(match: Match, points: Sequence[tuple[float, ...]]) -> list[Moment]:
    """Where somebody else took the lead, the last ones of many."""
    out: list[Moment] = []
    leader = None
    for index, _ in match.events:
        row = points[index + 1]
        best = max(row) if match.agreed.highest_wins else min(row)
        first = [seat for seat, value in enumerate(row) if value == best]
        if len(first) == 1 and first[0] != leader:
            if leader is not None:
                out.append(Moment(index + 1, tr("{player} takes the lead", player=match.seats[first[0]])))
            leader = first[0]
    return out[-2 * BEST_GAINS :]


def moment_links(found: Sequence[Moment]) -> Node:
    """The best moments as links that the page's script follows by itself."""
    links = [h.a(".btn.quiet", href=f"?at={moment.at}", data_jump=str(moment.at))[moment.words] for moment in found]
    return links and h.nav(".moments", aria_label=tr("Best moments"))[links]
