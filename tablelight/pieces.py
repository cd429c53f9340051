"""Pieces felt by the switches under the board: from what is occupied to what counts, or to a question.

A pure reducer beside the referee's. A mismatch is never thrown away and never blocks the game; there are always three
ways out: put the board right (the lights say where), take one of the readings offered, or go on without the switches
that disagree. A switch that stays as it was proves nothing: after an undo or a move by hand the board is compared,
and nothing is counted until a switch changes again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError
from engine.events import Entry, Event, Move
from engine.hues import Hue
from engine.lights import Light, Meaning, Picture, Spot
from engine.match import Match
from engine.seen import SOMEBODY, Seen
from engine.verdict import Verdict, no

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
class TrustSwitches:
    """Believe all switches again."""


Said = Sensed | TakeReading | IgnoreSwitches | TrustSwitches

# ---- what is kept


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is known of the pieces on the board.

    ``occupied``: as last felt; None before anything was. ``judged``: as it was when last accounted for or asked about.
    ``touched``: spaces whose switch changed since then. ``lifted``: spaces whose piece is in somebody's hand.
    ``why``: the mismatch that waits, with ``readings`` to choose from. ``ignored``: switches nobody believes just now.
    """

    occupied: frozenset[Spot] | None = None
    judged: frozenset[Spot] | None = None
    touched: frozenset[Spot] = frozenset()
    lifted: tuple[Spot, ...] = ()
    why: Verdict | None = None
    readings: tuple[tuple[Event, ...], ...] = ()
    ignored: frozenset[Spot] = frozenset()


Step = tuple[Pieces, tuple[Entry, ...]]


def standing(match: Match) -> frozenset[Spot] | None:
    """The spaces that hold something now, as a perfect switch board feels it; None in games without such pieces."""
    board_of = getattr(match.game, "board_of", None)
    return None if board_of is None else frozenset(board_of(match.state))


def step(pieces: Pieces, match: Match, said: Said) -> Step:
    """What is known after one input, and the entries to add to the match (none: nothing happened)."""
    expected = standing(match)
    if expected is None or match.game.awaiting(match.state).actor == "nobody":
        return Pieces(), ()  # after the end the board may be cleared
    match said:
        case Sensed():
            return _sensed(pieces, match, expected, said)
        case TakeReading(index):
            if not 0 <= index < len(pieces.readings):
                return pieces, ()
            return _settled(pieces), pieces.readings[index]
        case IgnoreSwitches():
            off = (pieces.occupied or frozenset()) ^ expected
            return replace(_settled(pieces), ignored=pieces.ignored | off), ()
        case TrustSwitches():
            return replace(pieces, ignored=frozenset(), judged=None), ()


def _settled(pieces: Pieces) -> Pieces:
    return replace(pieces, judged=pieces.occupied, touched=frozenset(), lifted=(), why=None, readings=())


def _sensed(pieces: Pieces, match: Match, expected: frozenset[Spot], said: Sensed) -> Step:
    changed = said.occupied ^ (pieces.occupied if pieces.occupied is not None else said.occupied)
    pieces = replace(pieces, occupied=said.occupied, touched=pieces.touched | changed)
    # What is ignored is taken to be as the game has it.
    felt = (said.occupied - pieces.ignored) | (expected & pieces.ignored)
    if felt == expected:
        return _settled(pieces), ()
    in_hand = () if felt - expected else tuple(sorted(expected - felt))
    if not said.quiet:
        return replace(pieces, lifted=in_hand), ()
    if pieces.why is not None and said.occupied == pieces.judged:
        return pieces, ()
    if len(in_hand) == 1 and pieces.touched == set(in_hand):
        return replace(pieces, lifted=in_hand, why=None, readings=()), ()
    return _judged(pieces, match, expected, felt)


def _judged(pieces: Pieces, match: Match, expected: frozenset[Spot], felt: frozenset[Spot]) -> Step:
    """Count the one reading there is; else say what is in question or wrong."""
    fresh = pieces.judged is not None and pieces.occupied != pieces.judged
    found = _readings(match, felt, pieces.touched if fresh else frozenset())
    if len(found) == 1 and fresh:
        return _settled(pieces), found[0]
    asked = replace(_settled(pieces), readings=tuple(found[:OFFERED]))
    if found:
        return replace(asked, why=no("WHICH_MOVE", "SB-F3", *_telling(found))), ()
    extra, missing = tuple(sorted(felt - expected)), tuple(sorted(expected - felt))
    why = no("BOARD_DIFFERS", "SB-F3", *extra, extra=_list(extra), missing=_list(missing))
    return replace(asked, why=why), ()


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


def _list(spots: Sequence[Spot]) -> str:
    return ", ".join(spots) if spots else "nothing"


# ---- lights


def lights(pieces: Pieces, match: Match, picture: Picture) -> Picture:
    """The referee's picture with what the pieces add: where a lifted one may go, or how to put the board right."""
    expected = standing(match)
    if expected is None or pieces.occupied is None:
        return picture
    if pieces.why is not None and pieces.why.reason == "BOARD_DIFFERS":
        felt = (pieces.occupied - pieces.ignored) | (expected & pieces.ignored)
        wrong = dict.fromkeys(felt - expected, Light(Meaning.WRONG))
        return {**picture, **wrong, **dict.fromkeys(expected - felt, Light(Meaning.WAITING, Hue.B))}
    if pieces.why is not None:
        return {**picture, **dict.fromkeys(pieces.why.spots, Light(Meaning.CHOSEN))}
    if len(pieces.lifted) == 1:
        return match.game.lights_lifted(match.state, pieces.lifted[0])
    return picture
