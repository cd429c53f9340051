"""Whatever a camera says in any game, the table comes out of it: dismissed, taken as offered, put back, or typed."""

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.cards import UNKNOWN, Card
from engine.components.hues import PRIMARIES, Hue
from engine.core.match import Match
from engine.core.registry import names
from engine.inference.observation import SeenCard
from tablelight.bench.players import random_match, setups_of
from tablelight.referee.answers import open_hypotheses
from tablelight.referee.card_fields import fields_of
from tablelight.referee.hypotheses import text_of
from tablelight.referee.inputs import Accept, CameraObservation, Dismiss, EnterEvent
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.viewer import Shown
from tests.support.trays import die
from vision.pips.readings import SeenPips

ROLLING = CameraObservation("rolling")
HUES = st.sampled_from(list(Hue))


@cache
def whole(name: str, seed: int) -> Match:
    setup = setups_of(name)[0]
    return random_match(name, setup.seats, seed, 40, **setup.options)


@st.composite
def dice_in_view(draw) -> CameraObservation:
    statuses = st.sampled_from(["ok"] * 6 + ["ask", "cocked"])
    kinds = st.one_of(st.sampled_from([f"{hue.name}6" for hue in PRIMARIES]), HUES.map(lambda hue: f"{hue.name}12"))
    thrown = draw(st.lists(st.tuples(kinds, st.integers(0, 60), statuses), max_size=9))
    return CameraObservation("settled", tuple(die(*each) for each in thrown), picture=1)


@st.composite
def dots_in_view(draw) -> CameraObservation:
    def dots(number: int, x: int, status: str) -> SeenPips:
        chances = ((number, 0.97),) if status == "ok" else ((number, 0.5), (number % 6 + 1, 0.4))
        at = (10.0 * x, 50.0)
        return SeenPips(status, number if status == "ok" else None, chances, at, (at, at, at), 20.0, at)

    numbers = st.tuples(st.integers(1, 6), st.integers(0, 20), st.sampled_from(["ok", "ok", "ask"]))
    return CameraObservation("settled", pips=tuple(dots(*each) for each in draw(st.lists(numbers, max_size=3))))


def played_next(name: str, seed: int, at: int) -> list[Card]:
    """The cards of the next few events, which the rules can explain."""
    words = " ".join(str(event) for n, event in whole(name, seed).events if at <= n < at + 4)
    return [Card.parse(text) for text in re.findall(rf"\b(?:{'|'.join(Hue.__members__)})(?:1[0-2]|[1-9])\b", words)][:6]


@st.composite
def cards_in_view(draw, before: tuple[SeenCard, ...], places: list[str], likely: list[Card]) -> CameraObservation:
    """What lay there, with some of it gone, in doubt or elsewhere, and up to three cards more."""
    face = st.one_of(st.builds(Card, HUES, st.integers(1, 12)), *[st.sampled_from(likely)] * bool(likely))
    sure_or_not = st.lists(face, min_size=1, max_size=2, unique=True)
    lies = [one for one in before if draw(st.integers(0, 9))]
    if lies and draw(st.booleans()):
        n = draw(st.integers(0, len(lies) - 1))
        lies[n] = replace(lies[n], may_be=tuple(draw(sure_or_not)))
    came = st.builds(SeenCard, st.one_of(st.just((UNKNOWN,)), sure_or_not.map(tuple)), st.sampled_from(places))
    lies += draw(st.lists(came, max_size=3))
    return CameraObservation("settled", cards=tuple(lies))


def looked(state: RefereeState, data, likely: list[Card]) -> tuple[RefereeState, CameraObservation]:
    """What is known after a look, and the look."""
    kind = data.draw(st.sampled_from(("dice", "dots", "cards", "cards")))
    if kind == "cards":
        places = [field.spot for field in fields_of(state.game)] or ["", "discard"]
        seen = data.draw(cards_in_view(state.cards.accounted or (), places, likely))
    else:
        state, _ = step(state, ROLLING)
        seen = data.draw(dice_in_view() if kind == "dice" else dots_in_view())
    return step(state, seen)[0], seen


@pytest.mark.parametrize("name", names())
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_out_of_whatever_the_camera_says_there_is_a_way(name, data):
    seed = data.draw(st.integers(1, 2))
    at = data.draw(st.integers(0, len(whole(name, seed).log) - 1))
    match = whole(name, seed).at(at)
    likely = played_next(name, seed, at)
    state, _ = step(RefereeState(match), CameraObservation("settled", cards=()))
    for _ in range(data.draw(st.integers(1, 3))):
        state, seen = looked(state, data, likely)
    assert Match.from_json(state.match.to_json()).state == state.match.state
    if state.match.over:
        return
    if len(state.match.log) == at:  # typed: whatever happens next counts, and is the end of it
        typed, entries = step(state, EnterEvent(str(whole(name, seed).log[at])))
        assert entries and typed.refused is None
        assert typed.doubt is None or typed.doubt.pips, "a die rolled early is asked about when its turn comes"
    if state.doubt is None:
        return
    # It is said aloud and by light, and once dismissed it is over.
    assert doubt_sentence(Shown(state.match), state.doubt)
    let_be, _ = step(state, Dismiss())
    assert let_be.doubt is None and len(let_be.match.log) == len(state.match.log)
    assert step(let_be, seen)[0].doubt is None, "the same is not asked again"
    if state.doubt.cards is not None:
        put_back, entries = step(state, replace(seen, cards=state.cards.accounted))
        assert put_back.doubt is None and not entries, "what lies as before is asked about no more"
    for way in open_hypotheses(state):
        taken, entries = step(state, Accept(text_of(way)))
        assert bool(entries) == bool(way) and taken.doubt is None and taken.refused is None
