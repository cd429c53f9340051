"""What the pages for people name is there: every link leads to a file, every path and module in their text exists."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.main import get_command

from tablelight.cli.main import app

ROOT = Path(__file__).parents[2]
_IN_DOCS = sorted(f"docs/{page.name}" for page in ROOT.glob("docs/*.md"))
NAMES = ["README.md", "CONTRIBUTING.md", "hardware/README.md", *_IN_DOCS]
_TOP = ("engine", "vision", "firmware_bridge", "tablelight", "hardware", "tests", "docs")
_UNDER_TOP = "|".join(_TOP)


def words_of(page: Path) -> str:
    """The page without its blocks of code, which show files of other people's packages."""
    return re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name):
    page = ROOT / name
    links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", words_of(page))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing, missing


@pytest.mark.parametrize("name", NAMES)
def test_every_file_and_folder_in_the_text_is_there(name):
    paths = re.findall(rf"`((?:{_UNDER_TOP})/[\w./-]*)`", words_of(ROOT / name))
    missing = [path for path in paths if not (ROOT / path).exists()]
    assert not missing, missing


@pytest.mark.parametrize("name", NAMES)
def test_every_module_that_is_run_is_there(name):
    modules = re.findall(rf"python -m ((?:{_UNDER_TOP})[\w.]*)", (ROOT / name).read_text("utf-8"))
    missing = [module for module in modules if find_spec(module) is None]
    assert not missing, missing


@pytest.mark.parametrize("name", NAMES)
def test_every_target_of_make_is_there(name):
    targets = re.findall(r"(?m)(?:`|^    )make ([a-z-]+)", (ROOT / name).read_text("utf-8"))
    known = re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"))
    assert set(targets) <= set(known)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_in_the_text_is_known(name):
    text = (ROOT / name).read_text("utf-8")
    told = set(re.findall(r"(?:`|^ {4}|/|\| )tablelight ([a-z]+)", text, re.MULTILINE))
    assert told <= set(get_command(app).commands)


@pytest.mark.parametrize("name", NAMES)
def test_every_python_file_that_is_named_alone_is_somewhere(name):
    text = (ROOT / name).read_text("utf-8")
    shown = {Path(path).name for path in re.findall(r"(?m)^\*\*`([^`]+)`\*\*$", text)}
    named = {Path(path).name for path in re.findall(r"`([\w/]+\.py)`", text)} - shown
    known = {file.name for top in _TOP for file in (ROOT / top).rglob("*.py")}
    assert named <= known
