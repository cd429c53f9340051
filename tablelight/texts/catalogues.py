"""The languages that there are, and what is said in each: ``locale/<language>.po`` here, and in a game's own ``texts``.

A file is read when its language is first asked for, which takes a moment, and then kept.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from threading import Lock

from engine.core.language import ENGLISH
from engine.core.registry import entries

OWN = "engine.games."
"""Packages whose sentences stand in this folder; a game of another package brings its own ``texts/locale``."""
_READING = Lock()
_READ: dict[str, NullTranslations] = {"en": ENGLISH}


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    found = (files("tablelight.texts") / "locale").iterdir()
    return ("en", *sorted(file.name.removesuffix(".po") for file in found if file.name.endswith(".po")))


@cache
def name_of(language: str) -> str:
    """What its speakers call a language: ``Deutsch``."""
    from babel import Locale

    said = Locale.parse(language).get_language_name(language) or language
    return said[:1].upper() + said[1:]


def is_read(language: str) -> bool:
    """Whether the catalogue of a language is at hand."""
    return language in _READ


def catalogue(language: str) -> NullTranslations:
    """What is said in a language; English for one that nobody knows. Reads its file where that was not done yet."""
    if language not in languages():
        return ENGLISH
    with _READING:
        if language not in _READ:
            _READ[language] = _read(language)
        return _READ[language]


def _read(language: str) -> NullTranslations:
    whole = _compiled(files("tablelight.texts") / "locale" / f"{language}.po", language)
    for game in entries():
        if not game.package.startswith(OWN):
            own = files(game.package) / "texts" / "locale" / f"{language}.po"
            if own.is_file():
                whole.add_fallback(_compiled(own, language))
    return whole


def _compiled(file: Traversable, language: str) -> NullTranslations:
    # Only who asks for another language than English needs these, and they take longer to import than the page.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    out = BytesIO()
    write_mo(out, read_po(BytesIO(file.read_bytes()), locale=language))
    out.seek(0)
    return GNUTranslations(out)
