"""Every sentence the engine can say, one file a game and language; code holds only stable reason codes.

A game's sentences stand in ``texts/en.toml`` in its own folder, what all games say in ``en.toml`` here.

A file has the tables ``refused`` (why not), ``ask`` (what is wanted next), ``notes`` (a word about what is allowed),
``names`` (rows, piles,
phases) and ``options`` (what is asked about an option; under ``option.value`` what people call its values).
Details stand in braces. Seats become names, hues become words, an ``Awaiting`` becomes the question it asks. A sentence
that would name nothing (an empty list or text, or None) is left out: what needs a list is a sentence of its own.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.components.cards import Card, called
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.registry import find as game_named
from engine.core.registry import package_of
from engine.core.text_files import Page, read_page
from engine.core.verdict import Awaiting, Verdict

HOUSE_RULE = "option"
"""The detail that names the options by which a table could have it otherwise."""

THEN = "then"
"""The detail that says what is awaited, in a sentence after the refusal."""

ADVICE = " | "
"""In a text of a refusal: what follows is advice, and not said where ``THEN`` says what to do."""

SEAT_DETAILS = ("player", "mover", "owner", "opponent", "winner")
"""Details that are seats."""


COMMON = "engine"
"""The package of the sentences that all games say."""


def page(game: str, language: str = "en") -> Page:
    """A game's own sentences; none for a name nobody knows."""
    package = package_of(game)
    return read_page(package, language) if package else {}


def find(game: str, table: str, code: str, language: str = "en") -> str | None:
    """The raw sentence of a code: the game's own first, then the common one."""
    own = page(game, language).get(table, {}).get(code)
    return own if own is not None else read_page(COMMON, language).get(table, {}).get(code)


def name_of(game: str, code: str, language: str = "en") -> str:
    """What people call a row, a pile, a phase. Unknown codes stand for themselves."""
    return find(game, "names", code, language) or code


def explain(game: str, verdict: Verdict, seats: Sequence[str], language: str = "en") -> str:
    """Why an event was refused, as a friendly referee would say it; empty for a legal one."""
    if verdict.ok:
        return ""
    text = find(game, "refused", verdict.reason, language) or verdict.reason
    fact, _, advice = text.partition(ADVICE)
    # What to do is said once: by what is awaited, where that is told.
    text = fact if THEN in verdict.details or not advice else f"{fact} {advice}"
    said = _fill(game, text, verdict.details, seats, language)
    said = said or find(game, "refused", "NOT_POSSIBLE", language) or verdict.reason
    said += _house_rule(game, verdict, seats, language)
    then = verdict.details.get(THEN)
    said += f" {ask(game, then, seats, language)}" if isinstance(then, Awaiting) else ""
    return said[:1].upper() + said[1:]


def remark(game: str, verdict: Verdict, seats: Sequence[str], language: str = "en") -> str:
    """What is worth saying about a legal event (its ``note``); mostly nothing."""
    text = find(game, "notes", str(verdict.details.get("note", "")), language) if verdict.ok else None
    if not text:
        return ""
    return _fill(game, text, verdict.details, seats, language) + _house_rule(game, verdict, seats, language)


def ask(game: str, awaiting: Awaiting, seats: Sequence[str], language: str = "en") -> str:
    """What the game waits for, in a sentence."""
    text = find(game, "ask", awaiting.ask, language)
    details = dict(awaiting.details)
    if awaiting.seats:
        details.setdefault("player", awaiting.seats[0])
    return _fill(game, text or awaiting.ask, details, seats, language)


def _fill(game: str, text: str, details: Mapping[str, object], seats: Sequence[str], language: str) -> str:
    """The text with its details; empty when every sentence of it would name nothing."""
    kept = [part for part in _SENTENCE.split(text) if not any(_is_nothing(details, k) for k in _FIELD.findall(part))]
    said = " ".join(kept).format_map(_Words({k: _say(game, k, v, seats, language) for k, v in details.items()}))
    return counted(said)


_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z{])")
"""Between two sentences of a text."""

_FIELD = re.compile(r"\{(\w+)\}")


def _is_nothing(details: Mapping[str, object], name: str) -> bool:
    """Whether there is nothing to say for a field. A detail that nobody gave is a fault, and stays to be seen."""
    value = details.get(name, name)
    return value is None or (isinstance(value, (str, tuple, list, frozenset)) and not value)


def _house_rule(game: str, verdict: Verdict, seats: Sequence[str], language: str) -> str:
    """Where tables play otherwise: the house rule that would change it, in a sentence that follows; mostly nothing."""
    text = find(game, "refused", "HOUSE_RULE", language) if verdict.details.get(HOUSE_RULE) else None
    return f" {_fill(game, text, verdict.details, seats, language)}" if text else ""


def option_words(game: str, option: str) -> str:
    """An option as whoever sets up a game reads it: what the game's ``options`` ask, else its line of doc. Unknown ones
    stand for themselves."""
    asked = page(game).get("options", {}).get(option)
    if asked:
        return asked.rstrip(".")
    doc = game_named(game).option_docs().get(option, {}).get("doc", option)
    return without_rule_ids(doc).rstrip(".")


def value_words(game: str, option: str, value: object, language: str = "en") -> str:
    """What people call a value of an option; empty where the game has no words of its own for it."""
    return page(game, language).get("options", {}).get(f"{option}.{value}", "")


def without_rule_ids(doc: str) -> str:
    """An option's documentation without what only developers read: rule ids, and words joined by underscores."""
    return _RULE_ID.sub("", doc).replace("_", " ")


_RULE_ID = re.compile(r"\s*\((?:[A-Z0-9]+(?:-[A-Z0-9]+)+(?:, [A-Z0-9]+(?:-[A-Z0-9]+)+)*|(?:ruling )?[0-9]{3})\)")


def counted(said: str) -> str:
    """The same words where a count of one does not speak of several: ``1 cards`` becomes ``1 card``."""
    return _SEVERAL.sub(lambda found: found[1] + _ONE.get(found[2], found[2][:-1]), said)


_SEVERAL = re.compile(
    r"(?<![\w.])(1 (?:twelve-sided |common |open |board )?)"
    r"(dice|cards|cubes|spaces|points|pawns|coins|chips|tiles|pieces|places|steps|entries|sheets|sets|hands|times)\b"
)
"""A count of one and a word that speaks of several: 1 cards."""

_ONE = {"dice": "die", "entries": "entry"}


class _Words(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _say(game: str, key: str, value: Any, seats: Sequence[str], language: str) -> str:
    if isinstance(value, Hue):
        return value.title
    if isinstance(value, str) and value.startswith("*"):
        return _called(value)
    if isinstance(value, Awaiting):
        return ask(game, value, seats, language)
    if key == HOUSE_RULE and value:
        options = (value,) if isinstance(value, str) else value
        return join([f"“{option_words(game, option)}”" for option in options])
    if key in SEAT_DETAILS and isinstance(value, int):
        return seats[value] if 0 <= value < len(seats) else f"player {value + 1}"
    if isinstance(value, (tuple, list, frozenset)):
        return join(_counted([_say(game, key, item, seats, language) for item in value]))
    return name_of(game, value, language) if isinstance(value, str) else str(value)


def _counted(words: Sequence[str]) -> list[str]:
    """The same said several times is counted: ``3 small red``."""
    times = Counter(words)
    return [word if count == 1 or word[:1].isdigit() else f"{count} {word}" for word, count in times.items()]


def _called(text: str) -> str:
    try:
        return called(Card.parse(text))
    except NotUnderstood:
        return text


def join(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``; ``nothing`` when there is none."""
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
