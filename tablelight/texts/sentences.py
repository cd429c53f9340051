"""The service's own sentences, by table and code. They stand in English here; ``locale`` holds their translations."""

import tomllib
from functools import cache
from importlib.resources import files

from engine.core.language import Deferred


@cache
def _page() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("tablelight.texts") / "en.toml").read_text(encoding="utf-8"))


def say(table: str, code: str, **details: object) -> str:
    """The sentence of a code with its details filled in. Raises KeyError for a code without a sentence."""
    return Deferred(_page()[table][code], **details)


def known(table: str, code: str) -> bool:
    """Whether there is a sentence for the code."""
    return code in _page().get(table, {})
