"""The ruling that a turn must use as many spaces as it can (D-38, ``maximal``): looks ahead to the turn's end.

Off by default: it forbids the only pawn to take a star with its first space when that wastes the second.
"""

from typing import TYPE_CHECKING

from engine.games.spectrum.checking import cost
from engine.games.spectrum.events import Go, Place
from engine.games.spectrum.listing import every_go
from engine.games.spectrum.state import Plan, State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

MOST_KEPT = 20_000
"""Positions of turns whose most is kept."""


def plans_for(game: "Spectrum", state: State, go: Go) -> tuple[Plan, ...]:
    """The plans by which a legal move still lets the turn use the most that plan can."""
    return tuple(plan for plan in state.plans if _uses_most(game, state._replace(plans=(plan,)), go))


def _uses_most(game: "Spectrum", alone: State, go: Go) -> bool:
    """Whether the move fits the only plan, and nothing else would use more spaces."""
    (plan,) = alone.plans
    path = game.path_of(go)
    assert path is not None
    fits = game.turn.fits(game.sight(alone), game.choice(plan.key), plan, path)
    return isinstance(fits, list) and _used(game, alone, go) == most(game, alone)


def most(game: "Spectrum", state: State) -> int:
    """The most spaces that the rest of the turn can use."""
    known = game.most_known.get(state)
    if known is None:
        if len(game.most_known) > MOST_KEPT:
            game.most_known.clear()
        known = game.most_known[state] = _work_out(game, state)
    return known


def _work_out(game: "Spectrum", state: State) -> int:
    if state.phase == "place":
        places = [move for move in game.legal(state) if isinstance(move, Place)]
        return max((_rest(game, state, game.result(state, place)) for place in places), default=0)
    if state.phase != "move":
        return 0
    best, bound = 0, max((game.left(plan) for plan in state.plans), default=0)
    for go in every_go(game, state):
        best = max(best, _used(game, state, go))
        if best >= bound:
            break
    return best


def _used(game: "Spectrum", state: State, go: Go) -> int:
    path = game.path_of(go)
    assert path is not None
    return cost(path, game.house) + _rest(game, state, game.gone(state, go))


def _rest(game: "Spectrum", before: State, after: State) -> int:
    return most(game, after) if after.turns == before.turns and after.phase != "over" else 0
