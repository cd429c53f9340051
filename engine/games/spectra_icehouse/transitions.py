"""What an event that was judged legal does to a position of Spectra."""

from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectra_icehouse.events import BAG, PyramidAdded, PyramidDrawn, PyramidsExchanged, TakeColour
from engine.games.spectra_icehouse.pieces import SIZES, size_of
from engine.games.spectra_icehouse.state import State, complete


def after_event(state: State, event: Event) -> State:
    """The next position."""
    match event:
        case TakeColour():
            colours = replaced_at(state.colours, event.seat, event.colour)
            return replace(state, colours=colours, trees=replaced_at(state.trees, event.seat, (0, 0, 1)))
        case PyramidDrawn():
            loose = _sorted(*state.loose[state.to_move], event.piece)
            return replace(state, loose=replaced_at(state.loose, state.to_move, loose), drawn=True, moved=True, last="")
        case PyramidsExchanged():
            return _exchanged(state, event)
        case PyramidAdded():
            return _added(state, event)
    return _turn_done(state)


def _exchanged(state: State, move: PyramidsExchanged) -> State:
    mine = list(state.loose[move.seat])
    for piece in move.give:
        mine.remove(piece)
    loose = replaced_at(state.loose, move.seat, _sorted(*mine, move.get))
    if move.partner != BAG:
        theirs = [*loose[move.partner], *move.give]
        theirs.remove(move.get)
        loose = replaced_at(loose, move.partner, _sorted(*theirs))
    return replace(state, loose=loose, moved=True, last=move.get)


def _added(state: State, move: PyramidAdded) -> State:
    mine = list(state.loose[move.seat])
    mine.remove(move.piece)
    size = SIZES.index(size_of(move.piece))
    small, medium, large = (count + (n == size) for n, count in enumerate(state.trees[move.seat]))
    tree = (small, medium, large)
    loose, trees = replaced_at(state.loose, move.seat, tuple(mine)), replaced_at(state.trees, move.seat, tree)
    return replace(state, loose=loose, trees=trees, moved=True, last="", over=complete(tree))


def _turn_done(state: State) -> State:
    seats = len(state.colours)
    idle = 0 if state.moved else state.idle + 1
    # Bag empty and a whole round without a change: nothing will change any more.
    over = idle >= seats
    to_move = (state.to_move + 1) % seats
    return replace(state, to_move=to_move, drawn=False, moved=False, idle=idle, last="", over=over)


def _sorted(*pieces: str) -> tuple[str, ...]:
    return tuple(sorted(pieces))
