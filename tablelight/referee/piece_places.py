"""Where pieces stand: as the game has them, as the switches have them, and what hands have to do about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.components.lights import Spot
from engine.core.events import Entry, Move, Seat, Undo
from engine.core.match import Match
from engine.core.verdict import Verdict
from engine.inference.board import differs, looks_like
from engine.inference.held import Held
from engine.inference.observation import SOMEBODY, UNCLEAR
from tablelight.referee.state import PieceMemory


@dataclass(frozen=True, slots=True)
class Carry:
    """A piece that a hand has to move: from where (None: beside the board) to where (None: off the board).

    ``whose``: its seat; None where switches alone cannot tell.
    """

    whose: Seat | None
    off: Spot | None
    on: Spot | None


def expected_occupied(match: Match) -> frozenset[Spot] | None:
    """The spaces that hold something now, as perfect switches would show it; None in games without such pieces."""
    board = owners(match)
    return None if board is None else frozenset(board)


def owners(match: Match) -> Mapping[Spot, Seat] | None:
    """Whose piece stands where, as the game has it; None in games without pieces on switches."""
    board_of = getattr(match.game, "board_of", None)
    return None if board_of is None else board_of(match.state)


def held_on(match: Match) -> Mapping[Spot, Held]:
    """What lies where, as exactly as a camera can tell it: whose piece, or which tile and how it lies."""
    tiles_of = getattr(match.game, "tiles_of", None)
    return (owners(match) or {}) if tiles_of is None else tiles_of(match.state)


def board_observation(memory: PieceMemory, board: Mapping[Spot, Seat]) -> frozenset[Spot]:
    """The spaces that hold something by the switches; what is ignored is taken to be as the game has it.

    ``board``: whose piece stands where, as the game has it.
    """
    return ((memory.occupied or frozenset()) - memory.ignored) | (frozenset(board) & memory.ignored)


def as_seen(memory: PieceMemory, observed: frozenset[Spot]) -> Mapping[Spot, Seat]:
    """What is observed of a board with ``observed`` spaces occupied, and by whom, as far as the camera could tell."""
    unclear = dict.fromkeys(memory.unclear, UNCLEAR)
    told = {spot: seat for spot, seat in memory.whose.items() if spot not in memory.ignored}
    return {spot: told.get(spot, SOMEBODY) for spot in observed} | unclear


def mismatched(memory: PieceMemory, board: Mapping[Spot, Seat]) -> frozenset[Spot]:
    """The spaces where the table is not as the game has it: a piece too few or too many, or another's, where the camera
    can tell."""
    seen = as_seen(memory, board_observation(memory, board))
    return frozenset(spot for spot in board.keys() | seen.keys() if differs(board, seen, spot))


def _moved_without(memory: PieceMemory, board: Mapping[Spot, Seat]) -> frozenset[Spot]:
    """The spaces that the game has changed, on the page, since board and game agreed."""
    before = memory.agreed if memory.agreed is not None else board
    return changed(before, board)


def changed(before: Mapping[Spot, Held], after: Mapping[Spot, Held]) -> frozenset[Spot]:
    """The spaces whose piece is another seat's, or gone, or new."""
    return frozenset(spot for spot in {*before, *after} if before.get(spot) != after.get(spot))


def landings(events: Sequence[Entry]) -> set[Spot]:
    """Where pieces come to stand; whatever stood there was taken off first, even where it was of the same seat."""
    moves = [event.spots() for event in events if isinstance(event, Move)]
    return {spots[-1] for spots in moves if len(spots) > 1}


def follows(memory: PieceMemory, board: Mapping[Spot, Seat]) -> bool:
    """Whether nothing is wrong but that pieces have not followed yet what was played on the page."""
    return mismatched(memory, board) <= _moved_without(memory, board)


def calm(why: object) -> bool:
    """Whether a mismatch is nobody's mistake: pieces only wait to be moved, or to be moved on."""
    return isinstance(why, Verdict) and why.reason in ("FOLLOW", "SET_UP", "ON_ITS_WAY")


def is_exchange(why: object) -> bool:
    """Whether it is asked if a piece was exchanged for another's, on a board that looks as the game has it."""
    return isinstance(why, Verdict) and why.reason == "EXCHANGED"


def may_be_in_hand(match: Match, spots: Sequence[Spot]) -> bool:
    """Whether the pieces of these spaces may be in somebody's hand for a move that is due, which takes or captures
    them."""
    return any(set(spots) <= set(move.spots()) for move in match.game.moves(match.state))


def moved_back(match: Match, seen: Mapping[Spot, Seat]) -> Undo | None:
    """The undo after which pieces stand as they are seen: to the latest time when they did; None where they never
    did."""
    board_of = getattr(match.game, "board_of", None)
    positions = match.positions
    if board_of is None or not positions:
        return None
    before = [match.state_at(0), *(state for _, _, state in positions)]
    for at in range(len(positions) - 1, -1, -1):
        if looks_like(board_of(before[at]), seen):
            return Undo(positions[at][0])
    return None


def step_now(carried: Sequence[Carry]) -> tuple[Carry, ...]:
    """Of what hands have to do, what they do now, so that each piece can be told where it goes: what is too much goes
    first, then one piece after the other moves, and what is missing comes last. Pieces that change places go at
    once."""
    gone = tuple(each for each in carried if each.on is None)
    moves = [each for each in carried if each.off is not None and each.on is not None]
    if gone or not moves:
        return gone or tuple(carried)
    offs = {each.off for each in moves}
    return tuple(moves) if moves[0].on in offs else (moves[0],)


def out_of_place(memory: PieceMemory, match: Match) -> tuple[Carry, ...]:
    """What hands have to do so that the board is as the game has it, in an order in which every place is free when a
    piece comes; empty where it is."""
    board = owners(match)
    if board is None or memory.occupied is None or memory.left_out:
        return ()
    observed = board_observation(memory, board)
    if not mismatched(memory, board):
        return ()
    known = dict((memory.agreed or {}) if follows(memory, board) else _only_stranger(observed, board))
    known |= {spot: seat for spot, seat in memory.whose.items() if spot in observed and spot not in memory.ignored}
    # Where another's piece is to stand, switches feel no difference: it is said as long as anything else is to be done.
    exchanged = {spot for spot in observed & board.keys() if spot in known and known[spot] != board[spot]}
    there = {spot: known.get(spot) for spot in sorted((observed - board.keys()) | exchanged)}
    carried = []
    for on in sorted((board.keys() - observed - memory.unclear) | exchanged):
        off = _likeliest_from(there, board[on], on)
        if off is not None:
            del there[off]
        carried.append(Carry(board[on], off, on))
    cleared = [Carry(whose, off, None) for off, whose in there.items()]
    return (*cleared, *_in_order(carried))


def _only_stranger(observed: frozenset[Spot], board: Mapping[Spot, Seat]) -> dict[Spot, Seat]:
    """Whose pieces stand where none should, where switches can tell: as many as are missing, all of one seat."""
    strangers, missing = observed - board.keys(), board.keys() - observed
    seats = {board[spot] for spot in missing}
    return dict.fromkeys(strangers, seats.pop()) if len(seats) == 1 and len(strangers) == len(missing) else {}


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
