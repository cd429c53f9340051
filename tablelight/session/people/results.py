"""How a finished match went, in one small value: all that is told of people follows from these.

Told of matches that are over by their rules alone: what goes on may hide cards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.core.events import Move, Seat
from engine.core.match import Match
from engine.core.standings import placings
from engine.core.turns import turns
from engine.core.verdict import Awaiting

LONGEST_S = 12 * 3600.0
"""Of a match; one that took longer lay about in between, and nobody knows how long it was played."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One finished match. ``began``: Unix time; ``took``: seconds, 0 where that is not known.

    Seat by seat: ``names``, ``points``, ``ranks`` (1: won), ``best``: what the best turn brought, ``liked``: what was
    gone for how often, and what it brought (``Game.liked``). ``sides``: seats that played together. ``first``: who had
    the first turn, -1: nobody knows. ``contest``: whether somebody could have lost; who plays a game for several alone
    wins nothing by coming in first.
    """

    match_id: str
    game: str
    began: float
    took: float
    names: tuple[str, ...]
    points: tuple[float, ...]
    ranks: tuple[int, ...]
    sides: tuple[tuple[Seat, ...], ...]
    best: tuple[float, ...]
    liked: tuple[dict[str, tuple[int, float]], ...] = ()
    first: int = -1
    highest_wins: bool = True
    contest: bool = True

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def won(self, seat: Seat) -> bool:
        """Whether a seat has won where there was something to win."""
        return self.contest and self.ranks[seat] == 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "MatchResult":
        """The value of ``to_json``. Raises TypeError, ValueError or KeyError for anything else."""
        values = {field.name: plain[field.name] for field in fields(cls)}
        for name in ("names", "points", "ranks", "best"):
            values[name] = tuple(values[name])
        values["sides"] = tuple(map(tuple, values["sides"]))
        values["liked"] = tuple({k: (int(n), float(p)) for k, (n, p) in one.items()} for one in values["liked"])
        seats = len(values["names"])
        if any(len(values[name]) != seats for name in ("points", "ranks", "best")):
            raise ValueError("not as many values as names")
        return cls(**values)


def is_over(match: Match) -> bool:
    """Whether a match is over by its rules; else it can go on."""
    awaiting: Awaiting = match.agreed.awaiting(match.state)
    return awaiting.ask == "GAME_OVER"


def result_of(match: Match, match_id: str, began: float = 0.0, took: float = 0.0) -> MatchResult:
    """How a match went that is over. ``began``: Unix time; ``took``: seconds."""
    game, seats = match.agreed, range(len(match.seats))
    scores = game.scores(match.state)
    points = tuple(scores.get(seat, 0) for seat in seats)
    told = turns(match)
    best = tuple(max((turn.gain for turn in told if turn.seat == seat), default=0) for seat in seats)
    return MatchResult(
        match_id,
        game.name,
        began,
        took if 0 < took <= LONGEST_S else 0.0,
        match.seats,
        points,
        _ranks(match, points),
        _sides(match),
        best,
        _liked(match),
        next((turn.seat for turn in told if turn.seat is not None), -1),
        game.highest_wins,
        game.seats[1] == 1 or len(_sides(match)) > 1,
    )


def _ranks(match: Match, points: Sequence[float]) -> tuple[int, ...]:
    """The place of every seat; those of a team that the house agreed on share its place."""
    game = match.agreed
    if not game.rules.agreement.teams:
        return ranks(points, game.winners(match.state), highest_wins=game.highest_wins)
    places = {seat: placed.place for placed in placings(match) for seat in placed.seats}
    return tuple(places[seat] for seat in range(len(match.seats)))


def _sides(match: Match) -> tuple[tuple[Seat, ...], ...]:
    """Who played together, by the rules or by what the house agreed on."""
    game = match.agreed
    if teams := game.rules.agreement.teams:
        return tuple(team.seats for team in teams)
    return tuple(dict.fromkeys(tuple(sorted(game.teammates(seat))) for seat in range(len(match.seats))))


def ranks(points: Sequence[float], winners: Sequence[Seat], *, highest_wins: bool) -> tuple[int, ...]:
    """The place of every seat, from 1; equal ones share it. Who has won comes first, whatever the points say; where
    nobody has, nobody is first."""
    sign = -1 if highest_wins else 1
    order = [(seat not in winners, 0 if seat in winners else sign * value) for seat, value in enumerate(points)]
    none = 0 if winners else 1
    return tuple(1 + none + sum(other < own for other in order) for own in order)


def _liked(match: Match) -> tuple[dict[str, tuple[int, float]], ...]:
    """What everybody went for, how often, and what it brought."""
    game = match.agreed
    times: list[Counter[str]] = [Counter() for _ in match.seats]
    brought: list[Counter[str]] = [Counter() for _ in match.seats]
    before = match.state_at(0)
    for _, event, after in match.positions:
        what = game.liked(event, before, after) if isinstance(event, Move) else ""
        if what and isinstance(event, Move):
            gained = game.scores(after).get(event.seat, 0) - game.scores(before).get(event.seat, 0)
            times[event.seat][what] += 1
            brought[event.seat][what] += gained  # type: ignore[assignment]
        before = after
    return tuple({what: (n[what], float(points[what])) for what in n} for n, points in zip(times, brought, strict=True))
