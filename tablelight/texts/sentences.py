"""The service's own sentences, by table and code; one file a language."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _page(language: str) -> dict[str, dict[str, str]]:
    file = files("tablelight.texts") / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def say(table: str, code: str, language: str = "en", **details: object) -> str:
    """The sentence of a code with its details filled in. Raises KeyError for a code without a sentence."""
    return _page(language)[table][code].format(**details)


def known(table: str, code: str, language: str = "en") -> bool:
    """Whether there is a sentence for the code."""
    return code in _page(language).get(table, {})
