"""The reducer for pyramids on a printed sheet: from what a camera sees in each yard to what counts, or to a question.

On which place of a yard a pyramid stands means nothing, so there is no piece to lift and put down again: what is in
question is tapped, put right or typed. Half an exchange is waited for. Two things at once, what comes after a power cut
or while something is wrong, and what would take back what counted, are never counted without asking.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.components.lights import Spot
from engine.core.events import Entry, Event, Seat, Undo
from engine.core.match import Match
from engine.core.verdict import Verdict, no
from engine.inference.held import Chances, Held, unlike
from tablelight.referee.effects import Effect, Situation
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.inputs import (
    BoardSighting,
    IgnoreSwitches,
    LeaveBoard,
    SwitchInput,
    TakeReading,
    TrustSwitches,
)
from tablelight.referee.state import PieceMemory

OFFERED = 6
"""Readings offered at most, as of pieces on switches."""
_LOOKED_BACK = 8
"""Events that may have been something else. Chosen by hand: an exchange that was taken for a piece drawn is noticed
when the next piece goes, and a turn has few events."""
_AT_ONCE = 3
"""Pyramids that hands put down between two looks. Chosen by hand; of 17 pictures of families that are learned from or
choose, with a hand that the reader did not name as such, 11 showed more."""
_ONE_FOR_ANOTHER = 2  # misplaced: the one that is seen, and the one that is there

Reduced = tuple[PieceMemory, tuple[Entry, ...]]


def stand_on_sheet(game: Any) -> bool:
    """Whether a game's pieces stand on a printed sheet, in yards, and not each on a space of its own."""
    return hasattr(game, "laid_out")


def reduce(memory: PieceMemory, now: Situation, given: SwitchInput) -> tuple[PieceMemory, Effect]:
    """What is known of the pyramids after what the camera sees, or what people say to it."""
    memory, entries = _reduced(memory, now.match, given)
    return memory, now.adding(entries) if entries else now.unchanged()


def _reduced(memory: PieceMemory, match: Match, given: SwitchInput) -> Reduced:
    if match.over:
        return PieceMemory(), ()  # the sheet may be cleared
    match given:
        case BoardSighting():
            memory = replace(memory, occupied=frozenset(given.whose), chances=given.chances)
            return (memory, ()) if memory.left_out else _seen(memory, match, long=given.long)
        case TakeReading(index):
            if not 0 <= index < len(memory.explanations):
                return memory, ()
            return _counting(memory, match, memory.explanations[index])
        case IgnoreSwitches():
            return _believed(memory, match), ()
        case LeaveBoard():
            return replace(_accounted(memory), left_out=True), ()
        case TrustSwitches():
            return replace(memory, believed={}, left_out=False), ()
    return memory, ()  # no switch feels a pyramid


def _seen(memory: PieceMemory, match: Match, *, long: bool) -> Reduced:
    game, state, chances = match.game, match.state, as_told(memory)
    ways = game.meant(state, chances)
    if ways and ways[0] == ():
        return _agreed(memory, match), ()
    if _has_not_followed(memory, chances):
        return replace(_accounted(memory), why=no("FOLLOW", "SB-F3", *_yards(match, chances))), ()
    clear = bool(ways) and all(map(game.at_once, ways))
    if clear and len(ways) == 1 and _may_count(memory.why) and not _may_be_other(memory, match, chances):
        return _counting(memory, match, ways[0])
    known = memory.stood is not None and memory.why is None
    if known and not clear and not long and (game.on_its_way(state, chances) or _is_a_hand(match, chances)):
        return replace(_accounted(memory), lifted=_yards(match, chances)), ()
    return _asked(replace(_accounted(memory), explanations=tuple(filter(None, ways))[:OFFERED]), match, chances), ()


def _asked(memory: PieceMemory, match: Match, chances: Chances) -> PieceMemory:
    """What is in question, or what is wrong where; and what may have been something else before."""
    yards = _yards(match, chances)
    if memory.explanations:
        return replace(memory, why=no("WHICH_MOVE", "SB-F3", *yards))
    if memory.stood is None:
        return replace(memory, why=no("SET_UP", "SB-F3", *yards))
    before = _otherwise(match, chances)
    return replace(memory, explanations=before, why=no("MOVED_BACK" if before else "BOARD_DIFFERS", "SB-F3", *yards))


def _otherwise(match: Match, chances: Chances) -> tuple[tuple[Entry, ...], ...]:
    """What counts once the last events are taken back: nothing, or something else that was done instead of them."""
    for index, _, _ in reversed(match.positions[-_LOOKED_BACK:]):
        back = Undo(index)
        before = with_entries(match, (back,))
        ways = before.game.meant(before.state, chances)
        if ways:
            return tuple((back, *way) for way in ways[:OFFERED])
    return ()


