"""What events do to a position of Spectrumo."""

from engine.components.cards import swapped_hues
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown, without
from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrumo.events import Give, LayCard, Pick, Wrong
from engine.games.spectrumo.fit import swapped_table
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.settling import deal, settle, turn_first
from engine.games.spectrumo.specials import play_wheel
from engine.games.spectrumo.state import State

PENALTY = 2
"""Cards that a wrong card costs (SO-PEN-01)."""


def result(state: State, event: Event, options: Options) -> State:
    """The position after an event that ``judge`` called ok."""
    return settle(_applied(state, event, options), options)


def _applied(state: State, event: Event, options: Options) -> State:
    if isinstance(event, Deck):
        if not state.dealt:
            return deal(state, event.cards)
        return replace(state, stock=event.cards, discards=state.discards[-1:], buried=0)
    if isinstance(event, Turned):
        return turn_first(state, event.cards[0], options)
    if isinstance(event, HandShown):
        return replace(state, hands=replaced_at(state.hands, event.of, event.cards))
    if isinstance(event, Wrong):
        return _taken_back(state, event, options)
    if isinstance(event, LayCard):
        return _played(state, event)
    if isinstance(event, DrawFromStock):
        hand = state.hands[event.seat] + state.stock[:1]
        hands = replaced_at(state.hands, event.seat, hand)
        return replace(state, hands=hands, stock=state.stock[1:], drew=state.drew + 1)
    if isinstance(event, (Give, Pick)):
        return _exchanged(state, event)
    return next_turn(state)


def _taken_back(state: State, event: Wrong, options: Options) -> State:
    if state.swaps and state.discards[-1] == event.card:
        back, rest = state.discards[-state.swaps :], state.discards[: -state.swaps]
        hands = replaced_at(state.hands, event.of, state.hands[event.of] + back)
        state = replace(state, hands=hands, discards=rest, table=state.before, swaps=0, before=None)
    state = replace(state, owed=(*state.owed, (event.of, PENALTY)))
    return next_turn(state) if options.penalty_ends_turn and not state.swaps else state


def _played(state: State, play: LayCard) -> State:
    card = play.card
    hands = replaced_at(state.hands, play.seat, without(state.hands[play.seat], card))
    laid = replace(state, hands=hands, discards=(*state.discards, card))
    if not card.special:
        laid = replace(laid, table=card, last_number=card.number)
        return replace(laid, closed_by=play.seat) if not hands[play.seat] else next_turn(laid)
    assert state.table is not None
    if swapped_hues(card.special) is not None:
        before = state.before if state.swaps else state.table
        table = swapped_table(state.table, card)
        return replace(laid, table=table, extra=True, swaps=state.swaps + 1, before=before)
    laid = replace(laid, table=card, extra=True, swaps=0, before=None)
    return play_wheel(laid, play)


def _exchanged(state: State, event: Give | Pick) -> State:
    swap = state.exchange
    assert swap is not None
    mine, theirs = state.hands[state.to_move], state.hands[swap.other]
    if swap.give:
        assert isinstance(event, Give)
        mine, theirs = without(mine, event.card), (*theirs, event.card)
        swap = replace(swap, give=swap.give - 1, passed=swap.passed + 1)
    else:
        card = event.card if isinstance(event, Give) else theirs[event.place - 1]
        mine, theirs = (*mine, card), without(theirs, card)
        swap = replace(swap, take=swap.take - 1)
    hands = replaced_at(replaced_at(state.hands, state.to_move, mine), swap.other, theirs)
    return replace(state, hands=hands, exchange=swap if swap.give or swap.take else None)


def next_turn(state: State) -> State:
    """The next player's turn begins."""
    return replace(state, to_move=state.next_seat(state.to_move), extra=False, drew=0, swaps=0, before=None)
