"""The service's own sentences, by table and code. They stand in English here; ``locale`` holds their translations."""

import tomllib
from functools import cache
from importlib.resources import files

from engine.core.language import translated


class TranslatedSentence(str):
    """A sentence that is in the language of whoever reads it, wherever it was made: a part of the table that speaks no
    language in particular says what is wrong, and each phone shows it in its own."""

    _text: str
    _details: dict[str, object]

    def __new__(cls, text: str, details: dict[str, object]) -> "TranslatedSentence":
        said = super().__new__(cls, translated(text).format(**details))
        said._text, said._details = text, details
        return said

    def __str__(self) -> str:
        return translated(self._text).format(**self._details)

    def __format__(self, how: str) -> str:
        return format(str(self), how)


@cache
def _page() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("tablelight.texts") / "en.toml").read_text(encoding="utf-8"))


def say(table: str, code: str, **details: object) -> str:
    """The sentence of a code with its details filled in. Raises KeyError for a code without a sentence."""
    return TranslatedSentence(_page()[table][code], details)


def known(table: str, code: str) -> bool:
    """Whether there is a sentence for the code."""
    return code in _page().get(table, {})
