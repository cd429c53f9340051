"""In which language sentences are said: English as it stands in the code, or its translation.

A translation is a gettext catalogue. Who answers a person sets it for the time of that answer (``speaking``); threads
and tasks do not see each other's. The engine itself knows no language but English.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from gettext import NullTranslations

ENGLISH = NullTranslations()
"""The sentences as they stand in the code."""
_CATALOGUE: ContextVar[NullTranslations] = ContextVar("catalogue", default=ENGLISH)


@contextmanager
def speaking(catalogue: NullTranslations) -> Iterator[None]:
    """Everything said within is in the catalogue's language."""
    before = _CATALOGUE.set(catalogue)
    try:
        yield
    finally:
        _CATALOGUE.reset(before)


def spoken() -> str:
    """The code of the language spoken now, such as ``en`` or ``de``."""
    return _CATALOGUE.get().info().get("language", "") or "en"


def tr(sentence: str, /, *, context: str = "", **details: object) -> str:
    """A sentence in the language spoken now, with its details filled in: ``tr("{player} wins.", player="Ann")``.

    The sentence itself has to stand there in quotes, so that translators find it; so has ``context``, which tells apart
    what is one word in English only.
    """
    said = translated(sentence, context)
    return _filled(said, sentence, details) if details else said


def trn(one: str, many: str, count: int, /, **details: object) -> str:
    """The same for a sentence that depends on a number, which fills ``{count}`` in it."""
    said = _CATALOGUE.get().ngettext(one, many, count)
    return _filled(said, one if count == 1 else many, {"count": count, **details})


def translated(sentence: str, context: str = "") -> str:
    """A sentence that stands elsewhere than in the code (a text file, a game's entry), nothing filled in yet.

    ``context`` tells apart what is one word in English only.
    """
    catalogue = _CATALOGUE.get()
    if not sentence:
        return ""  # a catalogue's own head stands there
    return catalogue.pgettext(context, sentence) if context else catalogue.gettext(sentence)


def translated_for(one: str, many: str, count: int) -> str:
    """The same for a sentence that depends on a number."""
    return _CATALOGUE.get().ngettext(one, many, count)


def later(sentence: str) -> str:
    """Marks a sentence of a table in the code for translators; whoever says it calls ``translated`` then."""
    return sentence


class Deferred(str):
    """Words in the language of whoever reads them, wherever they were made: a part of the table that speaks no language
    in particular says what is so, and each phone shows it in its own. As plain text they stay as they were made."""

    _sentence: str
    _context: str
    _details: dict[str, object]

    def __new__(cls, sentence: str, /, *, context: str = "", **details: object) -> "Deferred":
        details = {name: words_of(one) if isinstance(one, Exception) else one for name, one in details.items()}
        said = super().__new__(cls, _filled(translated(sentence, context), sentence, details))
        said._sentence, said._context, said._details = sentence, context, details
        return said

    def __reduce__(self) -> tuple[Callable[..., str], tuple[object, ...]]:
        return partial(Deferred, context=self._context, **self._details), (self._sentence,)

    def __str__(self) -> str:
        return _filled(translated(self._sentence, self._context), self._sentence, self._details)

    def __format__(self, how: str) -> str:
        return format(str(self), how)


class Later(str):
    """What a function says, in the language of whoever reads it: ``Later(full_name, card)``. As plain text it stays as
    it was first said."""

    _say: Callable[..., str]
    _about: tuple[object, ...]

    def __new__(cls, say: Callable[..., str], /, *about: object) -> "Later":
        said = super().__new__(cls, say(*about))
        said._say, said._about = say, about
        return said

    def __reduce__(self) -> tuple[Callable[..., str], tuple[object, ...]]:
        return Later, (self._say, *self._about)

    def __str__(self) -> str:
        return self._say(*self._about)

    def __format__(self, how: str) -> str:
        return format(str(self), how)


def decimal(value: float, places: int) -> str:
    """A number with so many decimals, as the language of whoever reads it writes it."""
    return Later(_decimal, value, places)


def _decimal(value: float, places: int) -> str:
    signs = {ord(","): tr(",", context="between thousands"), ord("."): tr(".", context="before decimals")}
    return f"{value:,.{places}f}".translate(signs)


def listed_later(words: Iterable[str]) -> str:
    """Words of a ``Deferred`` one after the other, with commas between."""
    return Later(_with_commas, tuple(words))


def one_after_the_other(sentences: Iterable[str]) -> str:
    """Several sentences as one text, in the language of whoever reads it."""
    return Later(_with_blanks, tuple(sentences))


def _with_blanks(sentences: tuple[str, ...]) -> str:
    return " ".join(map(str, sentences))


def _with_commas(words: tuple[str, ...]) -> str:
    return ", ".join(map(str, words))


def words_of(error: Exception) -> str:
    """The sentence of an error that is kept for whoever reads it later, each in a language of their own."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def _filled(said: str, english: str, details: dict[str, object]) -> str:
    """The sentence with its details; in English where a translation wants others, so that no page breaks by it."""
    try:
        return said.format(**details)
    except (KeyError, IndexError, ValueError):
        return english.format(**details)
