"""The rules of Spectrumo: whether an event is legal and why not, and what is wrong with a position."""

from collections.abc import Sequence

from engine.components.card_game import not_now
from engine.components.cards import Card, all_known, full_deck, texts_of
from engine.components.deck import Deck, DrawFromStock, Turned, judge_deck, judge_turned
from engine.components.hands import HandShown, judge_from_hand, judge_shown
from engine.core.events import Event, Move, Seat
from engine.core.game import not_your_turn, odd_seats
from engine.core.verdict import Verdict, no, with_details, yes
from engine.games.spectrumo.awaiting import awaiting
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick, Wrong
from engine.games.spectrumo.fit import fitting_cards, judge_card
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import HandSwap, State, pile_to_shuffle
from engine.games.spectrumo.turn import card_below, chooser, free_to_give


def judge(state: State, event: Event, options: Options) -> Verdict:
    """Whether the event is legal now, and why not."""
    if state.table is None or state.closed_by is not None or state.must_shuffle:
        return _judge_fact(state, event, options)
    if isinstance(event, Wrong):
        return _judge_wrong(state, event, options)
    if not isinstance(event, Move):
        return not_now(event, awaiting(state, options))
    if event.seat != chooser(state, options):
        return not_your_turn(event, chooser(state, options))
    if state.exchange is not None:
        return _judge_exchange(state, state.exchange, event, options)
    if isinstance(event, LayCard):
        return _judge_play(state, event, options)
    if isinstance(event, DrawFromStock):
        return judge_draw(state, _known_to_fit(state, event.seat, options))
    if isinstance(event, FinishTurn):
        return judge_pass(state, event.seat, _known_to_fit(state, event.seat, options), options)
    return not_now(event, awaiting(state, options))


def _judge_fact(state: State, event: Event, options: Options) -> Verdict:
    """What the table has to show before anybody may move."""
    waits = awaiting(state, options).ask
    if waits == "GAME_OVER":
        return no("GAME_OVER", "SO-END-01")
    if isinstance(event, Deck) and waits in ("DEAL", "SHUFFLE"):
        return judge_deck(event.cards, pile_to_shuffle(state)) or yes()
    if isinstance(event, Turned) and waits == "TURN_FIRST_CARD":
        return judge_turned(event.cards, state.stock[:1], state.known_cards()) or yes()
    if isinstance(event, HandShown) and waits == "SHOW" and 0 <= event.of < len(state.hands):
        return judge_shown(state.hands[event.of], event.cards, state.known_cards(event.of)) or yes()
    if isinstance(event, Deck | Turned | HandShown):
        return not_now(event, awaiting(state, options))
    return no("TABLE_FIRST", "SO-SETUP-04", waits=awaiting(state, options))


def _judge_play(state: State, play: LayCard, options: Options) -> Verdict:
    hand = state.hands[play.seat]
    if fault := judge_from_hand(hand, play.card, state.known_cards(play.seat)):
        return fault
    verdict = judge_card(play.card, hand, card_below(state), options)
    if not verdict.ok:
        way = "DRAW_INSTEAD" if state.can_draw else "PASS_INSTEAD"
        return with_details(verdict, way=None if state.swaps else way)
    if play.card.special == "swap-cards":
        return _judge_partner(state, play)
    # Only Swap Cards names another player.
    return verdict if play.other is None and not play.count else no("NO_PARTNER", "SO-SPECIAL-07")


def _judge_partner(state: State, play: LayCard) -> Verdict:
    other = play.other
    if other is None or not 0 <= other < len(state.hands) or other == play.seat or state.out[other]:
        return no("NAME_A_PARTNER", "SO-SPECIAL-07")
    most = min(len(state.hands[play.seat]) - 1, len(state.hands[other]))
    return yes() if 1 <= play.count <= most else no("EXCHANGE_COUNT", "D-SO-15", most=most, count=play.count)


def _known_to_fit(state: State, seat: Seat, options: Options) -> list[Card]:
    """The cards of a hand that fit now, as far as the whole hand is known."""
    hand = state.hands[seat]
    return fitting_cards(hand, card_below(state), options) if all_known(hand) else []


def judge_draw(state: State, fitting: Sequence[Card]) -> Verdict:
    if state.swaps:
        return no("SWAP_NEEDS_CARD", "D-SO-09", table=str(state.table))
    # Hidden hands are not policed: only a hand that is all known can be told that it could play (D-SO-06).
    if fitting:
        return no("COULD_PLAY", "SO-DRAW-01", cards=texts_of(fitting))
    return yes() if state.can_draw else no("NOTHING_TO_DRAW", "D-SO-19")


def judge_pass(state: State, seat: Seat, fitting: Sequence[Card], options: Options) -> Verdict:
    if state.swaps:
        return no("SWAP_NEEDS_CARD", "D-SO-09", table=str(state.table))
    kept = options.drawn_card == "may_keep" and state.drew > 0
    if fitting:
        option = "drawn_card" if state.drew else None
        return yes("done") if kept else no("COULD_PLAY", "SO-DRAW-01", cards=texts_of(fitting), option=option)
    # Whether a hidden hand had a card that fits is for its player to say.
    if kept and not all_known(state.hands[seat]):
        return yes("done")
    return no("DRAW_FIRST", "SO-DRAW-01") if state.can_draw else yes("done")


def _judge_exchange(state: State, swap: HandSwap, event: Move, options: Options) -> Verdict:
    giving = swap.give > 0 or options.swap_pick == "owner_chooses"
    if giving and isinstance(event, Give):
        hand = free_to_give(state, swap, event.seat)
        return yes() if event.card in hand else no("NOT_IN_HAND", "", card=str(event.card))
    if not giving and isinstance(event, Pick):
        most = len(state.hands[swap.other]) - swap.passed
        return yes() if 1 <= event.place <= most else no("NO_SUCH_CARD_THERE", "D-SO-15", most=most)
    return no("EXCHANGE_FIRST", "SO-SPECIAL-07", give=swap.give, take=swap.take)


def _judge_wrong(state: State, event: Wrong, options: Options) -> Verdict:
    if event.of != state.to_move or state.exchange is not None:
        return no("WRONG_PLAYER", "SO-PEN-01", mover=state.to_move)
    if state.swaps and state.discards[-1] == event.card:
        # A swap whose next card could not be shown goes back as well.
        return yes()
    hand = state.hands[event.of]
    if fault := judge_from_hand(hand, event.card, state.known_cards(event.of)):
        return fault
    fits = judge_card(event.card, hand, card_below(state), options).ok
    return no("NOT_WRONG", "SO-PEN-01", card=str(event.card)) if fits else yes()


def problems(state: State, seats: int) -> list[Verdict]:
    """Every fault of a set-up position for so many players."""
    if not len(state.hands) == len(state.totals) == len(state.out) == seats:
        return [no("BAD_SEATS", "SO-SETUP-01", players=seats)]
    other = state.exchange.other if state.exchange is not None else None
    faults = odd_seats(seats, state.to_move, state.closed_by, other, *(seat for seat, _ in state.owed))
    fault = judge_deck(tuple(state.every_card()), full_deck())
    return [*faults, fault] if fault else faults
