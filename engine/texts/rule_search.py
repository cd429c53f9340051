"""Looking for words in the rules of all games."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.texts.rulebook import Paragraph, rulebook

MOST_LETTERS, MOST_WORDS = 80, 8
"""Of what is looked for; what goes beyond is left out. Chosen by hand: nobody types more into such a field."""


class Hit(NamedTuple):
    """A paragraph with every word that was looked for."""

    game: str
    paragraph: Paragraph
    score: int


def words_of(query: str) -> tuple[str, ...]:
    """The words of what somebody typed, each once; signs and single letters are left out."""
    found = re.findall(r"[\w'-]+", folded(query[:MOST_LETTERS]))
    return tuple(dict.fromkeys(word for word in found if len(word) > 1 or word.isdigit()))[:MOST_WORDS]


def folded(said: str) -> str:
    """Small letters without accents, so that both spellings find each other."""
    parts = unicodedata.normalize("NFKD", said.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def search(query: str, games: Iterable[str], language: str = "en") -> list[Hit]:
    """The paragraphs of these games with all the words, the best first: whole words and titles count for more."""
    words = words_of(query)
    hits = [hit for game in games for hit in _in_book(game, words, language)] if words else []
    return sorted(hits, key=lambda hit: -hit.score)


def _in_book(game: str, words: tuple[str, ...], language: str) -> Iterator[Hit]:
    for paragraph in rulebook(game, language).values():
        title, text = folded(paragraph.title), folded(paragraph.text)
        if all(word in title or word in text for word in words):
            yield Hit(game, paragraph, sum(_weight(word, title, text) for word in words))


def _weight(word: str, title: str, text: str) -> int:
    whole = re.compile(rf"\b{re.escape(word)}\b")
    return 4 * (word in title) + 2 * bool(whole.search(title)) + bool(whole.search(text))
