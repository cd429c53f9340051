"""Every sentence a board game can say: no empty list, nothing left to fill in, no words that mean two things."""

import re
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import texts
from engine.core.errors import NotUnderstood
from engine.core.registry import find
from engine.texts import ask, explain
from tablelight.bench.players import SETUPS, events

GAMES = ("spectrum", "spectrum_escape", "sixchex_spectrum", "spectra_icehouse", "spectrangle")
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
EVERY = [
    (game, table, code, text)
    for game in (*GAMES, "common")
    for table, sentences in texts.page(game).items()
    if table not in ("names", "options")
    for code, text in sentences.items()
]
AMBIGUOUS = {
    r"\bat once\b": "all together, or right now?",
    r"at this point": "of the game, or on the board?",
    r"\bthat cannot happen\b": "say what is awaited",
    r"\bdoes not end on\b": "say how far it is",
    r"\bor not at all\b": "which of the two?",
}
"""Words that people read in two ways, or that say nothing; what to write in their place."""


@pytest.mark.parametrize(("game", "table", "code", "text"), EVERY, ids=[f"{g}-{c}" for g, _, c, _ in EVERY])
def test_a_sentence_means_one_thing(game, table, code, text):
    for words, better in AMBIGUOUS.items():
        assert not re.search(words, text, re.IGNORECASE), f"{words}: {better}"
    assert text[-1] in ".?}" and "  " not in text
    assert text.count("{") == text.count("}")


def whole(text):
    """Whether a text is a whole sentence: nothing to fill in, nothing left empty, begun and ended as one."""
    assert text and "{" not in text and "()" not in text and not re.search(r"\bNone\b(?! of)", text), text
    assert text[0].isupper() or not text[0].isalpha(), text
    assert text[-1] in ".?”)", text
    assert not re.search(r"[:,] ?[.;]|: nothing[.,;]|\bnothing and\b|  ", text), text


SETS = [setup for setup in SETUPS if setup.name in GAMES]
each = pytest.mark.parametrize("setup", SETS, ids=lambda setup: f"{setup.name}-{setup.seats}-{SETS.index(setup)}")


def garbled(game, words, chance):
    """The words of an event with some of them changed: moves nobody would make, of whoever's turn it is not."""
    parts = re.split(r"([ >])", words)
    pool = [
        "R1",
        "G9",
        "GB4",
        "OFF",
        "P8",
        "YG1",
        "R",
        "GB",
        "3",
        "??",
        "(G4)",
        "a1",
        "i8",
        "own",
        "common",
        "S",
        "G G",
    ]
    for _ in range(chance.choice([1, 1, 2])):
        parts[chance.randrange(len(parts))] = chance.choice([*pool, *parts])
    try:
        return game.parse(f"{chance.randrange(game.rules.seats) + 1}: {''.join(parts)}")
    except NotUnderstood:
        return None


@each
@given(seed=st.integers(0, 10**6))
@settings(max_examples=4, deadline=None)
def test_whatever_is_refused_in_whatever_position_is_refused_in_whole_sentences(setup, seed):
    chance = Random(seed)
    way = list(events(setup, chance, 60))
    told = [event for _, _, event in way]
    told += [move for game, state, _ in way[::4] for move in list(game.moves(state))[:6]]
    for game, state, _ in way[::2]:
        whole(ask(game.name, game.awaiting(state), NAMES))
        other = [garbled(game, str(event.words()), chance) for event in chance.sample(told, min(10, len(told)))]
        for event in (*chance.sample(told, min(12, len(told))), *filter(None, other)):
            for seat in (None, 0):
                verdict = game.verdict_for(state, event, seat)
                if not verdict.ok:
                    whole(explain(game.name, verdict, NAMES))


@each
def test_every_refusal_says_who_is_awaited_where_an_event_has_no_place(setup):
    seen = set()
    for game, state, _ in events(setup, Random(3), 80):
        for _, _, event in list(events(setup, Random(4), 40)):
            verdict = game.judge(state, event)
            if verdict.reason == "NOT_NOW":
                seen.add(verdict.details["kind"])
                awaited = ask(game.name, game.awaiting(state), NAMES)
                assert awaited in explain(game.name, verdict, NAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_a_board_game_gives_has_a_sentence(game):
    folder = files("engine.games") / game
    source = "".join(file.read_text() for file in folder.iterdir() if file.name.endswith(".py"))
    codes = set(re.findall(r'\bno\(\s*"([A-Z][A-Z_0-9]+)"', source)) | set(
        re.findall(r'"([A-Z]+_[A-Z_]+)", \(', source)
    )
    codes |= set(re.findall(r'return (?:\(?)"([A-Z]+_[A-Z_]+)"', source))
    assert len(codes) > 5 and find(game)
    assert {c for c in codes if not texts.find(game, "refused", c) and not texts.find(game, "ask", c)} == set()
