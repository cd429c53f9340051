"""In which order players and teams stand, in any game: places, points, and what was given before the game."""

from dataclasses import dataclass
from typing import Any

from engine.core.agreement import Team
from engine.core.events import Seat
from engine.core.game import Game
from engine.core.match import Match


@dataclass(frozen=True, slots=True)
class Placed:
    """A player, or a team, and where they stand: ``place`` from 1, equal ones share it. ``points`` hold those that were
    ``given``. ``won``: the game is over, and they have won it."""

    name: str
    seats: tuple[Seat, ...]
    points: float
    place: int
    given: int = 0
    won: bool = False


def placings(match: Match) -> tuple[Placed, ...]:
    """Everybody, or every team, best first. Who won is first; else points decide, and who dropped out is last."""
    game, state, agreed = match.agreed, match.state, match.agreed.rules.agreement
    parties = agreed.teams or tuple(Team(name, (seat,)) for seat, name in enumerate(match.seats))
    scores = game.scores(state)
    points = {party: _points(party, scores, game) for party in parties}
    won = _winners(game, state, points)
    gone = set(match.gone)

    def rank(party: Team) -> tuple[bool, bool, float]:
        out = gone.issuperset(party.seats)
        return party not in won, out, -points[party] if game.highest_wins else points[party]

    ranks = sorted(map(rank, parties))
    placed = [
        Placed(
            party.name, party.seats, points[party], ranks.index(rank(party)) + 1,
            sum(map(agreed.given_to, party.seats)), party in won,
        )
        for party in sorted(parties, key=rank)
    ]  # fmt: skip
    return tuple(placed)


def _points(party: Team, scores: Any, game: Game[Any, Any]) -> float:
    own: list[float] = [scores.get(seat, 0) for seat in party.seats]
    if game.rules.agreement.team_score == "sum":
        return sum(own)
    return max(own) if game.highest_wins else min(own)


def _winners(game: Game[Any, Any], state: Any, points: dict[Team, float]) -> set[Team]:
    """The parties that have won: where points decide, whoever has the best sum; else the team of whoever won."""
    winners = set(game.winners(state))
    if not winners:
        return set()
    by_points = game.with_points(game.start(), (0,) * game.rules.seats) is not None
    if not (game.rules.agreement.teams and by_points):
        return {party for party in points if winners.intersection(party.seats)}
    best = (max if game.highest_wins else min)(points.values())
    return {party for party, own in points.items() if own == best}
