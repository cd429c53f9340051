"""The rules of Spectrum Casino: whether an event is legal and why not, and what is wrong with a position."""

from engine.components.card_game import not_now
from engine.components.cards import UNKNOWN, all_known, numbered, texts_of
from engine.components.deck import Deck, Turned, judge_deck, judge_numbered, judge_turned
from engine.components.hands import judge_from_hand
from engine.core.events import Event
from engine.core.game import not_your_turn, odd_seats
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_casino.awaiting import awaiting
from engine.games.spectrum_casino.board_captures import could_take
from engine.games.spectrum_casino.captures import splits_into
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.scoring import winners
from engine.games.spectrum_casino.state import DEALS, State


def judge(state: State, event: Event, options: Options) -> Verdict:
    """Whether the event is legal now, and why not."""
    if not state.deal:
        if winners(state, options):
            return no("GAME_OVER", "CA-END-01")
        if not isinstance(event, Deck):
            return no("DEAL_FIRST", "CA-DEAL-02", waits=awaiting(state, options))
        return judge_deck(event.cards, numbered()) or yes()
    if isinstance(event, Turned):
        if not state.unread:
            return not_now(event, awaiting(state, options), "CA-BOARD-01")
        turned = judge_turned(event.cards, (UNKNOWN,) * state.unread, state.known_cards())
        return judge_numbered(event.cards) or turned or yes()
    if state.unread:
        return no("TURN_FIRST", "CA-DEAL-02", count=state.unread)
    if not isinstance(event, Capture | LeaveOnBoard):
        return not_now(event, awaiting(state, options))
    if event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    fault = judge_numbered((event.card,))
    if fault := fault or judge_from_hand(state.hands[event.seat], event.card, state.known_cards(event.seat)):
        return fault
    return _judge_take(state, event, options) if isinstance(event, Capture) else _judge_leave(state, event, options)


def _judge_take(state: State, take: Capture, options: Options) -> Verdict:
    wanted = (*take.base, *take.taken)
    # Each board card is used once.
    strange = [card for card in wanted if card not in state.board or wanted.count(card) > 1]
    if strange:
        return no("NOT_ON_BOARD", "D-CA-07", cards=texts_of(strange))
    value = take.card.number + sum(card.number for card in take.base)
    # A card put onto others has to take something besides them.
    if not take.taken:
        return no("TAKES_NOTHING", "D-CA-03", value=value, card=str(take.card))
    if take.base and options.cap is not None and value > options.cap:
        return no("OVER_CAP", "D-CA-04", value=value, cap=options.cap, option="created_value_cap")
    if not splits_into(tuple(card.number for card in take.taken), value):
        return no("NO_GROUPS", "CA-PLAY-01", *take.spots(), value=value, cards=texts_of(take.taken))
    return yes("done")


def _judge_leave(state: State, leave: LeaveOnBoard, options: Options) -> Verdict:
    hand = state.hands[leave.seat]
    # A hand nobody sees is looked at when the deal is over; it is never accused before.
    if not options.must_capture or not all_known(hand):
        return yes("done")
    if missed := could_take(hand, state.board, options.cap):
        cards = texts_of(missed[1:])
        return no("COULD_TAKE", "D-CA-05", card=str(missed[0]), cards=cards, option="must_capture")
    return yes("done")


def problems(state: State, seats: int) -> list[Verdict]:
    """Every fault of a set-up position for so many players."""
    if not len(state.hands) == len(state.captured) == len(state.halves) == seats:
        return [no("BAD_SEATS", "CA-DEAL-01", players=seats)]
    if not 0 <= state.deal <= DEALS:
        return [no("BAD_DEAL", "CA-DEAL-01", deal=state.deal)]
    named = (state.to_move, state.last_taker, *(played.seat for played in state.played))
    faults = odd_seats(seats, *named)
    fault = judge_deck(tuple(state.every_card()), numbered())
    return [*faults, fault] if fault else faults
