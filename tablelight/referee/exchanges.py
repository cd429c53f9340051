"""A piece that stands where another's stood: a capture that switches do not feel once hands are off.

Whoever comes in from the hand where another's piece stood, or lets two pieces change places, leaves the same spaces
occupied. It may as well be somebody who lifts a piece and puts it back, so it never counts by itself: the table asks
once, where a move explains exactly the spaces that were touched. Playing on, or a tap, says that nothing happened.
"""

from dataclasses import replace

from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.match import Match
from engine.core.verdict import no
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.piece_places import changed, is_exchange, landings, owners
from tablelight.referee.state import PieceMemory


def right_again(before: PieceMemory, agreed: PieceMemory, match: Match, *, quiet: bool) -> PieceMemory:
    """What is known when the board looks as the game has it: it agrees, or a piece may have been exchanged.

    ``before``: what was known with the switches as they are now; ``agreed``: the same once board and game agree.
    """
    if is_exchange(before.why):
        return _still_asked(before, agreed)
    put_right = before.why is not None or before.agreed is None
    touched = frozenset() if put_right else before.retouched | before.touched
    if not quiet:
        return replace(agreed, retouched=touched)
    found = [] if not before.felt or touched & before.whose.keys() else _exchanges(match, touched)
    if not found:
        return agreed
    return replace(agreed, why=no("EXCHANGED", "SB-F3", *sorted(touched)), explanations=tuple(found))


def _still_asked(before: PieceMemory, agreed: PieceMemory) -> PieceMemory:
    """The question goes on until something else is touched, or a camera tells whose piece stands there."""
    assert before.why is not None
    asked = frozenset(before.why.spots)
    return before if before.touched <= asked and not asked <= before.whose.keys() else agreed


def _exchanges(match: Match, touched: frozenset[str]) -> list[tuple[Event, ...]]:
    """The moves that touch exactly these spaces, leave the same ones occupied, and change whose piece stands there."""
    board = owners(match)
    if board is None or not touched:
        return []
    found: list[tuple[Event, ...]] = []
    for move in match.game.moves(match.state):
        if not touched <= set(move.spots()):
            continue
        try:
            after = owners(with_entries(match, (move,))) or {}
        except EngineError:
            continue
        other = changed(board, after)
        if other and after.keys() == board.keys() and other | (landings((move,)) & board.keys()) == touched:
            found.append((move,))
    return found
