"""The rules of Spectrum 500: whether an event is legal and why not, and what is wrong with a position."""

from collections.abc import Callable

from engine.components.card_game import not_now
from engine.components.cards import UNKNOWN, Card, Cards, numbered, texts_of
from engine.components.deck import Deck, DrawFromStock, Turned, judge_deck, judge_numbered, judge_turned
from engine.components.hands import HandShown, judge_from_hand, judge_shown, take, without
from engine.core.events import Event, Move, Seat
from engine.core.game import not_your_turn, odd_seats
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_500.awaiting import awaiting
from engine.games.spectrum_500.events import Call, Decline, Discard, FalseCall, LayMeld, LayOff, TakeDiscards
from engine.games.spectrum_500.laying import may_reach, melds_after
from engine.games.spectrum_500.melds import Meld, MeldRules, call_depths, can_be_placed, fits_on, meld_kind
from engine.games.spectrum_500.options import Options, other_rules
from engine.games.spectrum_500.state import State, unseen_hands


def judge(state: State, event: Event, options: Options) -> Verdict:
    """Whether the event is legal now, and why not."""
    if not state.opened or state.closed:
        return _judge_fact(state, event, options)
    if isinstance(event, Deck | Turned | HandShown):
        return not_now(event, awaiting(state, options))
    if isinstance(event, FalseCall):
        return _judge_false_call(state, event, options)
    if isinstance(event, Call):
        return _judge_call(state, event, options)
    return _judge_move(state, event, options)


def _judge_fact(state: State, event: Event, options: Options) -> Verdict:
    """What the table has to show before anybody may move."""
    waits = awaiting(state, options).ask
    if waits == "GAME_OVER":
        return no("GAME_OVER", "F5-SCORE-03")
    if isinstance(event, Deck) and waits == "DEAL":
        return judge_deck(event.cards, numbered()) or yes()
    if isinstance(event, Turned) and waits == "TURN_FIRST_CARD":
        turned = judge_turned(event.cards, state.stock[:1], state.known_cards())
        return judge_numbered(event.cards) or turned or yes()
    if isinstance(event, HandShown) and waits == "SHOW" and 0 <= event.of < len(state.hands):
        shown = judge_shown(state.hands[event.of], event.cards, state.known_cards(event.of))
        return judge_numbered(event.cards) or shown or yes()
    if isinstance(event, Deck | Turned | HandShown):
        return not_now(event, awaiting(state, options))
    return no("TABLE_FIRST", "F5-SETUP-01", waits=awaiting(state, options))


def _judge_move(state: State, event: Event, options: Options) -> Verdict:
    if not isinstance(event, Move):
        return not_now(event, awaiting(state, options))
    if event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    if isinstance(event, DrawFromStock | TakeDiscards | Decline):
        if state.drawn:
            return no("ALREADY_DRAWN", "F5-DRAW-01", waits=awaiting(state, options))
        return _judge_draw(state, event, options)
    if not state.drawn:
        return no("DRAW_FIRST", "F5-DRAW-01", waits=awaiting(state, options))
    if isinstance(event, LayMeld):
        return _judge_meld(state, event, options)
    if isinstance(event, LayOff):
        return _judge_lay(state, event, options)
    return _judge_discard(state, event) if isinstance(event, Discard) else not_now(event, awaiting(state, options))


def _judge_draw(state: State, event: DrawFromStock | TakeDiscards | Decline, options: Options) -> Verdict:
    if isinstance(event, DrawFromStock):
        return yes() if state.stock else no("STOCK_EMPTY", "F5-END-02")
    if isinstance(event, Decline):
        return no("STOCK_LEFT", "F5-END-02", count=len(state.stock)) if state.stock else yes("done")
    if not 1 <= event.depth <= len(state.discards):
        return no("NOT_SO_DEEP", "F5-DRAW-03", depth=event.depth, has=len(state.discards))
    if event.depth == 1:
        return yes()
    # Who reaches deeper must be able to meld what he reaches for.
    if may_reach(state, event.seat, event.depth, options.melding):
        return yes()
    return _no_meld(
        lambda rules: may_reach(state, event.seat, event.depth, rules),
        "DEEPEST_NOT_MELDED", "F5-DRAW-03", options, card=str(state.discards[-event.depth]), depth=event.depth,
    )  # fmt: skip


def _no_meld(
    possible: Callable[[MeldRules], bool], reason: str, rule: str, options: Options, **details: object
) -> Verdict:
    """A refusal that names the house rules by which it would be possible (D-F5-02, D-CC-03)."""
    option = next((names for names, rules in other_rules(options) if possible(rules)), None)
    return no(reason, rule, least=options.min_meld, option=option, **details)


def _judge_window(state: State, caller: Seat) -> Verdict | None:
    """Why nobody, or not this player, may call now."""
    if state.discarder is None or state.drawn:
        return no("CALL_TOO_LATE", "F5-CALL-03")
    return no("OWN_DISCARD", "F5-CALL-02", player=caller) if caller == state.discarder else None


