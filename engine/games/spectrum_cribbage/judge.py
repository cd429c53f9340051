"""The rules of Spectrum Cribbage: whether an event is legal and why not, and what is wrong with a position."""

from engine.components.card_game import not_now
from engine.components.cards import UNKNOWN, all_known, texts_of
from engine.components.deck import each_once
from engine.components.hands import HandsDealt, judge_laid_away, judge_sizes, not_there, take
from engine.core.events import Event
from engine.core.game import not_your_turn, odd_seats
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_cribbage.awaiting import awaiting
from engine.games.spectrum_cribbage.count import LIMIT
from engine.games.spectrum_cribbage.events import CountHand, Cut, PegCard, SayGo, Starter, ToCrib
from engine.games.spectrum_cribbage.options import Options, cards_dealt, cards_to_crib
from engine.games.spectrum_cribbage.scoring import breakdown
from engine.games.spectrum_cribbage.state import State


def judge(state: State, event: Event, options: Options) -> Verdict:
    """Whether the event is legal now, and why not."""
    if state.phase == "over":
        return no("GAME_OVER", "CR-GAME-01")
    if isinstance(event, PegCard):
        return _judge_play(state, event)
    if isinstance(event, SayGo):
        return _judge_go(state, event)
    if isinstance(event, ToCrib):
        return _judge_crib(state, event)
    if isinstance(event, CountHand):
        return _judge_show(state, event, options)
    if isinstance(event, HandsDealt) and state.phase == "deal":
        return _judge_deal(state, event)
    if isinstance(event, Cut) and state.phase == "cut":
        return _judge_cut(state, event)
    if isinstance(event, Starter) and state.phase == "starter":
        if not event.card.known:
            return no("TURN_IT_UP", "CR-START-01")
        return each_once((*state.cards(), event.card))
    return not_now(event, awaiting(state))


def _judge_cut(state: State, fact: Cut) -> Verdict:
    if not 0 <= fact.player < len(state.hands):
        return no("NO_SUCH_PLAYER", "", number=fact.player + 1)
    if not fact.card.known:
        return no("TURN_IT_UP", "CR-CUT-01")
    if state.cuts[fact.player].known:
        return no("HAS_CUT", "CR-CUT-02", player=fact.player, card=str(state.cuts[fact.player]))
    return each_once((*state.cuts, fact.card))


def _judge_play(state: State, move: PegCard) -> Verdict:
    if state.phase != "play":
        return not_now(move, awaiting(state), "CR-PLAY-01")
    if move.seat != state.to_move:
        return not_your_turn(move, state.to_move)
    if not move.card.known:
        return no("TURN_IT_UP", "CR-PLAY-01")
    hand = state.hands[move.seat]
    if move.card not in hand:
        # A card nobody saw can be any card that has not turned up elsewhere.
        if move.card in state.cards() or move.card.special:
            return each_once((*state.cards(), move.card))
        if UNKNOWN not in hand:
            return no("NOT_IN_HAND", "CR-PLAY-01", player=move.seat, cards=(str(move.card),))
    # The count never passes 37.
    over = state.total + move.card.number - LIMIT
    if over > 0:
        fit = texts_of(card for card in hand if card.known and state.total + card.number <= LIMIT)
        code = "OVER_37" if fit else "OVER_37_SAY_GO"
        return no(code, "CR-PLAY-02", card=str(move.card), total=state.total, left=LIMIT - state.total, fit=fit)
    return yes("done")


def _judge_go(state: State, move: SayGo) -> Verdict:
    if state.phase != "play":
        return not_now(move, awaiting(state), "CR-GO-01")
    if move.seat != state.to_move:
        return not_your_turn(move, state.to_move)
    left = LIMIT - state.total
    fit = texts_of(card for card in state.hands[move.seat] if card.known and card.number <= left)
    # Go is for those who cannot play; everything fits an empty count and up to 25.
    if fit or left >= 12:
        return no("CAN_PLAY" if fit else "ALL_FIT", "CR-GO-01", cards=fit, total=state.total)
    return yes("done")


