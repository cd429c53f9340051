"""docs/vision.md speaks of files and folders that are there, and of all rooms."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "vision.md").read_text()


def test_every_file_the_page_names_is_there() -> None:
    known = {file.name for file in (ROOT / "vision").rglob("*.py")}
    named = {Path(name).name for name in re.findall(r"`([\w/]+\.py)`", PAGE)}
    assert named and named <= known, f"docs/vision.md names {sorted(named - known)}"


def test_every_room_has_its_line() -> None:
    folders = {path.name for path in (ROOT / "vision").iterdir() if (path / "__init__.py").exists()}
    told = {name.split("/")[0] for name in re.findall(r"`([\w/]+)/`", PAGE)}
    assert folders <= told, f"docs/vision.md does not tell of {sorted(folders - told)}"
