"""The next match by the rules of one that is over: for the same people, or for others."""

from collections.abc import Sequence

from engine.core.agreement import Agreement
from engine.core.match import Match
from engine.core.registry import create
from engine.core.serialization import to_json
from engine.core.standings import placings


def again(match: Match) -> Match:
    """The same game with the same people, without who dropped out where that leaves enough. Raises BadRules."""
    names = tuple(name for seat, name in enumerate(match.seats) if seat not in match.gone)
    return another(match, names if len(names) >= match.game.seats[0] else match.seats)


def loser_begins(match: Match) -> Match:
    """The same, begun by whoever came last; the round of the table stays. Raises BadRules."""
    names = again(match).seats
    last = max(placings(match), key=lambda placed: placed.place)
    first = next((names.index(match.seats[seat]) for seat in last.seats if match.seats[seat] in names), 0)
    return another(match, (*names[first:], *names[:first]))


def another(match: Match, names: Sequence[str]) -> Match:
    """A fresh match by the same rules for these people. With others than before, points given go along with who had
    them, and teams are no more. Raises BadRules."""
    rules = match.agreed.rules
    if tuple(names) == match.seats:
        return Match(match.agreed, names)
    given = dict(zip(match.seats, rules.agreement.given, strict=False))
    agreement = Agreement(tuple(given.get(name, 0) for name in names) if any(given.values()) else ())
    return Match(create(match.game.name, len(names), rules.edition, to_json(rules.options), agreement), names)
