"""Pieces felt by the switches under the board: from what is occupied to what counts, or to a question.

A pure reducer beside the referee's. A mismatch is never thrown away and never blocks the game; there are always three
ways out: put the board right (the lights say where), take one of the readings offered, or go on without the switches
that disagree. A switch that stays as it was proves nothing: after an undo or a move by hand the pieces are only waited
for, and nothing is counted until they have followed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from engine.core.errors import EngineError
from engine.core.events import Entry, Event, Move, Seat
from engine.core.match import Match
from engine.core.verdict import Verdict, no
from engine.inference.observation import SOMEBODY, Seen

OFFERED = 6
"""Readings offered at most; more than that is no choice."""

# ---- what comes in


@dataclass(frozen=True, slots=True)
class Sensed:
    """The spaces that hold something. ``quiet``: no switch has changed for a while, so hands are off the board."""

    occupied: frozenset[Spot]
    quiet: bool


@dataclass(frozen=True, slots=True)
class TakeReading:
    """Of the readings in question, number ``index`` is what happened."""

    index: int


@dataclass(frozen=True, slots=True)
class IgnoreSwitches:
    """Go on without the switches that disagree."""


@dataclass(frozen=True, slots=True)
class LeaveBoard:
    """Nobody moves pieces on the board: go on without all of its switches."""


@dataclass(frozen=True, slots=True)
class TrustSwitches:
    """Believe all switches again."""


Said = Sensed | TakeReading | IgnoreSwitches | LeaveBoard | TrustSwitches

# ---- what is kept


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is known of the pieces on the board.

    ``occupied``: as last felt; None before anything was. ``judged``: as it was when last accounted for or asked about.
    ``agreed``: whose piece stood where when board and game last agreed; None before they did. ``touched``: spaces whose
    switch changed since ``judged``. ``lifted``: spaces whose piece is in somebody's hand. ``why``: the mismatch that
    waits, with ``readings`` to choose from. ``ignored``: switches nobody believes just now. ``left_out``: the board
    plays no part.
    """

    occupied: frozenset[Spot] | None = None
    judged: frozenset[Spot] | None = None
    agreed: Mapping[Spot, Seat] | None = None
    touched: frozenset[Spot] = frozenset()
    lifted: tuple[Spot, ...] = ()
    why: Verdict | None = None
    readings: tuple[tuple[Event, ...], ...] = ()
    ignored: frozenset[Spot] = frozenset()
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Carry:
    """A piece that a hand has to move: from where (None: beside the board) to where (None: off the board).

    ``whose``: its seat; None where switches alone cannot tell.
    """

    whose: Seat | None
    off: Spot | None
    on: Spot | None


Step = tuple[Pieces, tuple[Entry, ...]]


def standing(match: Match) -> frozenset[Spot] | None:
    """The spaces that hold something now, as a perfect switch board feels it; None in games without such pieces."""
    board = _board_of(match)
    return None if board is None else frozenset(board)


def _board_of(match: Match) -> Mapping[Spot, Seat] | None:
    """Whose piece stands where."""
    board_of = getattr(match.game, "board_of", None)
    return None if board_of is None else board_of(match.state)


def step(pieces: Pieces, match: Match, said: Said) -> Step:
    """What is known after one input, and the entries to add to the match (none: nothing happened)."""
    board = _board_of(match)
    if board is None or match.game.awaiting(match.state).actor == "nobody":
        return Pieces(), ()  # after the end the board may be cleared
    match said:
        case Sensed():
            return _sensed(pieces, match, board, said)
        case TakeReading(index):
            if not 0 <= index < len(pieces.readings):
                return pieces, ()
            return _counted(pieces, match, pieces.readings[index])
        case IgnoreSwitches():
            off = (pieces.occupied or frozenset()) ^ frozenset(board)
            return replace(_agreed(pieces, board), ignored=pieces.ignored | off), ()
        case LeaveBoard():
            return replace(_settled(pieces), left_out=True), ()
        case TrustSwitches():
            return replace(pieces, ignored=frozenset(), left_out=False, judged=None), ()


def _settled(pieces: Pieces) -> Pieces:
    return replace(pieces, judged=pieces.occupied, touched=frozenset(), lifted=(), why=None, readings=())


def _agreed(pieces: Pieces, board: Mapping[Spot, Seat]) -> Pieces:
    return replace(_settled(pieces), agreed=dict(board))


