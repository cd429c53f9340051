"""Whether an event is legal in Spectra, and why not (SPA-SETUP-01 to SPA-END-01)."""

from engine.core.events import Event, Move
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectra_icehouse.events import (
    BAG,
    PyramidAdded,
    PyramidDrawn,
    PyramidsExchanged,
    TakeColour,
    TurnDone,
)
from engine.games.spectra_icehouse.movegen import PyramidSet, bag_size, in_bag
from engine.games.spectra_icehouse.pieces import COLOURS, PIECES, colour_of, obtainable, size_of
from engine.games.spectra_icehouse.state import TREES, State

_EXCHANGED, _ADDED = yes("more", "SPA-EXC-07"), yes("more", "SPA-TURN-02")
_DONE = yes("done", "SPA-TURN-01")


def judge(pyramids: PyramidSet, state: State, event: Event) -> Verdict | None:
    """The verdict on an event; None where the game has no place for such a one."""
    if state.over:
        return no("GAME_OVER", "SPA-END-01")
    if isinstance(event, TakeColour):
        return _judge_colour(state, event)
    if "" in state.colours:
        return no("TAKE_COLOURS_FIRST", "SPA-SETUP-02")
    if isinstance(event, PyramidDrawn):
        return _judge_draw(pyramids, state, event)
    if isinstance(event, Move) and event.seat != state.to_move:
        return _judge_out_of_turn(pyramids, state, event)
    if isinstance(event, PyramidsExchanged):
        return _judge_exchange(pyramids, state, event)
    if isinstance(event, PyramidAdded):
        return _judge_add(state, event)
    if isinstance(event, TurnDone):
        return _judge_done(pyramids, state, event)
    return None


def _judge_colour(state: State, move: TakeColour) -> Verdict:
    # Colours are taken in the order of the seats (D-SPA-09).
    if "" not in state.colours:
        return no("COLOURS_TAKEN", "SPA-SETUP-02")
    if move.seat != state.colours.index(""):
        return not_your_turn(move, state.colours.index(""))
    left = tuple(colour for colour in COLOURS if colour not in state.colours)
    if move.colour not in left:
        return no("COLOUR_TAKEN", "SPA-SETUP-02", colour=move.colour, colours=left)
    return _DONE


def _judge_draw(pyramids: PyramidSet, state: State, event: PyramidDrawn) -> Verdict:
    # One piece a turn, at any moment of it.
    if state.drawn:
        return no("DRAWN_ALREADY", "SPA-TURN-01", mover=state.to_move)
    if event.piece not in pyramids.pieces:
        return no("NO_SUCH_PIECE", "SPA-SETUP-03", piece=event.piece)
    if in_bag(pyramids, state, event.piece) <= 0:
        return no("NOT_IN_BAG", "SPA-SETUP-03", piece=event.piece)
    return yes("more", "SPA-TURN-01")


def _judge_out_of_turn(pyramids: PyramidSet, state: State, event: Move) -> Verdict:
    if isinstance(event, PyramidAdded):
        if pyramids.add_out_of_turn:
            return _judge_add(state, event)
        return no("ADD_IN_OWN_TURN", "D-SPA-04", player=event.seat, mover=state.to_move)
    return not_your_turn(event, state.to_move)


def _judge_exchange(pyramids: PyramidSet, state: State, move: PyramidsExchanged) -> Verdict:
    mine = state.loose[move.seat]
    a, b = move.give
    missing = a if a not in mine else b if mine.count(b) < (2 if a == b else 1) else None
    if missing is not None:
        return no("NOT_LOOSE", "SPA-TURN-02", player=move.seat, piece=missing)
    if move.get not in obtainable(a, b):
        return _why_not(a, b, move.get)
    # A player who has the wanted piece loose has to give it; only then the bag.
    holders = tuple(seat for seat in state.holders(move.get) if seat != move.seat)
    if holders:
        if move.partner in holders:
            return _EXCHANGED
        spots = tuple(f"seat:{seat + 1}" for seat in holders)
        return no("OTHER_PARTNER", "SPA-EXC-07", *spots, piece=move.get, owner=holders)
    if in_bag(pyramids, state, move.get) <= 0:
        return no("NOBODY_HAS_IT", "SPA-EXC-09", piece=move.get)
    if move.partner != BAG:
        return no("PARTNER_IS_BAG", "SPA-EXC-07", piece=move.get)
    return _EXCHANGED


def _why_not(a: str, b: str, wanted: str) -> Verdict:
    """Why two pieces cannot be exchanged for a third (SPA-EXC-01..06, SPA-BW-03, SPA-BW-04)."""
    can = obtainable(a, b)
    if can:
        return no("OTHER_RESULT", "SPA-EXC-01..06", a=a, b=b, wanted=wanted, can=can)
    extra = {"black", "white"} & {colour_of(a), colour_of(b)}
    if extra and size_of(a) != size_of(b):
        return no("SIZES_DIFFER", "SPA-BW-04", a=a, b=b)
    return no("GIVES_NOTHING", "SPA-BW-03" if extra else "SPA-EXC-02..04", a=a, b=b)


def _judge_add(state: State, move: PyramidAdded) -> Verdict:
    if move.piece not in state.loose[move.seat]:
        return no("NOT_LOOSE", "SPA-TURN-02", player=move.seat, piece=move.piece)
    if colour_of(move.piece) != state.colours[move.seat]:
        return no("NOT_YOUR_COLOUR", "SPA-TURN-02", piece=move.piece, colour=state.colours[move.seat])
    # A fourth piece of a size has no place in three trees.
    if not state.needs(move.seat, move.piece):
        return no("SIZE_COMPLETE", "D-SPA-05", piece=move.piece)
    return _ADDED


def _judge_done(pyramids: PyramidSet, state: State, move: TurnDone) -> Verdict:
    if not state.drawn and bag_size(pyramids, state):
        return no("DRAW_FIRST", "SPA-TURN-01", player=move.seat)
    due = tuple(piece for piece in dict.fromkeys(state.loose[move.seat]) if state.needs(move.seat, piece))
    if due:
        return no("MUST_ADD", "D-SPA-05", player=move.seat, pieces=due)
    return _DONE


def position_faults(pyramids: PyramidSet, state: State, seats: int) -> list[Verdict]:
    """Everything that is wrong with a set-up position of so many players, not only the first fault."""
    if {len(state.colours), len(state.trees), len(state.loose)} != {seats}:
        return [no("WRONG_SIZE", "SPA-SETUP-02", players=seats)]
    faults = []
    taken = [colour for colour in state.colours if colour]
    if state.over and len(taken) < seats:
        faults.append(no("OVER_TOO_SOON", "SPA-END-01"))
    if len(set(taken)) < len(taken) or not set(taken) <= set(COLOURS):
        faults.append(no("COLOURS_ALIKE", "SPA-SETUP-02", colours=COLOURS))
    odd = tuple(piece for loose in state.loose for piece in loose if piece not in pyramids.pieces)
    faults += [no("NO_SUCH_PIECE", "SPA-SETUP-03", piece=piece) for piece in odd]
    for seat, tree in enumerate(state.trees):
        if any(not 0 <= count <= TREES for count in tree) or (any(tree) and not state.colours[seat]):
            faults.append(no("BAD_TREES", "SPA-END-01", player=seat))
    many = tuple(piece for piece in PIECES if in_bag(pyramids, state, piece) < 0)
    if many:
        faults.append(no("TOO_MANY", "D-SPA-01", pieces=many))
    if not 0 <= state.to_move < seats:
        faults.append(no("NO_SUCH_PLAYER", "", seat=state.to_move + 1))
    return faults
