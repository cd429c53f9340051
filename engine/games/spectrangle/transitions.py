"""What an event that was judged legal does to a position of Spectrangle."""

from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.ids import Seat
from engine.core.tuples import replaced_at
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TilesDrawn, TurnSkipped
from engine.games.spectrangle.fitting import FittingRules, fits
from engine.games.spectrangle.scoring import points_of
from engine.games.spectrangle.state import HAND, State
from engine.games.spectrangle.tiles import TILE_OF, value_of


def after_event(rules: FittingRules, state: State, event: Event, *, returned: bool) -> State:
    """The next position. ``returned``: tiles drawn for the start go back into the bag (SPG-SETUP-01)."""
    if isinstance(event, TilesDrawn):
        hands = replaced_at(state.hands, event.seat, (*state.hands[event.seat], *event.tiles))
        if not state.started:
            return _start_drawn(replace(state, hands=hands), event, returned=returned)
        return _ended(rules, replace(state, hands=hands))
    assert isinstance(event, (TilePlaced, TileExchanged, TurnSkipped))
    after = (event.seat + 1) % len(state.hands)
    if isinstance(event, TilePlaced):
        state = _placed(state, event, after)
    elif isinstance(event, TileExchanged):
        hands = replaced_at(state.hands, event.seat, _without(state.hands[event.seat], event.tile))
        state = replace(state, hands=hands, to_move=after, idle=state.idle + 1)
    else:
        state = replace(state, to_move=after, idle=state.idle + 1)
    return _ended(rules, state)


def _placed(state: State, event: TilePlaced, to_move: Seat) -> State:
    hand = _without(state.hands[event.seat], TILE_OF[event.tile])
    points = state.points[event.seat] + points_of(state, event)
    return replace(
        state,
        board=(*state.board[: event.field], event.tile, *state.board[event.field + 1 :]),
        hands=replaced_at(state.hands, event.seat, hand),
        points=replaced_at(state.points, event.seat, points),
        to_move=to_move,
        idle=0,
        last=event.field,
    )


def _start_drawn(state: State, event: TilesDrawn, *, returned: bool) -> State:
    """Once everybody has drawn, the highest tile starts; who tied draws again (SPG-SETUP-01, D-SPG-05)."""
    draws = replaced_at(state.start_draws, event.seat, event.tiles[0])
    state = replace(state, start_draws=draws)
    if any(not draws[seat] for seat in state.contenders):
        return state
    best = max(value_of(draws[seat]) for seat in state.contenders)
    tied = tuple(seat for seat in state.contenders if value_of(draws[seat]) == best)
    # With a full hand of equal draws the first in order starts.
    if len(tied) > 1 and (returned or max(len(state.hands[seat]) for seat in tied) < HAND):
        again = tuple("" if seat in tied else tile for seat, tile in enumerate(draws))
        hands = tuple(() if returned and seat in tied else hand for seat, hand in enumerate(state.hands))
        return replace(state, contenders=tied, start_draws=again, hands=hands)
    hands = ((),) * len(state.hands) if returned else state.hands
    return replace(state, contenders=(), hands=hands, to_move=tied[0])


def _ended(rules: FittingRules, state: State) -> State:
    return replace(state, over=True) if _is_over(rules, state) else state


def _is_over(rules: FittingRules, state: State) -> bool:
    """Bag empty and nobody can place; or two idle rounds and no tile anywhere fits (SPG-END-01)."""
    dead = state.idle >= 2 * len(state.hands)
    if state.bag_size and not dead:
        return False
    left = [tile for hand in state.hands for tile in hand]
    if state.bag_size:
        left += state.bag
    return not any(next(fits(rules, state.board, tile), None) for tile in left)


def _without(hand: tuple[str, ...], tile: str) -> tuple[str, ...]:
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]
