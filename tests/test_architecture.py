"""docs/architecture.md tells of the house as it is: files, folders and functions, arrows, and the walk of one die."""

import ast
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from engine.core.match import Match
from firmware_bridge.board_maps import BoardMap
from tablelight.demo import teach_simulated_dice
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from vision.camera.frames import Frame
from vision.simulation import ROLL_AND_COLOR, SimulatedCamera, SimulatedTable

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text()
CODE = ("engine", "vision", "firmware_bridge", "tablelight", "hardware", "docs")
UNNAMED = ("engine/games/", "vision/training/", "hardware/", "engine/texts/", "tablelight/texts/")
"""Folders whose own folders are many of a kind, or one a language, and need no line each."""


def section(title):
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


@cache
def names_in(file):
    """Every class and function of a file, with what it lies in: ``GameTable.tell``."""
    found = set()

    def visit(node, inside):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(inside + child.name)
                visit(child, f"{inside}{child.name}.")

    visit(ast.parse((ROOT / file).read_text()), "")
    return found


@cache
def imports_of(file):
    """The files of ours that a file imports."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            places = [module.replace(".", "/") for module in modules]
            found |= {f"{place}.py" for place in places} | {f"{place}/__init__.py" for place in places}
    return {each for each in found if (ROOT / each).exists()}


# ---- what is named exists


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`([\w/]+\.(?:py|toml))(?::[\w.]+)?`", PAGE))))
def test_a_file_that_is_named_exists(named):
    assert (ROOT / named).is_file()


@pytest.mark.parametrize(("file", "name"), sorted(set(re.findall(r"`([\w/]+\.py):([\w.]+)`", PAGE))))
def test_a_function_that_is_named_exists(file, name):
    assert name in names_in(file)


def test_every_folder_with_code_is_named_and_every_one_named_is_there():
    named = set(re.findall(r"^\| `([\w/]+/)` \|", section("The folders"), re.M))
    assert all((ROOT / folder).is_dir() for folder in set(re.findall(r"`([\w/]+/)`", PAGE)))
    files = [file.relative_to(ROOT) for top in CODE for file in (ROOT / top).rglob("*.py")]
    there = {f"{file.parent.as_posix()}/" for file in files}
    alike = {folder for folder in there for many in UNNAMED if folder.startswith(many) and folder != many}
    assert there - alike <= named


def allowed():
    """Of every folder of the table: what its files may import, itself and what lies in it as well."""
    rows = re.findall(r"^\| `([\w/]+/)` \|[^|]*\|([^|]*)\|$", section("The folders"), re.M)
    may = {}
    for folder, words in rows:
        above = may.get(f"{folder.rstrip('/').rpartition('/')[0]}/", set())
        may[folder] = {folder, *(re.findall(r"`([\w/.]+)`", words) if words.strip() else above)}
    return may


@cache
def files_by_folder():
    """Every file of ours, by the nearest folder that has a line in the table."""
    found = defaultdict(list)
    for file in (file for top in CODE for file in (ROOT / top).rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        found[max((folder for folder in allowed() if path.startswith(folder)), key=len)].append(path)
    return found


@pytest.mark.parametrize("folder", [folder for folder in allowed() if not folder.startswith(("tests/", "docs/"))])
def test_a_folder_imports_only_what_the_table_of_folders_says(folder):
    may = tuple(allowed()[folder])
    imports = {f"{file} -> {other}" for file in files_by_folder()[folder] for other in imports_of(file)}
    assert {each for each in imports if not each.split(" -> ")[1].startswith(may)} == set()


# ---- the arrows


def arrows():
    """The diagram's arrows, as pairs of files."""
    drawn = section("The road of the data")
    files = dict(re.findall(r'(\w+)\["([\w/.]+)"\]', drawn))
    pairs = re.findall(r'(\w+)(?:\["[^"]*"\])? -->(?:\|[^|]*\|)? (\w+)', drawn)
    return [(files[one], files[other]) for one, other in pairs]


def test_every_arrow_of_the_diagram_is_an_import_or_a_call(roll):
    loose = [
        f"{one} -> {other}"
        for one, other in arrows()
        if other not in imports_of(one) and one not in imports_of(other) and (one, other) not in roll.handed_on
    ]
    assert len(arrows()) > 25 and loose == []


# ---- the walk


class Roll:
    """One roll at the simulated table, in this thread, and every call of ours within the frame in which it counted."""

    def __init__(self, folder):
        teach_simulated_dice(folder / "dice.json")
        lights = TableLights(None, BoardMap.load("spectrum"), 0.6, colour_blind=False)
        self.table = GameTable(lambda: Record.open(folder / "record.db"), lights)
        self.table.new_match(Match.new("roll_and_color", ["Ann"]))
        self._dice = SimulatedTable(ROLL_AND_COLOR, seed=5)
        self._lens = SimulatedCamera(self._dice, size=(1280, 720))
        self._eyes = CameraWorker(self._lens, self.table, folder / "dice.json")
        self._frames = 0
        self.calls, self.handed_on = [], set()
        self._look(6)
        self._dice.reroll(self._now, range(9))
        while not self.log and self._frames < 100:
            self._look(1)

    @property
    def log(self):
        return self.table.snapshot.referee.match.log

    @property
    def _now(self):
        return self._frames / 10

    def _look(self, frames):
        for _ in range(frames):
            frame = Frame(self._lens.read(self._now), self._now, self._frames)
            self.calls, self._frames = [], self._frames + 1
            before = sys.getprofile()
            sys.setprofile(self._called)
            try:
                self._eyes._watch(frame)
            finally:
                sys.setprofile(before)

    def _called(self, frame, event, _):
        if event != "call" or (file := _ours(frame.f_code.co_filename)) is None:
            return
        self.calls.append(f"{file}:{frame.f_code.co_qualname}")
        caller = frame.f_back and _ours(frame.f_back.f_code.co_filename)
        if caller is not None:
            self.handed_on.add((caller, file))


@cache
def _ours(path):
    inside = Path(path).is_relative_to(ROOT) and not path.startswith(str(ROOT / ".venv"))
    return Path(path).relative_to(ROOT).as_posix() if inside else None


@pytest.fixture(scope="module")
def roll(tmp_path_factory):
    roll = Roll(tmp_path_factory.mktemp("roll"))
    assert str(roll.log[0]).startswith("roll ")
    return roll


def test_a_roll_walks_through_the_rooms_in_the_order_that_is_told_each_once(roll):
    told = re.findall(r"^\d+\. `([\w/]+\.py:[\w.]+)`", section("The walk of one die"), re.M)
    count = Counter(roll.calls)
    again = {room for room in told if count[room] != 1}
    assert again == {"engine/core/match.py:Match.add"} and count["engine/core/match.py:Match.add"] == 2
    assert sorted(told, key=roll.calls.index) == told and len(told) > 12
