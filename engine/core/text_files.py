"""The files that hold sentences: ``texts/<language>.toml`` in the package that they belong to."""

from functools import cache

Page = dict[str, dict[str, str]]
"""Tables of sentences by their code."""


@cache
def read_page(package: str, language: str) -> Page:
    """The sentences of a package; none where it has no such file. Raises ValueError where the file is no TOML."""
    # Only who says something needs these two, and they take longer to import than a game.
    import tomllib
    from importlib.resources import files

    try:
        file = files(package) / "texts" / f"{language}.toml"
    except TypeError:
        return {}  # a single module has no folder of its own
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
