"""The rules of Spectrump: whether an event is legal and why not, and what is wrong with a position."""

from collections.abc import Mapping

from engine.components.card_game import not_now
from engine.components.cards import UNKNOWN, Card, all_known, texts_of
from engine.components.deck import each_once
from engine.components.hands import Hand, HandsDealt, judge_sizes
from engine.core.events import Event, Move
from engine.core.game import not_your_turn, odd_seats
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrump import auction, tricks
from engine.games.spectrump.awaiting import awaiting
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick
from engine.games.spectrump.following import closed_hues, follows_elsewhere, hues_that_follow
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import State

_PHASE_OF: Mapping[type[Event], str] = {Load: "load", Bid: "auction", PassAuction: "auction", PlayToTrick: "play"}


def judge(state: State, event: Event, setup: SpectrumpSetup) -> Verdict:
    """Whether the event is legal now, and why not."""
    if state.phase == "over":
        return no("GAME_OVER", "ST-END-01")
    if isinstance(event, HandsDealt):
        return _judge_deal(state, event, setup) if state.phase == "deal" else not_now(event, awaiting(state, setup))
    if state.phase != _PHASE_OF.get(type(event)):
        return not_now(event, awaiting(state, setup))
    if isinstance(event, Move) and event.seat != state.to_move:
        if state.phase == "auction" and state.passed[event.seat]:
            return no("HAS_PASSED", "ST-BID-05", player=event.seat)
        return not_your_turn(event, state.to_move)
    if isinstance(event, PlayToTrick):
        return _judge_play(state, event, setup)
    if isinstance(event, Bid):
        return auction.judge_bid(state, event, setup.highest)
    if isinstance(event, PassAuction):
        return auction.judge_pass(state, event, setup.options)
    assert isinstance(event, Load)
    return _judge_load(state, event, setup)


def _judge_load(state: State, move: Load, setup: SpectrumpSetup) -> Verdict:
    if not move.cards:
        return yes("done")
    sets = state.hands[move.seat]
    if len(move.cards) != 2 or not all_known(move.cards):
        return no("LOAD_TWO", "ST-SETUP-02")
    where = [next((n for n, hand in enumerate(sets) if card in hand), None) for card in move.cards]
    if None in where:
        missing = texts_of(card for card, at in zip(move.cards, where, strict=True) if at is None)
        return no("NOT_IN_HAND", "ST-SETUP-02", player=move.seat, cards=missing)
    if where[0] == where[1]:
        return no("SAME_SET", "ST-SETUP-02", cards=texts_of(move.cards))
    # As many changes as a set has cards reach every arrangement.
    if state.loads >= setup.set_size:
        return no("LOADED_ENOUGH", "ST-SETUP-02", most=setup.set_size)
    return yes("may_stop")


def _judge_play(state: State, move: PlayToTrick, setup: SpectrumpSetup) -> Verdict:
    card, hand = move.card, state.hand
    if card.hue is None:
        return no("SHOW_THE_CARD", "ST-LEAD-01")
    if card not in hand:
        if card.number > setup.highest:
            return no("NOT_IN_DECK", "ST-SETUP-01", cards=(str(card),), highest=setup.highest)
        others = (c for n, s in enumerate(state.hands[move.seat]) if n != state.set for c in s)
        if card in others:
            return no("OTHER_SET", "ST-SETUP-01", card=str(card), set=state.set + 1)
        if card in state.cards():
            return each_once((*state.cards(), card))
        if UNKNOWN not in hand:
            return no("NOT_IN_HAND", "ST-LEAD-01", player=move.seat, cards=(str(card),))
    return _judge_follow(state, card, hand, setup) if state.trick else _judge_lead(state, card, hand)


def _judge_lead(state: State, card: Card, hand: Hand) -> Verdict:
    closed = closed_hues(state)
    if card.hue not in closed:
        return yes("done")
    # Who holds nothing else may lead it; who holds unknown cards may be such a player.
    fit = texts_of(c for c in hand if c.hue is not None and c.hue not in closed)
    if fit:
        trump = card.hue == state.trump
        code, rule = ("TRUMP_NOT_BROKEN", "ST-LEAD-02") if trump else ("SCORING_NOT_BROKEN", "ST-LEAD-03")
        return no(code, rule, f"{card.hue.name}1", card=str(card), fit=fit)
    return yes("done")


def _judge_follow(state: State, card: Card, hand: Hand, setup: SpectrumpSetup) -> Verdict:
    led = state.trick[0].hue
    assert led is not None and card.hue is not None
    # Trump led demands trump.
    if led == state.trump:
        trumps = texts_of(c for c in hand if c.hue == led)
        if card.hue == led:
            return yes("done")
        if trumps:
            return no("MUST_TRUMP", "ST-FOLLOW-05", f"{led.name}1", card=str(card), fit=trumps, trump=led)
    opened = hues_that_follow(state, setup.options)
    # Scoring trump that was led may be followed exactly, but is not demanded.
    if card.hue in opened or card.hue == led:
        return yes("done")
    fit = texts_of(c for c in hand if c.hue in opened)
    if fit:
        rule = "ST-FOLLOW-06" if led in tricks.scoring(state.trump) else "ST-FOLLOW-03"
        spots = (f"{hue.name}1" for hue in sorted(opened))
        option = follows_elsewhere(state, card.hue, hand, setup.options)
        return no("MUST_FOLLOW", rule, *spots, card=str(card), fit=fit, hues=tuple(sorted(opened)), option=option)
    return yes("done")


def problems(state: State, setup: SpectrumpSetup) -> list[Verdict]:
    """Every fault of a set-up position for so many players."""
    n = setup.seats
    lists = (state.scores, state.hands, state.taken, state.passed, state.spoken)
    if any(len(part) != n for part in lists):
        return [no("WRONG_HANDS", "ST-SETUP-01", hands=len(state.hands), players=n)]
    seats = (state.dealer, state.to_move, state.bidder, state.leader)
    faults = [no("NO_SUCH_PLAYER", "", number=seat + 1) for seat in seats if not 0 <= seat < n]
    faults += odd_seats(n, state.last_winner)
    goes_on = state.phase != "auction" and state.session > 0 and setup.options.auction_per != "session"
    if state.bid_hue is None and (state.phase == "play" or goes_on):
        faults.append(no("NO_TRUMP", "ST-BID-04"))
    if state.phase in ("load", "auction", "play") and any(len(s) != setup.sets for s in state.hands):
        faults.append(no("WRONG_SETS", "ST-SETUP-01", sets=setup.sets))
    if not 0 <= state.set < setup.sets or not 0 <= state.session < setup.sessions:
        faults.append(no("NO_SUCH_SET", "ST-SETUP-01", sets=setup.sets, sessions=setup.sessions))
    verdict = each_once(state.cards())
    return faults if verdict.ok else [*faults, verdict]


def _judge_deal(state: State, fact: HandsDealt, setup: SpectrumpSetup) -> Verdict:
    if fault := judge_sizes(fact, setup.seats, setup.hand_size, "ST-SETUP-01"):
        return fault
    dealt = tuple(card for hand in fact.hands for card in hand)
    high = texts_of(card for card in dealt if card.number > setup.highest)
    if high:
        return no("NOT_IN_DECK", "ST-SETUP-01", cards=high, highest=setup.highest)
    return each_once((*state.cards(), *dealt))
