"""What holds in every card game: one deck, honest lists of moves, texts that read back, hands that stay hidden."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import texts
from engine.components.cards import Card, full_deck, hidden, numbered
from engine.components.deck import Deck
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.events import Undo
from engine.core.match import Match
from engine.core.serialization import from_json
from engine.texts import ask, explain, find
from tests.support.card_games import all_cards, choose
from tests.support.component_sources import source_of_components, source_of_game

SETUPS = {
    "spectrum_500": [
        (2, {"min_meld": 3, "deduct_hand": True}),
        (4, {}),
        (5, {"shade_centres": "all12", "false_call_penalty": 10}),
    ],
    "spectrum_casino": [(2, {}), (3, {"created_value_cap": 12}), (4, {"must_capture": False})],
    "spectrumo": [
        (2, {"swap_pick": "owner_chooses", "drawn_card": "may_keep"}),
        (4, {}),
        (8, {"elimination": True, "target": 150, "colour_swap_on_wheel": True}),
    ],
    "spectrum_solitaire": [(1, {}), (1, {"flip": 1, "empty_column": "any", "foundation_return": True})],
}
GAMES = [(name, seats, options) for name, setups in SETUPS.items() for seats, options in setups]
every_game = pytest.mark.parametrize(("name", "seats", "options"), GAMES)
seeds = st.integers(0, 10_000)
quick = settings(max_examples=6, deadline=None)


def deck_of(name):
    return full_deck() if name == "spectrumo" else numbered()


def cards_in(name, state):
    """Every card, wherever it lies."""
    if name == "spectrum_solitaire":
        homes = [Card(hue, n) for hue in Hue for n in range(1, state.homes[hue] + 1)]
        return all_cards(state.down, state.up, state.stock, state.waste) + homes
    return state.every_card()


def walk(name, seats, options, seed, steps=150):
    """A match after some steps of random legal play."""
    match, random = Match.new(name, ["player"] * seats, options=options), Random(seed)
    for _ in range(steps):
        if match.game.awaiting(match.state).actor == "nobody":
            break
        match.add(choose(match.game, match.state, random, last=("concede", "decline")))
    return match


@every_game
@given(seed=seeds)
@quick
def test_no_card_is_lost_or_doubled(name, seats, options, seed):
    """CC-DECK-01"""
    match = walk(name, seats, options, seed)
    for length in range(2, len(match.log) + 1, 7):
        cards = cards_in(name, match.state_at(length))
        assert sorted(map(str, cards)) == sorted(map(str, deck_of(name)))


@every_game
@given(seed=seeds)
@quick
def test_the_list_of_moves_is_what_the_judge_allows(name, seats, options, seed):
    match = walk(name, seats, options, seed, steps=30)
    moves = list(match.game.moves(match.state))
    assert len(moves) == len(set(moves))
    for move in moves:
        assert match.game.judge(match.state, move).ok
        assert move in match.game.moves(match.state)
    refused = [m for m in match.game.pseudo_legal_moves(match.state) if m not in moves]
    assert all(not match.game.judge(match.state, m).ok for m in refused)


@every_game
@given(seed=seeds)
@quick
def test_what_happened_reads_back_from_its_text_and_its_object(name, seats, options, seed):
    match = walk(name, seats, options, seed, steps=80)
    for _, event in match.events:
        assert match.game.parse(str(event)) == event
        assert match.game.event_from_json(match.game.event_to_json(event)) == event
    game = match.game
    assert game.state_from_json(game.state_to_json(match.state)) == match.state
    assert Match.from_json(match.to_json()).state == match.state


@every_game
@given(seed=seeds)
@quick
def test_undoing_everything_and_redoing_it_changes_nothing(name, seats, options, seed):
    match = walk(name, seats, options, seed, steps=60)
    end, length = match.state, len(match.log)
    for _ in range(len(match.events)):
        match.undo()
    assert match.state == match.game.start()
    match.add(Undo(length))
    assert match.state == end


@every_game
@given(seed=seeds)
@quick
def test_a_view_shows_only_what_its_seat_may_know(name, seats, options, seed):
    match = walk(name, seats, options, seed, steps=40)
    for seat in (None, *range(seats)):
        seen = match.game.view(match.state, seat)
        assert seen.stock == hidden(match.state.stock)
        for other, hand in enumerate(getattr(seen, "hands", ())):
            held = match.state.hands[other]
            assert hand == (held if other == seat else hidden(held))


@every_game
@given(seed=seeds)
@quick
def test_every_question_and_refusal_has_its_sentence(name, seats, options, seed):
    match = walk(name, seats, options, seed, steps=40)
    game, names = match.game, ["Ann", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hal"][:seats]
    for length in range(len(match.log) + 1):
        state = match.state_at(length)
        sentence = ask(name, game.awaiting(state), names)
        assert find(name, "ask", game.awaiting(state).ask) and "{" not in sentence
        for other in list(match.events)[:: max(len(match.events) // 6, 1)]:
            verdict = game.judge(state, other[1])
            if not verdict.ok:
                assert find(name, "refused", verdict.reason), verdict.reason
                assert "{" not in explain(name, verdict, names)


@every_game
def test_lights_stay_on_the_board_and_positions_are_sound(name, seats, options):
    match = walk(name, seats, options, 5, steps=120)
    board = {f"{hue.name}{ring}" for hue in Hue for ring in range(1, 10)} | {"center"}
    for length in range(0, len(match.log) + 1, 5):
        state = match.state_at(length)
        spots = match.game.lights(state)
        assert all(spot in board or ":" in spot for spot in spots)
        assert match.game.problems(state) == []


@every_game
def test_a_deck_with_a_card_too_many_or_twice_is_asked_back(name, seats, options):
    match = Match.new(name, ["player"] * seats, options=options)
    deck = deck_of(name)
    judge = match.game.judge
    assert judge(match.state, Deck(deck[:-1])).reason == "DECK_COUNT"
    assert judge(match.state, Deck((deck[0], *deck[:-1]))).reason == "DECK_CARDS"
    assert judge(match.state, Deck(hidden(deck))).ok


@every_game
def test_option_docs_name_every_option(name, seats, options):
    game = Match.new(name, ["player"] * seats, options=options).game
    docs = game.option_docs()
    assert all(text["doc"] for text in docs.values())
    assert from_json(game.options_type, {key: value["default"] for key, value in docs.items()}) is not None


VERBS = [
    "play",
    "draw",
    "take",
    "put",
    "meld",
    "lay",
    "turn",
    "show",
    "deck",
    "wrong",
    "spectrum",
    "false-call",
    "give",
]
CARDS = ["R5", "blue", "??", "*draw", "*", "home", "waste", "hidden", "2", "-1", "99", "99999"]
JOINTS = ["with", "on", "for", ">", "x3", "1:", "9:", "@camera", "@x"]
WORDS = st.sampled_from([*VERBS, *CARDS, *JOINTS])


@every_game
@given(text=st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=20))
@settings(max_examples=30, deadline=None)
def test_any_text_is_understood_or_refused_with_a_sentence(name, seats, options, text):
    match = walk(name, seats, options, 3, steps=12)
    try:
        event = match.game.parse(text, match.state)
    except NotUnderstood as fault:
        assert str(fault)
        return
    assert match.game.judge(match.state, event) is not None
    unseen = match.game.after(match.game.start(), Deck(hidden(deck_of(name))))
    assert match.game.judge(unseen, event) is not None


@every_game
def test_every_game_says_what_is_checked_when(name, seats, options):
    """F.1"""
    checks = Match.new(name, ["player"] * seats, options=options).game.checks
    assert checks and set(checks.values()) <= {"NOW", "LATER", "NEVER"}


@pytest.mark.parametrize("name", SETUPS)
def test_every_reason_in_the_code_has_its_sentence_and_no_sentence_is_left_over(name):
    own, shared = source_of_game(name), source_of_components(name)
    reasons = set(re.findall(r'"([A-Z][A-Z_]{3,})"', own)) | set(re.findall(r'no\("([A-Z_]+)"', shared))
    page = texts.page(name)
    written = {*page["refused"], *page["ask"]}
    assert written <= reasons, written - reasons
    used = set(re.findall(r'\bno\(\s*"([A-Z_]+)"', own + shared))
    assert all(find(name, "refused", reason) for reason in used), [r for r in used if not find(name, "refused", r)]
