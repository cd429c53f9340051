"""Set up a game: which one, who plays, what the table agreed on."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import htpy as h
from htpy import Node

from engine.core.entry import GameEntry
from engine.core.registry import entries, entry_of, find
from engine.texts import without_rule_ids
from tablelight.texts.sentences import say
from tablelight.web.components.house_fields import house_fields
from tablelight.web.components.html import button, rendered
from tablelight.web.components.players import too_alike

FIELDS_OF = "fields-of"
"""The field that says which game's fields stand in the form: another game may have been chosen a moment ago."""
_NAMES, _MORE_NAMES = 8, 12
"""Players that are asked for at once, and with "More players"."""


@rendered
def form(
    chosen: str,
    said: str = "",
    names: Sequence[str] = (),
    given: Mapping[str, str] | None = None,
    *,
    close: bool = False,
    running: str = "",
) -> Node:
    """The form for a new game; the fields of one game's options are read off its own documentation.

    ``said``: why the last try could not be. ``names``: what was typed before another game was chosen. ``given``: all
    fields of the last try. ``running``: the title of a game that is being played meanwhile.
    """
    game = find(chosen)
    given = given if given and given.get("game") == chosen else {}
    entry = entry_of(chosen)
    docs = {name: doc for name, doc in game.option_docs().items() if name not in entry.never_asked}
    ways = tuple(name for name in entry.asked_first if name in docs)

    def fields(wanted: Sequence[str]) -> list[Node]:
        return [_option(name, given=given, **docs[name]) for name in wanted]

    asked = fields([name for name, doc in docs.items() if doc["asked"]])
    editions, first = _editions(game.editions, given), fields(ways)
    options = fields([name for name, doc in docs.items() if not doc["asked"] and name not in ways])
    return h.form(".newgame")[
        h.h2["New game"],
        h.input(type="hidden", name=FIELDS_OF, value=chosen),
        h.label["Game", h.select(name="game", data_change="choose-game")[_games(chosen)]],
        h.p(".said")[about(entry)],
        h.fieldset[h.legend[f"Who plays? ({entry.players})"], _players(game.seats, names)],
        asked and h.fieldset[h.legend["Agree on this first"], asked],
        (editions or first) and h.fieldset[h.legend["How do you play?"], editions, first],
        options and h.details[h.summary["House rules"], options],
        house_fields(chosen, _fields_for_names(game.seats), given),
        running and h.p(".said")[say("new_game", "running", game=running)],
        said and h.p(".refused", role="alert")[said],
        h.div(".row")[button("new-game", "Begin", style="go"), close and button("close", "Back", style="quiet")],
    ]


def _fields_for_names(seats: tuple[int, int | None]) -> int:
    return max(seats[0], seats[1] or _MORE_NAMES)


def _players(seats: tuple[int, int | None], names: Sequence[str]) -> Node:
    """A field for each player's name; those of a crowd are folded away until they are wanted."""
    fields = [_name(n, names[n] if n < len(names) else "") for n in range(_fields_for_names(seats))]
    shown, folded = fields[:_NAMES], fields[_NAMES:]
    unfold = any(names[_NAMES:])
    return [
        shown,
        folded and h.details(open=unfold)[h.summary["More players"], h.div(".names")[folded]],
    ]


def _name(number: int, given: str) -> Node:
    who = f"Player {number + 1}"
    field = {"name": f"name{number}", "maxlength": "24", "autocomplete": "off", "value": given}
    return h.input(field, placeholder=who, aria_label=who)


def _editions(editions: Sequence[str], given: Mapping[str, str]) -> Node:
    if len(editions) < 2:
        return None
    choices = [h.option(selected=edition == given.get("edition"))[edition] for edition in editions]
    return h.label(".edition")["Edition of the rules", h.select(name="edition")[choices]]


def wrong_fields(game: str, names: Sequence[str], given: Mapping[str, str]) -> str:
    """What in the fields cannot be, in a sentence; empty when they can be tried."""
    if alike := too_alike(names):
        return alike
    for name, doc in find(game).option_docs().items():
        typed = given.get(f"option-{name}")
        if doc["values"] == "int" and typed is not None and not re.fullmatch(r"-?[0-9]{1,9}", typed.strip()):
            return say("new_game", "no_number", what=without_rule_ids(doc["doc"]).rstrip("."), given=typed[:20])
    return ""


def in_words(game: str, why: str) -> str:
    """A refusal of the rules with the names of options in people's words."""
    for name, doc in find(game).option_docs().items():
        words = f"“{without_rule_ids(doc['doc']).rstrip('.')}”"
        why = why.replace(f"'{name}'", words)
        why = why.replace(name, words) if "_" in name else why
    return why


def _games(chosen: str) -> Node:
    return [
        h.optgroup(label=group)[
            [h.option(value=entry.name, selected=entry.name == chosen)[entry.title] for entry in games]
        ]
        for group, games in groupby(entries(), key=lambda entry: entry.group)
    ]


def about(entry: GameEntry) -> str:
    """What a game is like, and about how long it takes."""
    return f"{entry.blurb} About {entry.minutes} minutes." if entry.minutes else entry.blurb


def _words(value: object) -> str:
    """As people write it: values are single words, joined by underscores, for programs."""
    return {"True": "yes", "False": "no"}.get(str(value), str(value).replace("_", " "))


def _option(name: str, default: object, values: object, doc: str, given: Mapping[str, str], **_: Any) -> Node:
    """One choice, with its line of doc. ``given``: all fields as they were sent; a box without a tick sends nothing."""
    words, field = h.span(".doc")[without_rule_ids(doc)], f"option-{name}"
    if values == [True, False]:
        checked = bool(field in given if given else default)
        return h.label(".option")[h.input(type="checkbox", name=field, checked=checked), words]
    value = given.get(field, str(default))
    if isinstance(values, list):
        choices = [h.option(value=str(each), selected=str(each) == value)[_words(each)] for each in values]
        return h.label(".option")[words, h.select(name=field)[choices]]
    return h.label(".option")[words, h.input(name=field, inputmode="numeric", value=value)]
