"""What events do to a position of Spectrump (ST-SETUP to ST-END)."""

from engine.components.cards import UNKNOWN
from engine.components.hands import HandsDealt, without
from engine.core.events import Event, Seat
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrump import auction, tricks
from engine.games.spectrump.audit import audited
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick
from engine.games.spectrump.scoring import count_tricks, scores
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import State


def result(state: State, event: Event, setup: SpectrumpSetup) -> State:
    """The position after an event that ``judge`` called ok."""
    if isinstance(event, PlayToTrick):
        return _played(state, event, setup)
    if isinstance(event, Bid):
        return _after_auction(auction.bid(state, event, setup.options), setup)
    if isinstance(event, PassAuction):
        return _after_auction(auction.passed(state, event, setup.options), setup)
    if isinstance(event, Load):
        return _loaded(state, event, setup)
    assert isinstance(event, HandsDealt)
    return _dealt(state, event, setup)


def _left_of_dealer(state: State, setup: SpectrumpSetup) -> Seat:
    return (state.dealer + 1) % setup.seats


def _dealt(state: State, fact: HandsDealt, setup: SpectrumpSetup) -> State:
    hands = fact.hands or ((UNKNOWN,) * setup.hand_size,) * setup.seats
    size = setup.set_size
    sets = tuple(tuple(hand[n * size : (n + 1) * size] for n in range(setup.sets)) for hand in hands)
    state = replace(state, hands=sets, set=0, to_move=_left_of_dealer(state, setup), loads=0)
    if setup.options.hand_loading and setup.sets > 1:
        return replace(state, phase="load")
    return _to_auction_or_play(state, setup)


def _loaded(state: State, move: Load, setup: SpectrumpSetup) -> State:
    if not move.cards:
        nxt = (state.to_move + 1) % setup.seats
        state = replace(state, to_move=nxt, loads=0)
        return _to_auction_or_play(state, setup) if nxt == _left_of_dealer(state, setup) else state
    a, b = move.cards
    sets = tuple(
        tuple(b if card == a else a if card == b else card for card in hand) for hand in state.hands[move.seat]
    )
    return replace(state, hands=replaced_at(state.hands, move.seat, sets), loads=state.loads + 1)


def _to_auction_or_play(state: State, setup: SpectrumpSetup) -> State:
    if state.session == 0 or setup.options.auction_per == "session":
        clear = (False,) * setup.seats
        return replace(state, phase="auction", passed=clear, spoken=clear, bid_hue=None, bid_number=0)
    return _new_set(replace(state, phase="play"), setup)


def _after_auction(state: State, setup: SpectrumpSetup) -> State:
    """Once the auction is over: the bidder leads, or the same dealer deals again."""
    if not auction.is_over(state, setup.options):
        return state
    if state.bid_hue is None:
        return replace(state, phase="deal", hands=((),) * setup.seats)
    return replace(
        state, phase="play", to_move=state.bidder, leader=state.bidder, counter=state.bid_number, owned=0,
        auction_session=state.session, trump_broken=False, scoring_broken=False, debts=(), trick_number=1,
    )  # fmt: skip


def _new_set(state: State, setup: SpectrumpSetup) -> State:
    """Who leads to a further set, and whether trump is whole again (D-ST-09, D-ST-10)."""
    lead = state.bidder if setup.options.set_lead == "bidder" else state.leader
    if setup.options.broken_reset == "set":
        state = replace(state, trump_broken=False, scoring_broken=False)
    return replace(state, to_move=lead, leader=lead, debts=(), trick_number=1)


def _played(state: State, move: PlayToTrick, setup: SpectrumpSetup) -> State:
    card, seat = move.card, move.seat
    hand = without(state.hand, card)
    assert card.hue is not None
    state = audited(state, move, setup)
    own_trump = seat == state.bidder and card.hue == state.trump
    owned = own_trump and state.session == state.auction_session
    state = replace(
        state,
        hands=replaced_at(state.hands, seat, replaced_at(state.hands[seat], state.set, hand)),
        trick=(*state.trick, card),
        trump_broken=state.trump_broken or card.hue == state.trump,
        scoring_broken=state.scoring_broken or card.hue in tricks.scoring(state.trump),
        counter=max(state.counter - own_trump, 0),
        owned=state.owned + owned,
        to_move=(seat + 1) % setup.seats,
    )
    return _trick_over(state, setup) if len(state.trick) == setup.seats else state


def _trick_over(state: State, setup: SpectrumpSetup) -> State:
    winner = (state.leader + tricks.winning_place(state.trick, state.trump)) % setup.seats
    state = replace(
        state, taken=replaced_at(state.taken, winner, (*state.taken[winner], *state.trick)), last_trick=state.trick,
        trick=(), last_winner=winner, leader=winner, to_move=winner, trick_number=state.trick_number + 1,
    )  # fmt: skip
    if any(sets[state.set] for sets in state.hands):
        return state
    if state.set + 1 < setup.sets:
        return _new_set(replace(state, set=state.set + 1), setup)
    last = state.session + 1 == setup.sessions
    if last or setup.options.auction_per == "session":
        state = count_tricks(state, setup)
    if last:
        return _round_over(state, setup)
    return replace(state, phase="deal", session=state.session + 1, set=0, hands=((),) * setup.seats)


def _round_over(state: State, setup: SpectrumpSetup) -> State:
    n = setup.seats
    best = sorted({setup.team(seat): total for seat, total in scores(state, setup).items()}.values(), reverse=True)
    enough = state.round >= setup.options.rounds if setup.options.end == "rounds" else best[0] >= setup.target
    # A tie at the top is played off by one more round (D-ST-20).
    if enough and best[0] > best[1]:
        return replace(state, phase="over", hands=((),) * n)
    return replace(
        state, phase="deal", round=state.round + 1, session=0, set=0, dealer=(state.dealer + 1) % n, gone=(),
        hands=((),) * n, debts=(),
    )  # fmt: skip
