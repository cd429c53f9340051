"""When a game is over, and who has won (SB-GAM-01, 04..06, SB-WGT, SB-SOL)."""

from dataclasses import dataclass

from engine.core.events import Seat
from engine.core.game import Rules
from engine.games.spectrum.board import INTERMEDIATE_HUES
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import State

GOAL = {1: 12, 2: 7, 3: 5, 4: 4, 5: 3, 6: 3}
"""Stars needed by number of players."""
ALL = 0xFFF


@dataclass(frozen=True, slots=True)
class Outcome:
    """``by``: stars, values, tiebreak, shared or mission; ``points``: of the tiebreak, when it was looked at."""

    over: bool
    winners: tuple[Seat, ...] = ()
    by: str | None = None
    points: dict[Seat, int] | None = None


GOING_ON = Outcome(False)


def tiebreak_points(stars: int) -> int:
    """A captured primary counts 1, an intermediate 2 (SB-GAM-05)."""
    return stars.bit_count() + (stars & INTERMEDIATE_HUES).bit_count()


def value_of(stars: int, values: tuple[int, ...]) -> int:
    """What stars, a mask of hues, are worth by the colours' values (SB-WGT-01)."""
    return sum(values[hue] for hue in range(12) if stars >> hue & 1) if values else 0


def reached(state: State, rules: Rules[Options], goal: int) -> bool:
    """Whether the position itself ends the game: a goal is reached, all stars are gone, or a lead is safe."""
    taken = state.taken
    if taken == ALL:
        return True
    if rules.options.scoring == "weighted" and rules.options.weighted_end == "all":
        totals = sorted((value_of(stars, state.extras.values) for stars in state.stars), reverse=True)
        rest = value_of(ALL & ~taken, state.extras.values)
        return len(totals) > 1 and bool(state.extras.values) and totals[0] > totals[1] + rest
    return any(stars.bit_count() >= goal for stars in state.stars)


def settle(state: State, rules: Rules[Options]) -> Outcome:
    """The result of a game that is over now."""
    if state.extras.won >= 0:
        return Outcome(True, (state.extras.won,), "mission")
    if rules.seats == 1:
        return Outcome(True, (0,) if state.taken == ALL else (), "stars")
    counts = [stars.bit_count() for stars in state.stars]
    if rules.options.scoring == "weighted":
        values = [value_of(stars, state.extras.values) for stars in state.stars]
        best = [seat for seat, total in enumerate(values) if total == max(values)]
        # Equal totals: more stars, then shared (D-88).
        most = max(counts[seat] for seat in best)
        best = [seat for seat in best if counts[seat] == most]
        return Outcome(True, tuple(best), "values" if len(best) == 1 else "shared")
    best = [seat for seat, count in enumerate(counts) if count == max(counts)]
    if len(best) == 1:
        return Outcome(True, tuple(best), "stars")
    if not rules.options.on(rules.options.tiebreak, rules.edition == "A"):
        return Outcome(True, tuple(best), "shared")
    points = {seat: tiebreak_points(state.stars[seat]) for seat in best}
    top = tuple(seat for seat in best if points[seat] == max(points.values()))
    return Outcome(True, top, "tiebreak" if len(top) == 1 else "shared", points)
