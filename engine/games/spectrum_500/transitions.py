"""What events do to a position of Spectrum 500, and what happens by itself (F5-SETUP, F5-END)."""

from engine.components.cards import Card, Cards, all_known
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown, without, without_all
from engine.core.events import Event, Seat
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrum_500.events import Call, Discard, FalseCall, LayMeld, LayOff, TakeDiscards
from engine.games.spectrum_500.laying import melds_after
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.scoring import hand_score, melded_points
from engine.games.spectrum_500.state import State

HAND_SIZE = 12


def result(state: State, event: Event, options: Options) -> State:
    """The position after an event that ``judge`` called ok."""
    return settle(_done(state, event, options), options)


def _done(state: State, event: Event, options: Options) -> State:
    if isinstance(event, Deck):
        return deal(state, event.cards)
    if isinstance(event, Turned):
        return turn_first(state, event.cards[0])
    if isinstance(event, HandShown):
        return replace(state, hands=replaced_at(state.hands, event.of, event.cards))
    if isinstance(event, FalseCall):
        fine = options.false_call_penalty
        return replace(state, totals=tuple(t - fine * (n == event.of) for n, t in enumerate(state.totals)))
    if isinstance(event, DrawFromStock):
        drawn = replace(state, drawn=True, discarder=None, stock=state.stock[1:])
        return _with_hand(drawn, event.seat, state.hands[event.seat] + state.stock[:1])
    if isinstance(event, TakeDiscards | Call):
        return _taken(state, event)
    if isinstance(event, LayMeld | LayOff):
        return _laid(state, event, options)
    return _discarded(state, event) if isinstance(event, Discard) else replace(state, closed=True)


def _with_hand(state: State, seat: Seat, hand: Cards) -> State:
    return replace(state, hands=replaced_at(state.hands, seat, hand))


def _taken(state: State, event: TakeDiscards | Call) -> State:
    """The discards go to the hand. A caller plays on at once; the next player's turn comes after (F5-CALL-05)."""
    cards, rest = state.discards[-event.depth :], state.discards[: -event.depth]
    call = isinstance(event, Call)
    alone = event.depth == 1 and not call
    after = replace(
        state,
        discards=rest,
        drawn=True,
        discarder=None,
        must=None if alone else cards[0],
        kept_off=cards[0] if alone else None,
        to_move=event.seat,
        after=state.to_move if call else None,
    )
    return _with_hand(after, event.seat, state.hands[event.seat] + cards)


def _laid(state: State, event: LayMeld | LayOff, options: Options) -> State:
    gone = event.cards if isinstance(event, LayMeld) else (event.card,)
    hand = without_all(state.hands[event.seat], gone)
    must = None if state.must in gone else state.must
    # Once the card taken alone is melded, nothing is kept off the discards any more.
    kept_off = None if state.kept_off in gone else state.kept_off
    melds = melds_after(state.melds, event, options.melding)
    return _with_hand(replace(state, melds=melds, must=must, kept_off=kept_off, closed=not hand), event.seat, hand)


def _discarded(state: State, event: Discard) -> State:
    hand = without(state.hands[event.seat], event.card)
    following = state.after if state.after is not None else (event.seat + 1) % len(state.hands)
    after = replace(
        state,
        discards=(*state.discards, event.card),
        drawn=False,
        kept_off=None,
        discarder=event.seat,
        after=None,
        to_move=following,
        closed=not hand,
    )
    return _with_hand(after, event.seat, hand)


def deal(state: State, deck: Cards) -> State:
    """Twelve cards each; the rest is the stock (F5-SETUP-01)."""
    seats = len(state.hands)
    hands = tuple(deck[n * HAND_SIZE : (n + 1) * HAND_SIZE] for n in range(seats))
    return replace(state, hands=hands, stock=deck[seats * HAND_SIZE :], dealt=True)


def turn_first(state: State, card: Card) -> State:
    return replace(state, stock=state.stock[1:], discards=(card,), opened=True)


def settle(state: State, options: Options) -> State:
    """Do all that needs nobody's word: turn a known first card, count a hand."""
    if state.dealt and not state.opened and state.stock[0].known:
        return turn_first(state, state.stock[0])
    if state.closed and (not options.deduct_hand or all(map(all_known, state.hands))):
        return count_hand(state, options)
    return state


def count_hand(state: State, options: Options) -> State:
    """Write the hand down; the next one begins with the next player (F5-END, D-F5-13)."""
    totals = tuple(
        total + hand_score(melded_points(state, seat), state.hands[seat], options)
        for seat, total in enumerate(state.totals)
    )
    return State(totals, ((),) * len(totals), to_move=state.hand % len(totals), hand=state.hand + 1)
