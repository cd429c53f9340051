"""The legal moves of SIXCHEX Spectrum, listed without asking the judge (SIX-MOVE-01 to SIX-MOVE-03)."""

from collections.abc import Iterator

from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.sixchex_spectrum.board import HOMES, landings
from engine.games.sixchex_spectrum.events import CoinMoved, CoinPass, TakeHome
from engine.games.sixchex_spectrum.state import State

_coin_moved = fast_constructor(CoinMoved)


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal move, whatever the phase: homes to take, coins to move, or the pass of who cannot move."""
    if state.over or not state.cards:
        return
    if "" in state.homes:
        yield from (TakeHome(seat, home) for seat, h in enumerate(state.homes) if not h for home in HOMES)
    elif not state.contenders and state.die:
        moved = False
        for move in coin_moves(state):
            moved = True
            yield move
        if not moved:
            yield CoinPass(state.to_move)


def coin_moves(state: State) -> Iterator[CoinMoved]:
    """Every landing of every coin of the mover that is not an opponent's home colour."""
    closed = _closed_homes(state)
    seat, cards = state.to_move, state.cards
    for start in dict.fromkeys(state.coins[seat]):
        for path, place in landings(start, state.die):
            if cards[place] not in closed:
                yield _coin_moved(seat, start, path)


def can_move(state: State) -> bool:
    """Whether the mover has a coin that can go as far as the die says."""
    return next(coin_moves(state), None) is not None


def _closed_homes(state: State) -> frozenset[str]:
    homes, mine = state.homes, state.to_move
    return frozenset(homes[:mine] + homes[mine + 1 :])
