"""What happens by itself in Spectrumo: dealing, turning, forced draws, counting (SO-SETUP, SO-DRAW, SO-SCORE)."""

from engine.components.cards import Card, Cards, all_known, swapped_hues
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.scoring import hand_points
from engine.games.spectrumo.state import State

HAND_SIZE = 12
"""Cards each player is dealt (SO-SETUP-01)."""


def deal(state: State, deck: Cards) -> State:
    """Twelve cards each; of the rest one half is the draw pile, the other lies face up as discards (SO-SETUP)."""
    hands, at = [], 0
    for out in state.out:
        size = 0 if out else HAND_SIZE
        hands.append(deck[at : at + size])
        at += size
    half = at + (len(deck) - at + 1) // 2
    rest = deck[half:]
    return replace(state, hands=tuple(hands), stock=deck[at:half], discards=rest, buried=len(rest), dealt=True)


def turn_first(state: State, card: Card, options: Options) -> State:
    """Lay the top card on the discards; a special may have to be covered (SO-SETUP-03, D-SO-03)."""
    stays = not card.special or (options.first_special == "anything" and not swapped_hues(card.special))
    # The turned card is in play, so its number is the last one until somebody plays another.
    number = card.number if options.first_draw == "table_card" else 0
    discards = (*state.discards, card)
    return replace(state, stock=state.stock[1:], discards=discards, table=card if stays else None, last_number=number)


def settle(state: State, options: Options) -> State:
    """Do all that needs nobody's word: turn known cards, draw what is owed, count known hands."""
    while True:
        if state.closed_by is not None:
            return count_hand(state, options) if all(map(all_known, state.hands)) else state
        if state.must_shuffle or not state.dealt:
            return state
        if state.table is None and state.stock and state.stock[0].known:
            state = turn_first(state, state.stock[0], options)
        elif state.table is not None and state.owed:
            state = draw_owed(state)
        else:
            return state


def draw_owed(state: State) -> State:
    """Draw as much of the first debt as the pile has; what no pile can pay is forgiven (D-SO-19)."""
    (seat, count), *rest = state.owed
    take = state.stock[:count]
    left = count - len(take) if len(state.discards) > 1 else 0
    owed = ((seat, left), *rest) if left else tuple(rest)
    hands = replaced_at(state.hands, seat, state.hands[seat] + take)
    return replace(state, hands=hands, stock=state.stock[count:], owed=owed)


def count_hand(state: State, options: Options) -> State:
    """Write down what everybody holds and make ready for the next hand (SO-SCORE, SO-END)."""
    totals = tuple(t + hand_points(hand) for t, hand in zip(state.totals, state.hands, strict=True))
    out = tuple(
        gone or (options.elimination and total > options.target) for gone, total in zip(state.out, totals, strict=True)
    )
    fresh = State(totals=totals, out=out, hands=((),) * len(out), hand=state.hand + 1)
    starter = (state.hand - 1) % len(out)
    return replace(fresh, to_move=fresh.next_seat(starter) if not all(out) else 0)
