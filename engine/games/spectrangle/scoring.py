"""What placements are worth, and the counter that shows it (SPG-SCORE-01 to SPG-SCORE-05)."""

from engine.core.events import Seat
from engine.games.spectrangle.events import TilePlaced
from engine.games.spectrangle.fitting import sides_beside
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import BONUS, value_of


def counter(points: int) -> tuple[int, int]:
    """Rounds of the track and the hole of a score; the track has 100 holes and goes on (SPG-SCORE-04)."""
    return divmod(points, 100)


def counter_score(laps: int, hole: int) -> int:
    """The score that a counter shows."""
    return laps * 100 + hole


def placement_points(value: int, sides: int, bonus: int, *, first: bool = False) -> int:
    """Value x matching sides x bonus; the first tile scores its value (SPG-SCORE-01..03)."""
    return value if first else value * sides * bonus


def final_score(points: int, left: tuple[str, ...]) -> int:
    """The score less the values of the tiles left in hand (SPG-SCORE-05)."""
    return points - sum(value_of(tile) for tile in left)


def breakdown(state: State, move: TilePlaced) -> tuple[int, int, int]:
    """Value, matching sides and bonus of a placement; the first tile counts its value alone."""
    if state.board_is_empty:
        return value_of(move.tile), 1, 1
    same, _ = sides_beside(state.board, move.tile, move.field)
    return value_of(move.tile), same, BONUS[move.field]


def points_of(state: State, move: TilePlaced) -> int:
    """What a placement scores."""
    return placement_points(*breakdown(state, move), first=state.board_is_empty)


def scores(state: State, *, teams: bool) -> dict[Seat, int]:
    """Points so far; at the end less the tiles left. Partners share one score."""
    own = {
        seat: final_score(points, state.hands[seat]) if state.over else points
        for seat, points in enumerate(state.points)
    }
    return {seat: own[seat] + own[(seat + 2) % 4] for seat in own} if teams else own
