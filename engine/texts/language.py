"""In which language sentences are said: English as it stands in the code, or its translation.

A translation is a gettext catalogue. Who answers a person sets it for the time of that answer (``speaking``); threads
and tasks do not see each other's. The engine itself knows no language but English.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations

_ENGLISH = NullTranslations()
_CATALOGUE: ContextVar[NullTranslations] = ContextVar("catalogue", default=_ENGLISH)


@contextmanager
def speaking(catalogue: NullTranslations) -> Iterator[None]:
    """Everything said within is in the catalogue's language."""
    before = _CATALOGUE.set(catalogue)
    try:
        yield
    finally:
        _CATALOGUE.reset(before)


def tr(sentence: str, /, **details: object) -> str:
    """A sentence in the language spoken now, with its details filled in: ``tr("{player} wins.", player="Ann")``.

    The sentence itself has to stand there in quotes, so that translators find it.
    """
    said = _CATALOGUE.get().gettext(sentence)
    return said.format(**details) if details else said


def trn(one: str, many: str, count: int, /, **details: object) -> str:
    """The same for a sentence that depends on a number, which fills ``{count}`` in it."""
    return _CATALOGUE.get().ngettext(one, many, count).format(count=count, **details)
