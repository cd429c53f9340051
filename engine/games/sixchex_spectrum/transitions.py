"""What an event that was judged legal does to a position of SIXCHEX Spectrum."""

from engine.core.events import Event, Seat
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.sixchex_spectrum.events import AgreedDraw, CardsLaid, CoinMoved, DieRolled, StartRoll, TakeHome
from engine.games.sixchex_spectrum.judge import captured_coins
from engine.games.sixchex_spectrum.state import State


def after_event(state: State, event: Event, move_limit: int) -> State:
    """The next position. ``move_limit``: moves without a capture that end the game, 0 for no limit (D-SIX-11)."""
    match event:
        case CardsLaid():
            return replace(state, cards=event.cards)
        case TakeHome():
            homes = tuple(event.colour if seat == event.seat else home for seat, home in enumerate(state.homes))
            return replace(state, homes=homes)
        case StartRoll():
            best = max(event.dice)
            tied = tuple(s for s, die in zip(state.contenders, event.dice, strict=True) if die == best)
            return replace(state, contenders=tied if len(tied) > 1 else (), to_move=tied[0])
        case DieRolled():
            return replace(state, die=event.die, last="")
        case AgreedDraw():
            return replace(state, over=True, agreed=True)
        case CoinMoved():
            return _turn_ended(_coin_moved(state, event), move_limit)
    return _turn_ended(replace(state, quiet=state.quiet + 1), move_limit)


def _coin_moved(state: State, move: CoinMoved) -> State:
    landing = move.path[-1]
    lost = {seat for seat, _ in captured_coins(state, move)}
    coins = []
    for seat, mine in enumerate(state.coins):
        if seat == move.seat:
            at = mine.index(move.start)
            mine = tuple(sorted((*mine[:at], *mine[at + 1 :], landing)))
        elif seat in lost:
            mine = tuple(spot for spot in mine if spot != landing)
        coins.append(mine)
    quiet = 0 if lost else state.quiet + 1
    return replace(state, coins=tuple(coins), quiet=quiet, last=landing if lost else "")


def without(state: State, seat: Seat) -> State:
    """The position in which the others play on: the coins of who drops out go off the board, as if captured."""
    gone = replace(state, coins=replaced_at(state.coins, seat, ()))
    if state.to_move == seat:
        return _turn_ended(gone, 0)
    return replace(gone, over=gone.apart())


def _turn_ended(state: State, move_limit: int) -> State:
    """The next player with coins is to move, or the game is over (SIX-END-01, SIX-END-02)."""
    n, alive = len(state.coins), state.alive
    to_move = next(seat for k in range(1, n + 1) if (seat := (state.to_move + k) % n) in alive)
    over = len(alive) == 1 or state.apart() or bool(move_limit and state.quiet >= move_limit)
    return replace(state, to_move=to_move, die=0, over=over)
