"""The languages that there are, and what is said in each: ``locale/<language>.po`` here, and in a game's own ``texts``.

A file is read when its language is first asked for, and then kept. What was made of it lies in a ``__pycache__`` beside
it, as Python's own does: making it takes a second or two on a small computer, reading it no time.
"""

import hashlib
import os
import struct
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
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
    content = file.read_bytes()
    made = _beside(file, language, content)
    try:
        return GNUTranslations(BytesIO(made.read_bytes()))
    except (OSError, ValueError, struct.error):  # not made yet, or not whole
        binary = _made(content, language)
    with suppress(OSError):  # nobody may write there: it is made at every start
        _keep(made, binary)
    return GNUTranslations(BytesIO(binary))


def _beside(file: Traversable, language: str, content: bytes) -> Path:
    """Where the binary catalogue of a file with this content lies."""
    mark = hashlib.sha256(content).hexdigest()[:16]
    return Path(str(file)).parent / "__pycache__" / f"{language}-{mark}.mo"


def _made(content: bytes, language: str) -> bytes:
    # Only who asks for another language than English needs these, and they take longer to import than the page.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    out = BytesIO()
    write_mo(out, read_po(BytesIO(content), locale=language))
    return out.getvalue()


def _keep(made: Path, binary: bytes) -> None:
    """Write the binary catalogue, whole or not at all; those of older files of its language go."""
    made.parent.mkdir(exist_ok=True)
    draft = made.with_suffix(f".{os.getpid()}")
    draft.write_bytes(binary)
    draft.replace(made)
    for old in made.parent.glob(f"{made.name.partition('-')[0]}-*.mo"):
        if old != made:
            old.unlink(missing_ok=True)
