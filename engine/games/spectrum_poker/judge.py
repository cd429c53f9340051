"""The rules of Spectrum Poker: whether an event is legal and why not, and what is wrong with a position."""

from collections.abc import Mapping

from engine.components.card_game import not_now
from engine.components.cards import all_known, texts_of
from engine.components.deck import each_once
from engine.components.hands import HandsDealt, judge_laid_away, judge_sizes, not_there, take
from engine.core.events import Event, Move
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_poker.awaiting import awaiting, can_just_show, street
from engine.games.spectrum_poker.events import Chips, CommunityCards, ExchangeCards, Fold, ReplacementsDrawn, ShowHand
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.state import State

_PHASE_OF: Mapping[type[Event], str] = {
    HandsDealt: "deal",
    ExchangeCards: "draw",
    ReplacementsDrawn: "drawing",
    ShowHand: "show",
}


def judge(state: State, event: Event, options: Options) -> Verdict:
    """Whether the event is legal now, and why not."""
    if state.phase == "over":
        return no("GAME_OVER", "")
    if isinstance(event, Fold):
        return _judge_fold(state, event, options)
    if isinstance(event, Chips):
        return _judge_chips(state, event)
    if isinstance(event, CommunityCards):
        return _judge_board(state, event, options)
    if state.phase != _PHASE_OF.get(type(event)):
        return not_now(event, awaiting(state, options))
    if isinstance(event, Move) and event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    if isinstance(event, HandsDealt):
        return _judge_deal(state, event, options)
    if isinstance(event, ReplacementsDrawn):
        return _judge_drawn(state, event)
    if isinstance(event, ExchangeCards):
        return _judge_exchange(state, event, options)
    assert isinstance(event, ShowHand)
    return _judge_show(state, event)


def _judge_fold(state: State, move: Fold, options: Options) -> Verdict:
    if state.phase in ("deal", "drawing"):
        return not_now(move, awaiting(state, options))
    if state.folded[move.seat]:
        return no("HAS_FOLDED", "", player=move.seat)
    if state.shown[move.seat]:
        return no("HAS_SHOWN", "", player=move.seat)
    return yes("done")


def _judge_chips(state: State, fact: Chips) -> Verdict:
    if not 0 <= fact.player < len(state.hands):
        return no("NO_SUCH_PLAYER", "", number=fact.player + 1)
    if state.folded[fact.player]:
        return no("HAS_FOLDED", "", player=fact.player)
    return yes() if fact.amount > 0 else no("NO_CHIPS", "")


def _judge_drawn(state: State, fact: ReplacementsDrawn) -> Verdict:
    if fact.cards and len(fact.cards) != state.owed:
        return no("WRONG_COUNT", "", count=len(fact.cards), wanted=state.owed)
    return each_once((*state.cards(), *fact.cards))


def _judge_board(state: State, fact: CommunityCards, options: Options) -> Verdict:
    free = options.form == "showdown" and state.phase == "show" and not any(state.shown) and not state.board
    if state.phase != "board" and not free:
        return not_now(fact, awaiting(state, options))
    if not all_known(fact.cards):
        return no("NOT_OPEN", "")
    if (free and not 1 <= len(fact.cards) <= 5) or (not free and len(fact.cards) != street(state)):
        return no("WRONG_COUNT", "", count=len(fact.cards), wanted=5 if free else street(state))
    return each_once((*state.cards(), *fact.cards))


def _judge_show(state: State, move: ShowHand) -> Verdict:
    hand = state.hands[move.seat]
    if not move.cards:
        return yes("done") if can_just_show(state, move.seat) else no("NAME_THE_CARDS", "PO-BEST-01")
    if not all_known(move.cards):
        return no("NAME_THE_CARDS", "PO-BEST-01")
    if not hand:
        # People played as they liked: any number of cards that make five with those for all.
        if len(move.cards) + len(state.board) < 5:
            return no("TOO_FEW", "PO-BEST-01", count=len(move.cards), wanted=5 - len(state.board))
        return each_once((*state.cards(), *move.cards))
    if len(move.cards) != len(hand):
        return no("WRONG_COUNT", "", count=len(move.cards), wanted=len(hand))
    missing = not_there(hand, move.cards)
    if missing:
        return no("NOT_IN_HAND", "", player=move.seat, cards=texts_of(missing))
    others = take(state.cards(), hand) or ()
    return each_once((*others, *move.cards))


def problems(state: State, seats: int) -> list[Verdict]:
    """Every fault of a set-up position for so many players."""
    faults = []
    lists = (state.chips, state.paid, state.hands, state.shown, state.folded)
    if any(len(part) != seats for part in lists):
        return [no("WRONG_HANDS", "", hands=len(state.hands), players=seats)]
    if not (0 <= state.to_move < seats and 0 <= state.dealer < seats):
        faults.append(no("NO_SUCH_PLAYER", "", number=state.to_move + 1))
    verdict = each_once(state.cards())
    return faults if verdict.ok else [*faults, verdict]


def _judge_deal(state: State, fact: HandsDealt, options: Options) -> Verdict:
    fault = judge_sizes(fact, len(state.hands), options.hand_size, "")
    return fault or each_once([card for hand in fact.hands for card in hand])


def _judge_exchange(state: State, move: ExchangeCards, options: Options) -> Verdict:
    if len(move.cards) > options.exchange:
        option = "exchange" if len(move.cards) <= options.hand_size else None
        return no("TOO_MANY", "", count=len(move.cards), most=options.exchange, option=option)
    return judge_laid_away(move.seat, state.hands[move.seat], move.cards, state.cards, "")
