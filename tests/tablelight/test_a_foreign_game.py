"""A game in a package of its own, as docs/adding-a-game.md builds it: found, and played without a line changed here.

The files of the package are the code blocks of that page, installed as an installer would: modules on Python's path,
and beside them a folder with the package's entry points.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest

from engine.core import registry
from engine.core.errors import BadRules, Refused
from engine.core.language import ENGLISH, speaking, tr
from engine.core.match import Match
from engine.inference.observation import Observation
from engine.texts import ask, explain, title_of
from engine.texts.rulebook import rulebook
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.games import play
from tablelight.bench.players import setups_of
from tablelight.referee.inputs import EnterEvent
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.setup import doctor
from tablelight.texts import catalogues
from tablelight.web import games
from tests.support.properties import check_match, check_position
from tests.tablelight.visitors import CODE, act, connect, until

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "adding-a-game.md"
NAME = "lantern_race"


def files_of_the_guide() -> dict[str, str]:
    """Every file that the guide shows, by its path: its name in bold, then a block of code."""
    found = re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return dict(found)


def install(files: dict[str, str], site: Path) -> None:
    """Put a package where Python looks, with its entry points as its pyproject.toml names them."""
    for path, content in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(content, "utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in points.items()) for group, points in groups]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder on Python's path where packages are installed; afterwards nobody remembers them."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    known = set(sys.modules)
    yield folder
    monkeypatch.undo()
    for module in set(sys.modules) - known:
        if str(folder) in str(getattr(sys.modules[module], "__file__", "")):
            del sys.modules[module]
    look_anew()


def look_anew() -> None:
    registry.forget()
    games.forget()


@pytest.fixture
def game(site):
    """The guide's game is installed."""
    install(files_of_the_guide(), site)
    look_anew()
    return registry.find(NAME)


def match_of(*names, **options) -> Match:
    return Match.new(NAME, list(names or ("Ann", "Ben")), options=options)


# ---- the rules


def test_the_registry_finds_it_among_ours(game):
    assert game.title == "Lantern Race" and NAME in registry.names() and not registry.left_out()
    assert {"spectrum", "spectrumo"} < {*registry.names()}


def test_it_keeps_what_every_game_promises(game):
    for seed in range(3):
        match, random = match_of("Ann", "Ben", "Cem"), Random(seed)
        while match.game.awaiting(match.state).actor != "nobody":
            check_position(match.game, match.state)
            fact = registry.dealing_of(NAME).next_fact(match.game, match.state, random)
            table = match.game.awaiting(match.state).actor == "table"
            match.add(fact if table else random.choice(list(match.game.moves(match.state))))
        check_match(match)


def test_rules_as_the_guide_tells_them(game):
    """LR-2, LR-3"""
    match = match_of()
    for told, lanterns in [
        ("roll R GB", ("", "")), ("carry R", ("R1", "")), ("roll R O", ("R1", "")), ("carry R", ("", "R1")),
        ("roll O B", ("", "R1")), ("carry B", ("B1", "R1")), ("roll RO Y", ("B1", "R1")), ("carry RO", ("B1", "RO3")),
    ]:  # fmt: skip
        match.add(match.parse(told))
        assert match.state.lanterns == lanterns, told


def test_its_rules_in_words_are_read_and_lead_from_a_refusal_to_their_paragraph(game):
    assert game.name == NAME
    assert [told.title for told in rulebook(NAME).values()] == ["Carry your lantern", "A nearer goal"]
    assert rulebook(NAME).about("refused.NOT_ROLLED").key == "carry"


def test_refusals_have_sentences(game):
    match = match_of()
    expected = {"roll R": "I count 1 die; 2 are rolled.", "1: carry R": "Ann: roll two twelve-sided dice."}
    for told, reason in expected.items():
        with pytest.raises(Refused) as refused:
            match.add(match.parse(told))
        assert reason in explain(NAME, refused.value.verdict, match.seats)
    match.add(match.parse("roll R GB"))
    with pytest.raises(Refused) as refused:
        match.add(match.parse("carry O"))
    assert explain(NAME, refused.value.verdict, match.seats) == "No die shows orange; there are red and green-blue."
    assert ask(NAME, match.game.awaiting(match.state), match.seats).startswith("Ann: carry your lantern")


def test_a_camera_reads_its_dice(game):
    match = match_of()
    (events,) = match.game.explanations(match.state, Observation((), match.parse("roll GB R").dice))
    assert match.add(events[0]).dice == match.parse("roll R GB").dice


