"""The pages about seeing speak of files and folders that are there, and docs/vision.md of all rooms."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/vision.md"


@pytest.mark.parametrize("page", [PAGE, "docs/vision-measured.md"])
def test_every_file_the_page_names_is_there(page: str) -> None:
    """A bare name is a file of ``vision/``; others are named from the top, or from there."""
    known = {file.name for file in (ROOT / "vision").rglob("*.py")}
    named = set(re.findall(r"`([\w/]+\.py)`", (ROOT / page).read_text()))
    gone = {name for name in named if Path(name).name not in known and not ("/" in name and (ROOT / name).exists())}
    assert named and not gone, f"{page} names {sorted(gone)}"


def test_every_room_has_its_line() -> None:
    folders = {path.name for path in (ROOT / "vision").iterdir() if (path / "__init__.py").exists()}
    told = {name.split("/")[0] for name in re.findall(r"`([\w/]+)/`", (ROOT / PAGE).read_text())}
    assert folders <= told, f"{PAGE} does not tell of {sorted(folders - told)}"
