"""The reducer for pieces on a board of switches: from what is occupied to what counts, or to a question.

A mismatch is never thrown away and never blocks the game; there are always three ways out: put the board right (the
lights say where), take one of the readings offered (by a tap, or by lifting the piece and putting it down again), or go
on without the switches that disagree. A switch that stays as it was proves nothing: after an undo or a move by hand the
pieces are only waited for, and nothing is counted until they have followed; nor is it while a mismatch is put right.
Pieces moved back to where they stood before are an undo: of this turn's moves at once; of more, and where pieces are
only gone, when somebody says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from engine.components.lights import Spot
from engine.core.errors import EngineError
from engine.core.events import Entry, Event, Move, Seat, Undo
from engine.core.match import Match
from engine.core.verdict import no
from engine.inference.held import Chances, Held, likeliest
from engine.inference.observation import Observation
from tablelight.referee.effects import Effect, Situation
from tablelight.referee.exchanges import right_again, touched_in_all
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.inputs import (
    BoardObservation,
    BoardSighting,
    IgnoreSwitches,
    Input,
    LeaveBoard,
    SwitchInput,
    TakeReading,
    TrustSwitches,
)
from tablelight.referee.other_ways import other_ways
from tablelight.referee.piece_places import (
    as_seen,
    board_observation,
    calm,
    changed,
    follows,
    held_on,
    is_exchange,
    landings,
    may_be_in_hand,
    mismatched,
    moved_back,
    out_of_place,
    owners,
)
from tablelight.referee.read_entries import with_reading
from tablelight.referee.sighting import observation_of, sighted
from tablelight.referee.state import PieceMemory
from tablelight.referee.turned import asked, turned

OFFERED = 6
"""Readings offered at most; more than that is no choice. Chosen by hand."""

WHICH = ("WHICH_MOVE", "WHICH_TILE")
"""Why several readings wait: nobody can tell which it was; or which tile was laid, which no switch can feel."""

Reduced = tuple[PieceMemory, tuple[Entry, ...]]


def reduce(memory: PieceMemory, now: Situation, seen: SwitchInput) -> tuple[PieceMemory, Effect]:
    """What is known of the pieces after what the switches show, or what people say to it."""
    memory, entries = _reduced(memory, now.match, seen)
    return memory, now.adding(entries) if entries else now.unchanged()


def _reduced(memory: PieceMemory, match: Match, seen: SwitchInput) -> Reduced:
    """What is known after one input, and the entries to add to the match (none: nothing happened)."""
    board = owners(match)
    if board is None or match.over:
        return PieceMemory(read_at=memory.read_at), ()  # after the end the board may be cleared
    match seen:
        case BoardObservation():
            return _observed(replace(memory, felt=True), match, board, seen)
        case BoardSighting():
            return _observed(sighted(memory, board, seen), match, board, observation_of(memory, board, seen))
        case TakeReading(index):
            if not 0 <= index < len(memory.explanations):
                return memory, ()
            return _counting(memory, match, memory.explanations[index])
        case IgnoreSwitches():
            off = ((memory.occupied or frozenset()) ^ frozenset(board)) | mismatched(memory, board)
            off |= frozenset(turned(memory, match))
            return replace(_agreed(memory, board), ignored=memory.ignored | off), ()
        case LeaveBoard():
            return replace(_accounted(memory), left_out=True), ()
        case TrustSwitches():
            return replace(memory, ignored=frozenset(), left_out=False, judged=None), ()


def after_entry(memory: PieceMemory, given: Input, before: Match, entries: tuple[Entry, ...]) -> PieceMemory:
    """What is known once entries counted that came of an input: what was foreseen, and whether a piece was exchanged,
    is of a position that is over."""
    read_at = with_reading(memory.read_at, before, entries) if isinstance(given, SwitchInput) else memory.read_at
    memory = replace(memory, foreseen=(), read_at=read_at, again=frozenset())
    return replace(memory, why=None, explanations=()) if is_exchange(memory.why) else memory


def _accounted(memory: PieceMemory) -> PieceMemory:
    return replace(
        memory,
        judged=memory.occupied,
        touched=frozenset(),
        retouched=frozenset(),
        lifted=(),
        why=None,
        explanations=(),
        foreseen=(),
    )


def _agreed(memory: PieceMemory, board: Mapping[Spot, Seat]) -> PieceMemory:
    return replace(_accounted(memory), agreed=dict(board))


def _counting(memory: PieceMemory, match: Match, entries: tuple[Entry, ...]) -> Reduced:
    return _agreed(memory, owners(with_entries(match, entries)) or {}), entries


def _observed(memory: PieceMemory, match: Match, board: Mapping[Spot, Seat], seen: BoardObservation) -> Reduced:
    changed = seen.occupied ^ (memory.occupied if memory.occupied is not None else seen.occupied)
    whose = {spot: seat for spot, seat in memory.whose.items() if spot not in changed} if memory.felt else memory.whose
    again = memory.retouched | (changed & memory.touched)
    memory = replace(
        memory, occupied=seen.occupied, touched=memory.touched | changed, retouched=again, whose=whose, foreseen=()
    )
    if memory.left_out:
        return memory, ()
    if not mismatched(memory, board):
        if not seen.quiet and memory.why is not None and memory.why.reason in WHICH:
            return memory, ()  # what is gone is set there once more, to say yes; or it is put right
        if seen.quiet and (spots := turned(memory, match)):
            return asked(_agreed(memory, board), match, spots), ()
        known = right_again(memory, _agreed(memory, board), match, quiet=seen.quiet)
        known = replace(known, again=_set_there_again(memory, board, seen))
        return _confirmed(known, match, board) if is_exchange(known.why) and seen.quiet else (known, ())
    if follows(memory, board):
        return _waited_for(memory, match, seen), ()
    return _differing(memory, match, board, seen)


def _set_there_again(memory: PieceMemory, board: Mapping[Spot, Seat], seen: BoardObservation) -> frozenset[Spot]:
    """The piece that was taken off and has just been set there again: whoever takes it away once more means it. A
    little later it says nothing any more: that is when switches are quiet, or the camera has seen it for a while."""
    if seen.long or (seen.quiet and memory.felt) or memory.agreed is None:
        return frozenset()
    touched = memory.touched | memory.retouched or memory.again
    return touched if len(touched) == 1 and touched <= board.keys() else frozenset()


def _differing(memory: PieceMemory, match: Match, board: Mapping[Spot, Seat], seen: BoardObservation) -> Reduced:
    """The board is not as the game has it: a piece in somebody's hand, a move, or a mismatch."""
    observed, expected = board_observation(memory, board), frozenset(board)
    in_hand = () if observed - expected else tuple(sorted(expected - observed))
    if not seen.quiet:
        put_down = memory.touched - set(in_hand)
        foreseen = _certain(memory, match, board, observed) if put_down else ()
        return replace(memory, lifted=in_hand, foreseen=foreseen), ()
    if memory.why is not None and seen.occupied == memory.judged:
        return _confirmed(memory, match, board)
    held = memory.touched == set(in_hand) and memory.touched != memory.again
    if in_hand and held and not seen.long and may_be_in_hand(match, in_hand):
        if is_exchange(memory.why):  # lifted slowly, to say yes
            return replace(memory, lifted=in_hand), ()
        return replace(memory, lifted=in_hand, why=None, explanations=()), ()
    return _judged(replace(memory, lifted=()), match, board, observed)