def _judge_show(state: State, move: CountHand, options: Options) -> Verdict:
    if state.phase != "count":
        return not_now(move, awaiting(state), "CR-COUNT-01")
    if move.seat != state.to_move:
        return no("COUNT_ORDER", "CR-COUNT-01", player=move.seat, mover=state.to_move)
    verdict = _judge_shown_cards(state, move)
    if not verdict.ok:
        return verdict
    if (move.claim is None) == options.muggins:
        return no("CLAIM_IT" if options.muggins else "NO_CLAIMS", "CR-AUDIT-01", option="muggins")
    if move.claim is not None:
        total = breakdown(state, options, move.cards).total
        if not 0 <= move.claim <= total:
            return no("CLAIMED_TOO_MUCH", "CR-AUDIT-01", claim=move.claim, total=total)
    return yes("done")


def _judge_shown_cards(state: State, move: CountHand) -> Verdict:
    if state.counted < len(state.hands):
        # The hand that is counted is the hand that was played.
        hand = state.played[move.seat]
        if move.cards and set(move.cards) != set(hand):
            return no("NOT_AS_PLAYED", "CR-AUDIT-01", player=move.seat, cards=texts_of(hand))
        return yes()
    if not move.cards:
        return yes() if all_known(state.crib) else no("SHOW_THE_CRIB", "CR-COUNT-01", count=len(state.crib))
    if len(move.cards) != len(state.crib):
        return no("CRIB_SIZE", "CR-CRIB-01", count=len(move.cards), wanted=len(state.crib))
    if not all_known(move.cards):
        return no("SHOW_THE_CRIB", "CR-COUNT-01", count=len(state.crib))
    missing = not_there(state.crib, move.cards)
    if missing:
        return no("NOT_IN_CRIB", "CR-CRIB-01", cards=texts_of(missing))
    return each_once((*(take(state.cards(), state.crib) or ()), *move.cards))


def problems(state: State, seats: int) -> list[Verdict]:
    """Every fault of a set-up position for so many players."""
    if any(len(part) != seats for part in (state.hands, state.laid, state.played, state.out, state.cuts)):
        return [no("WRONG_HANDS", "CR-DEAL-01", hands=len(state.hands), players=seats)]
    faults = [no("NO_SUCH_PLAYER", "", number=s + 1) for s in (state.dealer, state.to_move) if not 0 <= s < seats]
    faults += odd_seats(seats, state.last_player, *(peg.team for peg in state.pegs))
    if state.phase == "cut" and all(card.known for card in state.cuts):
        faults.append(no("NOTHING_TO_CUT", "CR-DEAL-01"))
    if state.total > LIMIT:
        faults.append(no("COUNT_TOO_HIGH", "CR-PLAY-02", total=state.total))
    verdict = each_once(state.cards())
    return faults if verdict.ok else [*faults, verdict]


def _judge_deal(state: State, fact: HandsDealt) -> Verdict:
    seats = len(state.hands)
    fault = judge_sizes(fact, seats, cards_dealt(seats), "CR-DEAL-01")
    return fault or each_once(card for hand in fact.hands for card in hand)


def _judge_crib(state: State, move: ToCrib) -> Verdict:
    if state.phase != "layaway":
        return not_now(move, awaiting(state), "CR-CRIB-01")
    if state.laid[move.seat]:
        return no("HAS_LAID", "CR-CRIB-01", player=move.seat)
    wanted = cards_to_crib(len(state.hands))
    if len(move.cards) != wanted:
        return no("CRIB_COUNT", "CR-CRIB-01", count=len(move.cards), wanted=wanted)
    return judge_laid_away(move.seat, state.hands[move.seat], move.cards, state.cards, "CR-CRIB-01")
