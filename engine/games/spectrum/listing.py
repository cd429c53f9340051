"""The list of legal moves, read off the board; the judge is not asked for each."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from engine.core.events import Move, Seat
from engine.core.game import Moves
from engine.games.spectrum import placing, swapping
from engine.games.spectrum.board import INDEX, NAME, STOCK_NAME, name_of
from engine.games.spectrum.events import Choose, Done, Go, Place
from engine.games.spectrum.state import Path, State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

MOST_KEPT = 20_000
"""Moves of one seat kept by name."""

_choose = lru_cache(maxsize=MOST_KEPT)(Choose)
_done = cache(Done)


class SpectrumMoves(Moves[State]):
    """The legal moves, listed by walking the board; ``in`` still asks the judge."""

    __slots__ = ()

    def find(self) -> Iterator[Move]:
        return legal(cast("Spectrum", self._game), self._state)

    def __iter__(self) -> Iterator[Move]:
        if self._all is None:
            self._all = tuple(self.find())
        return iter(self._all)

    def __bool__(self) -> bool:
        game, state = cast("Spectrum", self._game), self._state
        return (state.phase == "move" and game.moves_on(state)) or next(self.find(), None) is not None


class Known(dict[Path, Go]):
    """A seat's moves by their path, made when they are first asked for."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, path: Path) -> Go:
        origin, spaces, over = path
        go = Go(self.seat, name_of(origin), tuple([NAME[n] for n in spaces]), tuple([NAME[n] for n in over]))
        self[path] = go
        return go


def goes(game: "Spectrum", state: State) -> list[Go]:
    """The legal moves of pawns, each once."""
    found = every_go(game, state)
    return [go for go in found if game.uses_most(state, go)] if game.maximal else found


def every_go(game: "Spectrum", state: State) -> list[Go]:
    """The moves of pawns that some choice of dice allows, whether they leave the most to do or not."""
    if not state.moved and game.options.declare_dice == "declared" and len(state.plans) > 1:
        return []
    sight, paths = game.sight(state), dict[Path, None]()
    for plan in state.plans:
        found = game.turn.paths(sight, game.choice(plan.key), plan)
        # Two choices may share a move.
        paths = {**paths, **found} if paths else found
    known = game.known(state.to_move)
    return [known[path] for path in paths]


def legal(game: "Spectrum", state: State) -> Iterator[Move]:
    """Every legal move, by walking the board; the same as ``candidates`` that the judge lets pass."""
    if state.phase == "move":
        return iter((*goes(game, state), *_besides(game, state)))
    if state.phase == "place":
        return iter(_places(game, state))
    return (move for move in game.candidates(state) if game.judge(state, move).ok)


def _besides(game: "Spectrum", state: State) -> list[Move]:
    """What else a player may do than go: swap, say which dice, end the turn."""
    seat, found = state.to_move, list[Move]()
    if game.options.swap_cards:
        for plan in state.plans:
            if (choice := game.choice(plan.key)).swap:
                found += swapping.swaps(state, choice)
    if not state.moved and len(state.plans) > 1:
        found += [_choose(seat, plan.key) for plan in state.plans]
    if (not state.plans or state.moved) and game.may_end(state):
        found.append(_done(seat))
    return found


def _places(game: "Spectrum", state: State) -> list[Place]:
    placer, free = state.captives[0].placer, game.free_entries(state)
    fitting = [spot for spot in free if placing.leaves_face(game, state, INDEX[spot])]
    stock = (STOCK_NAME,) if not free or game.options.capture_place == "may_stock" else ()
    return [Place(placer, spot) for spot in (*(fitting or free), *stock)]
