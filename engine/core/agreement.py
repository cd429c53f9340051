"""What a table agreed on beside the rules: points given before the first move, and teams that count together.

Neither changes what is legal. Points given stand in the first position, so that the rules count them like any others;
teams are a way of looking at the scores (``standings.py``).
"""

from dataclasses import dataclass
from typing import Any, Literal

from engine.core.errors import BadRules
from engine.core.ids import Seat
from engine.core.language import Deferred
from engine.core.serialization import from_json

MOST_GIVEN = 9_999
"""Points that can be given to one player. Chosen by hand: more than a game of any kind comes to."""

MOST_LETTERS = 24
"""Of a team's name, as of a player's in the form."""


@dataclass(frozen=True, slots=True)
class Team:
    """Players whose scores count together."""

    name: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """``given``: points for each seat, empty where nobody has any. ``teams``: empty where everybody plays alone.
    ``team_score``: a team's points are the sum of its members', or those of its best one."""

    given: tuple[int, ...] = ()
    teams: tuple[Team, ...] = ()
    team_score: Literal["sum", "best"] = "sum"

    def __bool__(self) -> bool:
        return bool(any(self.given) or self.teams)

    def given_to(self, seat: Seat) -> int:
        """The points a seat was given."""
        return self.given[seat] if seat < len(self.given) else 0

    def check(self, seats: int) -> None:
        """Raises BadRules that says what cannot be agreed on at a table of so many."""
        if self.given and len(self.given) != seats:
            raise BadRules(
                Deferred(
                    "points given need one number for each of {seats} players, not {count}",
                    seats=seats,
                    count=len(self.given),
                )
            )
        if any(not 0 <= points <= MOST_GIVEN for points in self.given):
            raise BadRules(
                Deferred("points given are whole numbers from 0 to {most_given}", most_given=f"{MOST_GIVEN:,}")
            )
        if self.teams:
            self._check_teams(seats)

    def _check_teams(self, seats: int) -> None:
        names = [team.name for team in self.teams]
        if len(names) < 2:
            raise BadRules(Deferred("one team alone plays against nobody; name two or more"))
        if any(not name.strip() or len(name) > MOST_LETTERS or not name.isprintable() for name in names):
            raise BadRules(
                Deferred("every team needs a name of at most {most_letters} letters", most_letters=MOST_LETTERS)
            )
        if len({name.casefold() for name in names}) < len(names):
            raise BadRules(Deferred("two teams have the same name"))
        if sorted(seat for team in self.teams for seat in team.seats) != list(range(seats)):
            raise BadRules(Deferred("everybody plays in one team"))
        if not all(team.seats for team in self.teams):
            raise BadRules(Deferred("every team needs a player"))


NOTHING_AGREED = Agreement()


def agreement_to_json(agreement: Agreement) -> dict[str, Any]:
    """What was agreed as a part of a match's header; empty where nothing was."""
    plain: dict[str, Any] = {}
    if any(agreement.given):
        plain["given"] = list(agreement.given)
    if agreement.teams:
        plain["teams"] = [{"name": team.name, "seats": list(team.seats)} for team in agreement.teams]
        plain["team_score"] = agreement.team_score
    return plain


def agreement_from_json(data: Any) -> Agreement:
    """What stands in a header; nothing in one of an older version. Raises NotUnderstood."""

    agreement: Agreement = from_json(Agreement, data, "what the house agreed on")
    return agreement
