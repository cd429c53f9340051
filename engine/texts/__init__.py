"""Every sentence the engine can say, one file a game and language; code holds only stable reason codes.

A game's sentences stand in ``texts/en.toml`` in its own folder, what all games say in ``en.toml`` here.

A file has the tables ``refused`` (why not), ``ask`` (what is wanted next), ``notes`` (a word about what is allowed),
``names`` (rows, piles,
phases) and ``options`` (what is asked about an option; under ``option.value`` what people call its values).
Details stand in braces. Seats become names, hues, cards and spaces become words, an ``Awaiting`` becomes the question
it asks. A sentence that would name nothing (an empty list or text, or None) is left out: what needs a list is a
sentence of its own.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.components.cards import Card, full_name
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.language import spoken, tr, translated, translated_for
from engine.core.registry import entry_of, package_of
from engine.core.registry import find as game_named
from engine.core.text_files import Page, read_page
from engine.core.verdict import Awaiting, Verdict

HOUSE_RULE = "option"
"""The detail that names the options by which a table could have it otherwise."""

THEN = "then"
"""The detail that says what is awaited, in a sentence after the refusal."""

ADVICE = " | "
"""In a text of a refusal: what follows is advice, and not said where ``THEN`` says what to do."""

SEAT_DETAILS = ("player", "mover", "owner", "opponent", "winner", "winners", "owners")
"""Details that are seats, or several of them."""


COMMON = "engine"
"""The package of the sentences that all games say."""

ENGLISH_PAGE = "en"
"""The file that sentences stand in; their translations are found by the English."""

NAME = "name"
"""What translators are told of the names of rows, piles and phases: a word alone says too little."""


def page(game: str) -> Page:
    """A game's own sentences; none for a name nobody knows."""
    package = package_of(game)
    return read_page(package, ENGLISH_PAGE) if package else {}


def find(game: str, table: str, code: str) -> str | None:
    """The sentence of a code in the language spoken now, not filled in: the game's own first, then the common one."""
    text = _english(game, table, code)
    return text and translated(text, NAME if table == "names" else "")


def sentence(game: str, table: str, code: str, details: Mapping[str, object]) -> str | None:
    """The same where it may depend on a number among the details."""
    text = _english(game, table, code)
    plural = plural_of(text) if text else None
    count = details.get(plural.field) if plural else None
    if text is None or plural is None:
        return text and translated(text)
    return translated_for(plural.one, text, count if isinstance(count, int) else _SEVERAL_OF_THEM)


_SEVERAL_OF_THEM = 2
"""What counts where a sentence depends on a number and is given something else."""


def _english(game: str, table: str, code: str) -> str | None:
    own = page(game).get(table, {}).get(code)
    return own if own is not None else read_page(COMMON, ENGLISH_PAGE).get(table, {}).get(code)


def name_of(game: str, code: str) -> str:
    """What people call a row, a pile, a phase. Unknown codes stand for themselves."""
    return find(game, "names", code) or code


def explain(game: str, verdict: Verdict, seats: Sequence[str]) -> str:
    """Why an event was refused, as a friendly referee would say it; empty for a legal one."""
    if verdict.ok:
        return ""
    text = sentence(game, "refused", verdict.reason, verdict.details) or verdict.reason
    fact, _, advice = text.partition(ADVICE)
    # What to do is said once: by what is awaited, where that is told.
    text = fact if THEN in verdict.details or not advice else f"{fact} {advice}"
    said = filled(game, text, verdict.details, seats)
    said = said or find(game, "refused", "NOT_POSSIBLE") or verdict.reason
    said += _house_rule(game, verdict, seats)
    then = verdict.details.get(THEN)
    said += f" {ask(game, then, seats)}" if isinstance(then, Awaiting) else ""
    return said[:1].upper() + said[1:]


def remark(game: str, verdict: Verdict, seats: Sequence[str]) -> str:
    """What is worth saying about a legal event (its ``note``); mostly nothing."""
    code = str(verdict.details.get("note", ""))
    text = sentence(game, "notes", code, verdict.details) if verdict.ok else None
    if not text:
        return ""
    return filled(game, text, verdict.details, seats) + _house_rule(game, verdict, seats)


def ask(game: str, awaiting: Awaiting, seats: Sequence[str]) -> str:
    """What the game waits for, in a sentence."""
    text = sentence(game, "ask", awaiting.ask, awaiting.details)
    details = dict(awaiting.details)
    if awaiting.seats:
        details.setdefault("player", awaiting.seats[0])
    return filled(game, text or awaiting.ask, details, seats)


def filled(game: str, text: str, details: Mapping[str, object], seats: Sequence[str]) -> str:
    """The text with its details; empty when every sentence of it would name nothing."""
    kept = [part for part in _SENTENCE.split(text) if not any(_is_nothing(details, k) for k in _FIELD.findall(part))]
    said = " ".join(kept).format_map(_Words({k: _say(game, k, v, seats) for k, v in details.items()}))
    return counted(said) if spoken() == "en" else said


_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-ZÀ-ÖØ-Þ{¿¡«„“])")
"""Between two sentences of a text."""

_FIELD = re.compile(r"\{(\w+)\}")