def test_its_own_player_plays_it_to_the_end(game):
    for setup in setups_of(NAME):
        played = play(setup, 3, seed=1)
        assert played.endless == 0 and dict(played.ends) == {"LR-4 the goal": 3}


def test_other_programs_play_it_over_the_protocol(game, site):
    asked = [
        {"do": "games"},
        {"do": "new", "game": NAME, "seats": ["Ann", "Ben"], "options": {"goal": 5}},
        {"do": "event", "event": "roll R GB"},
        {"do": "legal"},
        {"do": "event", "event": "1: carry GB"},
    ]
    paths = os.pathsep.join([str(site), str(ROOT)])
    answered = subprocess.run(
        [sys.executable, "-m", "tablelight", "rules"], input="\n".join(map(json.dumps, asked)), text=True,
        capture_output=True, check=True, cwd=site, env={**os.environ, "PYTHONPATH": paths}, timeout=60,
    )  # fmt: skip
    answers = list(map(json.loads, answered.stdout.splitlines()))
    assert [answer["ok"] for answer in answers] == [True] * len(asked), answers
    assert "Lantern Race" in answered.stdout and "1: carry GB" in json.dumps(answers[3])
    assert answers[4]["state"]["lanterns"] == ["GB1", ""]


# ---- at the table


def begin(socket, **fields):
    act(socket, "overlay", name="new")
    until(socket, "overlay", "Lantern Race")
    act(socket, "choose-game", game=NAME)
    form = until(socket, "overlay", "blow out those in your way. About 10 to 15 minutes.")
    assert "Who plays? (2 to 6)" in form and "The space that wins, counted from the rim" in form
    act(socket, "new-game", game=NAME, **{"name0": "Ann", "name1": "Ben", **fields})
    until(socket, "ask", "Ann: roll two twelve-sided dice.")


def standing(table):
    return table.snapshot.referee.match


def test_it_is_played_on_the_page_on_the_lights_and_in_the_record(game, client, context, table, tmp_path):
    client.post("/unlock", json={"code": CODE})
    random = Random(5)
    with connect(client) as socket:
        begin(socket, **{"option-goal": "5"})
        assert standing(table).game.options.goal == 5
        # Typed in, as at a table with real dice.
        act(socket, "play", event="roll R GB")
        play = until(socket, "play", "carry GB")
        assert "Ann&#39;s lantern: beside the board" in play or "Ann's lantern: beside the board" in play
        lit, _ = context.lights.shown("spectrum")
        assert set(sorted(lit, key=lambda spot: max(lit[spot]))[-2:]) == {"R1", "GB1"}, "the rim around them is dim"
        act(socket, "play", event="1: carry GB")
        assert "space 1 on green-blue" in until(socket, "play", "Roll here")
        # Refused, and said to whoever tried.
        act(socket, "play", event="1: carry GB")
        until(socket, "ask", 'class="refused"')
        act(socket, "undo")
        until(socket, "ask", "Ann: carry your lantern")
        # Rolled by the page, played by chance to the end.
        for _ in range(200):
            match = standing(table)
            if match.game.winners(match.state):
                break
            if match.game.awaiting(match.state).actor == "table":
                act(socket, "deal-here")
                until(socket, "play", "carry")
            else:
                move = random.choice(list(match.game.moves(match.state)))
                over = match.game.winners(match.game.after(match.state, move))
                act(socket, "play", event=str(move))
                until(socket, "ask", "wins" if over else "roll two")
    match = standing(table)
    assert match.game.winners(match.state), "it came to its end on the page"
    lit, _ = context.lights.shown("spectrum")
    assert any(any(lit[space]) for space in match.state.lanterns if space)
    export = table.archive.saved(table.snapshot.match_id)
    table.close()
    # Another start of the service, and another table that is given the file.
    again = GameTable(lambda: Record.open(tmp_path / "record.db"))
    assert again.archive.match(again.archive.matches()[0].match_id).state == match.state
    other = GameTable(lambda: Record.open(tmp_path / "other.db"))
    other.archive.bring_in(export.encode())
    assert other.archive.match(other.archive.matches()[0].match_id).to_json()["log"] == match.to_json()["log"]


def test_it_speaks_the_languages_that_it_brings(site, monkeypatch):
    german = f"{NAME}/texts/locale/de.po"
    install(files_of_the_guide() | {german: 'msgid "Lantern Race"\nmsgstr "Laternenlauf"\n'}, site)
    look_anew()
    monkeypatch.setattr(catalogues, "_READ", {"en": ENGLISH})
    with speaking(catalogues.catalogue("de")):
        assert title_of(NAME) == "Laternenlauf" and tr("Menu") == "Menü"
    assert title_of(NAME) == "Lantern Race"


