"""The auction of Spectrump (ST-BID-01 to ST-BID-06): who may bid what, who is next, when it ends."""

from collections import Counter
from collections.abc import Iterator

from engine.components.hues import Hue
from engine.core.events import Seat
from engine.core.fast_constructor import fast_constructor, replace
from engine.core.tuples import replaced_at
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrump.events import Bid, PassAuction
from engine.games.spectrump.options import Options
from engine.games.spectrump.state import State
from engine.games.spectrump.tricks import outbids

_bid = fast_constructor(Bid)


def most_of(state: State, seat: Seat, hue: Hue, highest: int) -> int:
    """How many cards of a hue a seat may own at most, in all sets it holds; unknown cards may be of any hue."""
    hues = [card.hue for hand in state.hands[seat] for card in hand]
    return min(hues.count(hue) + hues.count(None), highest)


def judge_bid(state: State, move: Bid, highest: int) -> Verdict:
    """Whether the bid beats the standing one and can be kept; ``highest``: the highest number in the deck."""
    spot = f"{move.hue.name}1"
    if move.number < 1:
        return no("BID_TOO_LOW", "ST-BID-01", spot)
    # Nobody may promise more trumps than he owns; of a hand nobody saw, the end of the round tells.
    most = most_of(state, move.seat, move.hue, highest)
    if move.number > most:
        code = "BID_TOO_HIGH" if most else "NONE_HELD"
        return no(code, "ST-BID-02", spot, player=move.seat, hue=move.hue, most=most, number=move.number)
    if state.bid_hue is not None and not outbids((move.hue, move.number), (state.bid_hue, state.bid_number)):
        standing = f"{state.bid_hue.name}{state.bid_number}"
        return no("NOT_HIGHER", "ST-BID-03", spot, bid=f"{move.hue.name}{move.number}", standing=standing)
    return yes("done")


def judge_pass(state: State, move: PassAuction, options: Options) -> Verdict:
    """Whether the player may leave the auction (ST-BID-05)."""
    others = [p for seat, p in enumerate(state.passed) if seat != move.seat]
    if (options.all_pass, state.bid_hue, move.seat) == ("dealer_must_bid", None, state.dealer) and all(others):
        return no("DEALER_MUST_BID", "D-ST-07", player=move.seat, option="all_pass")
    return yes("done")


def bids(state: State, seat: Seat, highest: int) -> Iterator[Bid]:
    """Every bid within what the seat may own that beats the standing one."""
    held = Counter(card.hue for hand in state.hands[seat] for card in hand)
    for hue in Hue:
        least = 1
        if state.bid_hue is not None:
            equal = (hue, state.bid_number)
            least = state.bid_number + (not outbids(equal, (state.bid_hue, state.bid_number)))
        for number in range(least, min(held[hue] + held[None], highest) + 1):
            yield _bid(seat, hue, number)


def bid(state: State, move: Bid, options: Options) -> State:
    """The bid stands, and the next player speaks."""
    state = replace(state, bid_hue=move.hue, bid_number=move.number, bidder=move.seat)
    return _next(replace(state, spoken=replaced_at(state.spoken, move.seat, True)), options)


def passed(state: State, move: PassAuction, options: Options) -> State:
    """The player is out of the auction, and the next one speaks."""
    state = replace(
        state, passed=replaced_at(state.passed, move.seat, True), spoken=replaced_at(state.spoken, move.seat, True)
    )
    return _next(state, options)


def _next(state: State, options: Options) -> State:
    """The next player clockwise who may still speak."""
    n = len(state.passed)
    silent = state.spoken if options.auction == "one_lap" else state.passed
    for step in range(1, n + 1):
        seat = (state.to_move + step) % n
        if not silent[seat]:
            return replace(state, to_move=seat)
    return state


def is_over(state: State, options: Options) -> bool:
    """All but the highest bidder passed, or everybody did; in one lap: everybody spoke (ST-BID-06)."""
    if options.auction == "one_lap":
        return all(state.spoken)
    left = state.passed.count(False)
    return left == 0 or (left == 1 and state.bid_hue is not None)