def _is_nothing(details: Mapping[str, object], name: str) -> bool:
    """Whether there is nothing to say for a field. A detail that nobody gave is a fault, and stays to be seen."""
    value = details.get(name, name)
    return value is None or (isinstance(value, (str, tuple, list, frozenset)) and not value)


def _house_rule(game: str, verdict: Verdict, seats: Sequence[str]) -> str:
    """Where tables play otherwise: the house rule that would change it, in a sentence that follows; mostly nothing."""
    text = find(game, "refused", "HOUSE_RULE") if verdict.details.get(HOUSE_RULE) else None
    return f" {filled(game, text, verdict.details, seats)}" if text else ""


def option_words(game: str, option: str) -> str:
    """An option as whoever sets up a game reads it: what the game's ``options`` ask, else its line of doc. Unknown ones
    stand for themselves."""
    asked = page(game).get("options", {}).get(option)
    if asked:
        return translated(asked).rstrip(".")
    doc = game_named(game).option_docs().get(option, {}).get("doc", option)
    return translated(without_rule_ids(doc)).rstrip(".")


def value_words(game: str, option: str, value: object) -> str:
    """What people call a value of an option; empty where the game has no words of its own for it."""
    return translated(page(game).get("options", {}).get(f"{option}.{value}", ""))


def title_of(game: str) -> str:
    """What people call a game in the language spoken now; an unknown one stands for itself."""
    return translated(entry_of(game).title) if package_of(game) else game


def without_rule_ids(doc: str) -> str:
    """An option's documentation without what only developers read: rule ids, and words joined by underscores."""
    return _RULE_ID.sub("", doc).replace("_", " ")


_RULE_ID = re.compile(r"\s*\((?:[A-Z0-9]+(?:-[A-Z0-9]+)+(?:, [A-Z0-9]+(?:-[A-Z0-9]+)+)*|(?:ruling )?[0-9]{3})\)")


_MANY = "dice|cards|cubes|spaces|points|pawns|coins|chips|tiles|pieces|places|steps|entries|sheets|sets|hands|times"
_KIND = "(?:twelve-sided |common |open |board )?"
_SEVERAL = re.compile(rf"(?<![\w.])(1 {_KIND})({_MANY})\b")
"""A count of one and a word that speaks of several: 1 cards."""
_COUNTED_FIELD = re.compile(rf"\{{(\w+)\}}( {_KIND})({_MANY})\b")
"""The same in a sentence that is not filled in yet: {count} cards."""
_ONE = {"dice": "die", "entries": "entry"}


def counted(said: str) -> str:
    """The same words where a count of one does not speak of several: ``1 cards`` becomes ``1 card``. English alone."""
    return _SEVERAL.sub(lambda found: found[1] + _one(found[2]), said)


def _one(word: str) -> str:
    return _ONE.get(word, word[:-1])


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence that depends on a number: the field it stands in, and how the sentence reads for one."""

    field: str
    one: str


@cache
def plural_of(text: str) -> Plural | None:
    """On which number a sentence of a text file depends: the first that counts something; None: on none."""
    found = next((one for one in _COUNTED_FIELD.finditer(text) if one[1] not in SEAT_DETAILS), None)
    if not found:
        return None
    return Plural(found[1], text[: found.start(3)] + _one(found[3]) + text[found.end(3) :])


class _Words(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _say(game: str, key: str, value: Any, seats: Sequence[str]) -> str:
    if isinstance(value, Hue):
        return value.called
    if isinstance(value, str) and _CARD.fullmatch(value):
        return in_full(value)
    if isinstance(value, Awaiting):
        return ask(game, value, seats)
    if key == HOUSE_RULE and value:
        options = (value,) if isinstance(value, str) else value
        return join([f"“{option_words(game, option)}”" for option in options])
    if key in SEAT_DETAILS and isinstance(value, int):
        return seats[value] if 0 <= value < len(seats) else tr("player {number}", number=value + 1)
    if isinstance(value, (tuple, list, frozenset)):
        return join(_counted([_say(game, key, item, seats) for item in value]))
    return name_of(game, value) if isinstance(value, str) else str(value)


def _counted(words: Sequence[str]) -> list[str]:
    """The same said several times is counted: ``3 small red``."""
    times = Counter(words)
    return [word if count == 1 or word[:1].isdigit() else f"{count} {word}" for word, count in times.items()]


_CARD = re.compile(r"\*.+|(PR|P|BP|B|GB|G|YG|Y|OY|O|RO|R)([1-9]|1[0-2])")
"""What stands for a card or a space: a special one by its name, else hue and number."""


def in_full(text: str) -> str:
    """A card or a space as people say it, ``green-blue 7`` for ``GB7``; any other text as it is."""
    try:
        return full_name(Card.parse(text)) if _CARD.fullmatch(text) else text
    except NotUnderstood:
        return text


def join(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``; ``nothing`` when there is none. ``last``: "and" or "or"."""
    if not words:
        return tr("nothing")
    if len(words) == 1:
        return words[0]
    some, end = ", ".join(words[:-1]), words[-1]
    return tr("{some} or {end}", some=some, end=end) if last == "or" else tr("{some} and {end}", some=some, end=end)
