"""What the table would show can be dealt, rolled and drawn here: every game is playable in the browser alone."""

from random import Random

import pytest

from engine.components.cards import numbered
from engine.core.match import Match
from engine.core.registry import find, names
from tablelight.session import dealing

GAMES = [
    *(pytest.param(name, max(find(name).seats[0], min(find(name).seats[1] or 2, 2)), {}, id=name) for name in names()),
    pytest.param("spectrum", 2, {"portals": True, "missions": True, "decks": 2}, id="missions-and-portals"),
    pytest.param("spectrum", 2, {"start": "shotgun_cards", "scoring": "weighted"}, id="shotgun-cards-weighted"),
    pytest.param("spectrum", 3, {"start": "shotgun_d12", "dice": "d12"}, id="shotgun-d12"),
    pytest.param("spectrum", 2, {"dice": "cards", "swap_cards": True}, id="cards-as-dice"),
    pytest.param("spectrum_poker", 4, {"form": "holdem", "deals": 2}, id="holdem"),
    pytest.param("spectrum_cribbage", 4, {"muggins": True}, id="cribbage-four"),
    pytest.param("spectrangle", 4, {"teams": True, "start_draw": "returned"}, id="spectrangle-teams"),
]


def play(match: Match, random: Random, most: int) -> int:
    """Play at random what is dealt here; how many events that were."""
    for done in range(most):
        if match.game.awaiting(match.state).actor == "nobody":
            return done
        fact = dealing.next_fact(match, random)
        match.add(match.parse(fact) if fact else random.choice(list(match.game.moves(match.state))))
    return most


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_a_game_never_waits_for_what_only_a_real_table_could_show(name, seats, options):
    for seed in range(3):
        match = Match.new(name, [f"P{n}" for n in range(seats)], options=options)
        assert play(match, Random(seed), 150) > 2


def test_the_same_seed_deals_the_same_cards():
    decks = [dealing.next_fact(Match.new("spectrum_casino", ["Ana", "Ben"]), Random(seed)) for seed in (7, 7, 8)]
    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0].split()[1:]) == sorted(map(str, numbered()))


def test_real_cards_are_dealt_face_down_and_nothing_follows_by_itself():
    match = Match.new("spectrum_poker", ["Ana", "Ben"])
    assert dealing.dealt_here(match) is None
    match.add(match.parse(dealing.real_cards(match)))
    assert dealing.dealt_here(match) is False
    match.add(match.parse(f"{match.game.mover(match.state) + 1}: exchange ?? ??"))
    assert dealing.next_fact(match, Random(1)) is None, "only the table knows which cards came"
    assert not dealing.follows_by_itself(match)


def test_new_cards_for_a_hand_that_was_dealt_here_follow_by_themselves():
    match, random = Match.new("spectrum_poker", ["Ana", "Ben"]), Random(3)
    match.add(match.parse(dealing.next_fact(match, random)))
    assert not dealing.follows_by_itself(match)
    seat = match.game.mover(match.state)
    gone = match.state.hands[seat][:2]
    match.add(match.parse(f"{seat + 1}: exchange {gone[0]} {gone[1]}"))
    assert dealing.follows_by_itself(match)
    match.add(match.parse(dealing.next_fact(match, random)))
    assert len(match.state.hands[seat]) == 5 and not set(gone) & set(match.state.hands[seat])


def test_no_deal_is_offered_where_no_deal_is_awaited():
    match = Match.new("spectrum_casino", ["Ana", "Ben"])
    match.add(match.parse("deck hidden 144"))
    assert dealing.real_cards(match) is None


def test_the_two_portals_of_a_used_one_are_dealt_and_only_its_user_sees_them():
    match, random = Match.new("spectrum", ["Ana", "Ben"], options={"portals": True}), Random(1)
    for _ in range(2):
        match.add(match.parse(dealing.secret_cards(match, random)))
    while match.state.phase != "send":
        portals = [m for m in match.game.moves(match.state) if m.kind == "portal"]
        fact = None if portals else dealing.next_fact(match, random)
        moves = list(match.game.moves(match.state))
        match.add(portals[0] if portals else match.parse(fact) if fact else random.choice(moves))
    user = match.state.extras.user
    assert dealing.follows_by_itself(match)
    match.add(match.parse(dealing.next_fact(match, random)))
    drawn = match.state.extras.drawn
    assert match.game.view(match.state, user).extras.drawn == drawn
    assert match.game.view(match.state, 1 - user).extras.drawn == ("??", "??")
    assert str(match.events[-1][1].visible_to(1 - user)) == f"portals {user + 1} ?? ??"
    sends = list(match.game.moves(match.state))
    assert {(m.to, m.kept) for m in sends} == {drawn, drawn[::-1]}
    other = match.parse(f"{user + 1}: send R3 keep RO3")
    assert match.game.judge(match.state, other).reason == "NOT_DRAWN"
    assert sends[0].visible_to(1 - user).kept == "??"