def _confirmed(memory: PieceMemory, match: Match, board: Mapping[Spot, Seat]) -> Reduced:
    """A piece in question that is lifted and put down where it stood says yes to the one reading that has it there; or
    the camera has seen meanwhile which it is."""
    if memory.chances and memory.why is not None and memory.why.reason in WHICH:
        seen = Observation(occupied=as_seen(memory, board_observation(memory, board)), source="sensor")
        found = _readings(match, seen, frozenset(), memory.chances)
        if len(found) == 1 and (found[0] in memory.explanations or len(memory.explanations) >= OFFERED):
            return _counting(memory, match, found[0])
    if not memory.touched:
        return memory, ()
    meant = [events for events in memory.explanations if memory.touched <= _changed_by(match, board, events)]
    if len(meant) == 1:
        return _counting(memory, match, meant[0])
    return replace(memory, touched=frozenset()), ()


def _changed_by(match: Match, board: Mapping[Spot, Seat], entries: Sequence[Entry]) -> frozenset[Spot]:
    """The spaces whose piece becomes another, or stands there for one of the same seat that was taken off."""
    return changed(board, owners(with_entries(match, entries)) or {}) | (landings(entries) & board.keys())


def _waited_for(memory: PieceMemory, match: Match, seen: BoardObservation) -> PieceMemory:
    """Nothing is read from pieces on their way; once hands are off the board it is said which ones are awaited."""
    following = memory.why is not None and memory.why.reason == "FOLLOW"
    if not seen.quiet and not following:
        return replace(memory, lifted=(), why=None, explanations=())
    spots = dict.fromkeys(spot for each in out_of_place(memory, match) for spot in (each.off, each.on) if spot)
    return replace(memory, lifted=(), explanations=(), why=no("FOLLOW", "SB-F3", *spots))


