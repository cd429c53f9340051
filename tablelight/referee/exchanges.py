"""A piece that stands where another's stood: a capture that switches do not feel once hands are off.

Whoever comes in from the hand where another's piece stood, or lets two pieces change places, leaves the same spaces
occupied. It may as well be somebody who lifts a piece and puts it back, so it never counts by itself: the table asks
once, where a move explains exactly the spaces that were touched. Nobody has to answer: what is done next says which it
was, where it fits only if the piece was exchanged, or only if nothing happened; what fits both is asked then. A roll is
no such answer: a piece may have been straightened, and the move forgotten.
"""

from dataclasses import replace

from engine.core.errors import EngineError
from engine.core.events import Entry, Event
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


def may_have_been(memory: PieceMemory) -> tuple[tuple[Entry, ...], ...]:
    """The moves that exchanged a piece, as long as it is open whether one of them happened."""
    return memory.explanations if is_exchange(memory.why) else ()


def touched_in_all(memory: PieceMemory) -> frozenset[str]:
    """The spaces touched since board and game agreed, and those where it is open whether a piece was exchanged."""
    return memory.touched | frozenset(memory.why.spots if memory.why is not None and is_exchange(memory.why) else ())


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
    found: dict[object, tuple[Event, ...]] = {}  # one for each position that it leads to
    for move in match.game.moves(match.state):
        if not touched <= set(move.spots()):
            continue
        try:
            then = with_entries(match, (move,))
        except EngineError:
            continue
        after = owners(then) or {}
        other = changed(board, after)
        if other and after.keys() == board.keys() and other | (landings((move,)) & board.keys()) == touched:
            found.setdefault(then.state, (move,))
    return list(found.values())
