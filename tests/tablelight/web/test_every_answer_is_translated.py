"""What is refused, doubted, reported and told afterwards is in the reader's language too, seen by the marked one."""

import re
from dataclasses import replace
from datetime import date
from random import Random
from types import SimpleNamespace

import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.language import speaking
from engine.core.match import Match, entry_to_json
from engine.core.registry import names
from engine.core.verdict import no
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import next_event, setups_of
from tablelight.perception.camera_worker import CameraWorker
from tablelight.referee.cards import _names
from tablelight.referee.doubts import Doubt
from tablelight.referee.expectations import ExpectedDice, question
from tablelight.session.evening import Evenings
from tablelight.session.people.names import address_of
from tablelight.session.people.people import People
from tablelight.session.sensors import Inputs
from tablelight.setup.network import NO_ADDRESS_HERE
from tablelight.setup.settings_check import checked
from tablelight.setup.tags import TagBook
from tablelight.setup.wiring import Wiring, ways
from tablelight.setup.workbench import Workbench
from tablelight.texts import catalogues
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.health_report import report
from tablelight.web.session import Browser
from tablelight.web.teachings import Teachings
from tablelight.web.viewer import Shown
from tests.support.marked_language import Marked, unmarked
from tests.support.trays import asked, die
from tests.tablelight.visitors import CODE
from tests.tablelight.web.test_every_word_is_translated import ALLOWED, PEOPLE, in_english, standing
from vision.camera.camera import Camera, CameraHealth, _silent
from vision.cards.deck_plan import SPECTRUM
from vision.cards.lessons import missing_from
from vision.dice.lessons import Lesson, NamedDie, check_names
from vision.errors import VisionError

TYPED = "frobnicate"
"""A word that is no event of any game."""


def plain_words(said, *more):
    """What of these sentences is English; ``more``: what else may stand there, such as notation that was typed."""
    return [words for one in said for words in unmarked(str(one), ALLOWED | {*more})]


@pytest.mark.parametrize("game", names())
def test_every_refusal_of_what_was_legal_elsewhere(game):
    setup = setups_of(game)[0]
    *stands, last = standing(setup, (2, 30))
    events = [event for _, event in last.events[:40]]
    found, told = [], set()
    with speaking(Marked()):
        for match in stands:
            for event in events:
                verdict = match.game.judge(match.state, event)
                if not verdict.ok and verdict.reason not in told:
                    told.add(verdict.reason)
                    found += plain_words([Shown(match).explain(verdict)])
    assert found == [] and told


@pytest.mark.parametrize("seen", ["R6", "R6 G6 B6", "R6 G12", "R12 G12", "R6 ask", "R6 G6 ask", "ask", "R6 G6"])
def test_every_doubt_about_dice(seen):
    seen = tuple(asked("B6", n, Hue.B) if text == "ask" else die(text, n) for n, text in enumerate(seen.split()))
    match = Match.new("roll_and_color", PEOPLE[:2])
    why = question(ExpectedDice(2, 0), seen) or no("NOT_EXPLAINED", "", changed=1, moved=1)
    with speaking(Marked()):
        assert plain_words([doubt_sentence(Shown(match), Doubt(seen, why, 0))]) == []


def test_every_doubt_about_cards():
    seen = [SimpleNamespace(may_be=(Card(Hue.R, 5), Card(special="draw"), Card(special="swap:R<>G"), Card()))]
    match = Match.new("spectrumo", PEOPLE[:2])
    with speaking(Marked()):
        for reason in ("CARDS_SEVERAL", "CARDS_UNLIKELY", "CARDS_COUNTED", "CARDS_NOT_EXPLAINED"):
            doubt = Doubt((), no(reason, "", cards=_names(seen)), 0)
            assert plain_words([doubt_sentence(Shown(match), doubt)]) == []


WRONG = {
    "page": {"port": "x", "host": 3},
    "board": {"brightness": 7.0, "colours": "RGBW", "colour_blind": 1},
    "panel": {"buttons": {"done": 99}},
    "table": "../x",
    "camera": {"source": "\0", "frames_per_second": "often"},
    "nonsense": 1,
    "record": {"url": "x" * 1000},
}


def test_every_fault_of_a_setting():
    _, faults = checked(WRONG)
    given = {"RGBW", "nonsense", "NUL", "GPIO", "true", "false"}
    with speaking(Marked()):
        shoulds = [str(fault.should).partition(": ")[0] for fault in faults] + [str(NO_ADDRESS_HERE)]
        assert plain_words(shoulds, *given) == [] and len(faults) > 8


def test_what_a_camera_and_a_lesson_lack():
    def source():
        raise RuntimeError("0")

    camera = Camera("0", source)
    with speaking(Marked()):
        assert plain_words([camera.health.message]) == []
    camera.close()
    lessons = (
        lambda: check_names([]),
        lambda: check_names([Lesson(None, (NamedDie("d6", Hue.R), NamedDie("d6", Hue.R)))]),
        lambda: check_names([Lesson(None, (NamedDie("d12", Hue.R),))]),
    )
    for lesson in lessons:
        with pytest.raises(VisionError) as refused, speaking(Marked()):
            lesson()
        with speaking(Marked()):
            assert plain_words([refused.value]) == []
    with speaking(Marked()):
        assert plain_words(missing_from([Card(Hue.R, 1)], SPECTRUM)) == []