def _judge_call(state: State, call: Call, options: Options) -> Verdict:
    if fault := _judge_window(state, call.seat):
        return fault
    depths = call_depths(state.discards, state.melds, options.melding)
    if not depths:
        return _no_meld(
            lambda rules: call.depth in call_depths(state.discards, state.melds, rules),
            "NOTHING_TO_CALL", "F5-CALL-01", options, card=str(state.discards[-1]),
        )  # fmt: skip
    if call.depth not in depths:
        return no("CALL_DEPTH", "F5-CALL-04", depth=call.depth, depths=depths)
    return yes()


def _judge_false_call(state: State, event: FalseCall, options: Options) -> Verdict:
    if not 0 <= event.of < len(state.hands):
        return not_now(event, awaiting(state, options), "D-F5-12")
    if not options.false_call_penalty:
        return no("NO_PENALTY", "D-F5-12", option="false_call_penalty")
    fault = _judge_window(state, event.of)
    if fault is None and call_depths(state.discards, state.melds, options.melding):
        return no("CALL_WAS_RIGHT", "F5-CALL-01")
    return yes()


def _judge_meld(state: State, meld: LayMeld, options: Options) -> Verdict:
    for card in meld.cards:
        if fault := _judge_held(state, meld.seat, card):
            return fault
    rest = take(state.hands[meld.seat], meld.cards)
    if rest is None:
        return no("NOT_IN_HAND", "", card=str(meld.cards[-1]))
    if meld_kind(meld.cards, options.melding) is None:
        return _no_meld(
            lambda rules: meld_kind(meld.cards, rules) is not None,
            "NO_MELD", "F5-MELD-01", options, cards=texts_of(meld.cards),
        )  # fmt: skip
    return _judge_rest(state, rest, meld.cards, melds_after(state.melds, meld, options.melding), options)


def _judge_held(state: State, seat: Seat, card: Card) -> Verdict | None:
    return judge_numbered((card,)) or judge_from_hand(state.hands[seat], card, state.known_cards(seat))


def _judge_lay(state: State, lay: LayOff, options: Options) -> Verdict:
    hand = state.hands[lay.seat]
    if fault := _judge_held(state, lay.seat, lay.card):
        return fault
    if not 1 <= lay.meld <= len(state.melds):
        return no("NO_SUCH_MELD", "F5-LAY-01", has=len(state.melds), meld=lay.meld)
    meld = state.melds[lay.meld - 1]
    if not fits_on(lay.card, meld, options.melding):
        return _no_meld(
            lambda rules: fits_on(lay.card, meld, rules),
            "DOES_NOT_FIT", "F5-LAY-02", options, card=str(lay.card), cards=texts_of(meld.cards),
        )  # fmt: skip
    return _judge_rest(
        state, without(hand, lay.card), (lay.card,), melds_after(state.melds, lay, options.melding), options
    )


def _judge_rest(state: State, rest: Cards, gone: Cards, melds: tuple[Meld, ...], options: Options) -> Verdict:
    """Whether what stays in the hand still lets the turn end."""
    # The card taken alone may not go back, so another one must be left for the discard.
    if state.kept_off is not None and rest == (state.kept_off,):
        return no("KEEP_ONE_TO_DISCARD", "F5-DISC-02", card=str(state.kept_off))
    must = None if state.must in gone or UNKNOWN in rest else state.must
    if must is not None and not can_be_placed(must, rest, melds, options.melding):
        return no("SPOILS_THE_MUST", "F5-DRAW-03", card=str(must))
    return yes("more" if rest else "done")


def _judge_discard(state: State, discard: Discard) -> Verdict:
    if state.must is not None:
        return no("MELD_FIRST", "F5-DRAW-03", card=str(state.must))
    if fault := _judge_held(state, discard.seat, discard.card):
        return fault
    if discard.card == state.kept_off:
        return no("JUST_TAKEN", "F5-DISC-02", card=str(discard.card))
    return yes("done")


def problems(state: State, seats: int, options: Options) -> list[Verdict]:
    """Every fault of a set-up position for so many players."""
    if not len(state.hands) == len(state.totals) == seats:
        return [no("BAD_SEATS", "F5-SETUP-01", players=seats)]
    owners = (seat for meld in state.melds for seat in meld.owners)
    faults = odd_seats(seats, state.to_move, state.discarder, state.after, *owners)
    if state.closed and next(unseen_hands(state), None) is None:
        faults.append(no("NOTHING_TO_SHOW", "F5-SCORE-01"))
    for n, meld in enumerate(state.melds):
        if meld_kind(meld.cards, options.melding) != meld.kind or len(meld.owners) != len(meld.cards):
            faults.append(no("BAD_MELD", "F5-MELD-01", meld=n + 1))
    fault = judge_deck(tuple(state.every_card()), numbered())
    return [*faults, fault] if fault else faults
