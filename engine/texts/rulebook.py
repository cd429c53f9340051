"""The rules of every game in plain words: paragraphs that rows, options, refusals and lights point to.

A game's rules stand in ``rules/en.toml`` in its own folder, what holds at every table in ``rules/en.toml`` of
``engine``. Each table of such a file is a paragraph, by a key that never changes, in the order in which they are read::

    [reroll]
    part = "turn"
    title = "Rolling some dice again"
    text = "..."
    about = ["ask.REROLL_OR_SCORE", "refused.REROLL_SIZE", "option.reroll_order"]
    picture = {dice = "R O / GB"}

A translation is a file beside it with the titles and texts alone, and pictures where words stand in them; a paragraph
that it lacks is read in English. The table ``guide`` is a turn that is shown step by step: ``players``, ``options``,
events played ``before`` it, and a table for each step (``title``, ``text``, what is to ``play``, what is ``lifted``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.core.registry import package_of
from engine.core.text_files import read_rules

THE_TABLE = "the-table"
"""In place of a game: the rules that hold at every table. No game can be called so."""
PARTS = ("goal", "needs", "setup", "turn", "scoring", "end", "house", "lights")
"""The parts of a game's rules, in the order in which they are told."""
ABOUT = ("row", "score", "option", "ask", "refused", "light")
"""What a paragraph can be about: ``row.RO``, ``option.wrap``, ``light.legal``."""
_GUIDE = "guide"
_COMMON = "engine"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One thing worth knowing. ``text``: paragraphs, and lines of a list that begin with ``- ``. ``picture``: what is
    drawn beside it, in the words of the page's ``rule_pictures``."""

    key: str
    part: str
    title: str
    text: str
    about: tuple[str, ...] = ()
    picture: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step of a guided turn: what is played before it is shown, what is picked up, and what is said.

    ``text`` may name what came of it: ``{gain}`` and ``{points}`` of whoever moved last, ``{left}`` of whoever is next,
    ``{why}`` the reckoning of it, and ``{refused}`` what the table says to an event that somebody ``tries`` in vain.
    """

    key: str
    title: str
    text: str
    play: tuple[str, ...] = ()
    lifted: tuple[str, ...] = ()
    tries: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """A turn shown step by step from a position of its own. ``before``: the events that lead to that position;
    ``eyes``: the seat whose hand is seen."""

    players: tuple[str, ...]
    before: tuple[str, ...]
    steps: tuple[GuideStep, ...]
    edition: str | None = None
    eyes: int = 0
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)


class Rulebook(Mapping[str, Paragraph]):
    """The paragraphs of one game by their keys, in the order in which they are read."""

    def __init__(self, paragraphs: Mapping[str, Paragraph], guide: Guide | None = None) -> None:
        self._paragraphs, self.guide = paragraphs, guide

    def __getitem__(self, key: str) -> Paragraph:
        return self._paragraphs[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paragraphs)

    def __len__(self) -> int:
        return len(self._paragraphs)

    @cached_property
    def by_topic(self) -> Mapping[str, Paragraph]:
        """The paragraph of each thing that rules say something about, such as ``row.RO``."""
        return {topic: paragraph for paragraph in self.values() for topic in paragraph.about}

    def about(self, topic: str) -> Paragraph | None:
        """The paragraph about a row, an option, a refusal ...; a paragraph's own key is taken as well."""
        return self.by_topic.get(topic) or self._paragraphs.get(topic)


def rulebook(game: str, language: str = "en") -> Rulebook:
    """The rules of a game, or of ``THE_TABLE``; empty where it brings none, or a file that nobody can read."""
    package = _COMMON if game == THE_TABLE else package_of(game)
    try:
        english = read_rules(package, "en") if package else {}
        own = read_rules(package, language) if package and language != "en" else {}
        return _book(english, own)
    except (ValueError, TypeError, KeyError, AttributeError):
        return Rulebook({})  # the file of another package: its game is played without


def paragraph_about(game: str, topic: str, language: str = "en") -> tuple[str, Paragraph] | None:
    """Where something is explained: the game whose rules it stands in, or ``THE_TABLE``, and the paragraph."""
    for book in (game, THE_TABLE):
        found = rulebook(book, language).about(topic)
        if found is not None:
            return book, found
    return None


def _book(english: Mapping[str, Mapping[str, Any]], own: Mapping[str, Mapping[str, Any]]) -> Rulebook:
    paragraphs = {key: _paragraph(key, table, own.get(key, {})) for key, table in english.items() if key != _GUIDE}
    return Rulebook(paragraphs, _guide(english[_GUIDE], own.get(_GUIDE, {})) if _GUIDE in english else None)


def _paragraph(key: str, table: Mapping[str, Any], own: Mapping[str, Any]) -> Paragraph:
    said = {word: str(own.get(word) or table[word]).strip() for word in ("title", "text")}
    picture = own.get("picture") or table.get("picture", {})
    return Paragraph(key, table["part"], **said, about=tuple(table.get("about", ())), picture=picture)


def _guide(table: Mapping[str, Any], own: Mapping[str, Any]) -> Guide:
    steps = {key: step for key, step in table.items() if isinstance(step, dict) and key != "options"}
    return Guide(
        tuple(table["players"]),
        tuple(table.get("before", ())),
        tuple(_step(key, step, own.get(key, {})) for key, step in steps.items()),
        table.get("edition"),
        table.get("eyes", 0),
        table.get("options", {}),
    )


def _step(key: str, table: Mapping[str, Any], own: Mapping[str, Any]) -> GuideStep:
    said = {word: str(own.get(word) or table[word]).strip() for word in ("title", "text")}
    play, lifted = (tuple(table.get(word, ())) for word in ("play", "lifted"))
    return GuideStep(key, **said, play=play, lifted=lifted, tries=table.get("tries", ""))
