"""The ruling that a turn must use as many spaces as it can (D-38, ``maximal``): looks ahead to the turn's end.

Off by default: it forbids the only pawn to take a star with its first space when that wastes the second.
"""

from engine.core.events import Event
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import PawnMove
from engine.games.spectrum.move_checks import spaces_used
from engine.games.spectrum.movegen import pseudo_legal_pawn_moves
from engine.games.spectrum.pawn_paths import path_of
from engine.games.spectrum.placement import captives_fit, legal_placements
from engine.games.spectrum.state import Plan, State
from engine.games.spectrum.transitions import after_pawn_move, result

MOST_KEPT = 20_000
"""Positions of turns whose most is kept; chosen by hand, far more than one turn has."""


def play(context: SpectrumContext, state: State, event: Event) -> State:
    """The state after an event that the judge allowed; plans that could have used more spaces are dropped."""
    if context.maximal and isinstance(event, PawnMove):
        state = state._replace(plans=maximal_plans(context, state, event))
    return result(context, state, event)


def legal_pawn_moves(context: SpectrumContext, state: State) -> list[PawnMove]:
    """The legal moves of pawns, each once."""
    moves = pseudo_legal_pawn_moves(context, state)
    moves = [move for move in moves if captives_fit(context, state, move)] if state.half is not None else moves
    return [move for move in moves if uses_most_spaces(context, state, move)] if context.maximal else moves


def uses_most_spaces(context: SpectrumContext, state: State, move: PawnMove) -> bool:
    """Whether a move that the dice allow leaves as many spaces to use as the table's ruling asks for."""
    return not context.maximal or bool(maximal_plans(context, state, move))


def maximal_plans(context: SpectrumContext, state: State, move: PawnMove) -> tuple[Plan, ...]:
    """The plans by which a legal move still lets the turn use the most that plan can."""
    return tuple(plan for plan in state.plans if _keeps_maximum(context, state._replace(plans=(plan,)), move))


def _keeps_maximum(context: SpectrumContext, alone: State, move: PawnMove) -> bool:
    """Whether the move fits the only plan, and nothing else would use more spaces."""
    (plan,) = alone.plans
    path = path_of(move)
    assert path is not None
    plans = context.turn.judge(context.masks(alone), context.choice(plan.key), plan, path)
    return isinstance(plans, list) and _used_with(context, alone, move) == most_spaces(context, alone)


def most_spaces(context: SpectrumContext, state: State) -> int:
    """The most spaces that the rest of the turn can use."""
    known = context.most_spaces.get(state)
    if known is None:
        if len(context.most_spaces) > MOST_KEPT:
            context.most_spaces.clear()
        known = context.most_spaces[state] = _search(context, state)
    return known


def _search(context: SpectrumContext, state: State) -> int:
    if state.phase == "place":
        placements = legal_placements(context, state)
        return max((_rest_of_turn(context, state, result(context, state, place)) for place in placements), default=0)
    if state.phase != "move":
        return 0
    best, bound = 0, max((context.choices.spaces_left(plan) for plan in state.plans), default=0)
    for move in pseudo_legal_pawn_moves(context, state):
        best = max(best, _used_with(context, state, move))
        if best >= bound:
            break
    return best


def _used_with(context: SpectrumContext, state: State, move: PawnMove) -> int:
    """The spaces of the move, and the most that the turn can use after it."""
    path = path_of(move)
    assert path is not None
    after = after_pawn_move(context, state, move)
    return spaces_used(path, context.movement) + _rest_of_turn(context, state, after)


def _rest_of_turn(context: SpectrumContext, before: State, after: State) -> int:
    return most_spaces(context, after) if after.turns == before.turns and after.phase != "over" else 0
