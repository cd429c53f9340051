"""Every code of the three games has its sentence, and nothing that happens at a table stops the referee."""

import re
from random import Random

import pytest

from engine.components.cards import UNKNOWN, Card, numbered
from engine.core.errors import NotUnderstood
from engine.core.match import Match
from engine.core.registry import create, find
from engine.core.verdict import Verdict
from engine.texts import ask, explain
from engine.texts import find as sentence
from tablelight.bench.players import table_of
from tests.support.card_promises import walk
from tests.support.component_sources import source_of_components, source_of_game

GAMES = {
    "spectrum_poker": {"form": "draw", "deals": 2},
    "spectrum_cribbage": {"muggins": True},
    "spectrump": {"deck": 72, "hand_loading": True},
}
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_a_sentence(name):
    source = source_of_game(name) + source_of_components(name)
    codes = set(re.findall(r'(?:no|Remark)\(\s*"([A-Z][A-Z_0-9]+)"', source))
    for line in re.findall(r"^ *code(?:, \w+)? = .*$", source, re.MULTILINE):
        codes |= set(re.findall(r'"([A-Z][A-Z_0-9]{4,})"', line))
    assert len(codes) > 10
    assert {code for code in codes if not sentence(name, "refused", code)} == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_check_has_a_sentence_and_a_time(name):
    checks = find(name).checks
    assert set(checks.values()) <= {"NOW", "LATER", "NEVER"}
    assert all(sentence(name, "checks", check) for check in checks)


@pytest.mark.parametrize("name", GAMES)
def test_the_referee_always_asks_for_something_in_a_whole_sentence(name):
    options, table = GAMES[name], table_of(name)
    match = Match.new(name, NAMES, options=options)
    for game, state in walk(match, table, 1, 120):
        text = ask(name, game.awaiting(state), match.seats)
        assert " " in text and "{" not in text


def any_event(game, random):
    """Something that may be said or seen at any time, sensible or not."""
    cards = [*numbered(), UNKNOWN, Card(special="draw")]
    some = " ".join(str(random.choice(cards)) for _ in range(random.choice([0, 1, 1, 2, 3, 5, 9])))
    one, seat = random.choice(cards), random.randrange(1, game.rules.seats + 1)
    return random.choice(
        [
            f"deal {some}", "deal", f"draw {some}", f"board {some}", f"chips {seat} {random.randrange(4)}",
            f"{seat}: exchange {some}", f"{seat}: stand", f"{seat}: fold", f"{seat}: show {some}",
            f"{seat}: show = {random.randrange(30)}", f"cut {seat} {one}", f"starter {one}", f"{seat}: crib {some}",
            f"{seat}: play {one}", f"{seat}: go", f"{seat}: bid {one}", f"{seat}: pass", f"{seat}: load {some}",
            f"{seat}: ready",
        ]
    )  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("blind", [False, True])
def test_whatever_is_said_gets_a_verdict_and_no_card_appears_twice(name, blind):
    """Also by a referee who sees no hand: then much more can be true, but never the same card twice."""
    options, table = GAMES[name], table_of(name)
    random = Random(7)
    game = create(name, 4, options=options)
    for seed in range(4):
        match = Match.new(name, NAMES, options=options)
        for _, state in walk(match, (lambda g, s, r: hide(table(g, s, r))) if blind else table, seed, 25):
            for _ in range(25):
                try:
                    event = game.parse(any_event(game, random))
                except NotUnderstood:
                    continue
                verdict = game.judge(state, event)
                assert isinstance(verdict, Verdict)
                if not verdict.ok:
                    text = explain(name, verdict, match.seats)
                    assert " " in text and "{" not in text
                    continue
                after = game.result(state, event)
                known = [card for card in after.cards() if card.known]
                assert len(known) == len(set(known)) and not any(card.special for card in known)


def hide(event):
    """A deal that nobody saw; every other fact as it is."""
    return type(event)() if event.kind == "deal" else event