def test_a_game_that_was_begun_goes_on_after_a_start(game, table, tmp_path):
    table.new_match(match_of())
    table.tell(EnterEvent("roll R GB"))
    table.close()
    again = GameTable(lambda: Record.open(tmp_path / "record.db"))
    assert again.resume() and len(again.snapshot.referee.match.state.dice) == 2


def test_without_a_face_a_way_of_dealing_and_a_player_it_is_played_all_the_same(site, client, context):
    files = files_of_the_guide()
    for path in ("dealing", "player", "page"):
        del files[f"{NAME}/{path}.py"]
    head = f"{NAME}/__init__.py"
    files[head] = re.sub(r"    (asked_first|minutes|dealing|player|page)=.*\n", "", files[head])
    install(files, site)
    look_anew()
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        act(socket, "new-game", game=NAME, name0="Ann", name1="Ben")
        until(socket, "ask", "Ann: roll two twelve-sided dice.")
        act(socket, "deal-here")
        act(socket, "play", event="roll R GB")
        html = until(socket, "play", "carry GB")
        assert "Roll here" not in html
        act(socket, "play", event="1: carry GB")
        until(socket, "ask", "Ben: roll")
    assert [setup.seats for setup in setups_of(NAME)] == [2], "it is tried at the smallest table"


# ---- packages that cannot be used

