"""What every game promises, in every position of random games: moves, refusals, texts, saved forms, undo, views."""

import json
import os
from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.components.cards import Card
from engine.core.events import Undo
from engine.core.match import Match
from engine.core.registry import create, find, names
from engine.texts import ask, explain
from tablelight.bench.games import play, shares
from tablelight.bench.players import SETUPS, next_event
from tests.support.random_games import NAMES, each, some

GAMES = int(os.environ.get("TABLELIGHT_GAMES", "0"))
"""Random games of each kind that are played to their end; ``TABLELIGHT_GAMES=1000`` takes an hour."""

seeds = st.integers(0, 10**6)
few = settings(max_examples=2, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


def test_every_game_of_the_registry_is_played_here():
    assert {setup.name for setup in SETUPS} == set(names())


@pytest.mark.parametrize("name", [name for name in names() if name != "spectrum"])
def test_every_game_says_when_what_it_watches_can_be_judged(name):
    """F.1"""
    assert set(find(name).checks.values()) <= {"NOW", "LATER", "NEVER"} and find(name).checks


@each
@given(seed=seeds)
@few
def test_a_move_that_is_listed_is_legal_and_has_a_text_of_its_own(setup, seed):
    for game, state, _ in some(setup, seed):
        moves = list(game.moves(state))
        assert len({str(move) for move in moves}) == len(set(moves)) == len(moves)
        for move in Random(seed).sample(moves, min(8, len(moves))):
            assert game.parse(str(move), state) == move
            assert game.event_from_json(json.loads(json.dumps(game.event_to_json(move)))) == move
            after = game.after(state, move)
            assert game.problems(after) == []
            assert things(game, after) == things(game, state)
        assert "{" not in ask(game.name, game.awaiting(state), NAMES)


COMPOSED = {
    "spectrum_500": "meld", "sixchex_spectrum": "move", "spectrum_cribbage": "crib", "spectrum_poker": "exchange",
    "spectrump": "load",
}  # fmt: skip
"""Moves that a list gives in one form, and the referee takes in others too: longer melds, paths step by step, cards
laid away in any order."""
others = [setup for setup in SETUPS if setup.name != "spectrum"]
"""The board game lists its moves in its own way, and has a naive game of its own to be compared with."""


@pytest.mark.parametrize("setup", others, ids=lambda setup: f"{setup.name}-{setup.seats}-{SETUPS.index(setup)}")
@given(seed=seeds)
@few
def test_the_list_of_moves_is_what_the_referee_allows(setup, seed):
    """Neither what he would refuse, nor less than he would allow: moves of other positions are asked here."""
    seen = list(some(setup, seed))
    asked = {move for game, state, _ in seen for move in list(game.moves(state))[:12]}
    asked = [move for move in asked if move.kind != COMPOSED.get(setup.name)]
    for game, state, _ in seen:
        listed = list(game.moves(state))
        assert listed == [move for move in game.pseudo_legal_moves(state) if game.judge(state, move).ok]
        known = set(listed)
        for move in asked if game.awaiting(state).actor == "player" else ():
            assert (move in known) == game.judge(state, move).ok, str(move)


@each
@given(seed=seeds)
@few
def test_whatever_is_not_legal_is_refused_with_a_reason_and_changes_nothing(setup, seed):
    """Moves and facts of other positions, asked here."""
    seen = list(some(setup, seed))
    others = [event for _, _, event in seen] + [move for game, state, _ in seen for move in list(game.moves(state))[:3]]
    chance = Random(seed)
    for game, state, _ in seen[::2]:
        listed = set(game.moves(state))
        for event in chance.sample(others, min(12, len(others))):
            verdict = game.judge(state, event)
            if verdict.ok:
                assert game.problems(game.result(state, event)) == []
                continue
            assert event not in listed
            text = explain(game.name, verdict, NAMES)
            assert text and text != verdict.reason and "{" not in text, (verdict, text)


@each
@given(seed=seeds)
@few
def test_a_position_survives_being_written_down(setup, seed):
    for game, state, event in some(setup, seed):
        assert game.state_from_json(json.loads(json.dumps(game.state_to_json(state)))) == state
        assert game.event_from_json(json.loads(json.dumps(game.event_to_json(event)))) == event
        assert game.parse(str(event), state) == event


@each
@given(seed=seeds)
@few
def test_a_match_is_replayed_undone_and_redone_to_the_same_places(setup, seed):
    game, random = create(setup.name, setup.seats, setup.edition, setup.options), Random(seed)
    match = Match(game, NAMES[: setup.seats])
    for _ in range(40):
        if game.awaiting(match.state).actor != "nobody":
            match.add(next_event(setup, game, match.state, random))
    end, length = match.state, len(match.log)
    again = Match.from_json(json.loads(json.dumps(match.to_json())))
    assert again.state == end and again.to_json() == match.to_json()
    for place in random.sample(range(length), 3):
        assert match.add(Undo(place)) == again.state_at(place)
        assert match.add(Undo(length)) == end


@each
@given(seed=seeds)
@few
def test_a_view_does_not_change_with_what_its_seat_cannot_see(setup, seed):
    """Cards, missions, portals and tiles in other hands and in piles are dealt anew: no view tells the difference."""
    chance = Random(seed)
    for game, state, _ in some(setup, seed):
        for seat in (None, *range(setup.seats)):
            view = game.view(state, seat)
            assert game.view(view, seat) == view
            assert game.view(dealt_anew(game.name, state, seat, chance), seat) == view


@each
def test_random_games_end(setup):
    """One of each, or TABLELIGHT_GAMES shared among the variants of a game; by a rule, never by a limit of ours."""
    count = next(share for known, share in shares(setup.name, max(GAMES, 1)) if known is setup)
    played = play(setup, count, seed=7)
    assert played.endless == 0 and played.games == count


# ---- positions, and what lies in them


def things(game, state):
    """What there is: cards or pawns; none may come or go. Where the rest is in a bag, ``problems`` counts."""
    match game.name:
        case "spectrum":
            standing = sum(mask.bit_count() for mask in (*state.pawns, *state.stars))
            return standing + sum(state.stock) + len(state.captives)
        case "spectrum_escape":
            on_board = sum(place > 0 for lane in state.lanes for place in lane)
            return on_board + sum(state.escaped) + sum(map(state.stock, range(state.seats)))
        case "spectrum_solitaire":
            return sorted(map(str, (*flat((state.down, state.up, state.stock, state.waste)), *state.cards_at_home())))
        case "spectrumo" | "spectrum_casino" | "spectrum_500":
            return sorted(map(str, state.every_card()))
    return None


HANDS = {
    "spectrum_500": ("hands",),
    "spectrum_casino": ("hands",),
    "spectrumo": ("hands",),
    "spectrum_cribbage": ("hands", "laid"),
    "spectrum_poker": ("hands",),
    "spectrump": ("hands",),
}
"""Where the cards of a seat lie that others do not see."""
PILES = {
    "spectrum_500": ("stock",),
    "spectrum_casino": ("stock", "filler"),
    "spectrumo": ("stock",),
    "spectrum_poker": ("away",),
    "spectrum_solitaire": ("stock", "down"),
}
"""Where cards lie that nobody sees."""


def dealt_anew(name, state, seat, chance):
    """The position with everything that the seat cannot see dealt anew among the places where it cannot see."""
    if name == "spectrum":
        return state._replace(extras=missions_anew(state.extras, seat))
    covered = {}
    for place in HANDS.get(name, ()):
        hands = getattr(state, place)
        others = [n for n in range(len(hands)) if n != seat and not (name == "spectrum_poker" and state.shown[n])]
        covered[place] = tuple(hands[n] if n in others else () for n in range(len(hands)))
    covered |= {place: getattr(state, place) for place in PILES.get(name, ())}
    cards = list(flat(covered.values()))
    chance.shuffle(cards)
    anew = {place: refilled(part, cards) for place, part in covered.items()}
    for place in HANDS.get(name, ()):
        old = getattr(state, place)
        anew[place] = tuple(new or old[n] for n, new in enumerate(anew[place]))
    return replace(state, **anew)


def flat(parts):
    for part in parts:
        if isinstance(part, Card):
            yield part
        else:
            yield from flat(part)


def refilled(part, cards):
    """The same places, with cards off the pile."""
    return cards.pop() if isinstance(part, Card) else tuple(refilled(inner, cards) for inner in part)


def missions_anew(extras, seat):
    """Others hold other missions and portals, as far as they were ever seen."""

    def anew(hands):
        return tuple(hand if n in (seat, extras.won) else ("R3",) * len(hand) for n, hand in enumerate(hands))

    return replace(extras, missions=anew(extras.missions), portals=anew(extras.portals))