def _counted(pieces: Pieces, match: Match, entries: tuple[Event, ...]) -> Step:
    return _agreed(pieces, _board_of(_after(match, entries)) or {}), entries


def _sensed(pieces: Pieces, match: Match, board: Mapping[Spot, Seat], said: Sensed) -> Step:
    changed = said.occupied ^ (pieces.occupied if pieces.occupied is not None else said.occupied)
    pieces = replace(pieces, occupied=said.occupied, touched=pieces.touched | changed)
    if pieces.left_out:
        return pieces, ()
    felt, expected = _felt(pieces, board), frozenset(board)
    if felt == expected:
        return _agreed(pieces, board), ()
    if _follows(pieces, board):
        return _waited_for(pieces, match, said), ()
    in_hand = () if felt - expected else tuple(sorted(expected - felt))
    if not said.quiet:
        return replace(pieces, lifted=in_hand), ()
    if pieces.why is not None and said.occupied == pieces.judged:
        return pieces, ()
    if len(in_hand) == 1 and pieces.touched == set(in_hand):
        return replace(pieces, lifted=in_hand, why=None, readings=()), ()
    return _judged(pieces, match, felt)


def _felt(pieces: Pieces, board: Mapping[Spot, Seat]) -> frozenset[Spot]:
    """The spaces that hold something; what is ignored is taken to be as the game has it."""
    return ((pieces.occupied or frozenset()) - pieces.ignored) | (frozenset(board) & pieces.ignored)


def _moved_without(pieces: Pieces, board: Mapping[Spot, Seat]) -> frozenset[Spot]:
    """The spaces that the game has changed, on the page, since board and game agreed."""
    before = pieces.agreed if pieces.agreed is not None else board
    return frozenset(spot for spot in {*before, *board} if before.get(spot) != board.get(spot))


def _follows(pieces: Pieces, board: Mapping[Spot, Seat]) -> bool:
    """Whether nothing is wrong but that pieces have not followed yet what was played on the page."""
    return _felt(pieces, board) ^ frozenset(board) <= _moved_without(pieces, board)


def _waited_for(pieces: Pieces, match: Match, said: Sensed) -> Pieces:
    """Nothing is read from pieces on their way; once hands are off the board it is said which ones are awaited."""
    following = pieces.why is not None and pieces.why.reason == "FOLLOW"
    if not said.quiet and not following:
        return replace(pieces, lifted=(), why=None, readings=())
    spots = dict.fromkeys(spot for each in out_of_place(pieces, match) for spot in (each.off, each.on) if spot)
    return replace(pieces, lifted=(), readings=(), why=no("FOLLOW", "SB-F3", *spots))


def _judged(pieces: Pieces, match: Match, felt: frozenset[Spot]) -> Step:
    """Count the one reading there is; else say what is in question or wrong."""
    fresh = pieces.judged is not None and pieces.occupied != pieces.judged
    found = _readings(match, felt, pieces.touched if fresh else frozenset())
    if len(found) == 1 and fresh:
        return _counted(pieces, match, found[0])
    asked = replace(_settled(pieces), readings=tuple(found[:OFFERED]))
    if found:
        return replace(asked, why=no("WHICH_MOVE", "SB-F3", *_telling(found))), ()
    looked = match.game.look(match.state, Seen(occupied=dict.fromkeys(felt, SOMEBODY), source="sensor"))
    if looked.wrong is not None and looked.wrong.reason == "ON_ITS_WAY":
        return replace(asked, why=looked.wrong, touched=pieces.touched), ()  # where it came from counts in the end
    wrong = sorted(felt - frozenset(_board_of(match) or {}))
    return replace(asked, why=no("BOARD_DIFFERS" if pieces.agreed is not None else "SET_UP", "SB-F3", *wrong)), ()


def calm(why: object) -> bool:
    """Whether a mismatch is nobody's mistake: pieces only wait to be moved, or to be moved on."""
    return isinstance(why, Verdict) and why.reason in ("FOLLOW", "SET_UP", "ON_ITS_WAY")