def _judged(memory: PieceMemory, match: Match, board: Mapping[Spot, Seat], observed: frozenset[Spot]) -> Reduced:
    """Count the one reading there is; else say what is in question or wrong."""
    certain = _certain(memory, match, board, observed)
    if certain:
        return _counting(memory, match, certain)
    fresh = _is_fresh(memory, board, observed)
    seen = Observation(occupied=as_seen(memory, observed), source="sensor")
    touched = touched_in_all(memory) if fresh else frozenset()
    found = _readings(match, seen, touched, memory.chances) or _readings_of_other_ways(memory, match, seen, touched)
    found = _as_noticed(memory, match, found)
    offered = replace(_accounted(memory), explanations=tuple(found[:OFFERED]))
    if found and not memory.chances and not is_exchange(memory.why) and _lie_unfelt(match, found):
        return replace(offered, explanations=tuple(found), why=no("WHICH_TILE", "SB-F3", *_telling(found))), ()
    if found:
        return replace(offered, why=no("WHICH_MOVE", "SB-F3", *_telling(found))), ()
    inference = match.game.infer(match.state, seen)
    if inference.wrong is not None and inference.wrong.reason == "ON_ITS_WAY":
        return replace(offered, why=inference.wrong, touched=memory.touched), ()  # where it came from counts in the end
    if memory.agreed is None:
        return replace(offered, why=no("SET_UP", "SB-F3", *sorted(observed - frozenset(board)))), ()
    back = moved_back(match, as_seen(memory, observed))
    if back is None:
        return replace(offered, why=no("BOARD_DIFFERS", "SB-F3", *sorted(observed - frozenset(board)))), ()
    # Pieces that are only gone may have fallen over.
    put_back = bool(observed - board.keys())
    if fresh and put_back and _only_moves_since(match, back) and _changed_by(match, board, (back,)) <= memory.touched:
        return _counting(memory, match, (back,))
    return replace(
        offered, explanations=((back,),), why=no("MOVED_BACK", "SB-F3", *sorted(observed ^ board.keys()))
    ), ()


def _is_fresh(memory: PieceMemory, board: Mapping[Spot, Seat], observed: frozenset[Spot]) -> bool:
    """Whether what differs has come since board and game agreed, and no hands are putting right what was wrong."""
    # What was lifted and put down there, while the camera sees another's piece, is as good as what comes or goes.
    moved = memory.occupied != memory.judged or bool(memory.retouched & mismatched(memory, board))
    # Until board and game have agreed once, nothing is known of what a change means.
    return memory.agreed is not None and moved and not _nearer(memory, board, observed)


def _certain(
    memory: PieceMemory, match: Match, board: Mapping[Spot, Seat], observed: frozenset[Spot]
) -> tuple[Event, ...]:
    """What was done, where nothing else explains what is seen and all of it was touched; empty where that is not so."""
    if not _is_fresh(memory, board, observed):
        return ()
    seen = Observation(occupied=as_seen(memory, observed), source="sensor")
    touched = touched_in_all(memory)
    found = _as_noticed(memory, match, _readings(match, seen, touched, memory.chances))
    if len(found) != 1:
        return ()
    spots = _changed_by(match, board, found[0])
    # A piece that is only gone may have fallen over or been taken by a child: a move puts something down somewhere, or
    # takes off twice what it takes off.
    done = spots <= touched | memory.retouched and (spots & observed or spots == memory.again)
    return found[0] if done else ()


