"""Spectrump: auction, following, tricks, points, and what a referee learns later."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.cards import UNKNOWN, Card, numbered
from engine.components.hues import Hue
from engine.core.audit import say
from engine.core.errors import BadRules, Refused
from engine.core.match import Match
from engine.core.registry import create
from engine.games.spectrump.dealing import next_fact as chance
from engine.games.spectrump.events import Bid, PlayToTrick
from engine.games.spectrump.tricks import (
    DEALS,
    hues_opened,
    outbids,
    plus_and_minus,
    power,
    round_points,
    winning_place,
)
from engine.texts import explain
from tablelight.bench.engine_spectrump import random_match
from tests.support.card_promises import check_log, check_position, walk

HUES = st.sampled_from(list(Hue))
BIDS = st.tuples(HUES, st.integers(1, 12))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def names(hues) -> str:
    return " ".join(hue.name for hue in sorted(hues))


def blind_table(bid: str = "R1", **options) -> Match:
    """Four players with 72 cards whose hands nobody sees; player 2 has won the auction with this bid."""
    match = Match.new("spectrump", ["Ann", "Ben", "Cleo", "Dan"], options={"deck": 72, **options})
    for line in ("deal", f"2: bid {bid}", "3: pass", "4: pass", "1: pass"):
        match.add(match.parse(line))
    return match


def seen_table(*hands: str, bid: str, seats: int = 2) -> Match:
    """Two players with 72 cards and 18 cards each; what is not told is filled up from the top of the deck."""
    match = Match.new("spectrump", ["Ann", "Ben", "Cleo", "Dan"][:seats], options={"deck": 72})
    told = [cards(hand) for hand in hands]
    rest = [c for c in numbered() if c.number <= 6 and not any(c in hand for hand in told)]
    size = match.game.hand_size
    full = [(*hand, *(rest.pop() for _ in range(size - len(hand)))) for hand in told]
    match.add(match.parse("deal " + " / ".join(" ".join(map(str, hand)) for hand in full)))
    match.add(match.parse(f"2: bid {bid}"))
    for seat in range(3, seats + 1):
        match.add(match.parse(f"{seat}: pass"))
    match.add(match.parse("1: pass"))
    return match


# ---- cards


@pytest.mark.parametrize("deck", [144, 72])
@pytest.mark.parametrize("trump", list(Hue))
def test_every_trump_gives_the_same_points(deck, trump):
    """ST-SCORE-03."""
    all_cards = [card for card in numbered() if card.number <= deck // 12]
    assert plus_and_minus(all_cards, trump) == ((156, -78) if deck == 144 else (42, -21))


def test_power_goes_to_the_neighbour_that_is_named_first():
    """ST-TRICK-01, ST-TRICK-02."""
    assert [h.name for h in power(Hue.Y)] == ["Y", "YG", "OY"]
    assert [h.name for h in power(Hue.RO)] == ["RO", "R", "O"]
    assert [h.name for h in power(Hue.PR)] == ["PR", "P", "R"]


@given(BIDS, BIDS)
def test_of_two_bids_at_most_one_beats_the_other(a, b):
    """ST-BID-03: equal number and class never beat each other."""
    alike = a[1] == b[1] and a[0].is_primary == b[0].is_primary
    assert (outbids(a, b) or outbids(b, a)) != alike
    assert not (outbids(a, b) and outbids(b, a))


@pytest.mark.parametrize(
    ("trick", "opened"),
    [
        ("B3", "GB B BP"), ("B3 BP7", "GB B BP P"), ("B3 BP7 PR6", "GB B BP P"),
        ("B3 BP7 GB6", "YG G GB B BP P"), ("B3 BP7 GB7", "YG G GB B BP P"),
    ],
)  # fmt: skip
def test_the_printed_lists_of_colours_to_choose_from(trick, opened):
    """ST-FOLLOW-03 as corrected: one rule gives every list of the rulebook."""
    assert names(hues_opened(cards(trick), Hue.R, "common_colour")) == opened


def test_the_reading_by_neighbours_is_an_option():
    """D-ST-13: then a thrown card opens nothing, unless the table wants it."""
    trick = cards("B3 Y9")
    assert names(hues_opened(trick, Hue.R, "neighbours")) == "GB B BP"
    assert names(hues_opened(trick, Hue.R, "neighbours", thrown_open=True)) == "OY Y YG GB B BP"
    assert names(hues_opened(cards("PR3"), Hue.R, "neighbours", trump_follows=True)) == "R P PR"


@given(st.lists(st.sampled_from(numbered()), min_size=2, max_size=8, unique=True), HUES)
@settings(deadline=None)
def test_a_trick_is_won_by_trump_or_by_the_highest_number(trick, trump):
    """ST-TRICK-03."""
    winner = trick[winning_place(trick, trump)]
    strong = [card for card in trick if card.hue in power(trump)]
    if strong:
        first = min(strong, key=lambda c: (power(trump).index(c.hue), -c.number))
        assert winner == first
    else:
        assert winner.number == max(card.number for card in trick)


def test_ties_go_to_the_led_colour_then_its_neighbour_then_the_first():
    """ST-TRICK-04."""
    assert winning_place(cards("O11 RO2 R11 OY11"), Hue.G) == 0
    assert winning_place(cards("O8 RO11 R11 PR11"), Hue.G) == 1
    assert winning_place(cards("B3 BP7 GB7 P3"), Hue.R) == 1


def test_an_overbid_takes_all_negative_points():
    """ST-DQ-01."""
    assert round_points([60, 96], [-10, -68], [True, False]) == (-78, 96)
    assert round_points([60, 96], [-10, -68], [False, False]) == (50, 28)
    assert sum(round_points([10, 20, 30, 96], [-10, -8, -50, -10], [True, False, True, False])) == -78 + 20 + 96


@pytest.mark.parametrize(("deck", "players"), sorted(DEALS))
def test_every_deal_fits_its_deck(deck, players):
    """ST-SETUP-01: only eight players with 144 cards leave cards aside, by the printed deal."""
    sessions, sets, size = DEALS[deck, players]
    assert deck - players * sessions * sets * size == (16 if (deck, players) == (144, 8) else 0)
    nine = create("spectrump", players, options={"deck": deck, "eight_player_deal": "nine"})
    assert players * sessions * nine.hand_size == deck


# ---- auction


def test_who_passed_is_out_and_the_last_one_leads():
    """ST-BID-05, ST-BID-06, ST-LEAD-01."""
    match = Match.new("spectrump", ["Ann", "Ben", "Cleo", "Dan"], options={"deck": 72})
    for line in ("deal", "2: bid GB1", "3: pass", "4: bid R1", "1: pass", "2: bid RO2"):
        match.add(match.parse(line))
    with pytest.raises(Refused, match="HAS_PASSED"):
        match.add(match.parse("3: bid R2"))
    with pytest.raises(Refused, match="NOT_HIGHER"):
        match.add(match.parse("4: bid YG2"))
    match.add(match.parse("4: bid R2"))
    match.add(match.parse("2: pass"))
    assert match.state.phase == "play" and match.state.to_move == 3 and match.state.trump is Hue.R


def test_nobody_bids_more_than_he_holds():
    """ST-BID-02: all sets in hand count."""
    match = Match.new("spectrump", ["Ann", "Ben"], options={"deck": 72})
    hands = "B1 B2 B3 B4 R1 R2 R3 R4 R5 O1 O2 O3 O4 O5 O6 Y1 Y2 Y3"
    match.add(match.parse(f"deal 18x?? / {hands}"))
    assert match.game.judge(match.state, Bid(1, Hue.B, 4)).ok
    verdict = match.game.judge(match.state, Bid(1, Hue.B, 5))
    assert verdict.reason == "BID_TOO_HIGH"
    assert "holds 4 blue" in explain("spectrump", verdict, match.seats)
    assert match.game.judge(match.state, Bid(1, Hue.G, 1)).reason == "NONE_HELD"


def test_when_all_pass_the_same_dealer_deals_again_or_must_bid():
    """D-ST-07."""
    match = Match.new("spectrump", ["Ann", "Ben"])
    for line in ("deal", "2: pass", "1: pass"):
        match.add(match.parse(line))
    assert match.state.phase == "deal" and match.state.dealer == 0
    match = Match.new("spectrump", ["Ann", "Ben"], options={"all_pass": "dealer_must_bid"})
    for line in ("deal", "2: pass"):
        match.add(match.parse(line))
    with pytest.raises(Refused, match="DEALER_MUST_BID"):
        match.add(match.parse("1: pass"))


def test_in_one_lap_everybody_speaks_once():
    """D-ST-06."""
    match = Match.new("spectrump", ["Ann", "Ben", "Cleo", "Dan"], options={"deck": 72, "auction": "one_lap"})
    for line in ("deal", "2: bid GB1", "3: bid G1", "4: pass", "1: bid Y2"):
        match.add(match.parse(line))
    assert match.state.phase == "play" and match.state.bidder == 0


# ---- play, every hand seen


def test_trump_and_scoring_trump_are_not_led_before_they_are_broken():
    """ST-LEAD-02, ST-LEAD-03."""
    match = seen_table("G1 G2", "R1 RO2 B3", bid="R1")
    for text, reason in (("R1", "TRUMP_NOT_BROKEN"), ("RO2", "SCORING_NOT_BROKEN"), ("B3", "OK")):
        assert match.game.judge(match.state, PlayToTrick(1, Card.parse(text))).reason == reason


def test_who_can_follow_must():
    """ST-FOLLOW-03, ST-FOLLOW-04."""
    match = seen_table("BP2 G4 R2", "R1 B3", bid="R1")
    match.add(match.parse("2: play B3"))
    verdict = match.game.judge(match.state, PlayToTrick(0, Card.parse("R2")))
    assert verdict.reason == "MUST_FOLLOW" and "BP2" in verdict.details["fit"]
    assert match.game.judge(match.state, PlayToTrick(0, Card.parse("BP2"))).ok
    with pytest.raises(Refused, match="OTHER_SET"):
        last_of_second_set = match.state.hands[0][1][0]
        match.add(PlayToTrick(0, last_of_second_set))


def test_a_scoring_lead_may_be_followed_exactly_but_a_shade_is_owed():
    """ST-FOLLOW-06."""
    match = seen_table("O5 G2 RO3", "R1 B3 RO4", bid="R1")
    state = match.state
    state = replace(state, trick=cards("RO4"), to_move=0, hands=((cards("O5 G2 RO3"), ()), state.hands[1]))
    reasons = [match.game.judge(state, PlayToTrick(0, card)).reason for card in cards("O5 G2 RO3")]
    assert reasons == ["OK", "MUST_FOLLOW", "OK"]
    # Without a shade the led colour itself is not demanded.
    state = replace(state, hands=((cards("G2 RO3"), ()), state.hands[1]))
    assert all(match.game.judge(state, PlayToTrick(0, card)).ok for card in cards("G2 RO3"))


# ---- play, hands not seen


def test_a_revoke_is_told_when_the_missing_colour_shows_up_in_the_same_set():
    """ST-AUDIT-01."""
    match = blind_table()
    for line in ("2: play B3", "3: play R1", "4: play B4", "1: play B5", "3: play GB4"):
        match.add(match.parse(line))
    (remark,) = match.state.remarks
    assert (remark.code, remark.player, remark.turn) == ("REVOKE", 2, 1)
    assert "Cleo did not follow" in say("spectrump", remark, match.seats)


def test_a_card_that_follows_in_one_reading_is_never_called_a_revoke():
    """Yellow shares no colour with blue, but with the green in green-blue."""
    match = blind_table()
    for line in ("2: play B3", "3: play GB6", "4: play YG1", "1: play B5", "3: play Y6", "4: play B4"):
        match.add(match.parse(line))
    assert match.state.remarks == ()


def test_a_closed_lead_is_told_when_another_card_shows_up():
    """ST-LEAD-02 for hands nobody saw; the penalty is an option (D-ST-19)."""
    match = blind_table(revoke_penalty="minus_trump_value")
    for line in ("2: play R3", "3: play R1", "4: play R2", "1: play R4", "1: play G1", "2: play G4"):
        match.add(match.parse(line))
    assert [(r.code, r.player) for r in match.state.remarks] == [("ILLEGAL_LEAD", 1)]
    assert match.game.scores(match.state)[1] == -3


def test_an_overbid_shows_when_the_trumps_are_counted():
    """ST-DQ-01, D-ST-17: the bidder promised six and played one."""
    told = random_match(4, 3, 80, deck=72, rounds=1)
    events = [event for _, event in told.events]
    match = Match.new("spectrump", told.seats, options={"deck": 72, "rounds": 1})
    match.add(match.parse("deal"))
    hue = told.state.bid_hue
    bidder = told.state.bidder
    lines = ["2: pass", "3: pass", "4: pass", "1: pass"]
    lines[(bidder - 1) % 4] = f"{bidder + 1}: bid {hue.name}6"
    for line in lines:
        if match.state.phase == "auction" and not match.state.passed[int(line[0]) - 1]:
            match.add(match.parse(line))
    for event in events:
        if isinstance(event, PlayToTrick) and match.state.phase == "play":
            match.add(event)
    assert match.state.remarks[-1].code == "OVERBID"
    assert match.state.scores[bidder] == -21
    assert all(points >= 0 for seat, points in enumerate(match.state.scores) if seat != bidder)


def test_a_referee_who_sees_no_hand_scores_as_one_who_knows_all():
    told = random_match(4, 8, deck=72, rounds=2)
    blind = Match.new("spectrump", told.seats, options={"deck": 72, "rounds": 2})
    for _, event in told.events:
        blind.add(blind.parse("deal") if str(event).startswith("deal") else event)
    assert blind.state.scores == told.state.scores
    assert blind.state.remarks == ()


# ---- whole games

TABLES = [
    (2, {"deck": 72}), (4, {"deck": 72, "partners": True}), (6, {"deck": 72, "follow": "neighbours"}),
    (8, {"deck": 72}), (2, {"auction_per": "session", "set_lead": "bidder"}), (8, {"eight_player_deal": "nine"}),
    (8, {}), (4, {"broken_reset": "round", "auction": "one_lap", "all_pass": "dealer_must_bid"}),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_games_end_after_their_rounds(seats, options):
    for seed in range(4):
        match = random_match(seats, seed, rounds=2, **options)
        state = match.state
        assert state.phase == "over" and state.round >= 2
        scores = match.game.scores(state)
        assert max(scores.values()) == scores[match.game.winners(state)[0]]
        if not (seats == 8 and match.game.setup.set_size == 8):
            # Each round gives 78 or 21 points, once for every auction of whole decks.
            whole = options.get("auction_per") != "session"
            assert not whole or sum(state.scores) == state.round * (78 if match.game.options.deck == 144 else 21)
        assert not state.remarks


def test_a_game_can_end_at_a_total():
    """ST-END-01."""
    match = random_match(4, 2, deck=72, end="target")
    best = max(match.game.scores(match.state).values())
    assert best >= 50
    assert len({best} & set(match.game.scores(match.state).values())) == 1


@pytest.mark.parametrize(("seats", "options"), [(2, {"deck": 72, "hand_loading": True}), (4, {"deck": 72}), (6, {})])
def test_every_position_keeps_its_promises(seats, options):
    match = Match.new("spectrump", [f"P{n}" for n in range(seats)], options=options)
    for game, state in walk(match, chance, 5, 70):
        check_position(game, state)
        if state.phase != "deal":
            per_session = seats * game.hand_size
            assert len(state.cards()) == per_session * (state.session + 1)
    check_log(match)


def test_others_hands_are_hidden():
    match = random_match(4, 1, 20)
    view = match.game.view(match.state, 2)
    assert view.hands[2] == match.state.hands[2]
    assert {card for hand in view.hands[0] for card in hand} <= {UNKNOWN}


def test_odd_tables_are_refused_with_a_reason():
    for seats, options, word in (
        (3, {}, "2, 4, 6 or 8"),
        (2, {"partners": True}, "4 players"),
        (4, {"rounds": 0}, "rounds"),
    ):
        with pytest.raises(BadRules, match=word):
            create("spectrump", seats, options=options)