def after_entry(memory: PieceMemory, match: Match) -> PieceMemory:
    """What is known once something counted. What is typed while one pyramid is in question says which it is."""
    memory = replace(memory, explanations=())
    if memory.why is None or memory.occupied is None:
        return memory
    chances = as_told(memory)
    off = match.game.misplaced(match.state, chances)
    if not off:
        return _agreed(memory, match)
    one_for_another = len(off) == _ONE_FOR_ANOTHER and len(misread(memory, match)) == 1
    return _believed(memory, match) if one_for_another and isinstance(match.log[-1], Event) else memory


def misread(memory: PieceMemory, match: Match) -> Mapping[Spot, tuple[Held, Held]]:
    """Places that hold something else than the camera makes of them, if everything stands as the game has it: as they
    look, and what they hold. Empty where that cannot be told place by place."""
    off = match.game.misplaced(match.state, as_told(memory))
    parts: dict[tuple[Seat, bool], tuple[list[Spot], list[str]]] = {}
    for each in off:
        there, gone = parts.setdefault((each.seat, each.grown), ([], []))
        (gone if each.at is None else there).append(each.piece if each.at is None else each.at)
    if any(len(gone) > len(there) or (gone and len(there) > 1) for there, gone in parts.values()):
        return {}
    return {at: (_best(memory.chances[at]), *(gone or [None])) for there, gone in parts.values() for at in there}


def _believed(memory: PieceMemory, match: Match) -> PieceMemory:
    """Everything stands as the game has it, people say; where that cannot be, the sheet plays no part any more."""
    if not match.game.misplaced(match.state, as_told(memory)):
        return _agreed(memory, match)
    told = misread(memory, match)
    if not told:
        return replace(_accounted(memory), left_out=True)
    return _agreed(replace(memory, believed={**memory.believed, **told}), match)


def as_told(memory: PieceMemory) -> Chances:
    """What places may hold: what people said, while it still looks as it did then."""
    out = dict(memory.chances)
    for spot, (looked, holds) in memory.believed.items():
        if spot in out and _best(out[spot]) == looked:
            out[spot] = {holds: 1.0}
    return out


def _best(seen: Mapping[Held, float]) -> Held:
    return max(seen, key=lambda held: seen[held])


def _may_count(why: Verdict | None) -> bool:
    """Whether a move may count by itself: while something is put right, or pieces follow, nothing does."""
    return why is None or why.reason == "WHICH_MOVE"


def _may_be_other(memory: PieceMemory, match: Match, chances: Chances) -> bool:
    """Whether one that stood there before may lie now, and be what seems to stand beside it; and whether nothing is
    known of how the sheet was before."""
    if memory.stood is None:
        return bool(match.log)
    return any(at in memory.stood and at not in memory.unclear for at in _unclear(chances))


def _is_a_hand(match: Match, chances: Chances) -> bool:
    """Whether more came at once than a hand puts down: an arm that rests looks like many pyramids."""
    come = sum(each.at is not None for each in match.game.misplaced(match.state, chances))
    return come > _AT_ONCE


def _unclear(chances: Chances) -> frozenset[Spot]:
    return frozenset(at for at, seen in chances.items() if None in seen)


def _has_not_followed(memory: PieceMemory, chances: Chances) -> bool:
    """Whether the sheet still is as it was when table and game agreed, and so has not followed what was played on the
    page."""
    stood = memory.stood
    if stood is None or not stood.keys() <= chances.keys():
        return False
    return not unlike({spot: stood.get(spot) for spot in chances}, chances)


def _counting(memory: PieceMemory, match: Match, entries: tuple[Entry, ...]) -> Reduced:
    after = with_entries(match, entries)
    return _agreed(memory, after), entries


def _agreed(memory: PieceMemory, match: Match) -> PieceMemory:
    chances = as_told(memory)
    held = match.game.laid_out(match.state, chances)
    memory = replace(memory, unclear=_unclear(chances))
    return replace(_accounted(memory), stood={at: held[at] for at in held if at in memory.chances})


def _accounted(memory: PieceMemory) -> PieceMemory:
    return replace(memory, lifted=(), why=None, explanations=())


def _yards(match: Match, chances: Chances) -> tuple[Spot, ...]:
    """The lights of those in whose yards something stands otherwise."""
    seats = sorted({each.seat for each in match.game.misplaced(match.state, chances)})
    return tuple(f"seat:{seat + 1}" for seat in seats)