def _nearer(memory: PieceMemory, board: Mapping[Spot, Seat], observed: frozenset[Spot]) -> bool:
    """Whether hands are putting right what was wrong: then nothing counts that happens to be a move on the way."""
    if memory.why is None or calm(memory.why) or memory.judged is None:
        return False
    before = board_observation(replace(memory, occupied=memory.judged), board)
    return observed ^ frozenset(board) < before ^ frozenset(board)


def _only_moves_since(match: Match, back: Undo) -> bool:
    """Whether nothing was rolled or shown that an undo would take back as well."""
    return all(isinstance(event, Move) for index, event in match.events if index >= back.to)


def _readings(match: Match, seen: Observation, touched: frozenset[Spot], chances: Chances) -> list[tuple[Event, ...]]:
    """What may have happened: one reading for each outcome people could see, likeliest first, as far as the picture
    bears it out.

    A capture changes no more switches than a piece held in the hand; but the captured piece's switch was touched.
    """
    game, state = match.game, match.state
    board = owners(match) or {}
    found: dict[Any, tuple[Event, ...]] = {}
    touching: dict[Any, tuple[Event, ...]] = {}
    held: dict[tuple[Event, ...], Mapping[Spot, Held]] = {}
    for events in filter(None, game.explanations(state, seen)):
        try:
            after = with_entries(match, events)
        except EngineError:
            continue
        outward = game.outward(after.state)
        held[events] = held_on(after)
        found.setdefault(outward, events)
        if touched and _changed_by(match, board, events) <= touched:
            touching.setdefault(outward, events)
    readings = list((touching or found).values())
    if not chances:
        return readings
    return [readings[n] for n in likeliest([held[events] for events in readings], chances)]


def _as_noticed(memory: PieceMemory, match: Match, found: Sequence[tuple[Entry, ...]]) -> list[tuple[Entry, ...]]:
    """Without those that go on from another, and end as it does: whoever sets a piece down and takes it with another
    on the same space is felt there twice, or seen there in between. Where neither was, what counts is true as far as it
    goes, and what is done with the captive tells the rest."""
    if len(found) < 2:
        return list(found)
    board = {events: owners(with_entries(match, events)) for events in found}
    return [
        events
        for events in found
        if _ends(events[-1:]) & memory.retouched
        or not any(events[:n] in board and board[events[:n]] == board[events] for n in range(1, len(events)))
    ]


def _readings_of_other_ways(
    memory: PieceMemory, match: Match, seen: Observation, touched: frozenset[Spot]
) -> list[tuple[Entry, ...]]:
    """What may have happened, if the latest moves went another way than was taken to be likelier."""
    ways = [(way, with_entries(match, way)) for way in other_ways(match, memory.read_at)]
    return [(*way, *more) for way, then in ways for more in _readings(then, seen, touched, memory.chances)]


def _ends(events: Sequence[Entry]) -> set[Spot]:
    """Where pieces are taken from and put down; what is moved over is not touched."""
    out: set[Spot] = set()
    for event in events:
        if isinstance(event, Move) and (spots := event.spots()):
            out |= {spots[0], spots[-1]} if len(spots) > 1 else set(spots)
    return out


def _lie_unfelt(match: Match, found: Sequence[Sequence[Entry]]) -> bool:
    """Whether several readings differ in nothing but what lies on the spaces that they all fill."""
    after = [with_entries(match, events) for events in found]
    filled, lying = {frozenset(owners(each) or {}) for each in after}, [held_on(each) for each in after]
    return len(found) > 1 and len(filled) == 1 and all(one != other for one, other in combinations(lying, 2))


def _telling(found: Sequence[Sequence[Event]]) -> tuple[Spot, ...]:
    """The spaces that tell the readings apart."""
    ends = [_ends(events) for events in found]
    return tuple(sorted(set.union(*ends) - set.intersection(*ends))) if len(ends) > 1 else tuple(sorted(ends[0]))
