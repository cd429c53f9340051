"""What events do to a position of Spectrum Solitaire, and what turns up by itself (SS-SETUP, SS-TURN)."""

from engine.components.cards import Card, Cards
from engine.components.deck import Deck, Turned
from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.core.verdict import Verdict
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.runs import moved_run
from engine.games.spectrum_solitaire.state import PILES, State, pile_of


def result(state: State, event: Event, options: Options) -> State:
    """The position after an event that ``judge`` called ok."""
    if isinstance(event, Deck):
        return turn_known(lay_out(event.cards))
    if isinstance(event, Turned):
        return turned(state, event.cards)
    if isinstance(event, Concede):
        return replace(state, conceded=True)
    if isinstance(event, Recycle):
        return replace(state, stock=state.waste, waste=(), fresh=True)
    if isinstance(event, Flip):
        n = options.flip
        waste, stock = state.waste + state.stock[:n], state.stock[n:]
        return replace(state, waste=waste, stock=stock, passes=state.passes + state.fresh, fresh=False)
    assert isinstance(event, Put)
    return turn_known(_moved(state, event, options))


def _moved(state: State, event: Put, options: Options) -> State:
    run = moved_run(state, event, options)
    assert not isinstance(run, Verdict)
    up, waste, homes = state.up, state.waste, list(state.homes)
    if event.source == "waste":
        waste = waste[:-1]
    elif (pile := pile_of(event.source)) is not None:
        up = replaced_at(up, pile, up[pile][: -event.count])
    else:
        homes[run[0].hue or 0] -= 1
    to = pile_of(event.to)
    if to is None:
        homes[run[0].hue or 0] += 1
    else:
        up = replaced_at(up, to, up[to] + run)
    return State(state.down, up, state.stock, waste, tuple(homes), state.passes, state.fresh, dealt=True)


def lay_out(deck: Cards) -> State:
    """Pile k gets k cards; the last one will be turned up (SS-SETUP-02)."""
    down, at = [], 0
    for size in range(1, PILES + 1):
        down.append(deck[at : at + size])
        at += size
    return State(down=tuple(down), stock=deck[at:], dealt=True)


def turn_known(state: State) -> State:
    """Turn up every known card that now tops a pile (SS-TURN-01)."""
    for n in range(PILES):
        if not state.up[n] and state.down[n] and state.down[n][-1].known:
            state = turn_one(state, n, state.down[n][-1])
    return state


def turn_one(state: State, pile: int, card: Card) -> State:
    """Turn the top card of a pile up: it is this one."""
    down = replaced_at(state.down, pile, state.down[pile][:-1])
    return replace(state, down=down, up=replaced_at(state.up, pile, (card,)))


def turned(state: State, cards: Cards) -> State:
    """The cards that the game waits for lie open, in the order of ``State.unread``."""
    for (place, _), card in zip(state.unread(), cards, strict=True):
        pile = pile_of(place)
        state = replace(state, waste=(*state.waste[:-1], card)) if pile is None else turn_one(state, pile, card)
    return state
