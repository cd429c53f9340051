"""What results say of people: who played, won and how often, bests, streaks, and who beats whom. Pure counting.

Results come oldest first, with one name for each person (``People.results``).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.events import Seat
from tablelight.session.people.names import is_somebody, key_of
from tablelight.session.people.results import MatchResult

STREAK = 3
"""Wins in a row that are worth a word. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Favourite:
    """What somebody went for: how often, and what it brought each time, on average."""

    what: str
    times: int
    average: float


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """One person in one game. ``course``: the points of every match, oldest first, with when it began (Unix time).
    ``streak``: wins in a row up to now; ``longest``: ever. ``best``: the best points, the fewest where these win."""

    game: str
    name: str
    played: int
    won: int
    best: float
    average: float
    best_turn: float
    streak: int
    longest: int
    course: tuple[tuple[float, float], ...]
    favourites: tuple[Favourite, ...]
    highest_wins: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How somebody did against somebody else, in matches that both played on different sides."""

    other: str
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class FallenRecord:
    """A record that a match broke. ``kind``: "table", "own", "turn" or "streak"; ``before``: what it was."""

    kind: str
    seat: Seat
    value: float
    before: float


# ---- one person


def seats_of(result: MatchResult, name: str) -> list[Seat]:
    """Where somebody sat in a match."""
    key = key_of(name)
    return [seat for seat, other in enumerate(result.names) if key_of(other) == key]


def statistics(results: Iterable[MatchResult], name: str) -> list[GameStatistics]:
    """Somebody in every game he or she played, the most played first."""
    by_game: dict[str, list[tuple[MatchResult, Seat]]] = defaultdict(list)
    for result in results:
        for seat in seats_of(result, name)[:1]:
            by_game[result.game].append((result, seat))
    return sorted((_of(name, played) for played in by_game.values()), key=lambda one: (-one.played, one.game))


def _of(name: str, played: Sequence[tuple[MatchResult, Seat]]) -> GameStatistics:
    points = [result.points[seat] for result, seat in played]
    won = [result.won(seat) for result, seat in played]
    highest = played[-1][0].highest_wins
    now, longest = streaks(won)
    return GameStatistics(
        played[-1][0].game,
        name,
        len(played),
        sum(won),
        max(points) if highest else min(points),
        sum(points) / len(points),
        max(result.best[seat] for result, seat in played),
        now,
        longest,
        tuple((result.began, result.points[seat]) for result, seat in played),
        _favourites(played),
        highest,
    )


def streaks(won: Sequence[bool]) -> tuple[int, int]:
    """Wins in a row up to now, and the most there ever were."""
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest


def _favourites(played: Sequence[tuple[MatchResult, Seat]]) -> tuple[Favourite, ...]:
    """What brings this person most each time, of what was gone for in half of the matches at least."""
    times: Counter[str] = Counter()
    brought: Counter[str] = Counter()
    for result, seat in played:
        for what, (n, points) in result.liked[seat].items() if seat < len(result.liked) else ():
            times[what] += n
            brought[what] += points  # type: ignore[assignment]
    found = [Favourite(what, n, brought[what] / n) for what, n in times.items() if 2 * n >= len(played)]
    return tuple(sorted(found, key=lambda one: (-one.average, -one.times, one.what))[:3])


def head_to_head(results: Iterable[MatchResult], name: str) -> list[HeadToHead]:
    """Somebody against everybody else, whom he or she met most often first."""
    met: dict[str, list[int]] = {}
    called: dict[str, str] = {}
    for result in results:
        for seat in seats_of(result, name)[:1]:
            side = next(side for side in result.sides if seat in side)
            for other, who in enumerate(result.names):
                if other not in side and is_somebody(who):
                    called[key_of(who)] = who
                    own, theirs = result.ranks[seat], result.ranks[other]
                    met.setdefault(key_of(who), [0, 0, 0])[0 if own < theirs else 1 if own > theirs else 2] += 1
    found = [HeadToHead(called[key], *counts) for key, counts in met.items()]
    return sorted(found, key=lambda one: (-(one.ahead + one.behind + one.level), one.other))


# ---- everybody


def everybody_in(results: Iterable[MatchResult]) -> list[tuple[str, int, int]]:
    """Everybody who ever finished a match: name, matches played, matches won; the most played first."""
    called: dict[str, str] = {}
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for result in results:
        for key, seat in {key_of(name): seat for seat, name in enumerate(result.names)}.items():
            if is_somebody(result.names[seat]):
                called[key] = result.names[seat]
                played[key] += 1
                won[key] += result.won(seat)
    return [(called[key], played[key], won[key]) for key in sorted(played, key=lambda k: (-played[k], called[k]))]


def leaderboard(results: Sequence[MatchResult], game: str) -> list[GameStatistics]:
    """Everybody in one game: who won most often first, then who has the better best."""
    of_game = [result for result in results if result.game == game]
    found = [statistics(of_game, name)[0] for name, _, _ in everybody_in(of_game)]
    return sorted(found, key=lambda one: (-one.won, -one.best if one.highest_wins else one.best, one.name))


# ---- records


def broken(results: Iterable[MatchResult], fresh: MatchResult) -> list[FallenRecord]:
    """The records that a match broke, the greatest first: of this table before one's own. The first match of a game at
    this table, or of a person, breaks none."""
    before = [result for result in results if result.game == fresh.game and result.match_id != fresh.match_id]
    before = [result for result in before if result.began <= fresh.began]
    known = [(result, seat) for result in before for seat in range(len(result.names))]
    found: list[FallenRecord] = []
    for seat, name in enumerate(fresh.names):
        if not known or not is_somebody(name):
            continue
        own = [(result, mine) for result in before for mine in seats_of(result, name)[:1]]
        found += _points_broken(fresh, seat, known, own)
        found += _streak_broken(fresh, seat, own)
    order = ("table", "own", "turn", "streak")
    return sorted(found, key=lambda one: (order.index(one.kind), one.seat))


def _points_broken(
    fresh: MatchResult, seat: Seat, known: Sequence[tuple[MatchResult, Seat]], own: Sequence[tuple[MatchResult, Seat]]
) -> Iterable[FallenRecord]:
    """The best points here, else one's own best; and the best turn here."""
    sign = 1 if fresh.highest_wins else -1
    points = fresh.points[seat]
    for kind, earlier in (("table", known), ("own", own)):
        best = max((sign * result.points[other] for result, other in earlier), default=None)
        leads = kind == "own" or sign * points == max(sign * value for value in fresh.points)
        if best is not None and sign * points > best and leads:
            yield FallenRecord(kind, seat, points, sign * best)
            break
    turn = max(result.best[other] for result, other in known)
    if fresh.highest_wins and fresh.best[seat] > turn and fresh.best[seat] == max(fresh.best):
        yield FallenRecord("turn", seat, fresh.best[seat], turn)


def _streak_broken(fresh: MatchResult, seat: Seat, own: Sequence[tuple[MatchResult, Seat]]) -> Iterable[FallenRecord]:
    """More wins in a row than ever before, once that is worth a word."""
    _, longest = streaks([result.won(other) for result, other in own])
    now, _ = streaks([*(result.won(other) for result, other in own), fresh.won(seat)])
    if now >= STREAK and now > longest:
        yield FallenRecord("streak", seat, now, longest)