HEAD = f"{NAME}/__init__.py"
BROKEN = {
    "its modules cannot be imported": (f"{NAME}/game.py", lambda code: "import nothing_of_that_name\n" + code),
    "it has a slip in it": (HEAD, lambda code: code + "GAME = (\n"),
    "it ends the program": (HEAD, lambda code: "raise SystemExit(3)\n"),
    "it is no entry": (HEAD, lambda code: "GAME = 'lantern_race'\n"),
    "it has the name of one of ours": (HEAD, lambda code: code.replace('name="lantern_race"', 'name="spectrum"')),
    "its rules have another name": (HEAD, lambda code: code.replace('name="lantern_race"', 'name="lanterns"')),
    "its rules are none": (HEAD, lambda code: code.replace("game:LanternRace", "game:DICE")),
    "its rules lack a method": (f"{NAME}/game.py", lambda code: code.replace("def scores(", "def points(")),
    "its dealing is none": (HEAD, lambda code: code.replace("dealing:DEALING", "dealing:next_fact")),
    "it skips itself": (HEAD, lambda code: "import pytest\npytest.skip('not here', allow_module_level=True)\n"),
    "its title is none": (HEAD, lambda code: code.replace('title="Lantern Race"', "title=None")),
    "its order is none": (HEAD, lambda code: code.replace("    dealing=", "    order='first',\n    dealing=")),
    "its name leads elsewhere": (HEAD, lambda code: code.replace('name="lantern_race"', 'name="../lantern"')),
    "it has very much to say": (HEAD, lambda code: code.replace("Carry your", "Carry " * 200_000)),
    "its options asked first are a text": (HEAD, lambda code: code.replace('("goal",)', '"goal"')),
    "its seats are a text": (f"{NAME}/game.py", lambda code: code.replace("(2, 6)", "('two', 'six')")),
    "its board is none": (f"{NAME}/game.py", lambda code: code.replace('board = "spectrum"', "board = None")),
    "its options are none": (
        f"{NAME}/game.py",
        lambda code: code.replace("state_type = Options", "state_type = 5"),
    ),
    "its sentences are numbers": (f"{NAME}/texts/en.toml", lambda text: text.replace("ROLL =", "ROLL = 5\nROLLED =")),
    "its sentences are no tables": (f"{NAME}/texts/en.toml", lambda text: "ask = 'roll'\n"),
    "its sentences cannot be read": (f"{NAME}/texts/en.toml", lambda text: text + "= nothing\n"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_package_that_cannot_be_used_is_left_out_and_said(site, fault):
    files = files_of_the_guide()
    path, spoil = BROKEN[fault]
    files[path] = spoil(files[path])
    install(files, site)
    look_anew()
    assert NAME not in registry.names() and registry.find("spectrum").title == "Spectrum"
    (left,) = registry.left_out()
    assert left.package == "lantern-race" and "Update that package, or remove it." in left.why and len(left.why) < 500
    found = doctor.games()
    assert not found.ok and "lantern-race" in found.sentence
    with pytest.raises(BadRules):
        match_of()


def test_a_page_module_that_cannot_be_used_costs_only_itself(site, client):
    files = files_of_the_guide()
    files[f"{NAME}/page.py"] = "import nothing_of_that_name\n"
    install(files, site)
    look_anew()
    assert NAME in registry.names() and not doctor.games().ok
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        act(socket, "new-game", game=NAME, name0="Ann", name1="Ben")
        until(socket, "ask", "Ann: roll two twelve-sided dice.")


def test_a_saved_game_of_a_package_that_is_gone_is_kept_and_said(game, site, table, tmp_path):
    table.new_match(match_of())
    table.tell(EnterEvent("roll R GB"))
    table.close()
    for module in [module for module in sys.modules if module.split(".")[0] == NAME]:
        del sys.modules[module]
    shutil.rmtree(site)
    look_anew()
    again = GameTable(lambda: Record.open(tmp_path / "record.db"))
    assert not again.resume() and "there is no game called 'lantern_race'" in again.snapshot.troubles["resume"]


SLIP = "raise ZeroDivisionError('a slip')"
AT_A_CARRY = f"if isinstance(event, LanternCarried): {SLIP}"
AFTER_A_ROLL = f"if state.dice: {SLIP}"
STUMBLES = {
    "its judge": ("def judge(self, state, event):", AT_A_CARRY),
    "its transition": ("def result(self, state, event):", AT_A_CARRY),
    "its list of moves": ("def pseudo_legal_moves(self, state):", SLIP),
    "its lights": ("def lights(self, state):", AFTER_A_ROLL),
    "its question": ("def awaiting(self, state):", AFTER_A_ROLL),
    "its words": ("def parse_words(self, words, seat, source, state):", SLIP),
    "its scores": ("def scores(self, state):", AFTER_A_ROLL),
    "its way of dealing": ("def next_fact(_game, _state, chance):", SLIP),
    "its panel": ("def lanterns(shown):", SLIP),
}


@pytest.mark.parametrize("part", STUMBLES)
def test_a_game_that_stumbles_in_play_costs_neither_the_page_nor_the_next_game(site, client, table, tmp_path, part):
    files = files_of_the_guide()
    line, slip = STUMBLES[part]
    assert any(line in code for code in files.values())
    for path, code in files.items():
        files[path] = code.replace(line, f"{line}\n        {slip}" if "self" in line else f"{line}\n    {slip}")
    install(files, site)
    look_anew()
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        act(socket, "new-game", game=NAME, name0="Ann", name1="Ben")
        if part == "its way of dealing":
            act(socket, "deal-here")
        act(socket, "play", event="roll R GB")
        at_once = slip == AFTER_A_ROLL  # and no longer once the die is carried: told before that
        assert not at_once or stumbles(socket)
        act(socket, "play", event="1: carry GB")
        assert at_once or stumbles(socket)
        act(socket, "new-game", game="spectrumo", name0="Ann", name1="Ben")
        until(socket, "head", "Spectrumo")
        assert standing(table).game.name == "spectrumo" and "game" not in table.snapshot.troubles


def stumbles(socket):
    """Whether anybody is told that the game does."""
    return any("stumbled over its own rules" in socket.receive_text() for _ in range(20))


@pytest.mark.parametrize("part", ["its judge", "its question", "its lights"])
def test_a_game_that_stumbles_does_not_keep_the_table_from_starting(game, site, tmp_path, table, part):
    table.new_match(match_of())
    for told in ("roll R GB", "1: carry GB", "roll R GB"):
        table.tell(EnterEvent(told))
    table.close()
    code = site / NAME / "game.py"
    line, slip = STUMBLES[part]
    assert line in code.read_text()
    code.write_text(code.read_text().replace(line, f"{line}\n        {slip}"))
    for module in [module for module in sys.modules if module.split(".")[0] == NAME]:
        del sys.modules[module]
    shutil.rmtree(site / NAME / "__pycache__", ignore_errors=True)
    look_anew()
    lights = TableLights(None, BoardMap.load("spectrum"), 0.6, colour_blind=False)
    again = GameTable(lambda: Record.open(tmp_path / "record.db"), lights)
    again.resume()
    assert part == "its question" or {"resume", "game"} & again.snapshot.troubles.keys()
    again.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    assert standing(again).game.name == "spectrumo" and not again.snapshot.troubles


def test_what_a_package_says_of_itself_is_no_html(site, client):
    files = files_of_the_guide()
    files[HEAD] = files[HEAD].replace("Carry your lantern", "<script>carry</script><b onclick=x>")
    install(files, site)
    look_anew()
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        act(socket, "overlay", name="new")
        act(socket, "choose-game", game=NAME)
        html = until(socket, "overlay", "onclick=x")
        assert "<script" not in html and "<b onclick" not in html