def out_of_place(pieces: Pieces, match: Match) -> tuple[Carry, ...]:
    """What hands have to do so that the board is as the game has it, in an order in which every place is free when a
    piece comes; empty where it is."""
    board = _board_of(match)
    if board is None or pieces.occupied is None or pieces.left_out:
        return ()
    felt = _felt(pieces, board)
    if felt == frozenset(board):
        return ()
    known = (pieces.agreed or {}) if _follows(pieces, board) else {}
    # Where another's piece is to stand, switches feel no difference: it is said as long as anything else is to be done.
    exchanged = {spot for spot in felt & board.keys() if spot in known and known[spot] != board[spot]}
    there = {spot: known.get(spot) for spot in sorted((felt - board.keys()) | exchanged)}
    carried = []
    for on in sorted((board.keys() - felt) | exchanged):
        off = _likeliest_from(there, board[on], on)
        if off is not None:
            del there[off]
        carried.append(Carry(board[on], off, on))
    cleared = [Carry(whose, off, None) for off, whose in there.items()]
    return (*cleared, *_in_order(carried))


def _likeliest_from(there: Mapping[Spot, Seat | None], whose: Seat, on: Spot) -> Spot | None:
    """Where the piece may be taken from that is to stand there: one of the same seat, along the same path if it can."""
    own = [spot for spot, seat in there.items() if seat == whose and spot != on]
    return min(own, key=lambda spot: spot.rstrip(_DIGITS) != on.rstrip(_DIGITS), default=None)


_DIGITS = "0123456789"


def _in_order(carried: list[Carry]) -> list[Carry]:
    """Those first that make room for others."""
    left, out = list(carried), []
    while left:
        taken = {each.off for each in left}
        now = next((each for each in left if each.on not in taken or each.on == each.off), left[0])
        left.remove(now)
        out.append(now)
    return out


def _readings(match: Match, felt: frozenset[Spot], touched: frozenset[Spot]) -> list[tuple[Event, ...]]:
    """What may have happened: one reading for each outcome people could see, likeliest first.

    A capture changes no more switches than a piece held in the hand; but the captured piece's switch was touched.
    """
    game, state = match.game, match.state
    seen = Seen(occupied=dict.fromkeys(felt, SOMEBODY), source="sensor")
    found = [way for way in game.readings(state, seen) if way]
    fitting = [way for way in found if touched and _ends(way) <= touched]
    ends: dict[Any, tuple[Event, ...]] = {}
    for way in fitting or found:
        try:
            ends.setdefault(game.outward(_after(match, way).state), way)
        except EngineError:
            continue
    return list(ends.values())


def _after(match: Match, entries: Iterable[Entry]) -> Match:
    match = match.fork()
    for entry in entries:
        match.add(entry)
    return match


def _ends(way: Sequence[Event]) -> set[Spot]:
    """Where pieces are taken from and put down; what is moved over is not touched."""
    out: set[Spot] = set()
    for event in way:
        if isinstance(event, Move) and (spots := event.spots()):
            out |= {spots[0], spots[-1]} if len(spots) > 1 else set(spots)
    return out


def _telling(found: Sequence[Sequence[Event]]) -> tuple[Spot, ...]:
    """The spaces that tell the readings apart."""
    ends = [_ends(way) for way in found]
    return tuple(sorted(set.union(*ends) - set.intersection(*ends))) if len(ends) > 1 else tuple(sorted(ends[0]))


# ---- lights


_COME = Light(Meaning.WAITING, Hue.B)


def lights(pieces: Pieces, match: Match, picture: Picture) -> Picture:
    """The referee's picture with what the pieces add: where a lifted one may go. While pieces are to be moved by hand
    only their places are lit, so that they are taken for nothing else."""
    if _board_of(match) is None or pieces.occupied is None:
        return picture
    if pieces.why is not None and pieces.why.reason == "WHICH_MOVE":
        return {**picture, **dict.fromkeys(pieces.why.spots, Light(Meaning.CHOSEN))}
    if pieces.why is not None and pieces.why.reason == "ON_ITS_WAY":
        at, back = pieces.why.details["at"], {pieces.why.details["pawn"]} & standing(match)  # not beside the board
        return {at: Light(Meaning.CHOSEN), **dict.fromkeys((*pieces.why.details["ends"], *back), _COME)}
    carried = out_of_place(pieces, match) if pieces.why is not None else ()
    if carried:
        off = Meaning.CHOSEN if calm(pieces.why) else Meaning.WRONG
        leave = {each.off: Light(off) for each in carried if each.off is not None}
        come = {each.on: _COME for each in carried if each.on is not None}
        return {**leave, **come}
    if len(pieces.lifted) == 1:
        return match.game.lights_lifted(match.state, pieces.lifted[0])
    return picture
