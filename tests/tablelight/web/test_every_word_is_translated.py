"""Whatever a person can read or hear was given to translators: seen by a language that marks every letter of theirs."""

from dataclasses import replace
from random import Random

import pytest

from engine.core.language import speaking
from engine.core.match import Match
from engine.core.registry import names
from engine.texts.rulebook import THE_TABLE, rulebook
from tablelight.bench.players import Setup, next_event, setups_of
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.texts import catalogues
from tablelight.texts.catalogues import languages, name_of
from tablelight.voice.utterances import utterances
from tablelight.web.components.hands_panel import MISHAPS, panel
from tablelight.web.components.html import markup
from tablelight.web.narration import in_words
from tablelight.web.table_hands import HandsState
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections
from tablelight.web.views.tv import tv_sections
from tests.support.marked_language import Marked, marked_rules, unmarked
from tests.tablelight.visitors import CODE

PEOPLE = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay")
AROUND = Surroundings(camera=True, join_url="http://table/#code=X")
ALLOWED = {
    *PEOPLE,
    *(name for game in names() if (guide := rulebook(game).guide) for name in guide.players),
    "Tablelight",  # a name
    *("http", "table"),  # the table's address
    *map(name_of, languages()),  # each language is called as its speakers do
    "ABCD",  # the table's code
}
OVERLAYS = ("menu", "join", "new", "keys", "clock", "seats", "people", "history", "share", "typed", "why", "code")


def in_english(parts) -> set[str]:
    """The texts among parts of a page that were not given to translators."""
    return {words for html in parts for words in unmarked(html, ALLOWED)}


def standing(setup: Setup, stops):
    """A random game as it stands after so many entries each."""
    random = Random(1)
    match = Match.new(setup.name, PEOPLE[: setup.seats], edition=setup.edition or None, options=setup.options)
    while match.game.awaiting(match.state).actor != "nobody" and len(match.log) < max(stops):
        match.add(next_event(setup, match.game, match.state, random))
        if len(match.log) in stops:
            yield match
    yield match


def page_of(match: Match, viewer: Viewer, overlay: str = ""):
    """All that a browser and the big screen show of a match."""
    now = Snapshot(match_id="x", referee=RefereeState(match))
    yield from sections(now, Looking(may_write=True, viewer=viewer, overlay=overlay), AROUND).values()
    yield from tv_sections(now, AROUND, with_code=True).values()


def told(match: Match):
    """A match's whole history in words, and what is said aloud of its last step."""
    yield from (in_words(Shown(match), index) for index in range(len(match.log)))
    before = Snapshot(match_id="x", referee=RefereeState(match.at(max(0, len(match.log) - 1))))
    yield from (said.text for said in utterances(before, Snapshot(match_id="x", referee=RefereeState(match))))


@pytest.mark.parametrize("game", names())
def test_a_game_from_its_beginning_to_its_end(game):
    setup, found = setups_of(game)[0], set()
    with speaking(Marked()):
        for match in standing(setup, (1, 8, 40)):
            found |= in_english(page_of(match, Viewer(0, True)))
        found |= in_english(map(markup, told(match)))
    assert found == set()


@pytest.mark.slow
@pytest.mark.parametrize("setup", [setup for name in names() for setup in setups_of(name)], ids=str)
def test_a_game_at_every_table_through_every_eye(setup):
    found = set()
    with speaking(Marked()):
        for match in standing(setup, (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 2000)):
            for seat in (None, 0):
                found |= in_english(page_of(match, Viewer(seat, True)))
        found |= in_english(map(markup, told(match)))
    assert found == set()


def test_every_card_on_top_of_a_game():
    found = set()
    with speaking(Marked()):
        for game in ("roll_and_color", "spectrum_cribbage"):
            (match, *_) = standing(setups_of(game)[0], (1,))
            now = Snapshot(match_id="x", referee=RefereeState(match))
            for overlay in OVERLAYS:
                looking = Looking(may_write=True, viewer=Viewer(None, True), overlay=overlay)
                found |= in_english([sections(now, looking, AROUND)["overlay"]])
    assert found == set()


def test_the_hands_of_the_simulated_table():
    idle = HandsState(mishaps=tuple(MISHAPS), lamps=("daylight", "dim"), lamp="dim", wrong=tuple(MISHAPS))
    with speaking(Marked()):
        states = (idle, *(replace(idle, playing=what, stopping=False) for what in ("turn", "game")))
        assert in_english(markup(panel(state, over=False, rolls=True)) for state in states) == set()


PATHS = (
    *("/", "/teach", "/teach/cards", "/health", "/wiring", "/games", "/light", "/tv", "/evening", "/settings"),
    *("/people", "/people?said=merged", "/people/Nobody", "/looking-for-the-table", "/nowhere"),
    *("/rules", "/rules?q=star", "/rules?q=qqq", f"/rules/{THE_TABLE}"),
    *(f"/rules/{game}" for game in names()),
    *(f"/rules/{game}/turn?step={step}" for game in names() for step in (0, 1, 2)),
)


@pytest.fixture
def reader(client, monkeypatch):
    """A browser with the code that reads the marked language."""
    monkeypatch.setitem(catalogues._READ, "de", Marked())
    monkeypatch.setattr("engine.texts.rulebook.read_rules", marked_rules)
    client.headers["accept-language"] = "de"
    client.headers["accept"] = "text/html"
    client.post("/unlock", json={"code": CODE})
    return client


def test_every_page_that_is_sent_whole(reader):
    found = {path: in_english([reader.get(path).text]) for path in PATHS}
    assert {path: words for path, words in found.items() if words} == {}
