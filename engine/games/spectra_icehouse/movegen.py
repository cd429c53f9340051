"""Whose turn it is in Spectra, what is in the bag, and the legal moves (SPA-TURN, SPA-EXC)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.events import Move, Seat
from engine.core.verdict import Awaiting, Pieces
from engine.games.spectra_icehouse.events import BAG, PyramidAdded, PyramidsExchanged, TakeColour, TurnDone
from engine.games.spectra_icehouse.pieces import COLOURS, PIECES, SIZES, colour_of, obtainable, size_of
from engine.games.spectra_icehouse.state import TREES, State


@dataclass(frozen=True, slots=True)
class PyramidSet:
    """What a table plays with: ``pieces``, how many of each there are, and whether own colours may be added in other
    players' turns (D-SPA-01, D-SPA-04)."""

    pieces: Mapping[str, int]
    add_out_of_turn: bool


def in_bag(pyramids: PyramidSet, state: State, piece: str) -> int:
    """How many of a piece are in the bag: what is not on the table."""
    out = sum(loose.count(piece) for loose in state.loose)
    colour = colour_of(piece)
    if colour in state.colours:
        out += state.trees[state.colours.index(colour)][SIZES.index(size_of(piece))]
    return pyramids.pieces[piece] - out


def bag(pyramids: PyramidSet, state: State) -> dict[str, int]:
    """What is in the bag. Everybody may work it out; nobody may look."""
    return {piece: count for piece in PIECES if (count := in_bag(pyramids, state, piece)) > 0}


def bag_size(pyramids: PyramidSet, state: State) -> int:
    """How many pyramids are in the bag."""
    return sum(pyramids.pieces.values()) - sum(map(len, state.loose)) - sum(map(sum, state.trees))


def awaiting(pyramids: PyramidSet, state: State) -> Awaiting:
    """Who or what is next."""
    if state.over:
        return Awaiting("nobody", (), "GAME_OVER")
    if "" in state.colours:
        left = tuple(colour for colour in COLOURS if colour not in state.colours)
        return Awaiting("player", (state.colours.index(""),), "TAKE_COLOUR", {"colours": left})
    mover = (state.to_move,)
    if not state.drawn and bag_size(pyramids, state):
        return Awaiting("table", mover, "DRAW", need=Pieces(1, f"seat:{state.to_move + 1}"))
    return Awaiting("player", mover, "EXCHANGE_ADD_DONE", {"lacking": lacking(state, state.to_move)})


def lacking(state: State, seat: Seat) -> tuple[str, ...]:
    """The pieces a player's trees still need, with repeats."""
    tree, colour = state.trees[seat], state.colours[seat]
    return tuple(f"{size} {colour}" for size, count in zip(SIZES, tree, strict=True) for _ in range(TREES - count))


def pseudo_legal_moves(pyramids: PyramidSet, state: State) -> Iterator[Move]:
    """Every move that the pieces allow; the judge may refuse some, such as a turn that ends before its draw."""
    if state.over:
        return
    if "" in state.colours:
        yield from (TakeColour(state.colours.index(""), colour) for colour in COLOURS)
        return
    adders = range(len(state.colours)) if pyramids.add_out_of_turn else (state.to_move,)
    for seat in adders:
        yield from (PyramidAdded(seat, piece) for piece in dict.fromkeys(state.loose[seat]) if state.needs(seat, piece))
    yield from exchanges(pyramids, state, state.to_move)
    yield TurnDone(state.to_move)


def exchanges(pyramids: PyramidSet, state: State, seat: Seat) -> Iterator[PyramidsExchanged]:
    """Every exchange of two loose pieces of a player, with everybody who has to serve it."""
    kinds = tuple(dict.fromkeys(state.loose[seat]))
    serving: dict[str, tuple[int, ...]] = {}
    for n, a in enumerate(kinds):
        for b in kinds[n + 1 :]:
            for get in obtainable(a, b):
                if get not in serving:
                    serving[get] = partners(pyramids, state, seat, get)
                for partner in serving[get]:
                    yield PyramidsExchanged(seat, (a, b), get, partner)


def partners(pyramids: PyramidSet, state: State, seat: Seat, piece: str) -> tuple[int, ...]:
    """With whom a piece can be had: players who have it loose, else the bag, else nobody (SPA-EXC-07..09)."""
    holders = tuple(other for other in state.holders(piece) if other != seat)
    return holders or ((BAG,) if in_bag(pyramids, state, piece) > 0 else ())
