"""Tiles that lie otherwise than they counted: turned by a sleeve, or another one laid there afterwards.

Which spaces hold something is as the game has it, so that switches feel nothing; a camera sees it. The table asks for
the tile to be put right. Where it was the last thing that was laid, it may have been put right already, and one tap
counts it as it lies now.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.components.lights import Spot
from engine.core.errors import EngineError
from engine.core.events import Entry, Move, Undo
from engine.core.match import Match
from engine.core.verdict import Verdict, no
from engine.inference.held import Held, likeliest, unlike
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.piece_places import held_on
from tablelight.referee.state import PieceMemory

_REASON = "TURNED"


def is_turned(why: object) -> bool:
    """Whether it is said that a tile lies otherwise than it counted."""
    return isinstance(why, Verdict) and why.reason == _REASON


def turned(memory: PieceMemory, match: Match) -> tuple[Spot, ...]:
    """The spaces whose tile surely is another, or lies otherwise, than it counted."""
    told = {spot: seen for spot, seen in memory.chances.items() if spot not in memory.unclear | memory.ignored}
    return unlike(_tiles(match), told)


def asked(memory: PieceMemory, match: Match, spots: tuple[Spot, ...]) -> PieceMemory:
    """The same with what is wrong on these spaces, and the one other way to count it, where there is one."""
    return replace(memory, why=no(_REASON, "SB-F3", *spots), explanations=_laid_otherwise(memory, match, spots))


def _tiles(match: Match) -> Mapping[Spot, Held]:
    return held_on(match) if hasattr(match.game, "tiles_of") else {}


def _laid_otherwise(memory: PieceMemory, match: Match, spots: tuple[Spot, ...]) -> tuple[tuple[Entry, ...], ...]:
    last = match.events[-1] if match.events else None
    if last is None or not isinstance(last[1], Move) or not set(spots) <= set(last[1].spots()):
        return ()
    back = Undo(last[0])
    before = with_entries(match, (back,))
    ways: list[tuple[Entry, ...]] = []
    held: list[Mapping[Spot, Held]] = []
    for move in before.game.moves(before.state):
        try:
            after = with_entries(before, (move,))
        except EngineError:
            continue
        if _tiles(after).keys() == _tiles(match).keys():
            ways.append((back, move))
            held.append(_tiles(after))
    fits = likeliest(held, memory.chances)
    return (ways[fits[0]],) if len(fits) == 1 else ()
