"""docs/vision.md speaks of files and folders that are there, and of all rooms."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "vision.md").read_text()


def test_every_file_the_page_names_is_there() -> None:
    """A bare name is a file of ``vision/``; others are named from the top, or from there."""
    known = {file.name for file in (ROOT / "vision").rglob("*.py")}
    named = set(re.findall(r"`([\w/]+\.py)`", PAGE))
    gone = {name for name in named if Path(name).name not in known and not ("/" in name and (ROOT / name).exists())}
    assert named and not gone, f"docs/vision.md names {sorted(gone)}"


def test_every_room_has_its_line() -> None:
    folders = {path.name for path in (ROOT / "vision").iterdir() if (path / "__init__.py").exists()}
    told = {name.split("/")[0] for name in re.findall(r"`([\w/]+)/`", PAGE)}
    assert folders <= told, f"docs/vision.md does not tell of {sorted(folders - told)}"
