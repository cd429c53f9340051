"""A language in which every letter has an accent: whatever a page shows without one was never given to translators.

The marks stand on letters, not around sentences, so that a detail filled into a sentence is looked at like all else.
"""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from html.parser import HTMLParser
from string import ascii_letters
from typing import Any

from engine.core.text_files import read_rules

CODE = "xx"
_FIELD = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;)")
_OF = {letter: chr(0x80 + ord(letter) + (ord(letter) & 31 > 22)) for letter in ascii_letters}
"""À to Þ for A to Z, à to þ for a to z, without the signs for times and divided: so capitals stay capitals."""
_MARKED = str.maketrans(_OF)
_PLAIN = str.maketrans({marked: letter for letter, marked in _OF.items()})


def marked(words: str) -> str:
    """The words with an accent on every letter; fields, tags and entities as they are."""
    parts = _FIELD.split(words)
    return "".join(part if n % 2 else part.translate(_MARKED) for n, part in enumerate(parts))


def plain(words: str) -> str:
    """The same without accents, to be read in what a test says."""
    return words.translate(_PLAIN)


class Marked(NullTranslations):
    """The catalogue of that language."""

    def __init__(self) -> None:
        super().__init__()
        self._info = {"language": CODE}

    def gettext(self, message: str) -> str:
        return marked(message)

    def pgettext(self, context: str, message: str) -> str:
        return marked(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return marked(one if n == 1 else many)


_SHOWN = {"title", "alt", "aria-label", "placeholder", "aria-description", "aria-valuetext", "label", "data-lost"}
_SILENT = {"style", "script", "datalist", "code", "pre", "kbd"}
"""Elements with nothing in them for people; notation, lines of files and caps of keys, the same in every language."""
_EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class _Seen(HTMLParser):
    """What of a page can be read or heard."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        notation = tag in _SILENT or (tag != "html" and "lang" in told) or "move" in (told.get("class") or "").split()
        silent = notation or any(self._silent)
        if tag not in _EMPTY:
            self._silent.append(notation)
        if not silent:
            typed = told.get("list") == "legal-moves"  # its placeholder names the kinds of events, as notation has them
            self.found += [
                words for name, words in attrs if words and name in _SHOWN and not (typed and name == "placeholder")
            ]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _EMPTY:
            self._silent.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY and self._silent:
            self._silent.pop()

    def handle_data(self, words: str) -> None:
        if words.strip() and not any(self._silent):
            self.found.append(words)


def marked_rules(package: str, language: str) -> dict[str, dict[str, Any]]:
    """A package's rules as ``read_rules`` gives them, in the marked language."""
    english = read_rules(package, "en")
    return _with_marks(english) if language == CODE else english if language == "en" else {}


def _with_marks(told: Any) -> Any:
    """Titles and texts of paragraphs and steps with accents, and what stands before cards in a picture."""
    if isinstance(told, dict):
        return {key: marked(one) if key in ("title", "text") else _with_marks(one) for key, one in told.items()}
    if isinstance(told, list):
        return [_with_marks(one) for one in told]
    label, colon, rest = told.partition(": ") if isinstance(told, str) else ("", "", "")
    return f"{marked(label)}{colon}{rest}" if colon and not label.isdigit() else told


def visible(html: str) -> list[str]:
    """The texts of a page, and what is read out of its attributes."""
    seen = _Seen()
    seen.feed(html)
    return seen.found


_WORD = re.compile(r"(?<![A-Za-z0-9*])(?!(?:RO|OY|YG|GB|BP|PR|[ROYGBP])[0-9]*(?![a-z]))[A-Za-z]{2,}")
"""A word, and no hue, space or card in its letters."""


def unmarked(html: str, allowed: frozenset[str] = frozenset()) -> Iterator[str]:
    """The texts with a word in them that has no accents and is not allowed."""
    for words in visible(html):
        if any(word not in allowed for word in _WORD.findall(words)) and words not in allowed:
            yield str(words).strip()