# ---- pages that live


class NoCamera:
    """A camera that is not plugged in."""

    spec = "0"
    health = CameraHealth(False, _silent("0"))

    def latest(self):
        return None

    def close(self):
        pass


@pytest.fixture
def context(context, table, lights, tmp_path):
    """A table with a past: people, an evening, a game that is over, and a workbench; nothing of it is plugged in."""
    around = {"people": People(table), "evenings": Evenings(table, tmp_path / "evening.json")}
    context.surroundings = replace(context.surroundings, **around)
    board = BoardMap.load("spectrum")
    inputs = Inputs(table, None, (), None, TagBook(tmp_path / "tags.json"))
    context.workbench = Workbench(board, lights, inputs, Wiring(), tmp_path / "wiring.json")
    context.report = lambda: report(table, lights, None, None, inputs)
    context.settings_path = tmp_path / "settings.toml"
    context.eyes = CameraWorker(NoCamera(), table, tmp_path / "dice.json", deck=tmp_path / "deck.npz")
    context.teachings = Teachings(context.eyes)
    return context


@pytest.fixture
def past(table):
    """The games that are over, one with a sheet of points and one of cards; their ids."""
    ids = []
    for game in ("roll_and_color", "spectrum_cribbage"):
        setup, random = setups_of(game)[0], Random(1)
        match = Match.new(setup.name, PEOPLE[: setup.seats], edition=setup.edition or None, options=setup.options)
        while match.game.awaiting(match.state).actor != "nobody":
            match.add(next_event(setup, match.game, match.state, random))
        log = [entry_to_json(entry) for entry in match.log]
        ids.append(table.archive._record.opened().add_match(match.header(), log, 0.0, 0.0))
    return ids


def shown_by(browser, *acts):
    """Everything that a browser shows, before and after each of these acts."""
    seen = []
    with speaking(Marked()):
        for name, args in (("", {}), *acts):
            if name:
                browser._act(name, args, browser._step)
                browser._acted = True
            browser.changes()
            seen += browser._shown.values()
    return seen


WIRING = (
    *(("wire-step", {"to": step}) for step in ("switches", "cards", "lights")),
    ("wire-start", {}),
    *(("wire-tap", {"at": spot}) for spot in ("O1", "R1", "R2", "O2")),
    ("wire-keep", {}),
)
_NOTATION_OR_DAY = re.compile(rf"{TYPED}|roll, reroll, score|[0-9]+ {date.today():%B} [0-9]+,|1 January 1970,")
"""The kinds of events, which are notation, and days, which no table names in a language that does not exist."""
LIVE = {
    "health": (),
    "teach": (("teach-kind", {"kind": "d12"}), ("teach-mat", {}), ("teach-picture", {}), ("teach-learn", {})),
    "cards": (("deck-picture", {}), ("deck-learn", {})),
    "light": (),
    "wiring": WIRING,
    "games": (),
    "evening": (("evening-begin", {"worth": "3 2 1"}), ("evening-worth", {"worth": "x"}), ("evening-end", {})),
    "tv": (),
    "play": tuple(("play", {"event": typed}) for typed in (TYPED, "roll R", "score RO", "99")),
}


@pytest.mark.parametrize("view", LIVE)
def test_every_page_that_lives(view, context, past, table):
    table.new_match(Match.new("roll_and_color", PEOPLE[:2]))
    table.trouble("record", None)
    browser = Browser(context, view, may_write=True, ticket="t")
    found = in_english(shown_by(browser, *LIVE[view]))
    assert [words for words in found if not _NOTATION_OR_DAY.search(words)] == []


PAGES = ("replay", "replay?at=5", "replay/steps/0", "result", "result.svg")


def test_every_page_of_a_game_that_is_over(client, context, past, monkeypatch):
    monkeypatch.setitem(catalogues._READ, "de", Marked())
    client.headers["accept-language"] = "de"
    client.headers["accept"] = "text/html"
    client.post("/unlock", json={"code": CODE})
    assert len(context.surroundings.people.results(wait_s=20)) == len(past)
    paths = ["/people", f"/people/{address_of(PEOPLE[0])}"]
    for each in past:
        paths += [f"/games/{each}/{page}" for page in PAGES]
    found = {}
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        found[path] = {words for words in in_english([answer.text]) if not _NOTATION_OR_DAY.search(words)} - {
            "BG Stats"
        }
    assert {path: words for path, words in found.items() if words} == {}


def test_every_way_a_strip_may_run():
    board = BoardMap.load("spectrum")
    with speaking(Marked()):
        assert plain_words([way.words for way in ways(board)[:40]]) == []
