"""The list of legal moves, read off the board; the judge is not asked for each."""

from collections.abc import Iterator
from functools import cache, lru_cache

from engine.core.events import Move
from engine.core.game import Game, Moves
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import Choose, EndTurn
from engine.games.spectrum.judge import judge, may_end_turn
from engine.games.spectrum.lookahead import legal_pawn_moves
from engine.games.spectrum.movegen import pseudo_legal_moves, swaps_of_turn
from engine.games.spectrum.options import Options
from engine.games.spectrum.placement import legal_placements
from engine.games.spectrum.state import State
from engine.games.spectrum.transitions import moves_on

MOST_KEPT = 20_000
"""Choices of dice that are kept as moves; chosen by hand: six seats with the choices of some thousand rolls."""

_choose = lru_cache(maxsize=MOST_KEPT)(Choose)
_end_turn = cache(EndTurn)


def legal_moves(context: SpectrumContext, state: State) -> Iterator[Move]:
    """Every legal move, by walking the board; the same as ``pseudo_legal_moves`` that the judge lets pass."""
    if state.phase == "move":
        return iter((*legal_pawn_moves(context, state), *_other_moves(context, state)))
    if state.phase == "place":
        return iter(legal_placements(context, state))
    return (move for move in pseudo_legal_moves(context, state) if judge(context, state, move).ok)


def _other_moves(context: SpectrumContext, state: State) -> list[Move]:
    """What else a player may do than move a pawn: swap, say which dice, end the turn."""
    seat, found = state.to_move, list[Move]()
    if context.options.swap_cards:
        found += swaps_of_turn(context, state)
    if not state.moved and len(state.plans) > 1:
        found += [_choose(seat, plan.key) for plan in state.plans]
    if (not state.plans or state.moved) and may_end_turn(context, state):
        found.append(_end_turn(seat))
    return found


class SpectrumMoves(Moves[State]):
    """The legal moves of a position, listed by walking the board; ``in`` still asks the judge."""

    __slots__ = ("_context",)

    def __init__(self, game: Game[State, Options], context: SpectrumContext, state: State) -> None:
        self._game, self._state, self._all = game, state, None
        self._context = context

    def find(self) -> Iterator[Move]:
        """The moves, worked out anew."""
        return legal_moves(self._context, self._state)

    def __iter__(self) -> Iterator[Move]:
        if self._all is None:
            self._all = tuple(self.find())
        return iter(self._all)

    def __bool__(self) -> bool:
        state = self._state
        return (state.phase == "move" and moves_on(self._context, state)) or next(self.find(), None) is not None
