"""A referee answers whatever it is told: no event, however odd, may be an error."""

import re
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine import texts
from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.bench import (
    engine_sixchex_spectrum,
    engine_spectra_icehouse,
    engine_spectrangle,
    engine_spectrum_escape,
)
from tests.support.properties import sentence

GAMES = {
    "spectrangle": engine_spectrangle,
    "sixchex_spectrum": engine_sixchex_spectrum,
    "spectra_icehouse": engine_spectra_icehouse,
    "spectrum_escape": engine_spectrum_escape,
}
WORDS = ("", "RRR6", "GYR3", "XYZ", "a1", "i8", "z9", "S red", "M black", "S pink", "dR", "black", "red", "own")


def odd(kind, random, word):
    """Some value of a field's type, sensible or not."""
    if get_origin(kind) is Literal:
        return random.choice(get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        count = random.randint(0, 9) if inner[-1] is Ellipsis else len(inner)
        return tuple(odd(inner[0], random, word) for _ in range(count))
    if kind is Hue:
        return random.choice(list(Hue))
    return random.randint(-3, 40) if kind is int else random.choice(word)


@pytest.mark.parametrize("name", GAMES)
def test_every_event_gets_a_verdict_and_every_refusal_a_sentence(name):
    random = Random(1)
    for length in (0, 1, 3, 6, 9, 15, 40, 60):
        match: Match = GAMES[name].random_match(2 + length % 3, seed=length, stop=length)
        game, state = match.game, match.state
        for _ in range(150):
            kind = random.choice(game.event_types)
            hints = {n: h for n, h in get_type_hints(kind).items() if n not in ("kind", "source")}
            event = kind(**{n: odd(h, random, WORDS) for n, h in hints.items()})
            if 0 <= getattr(event, "seat", 0) < game.rules.seats:
                verdict = game.judge(state, event)
                assert verdict.ok or sentence(game, verdict)


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_code_has_its_sentence(name):
    folder = Path(str(files(f"engine.games.{name}")))
    codes = {code for file in folder.glob("*.py") for code in re.findall(r'\bno\(\s*"([A-Z_]+)"', file.read_text())}
    assert len(codes) > 10
    assert [code for code in sorted(codes) if not texts.find(name, "refused", code)] == []
