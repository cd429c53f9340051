"""The files that hold sentences and rules: ``texts/<language>.toml`` and ``rules/<language>.toml`` of a package."""

from functools import cache
from typing import Any

Page = dict[str, dict[str, str]]
"""Tables of sentences by their code."""


@cache
def read_page(package: str, language: str) -> Page:
    """The sentences of a package; none where it has no such file. Raises ValueError where the file is no TOML."""
    return _read(package, "texts", language)


@cache
def read_rules(package: str, language: str) -> dict[str, dict[str, Any]]:
    """The rules of a package, paragraph by paragraph; none where it has no such file. Raises ValueError likewise."""
    return _read(package, "rules", language)


@cache
def read_picture(package: str) -> str:
    """The picture of a game, ``picture.svg`` in its package; empty where it has none."""
    from importlib.resources import files

    try:
        file = files(package) / "picture.svg"
    except TypeError:
        return ""
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _read(package: str, folder: str, language: str) -> dict[str, Any]:
    # Only who says something needs these two, and they take longer to import than a game.
    import tomllib
    from importlib.resources import files

    try:
        file = files(package) / folder / f"{language}.toml"
    except TypeError:
        return {}  # a single module has no folder of its own
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
