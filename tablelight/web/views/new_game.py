"""Begin a game: which one, who plays, what the table agreed on."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.core.entry import GameEntry
from engine.core.registry import entries, entry_of, find
from engine.texts.language import tr, trn
from engine.texts.rulebook import rulebook
from tablelight.session.people import KnownPeople
from tablelight.texts.sentences import say
from tablelight.web.components.house_fields import house_fields
from tablelight.web.components.html import button, classes, data, rendered
from tablelight.web.components.players import too_alike
from tablelight.web.components.rule_words import folded

FIELDS_OF = "fields-of"
"""The field that says which game's fields stand in the form: another game may have been chosen a moment ago."""
NEW_NAME = "newname"
"""The field for somebody who has not played here yet."""
MOST_LETTERS = 24
"""Of a player's name, as the form says."""
MOST_SEATED = 99
"""Players of a game that sets no limit."""
_MOST_SUGGESTED = 12
"""People who are offered as chips; whoever came last stands first. Chosen by hand: three rows on a phone."""
_TONIGHT = 8
_NOBODY = KnownPeople()


# ---- which game


@rendered
def tiles(people: int, known: KnownPeople = _NOBODY, said: str = "", *, close: bool = False) -> Node:
    """All games as tiles. ``people``: how many are here, 0 where nobody said: those that fit come first."""
    fitting = [entry for entry in entries() if not people or fits(entry, people)]
    others = [entry for entry in entries() if entry not in fitting]
    if people:
        lists: list[Node] = [
            _tiles(trn("Good for one of you", "Good for {count} of you", people), fitting),
            others and _tiles(trn("Not for one", "Not for {count}", people), others, dim=True),
        ]
    else:
        lists = [_tiles(group, list(games)) for group, games in groupby(fitting, key=lambda entry: entry.group)]
    return h.div(".start")[
        said and h.p(".refused", role="alert")[said],
        _last_table(known),
        _tonight(people),
        lists,
        close and h.div(".row")[button("close", tr("Back"), style="quiet")],
    ]


def fits(entry: GameEntry, people: int) -> bool:
    """Whether so many can play a game."""
    fewest, most = find(entry.name).seats
    return people in entry.counts if entry.counts else fewest <= people <= (most or people)


def _last_table(known: KnownPeople) -> Node:
    """The same game with the same people, by one tap."""
    if not known.table or known.game not in {entry.name for entry in entries()}:
        return None
    words = h.span[h.small[tr("Again, as last time")], h.b[entry_of(known.game).title], h.span[", ".join(known.table)]]
    return button("last-table", [_picture(known.game), words], style="again-tile")


def _tonight(people: int) -> Node:
    """How many are here tonight."""
    words = tr("How many are you?")
    return h.div(".tonight")[
        h.span[words],
        h.div(".segments", role="group", aria_label=words)[
            [
                h.button(".btn", data_act="how-many", data_people=str(n), aria_pressed=str(n == people).lower())[
                    f"{n}+" if n == _TONIGHT else str(n)
                ]
                for n in range(1, _TONIGHT + 1)
            ]
        ],
    ]


def _tiles(heading: str, games: Sequence[GameEntry], *, dim: bool = False) -> Node:
    return h.section[h.h2[heading], h.div(".tiles")[[_tile(entry, dim=dim) for entry in games]]]


def _tile(entry: GameEntry, *, dim: bool) -> Node:
    minutes = entry.minutes and tr("{minutes} min", minutes=entry.minutes)
    return h.button(
        class_=classes("game-tile", "dim" if dim else ""), data_act="choose-game", **_data(game=entry.name)
    )[
        _picture(entry.name),
        h.span(".words")[
            h.b[entry.title],
            h.span(".facts-line")[h.span(".who")[entry.players], minutes and h.span[minutes]],
            h.span(".like")[entry.blurb],
        ],
    ]


def _data(**args: object) -> dict[str, str]:
    return {name.replace("-", "_"): value for name, value in data(**args).items()}


def _picture(game: str) -> Node:
    return h.img(src=f"/pictures/{game}.svg", alt="", width=160, height=100)


# ---- set it up


@rendered
def form(
    chosen: str,
    said: str = "",
    names: Sequence[str] = (),
    given: Mapping[str, str] | None = None,
    *,
    people: int = 0,
    known: KnownPeople = _NOBODY,
    close: bool = False,
    running: str = "",
) -> Node:
    """The form for a new game; the fields of one game's options are read off its own documentation.

    ``said``: why the last try could not be. ``names``: who is to play, in their order. ``given``: all fields as they
    were last sent. ``people``: how many are here. ``running``: the title of a game that is being played meanwhile.
    """
    game, entry = find(chosen), entry_of(chosen)
    given = given if given and given.get("game") == chosen else {}
    docs = {name: doc for name, doc in game.option_docs().items() if name not in entry.never_asked}

    def fields(wanted: Sequence[str], *, in_sight: bool = False) -> list[Node]:
        return [
            _explained(chosen, name, _option(chosen, name, docs[name], given, in_sight=in_sight)) for name in wanted
        ]

    ways = [name for name in entry.asked_first if name in docs]
    asked = fields([name for name, doc in docs.items() if doc["asked"]], in_sight=True)
    rest = fields([name for name, doc in docs.items() if not doc["asked"] and name not in ways])
    first = [_editions(chosen, game.editions, given), *fields(ways, in_sight=True)]
    return h.form(".newgame")[
        h.div(".setup-head")[_picture(chosen), h.div[h.h2[entry.title], h.p(".said")[about(entry)], _rules(chosen)]],
        h.input(type="hidden", name=FIELDS_OF, value=chosen),
        h.input(type="hidden", name="game", value=chosen),
        _who_plays(entry, game.seats, names, people, known),
        asked and h.fieldset[h.legend[tr("Agree on this first")], asked],
        any(first) and h.fieldset[h.legend[tr("How do you play?")], first],
        rest and h.details(".house")[h.summary[tr("House rules")], rest],
        house_fields(chosen, seated_names(game.seats, names, people), given),
        h.div(".begin")[
            running and h.p(".said")[say("new_game", "running", game=running)],
            said and h.p(".refused", role="alert")[said],
            h.div(".row")[
                button("new-game", tr("Begin"), style="go big"),
                _aside("choose-game", tr("Other games"), game=""),
                close and _aside("close", tr("Back")),
            ],
        ],
    ]


def _aside(act: str, words: Node, /, *, style: str = "quiet", label: str = "", **args: object) -> Node:
    """A button of the form that the Enter key does not press."""
    look = {"class": classes("btn", style), "type": "button", "data-act": act, "aria-label": label or None}
    return h.button(look, data(**args))[words]


def seats_for(seats: tuple[int, int | None], people: int) -> int:
    """How many places a game has where nobody was named: as many as are here, if they can all play it."""
    fewest, most = seats[0], seats[1] or MOST_SEATED
    return people if people and fewest <= people <= most else min(max(fewest, 2), most)


def seated_names(seats: tuple[int, int | None], names: Sequence[str], people: int) -> list[str]:
    """What everybody is called who would play if the game began now."""
    named = [name for name in names if name][: seats[1] or MOST_SEATED]
    return named or [nameless(n) for n in range(seats_for(seats, people))]


def nameless(number: int) -> str:
    """What a seat is called whose player was not named."""
    return f"Player {number + 1}"


def _who_plays(
    entry: GameEntry, seats: tuple[int, int | None], names: Sequence[str], people: int, known: KnownPeople
) -> Node:
    """Who plays, in their order; who may join them, by a tap; and a field for a new name."""
    most = seats[1] or MOST_SEATED
    seated = [name for name in names if name][:most]
    others = [name for name in known.names if name not in seated][:_MOST_SUGGESTED]
    nobody = [nameless(n) for n in range(seats_for(seats, people))]
    room = len(seated) < most
    return h.fieldset(".who")[
        h.legend[tr("Who plays? ({players})", players=entry.players)],
        h.ol(".seated-now")[
            [_seated(n, name) for n, name in enumerate(seated)]
            or [h.li(".nobody")[h.span(".place-number")[str(n + 1)], h.span[name]] for n, name in enumerate(nobody)]
        ],
        room and others and h.div(".people")[[_aside("seat", name, style="person", name=name) for name in others]],
        room
        and h.div(".line")[
            h.input(
                name=NEW_NAME,
                maxlength=str(MOST_LETTERS * 8),
                autocomplete="off",
                autocapitalize="words",
                enterkeyhint="done",
                placeholder=tr("Another name"),
                aria_label=tr("Another name"),
            ),
            button("add-name", tr("Add")),
        ],
    ]


def _seated(number: int, name: str) -> Node:
    up = number > 0 and _aside("seat-earlier", "↑", label=tr("{player} plays earlier", player=name), name=name)
    return h.li[
        h.input(type="hidden", name=f"name{number}", value=name),
        h.span(".place-number")[str(number + 1)],
        h.b[name],
        up,
        _aside("unseat", "✕", label=tr("{player} does not play", player=name), name=name),
    ]


def about(entry: GameEntry) -> str:
    """What a game is like, and about how long it takes."""
    return f"{entry.blurb} {tr('About {minutes} minutes.', minutes=entry.minutes)}" if entry.minutes else entry.blurb


# ---- what the table agrees on


def _editions(game: str, editions: Sequence[str], given: Mapping[str, str]) -> Node:
    if len(editions) < 2:
        return None
    words = texts.find(game, "options", "edition") or tr("Edition of the rules")
    chosen = given.get("edition", editions[0])
    return _choice(words, "edition", {one: texts.value_words(game, "edition", one) or one for one in editions}, chosen)


def _choice(words: str, field: str, choices: Mapping[str, str], chosen: str) -> Node:
    """One of a few, all of them in sight."""

    def one(value: str, said: str) -> Node:
        return h.label(".pick-one")[
            h.input(type="radio", name=field, value=value, checked=value == chosen), h.span[said]
        ]

    return h.div(".choose", role="radiogroup", aria_label=words)[
        h.span(".doc")[words], h.div(".choices")[[one(value, said) for value, said in choices.items()]]
    ]


def _rules(game: str) -> Node:
    """The way to the game's rules, and to a turn of it; beside the form, which stays as it is."""
    book = rulebook(game)
    aside = {"target": "_blank", "rel": "noopener"}
    return (
        book
        and h.p(".setup-rules")[
            h.a(aside, href=f"/rules/{game}")[tr("The rules")],
            book.guide and h.a(aside, href=f"/rules/{game}/turn")[tr("Show me a turn")],
        ]
    )


def _explained(game: str, name: str, field: Node) -> Node:
    """An option with its question mark."""
    return h.div(".option-line")[field, folded(game, f"option.{name}", _title(game, name))]


def _option(game: str, name: str, doc: Mapping[str, Any], given: Mapping[str, str], *, in_sight: bool) -> Node:
    """One option in people's words. ``given``: all fields as they were sent; a box without a tick sends nothing."""
    words, field = _title(game, name), f"option-{name}"
    if doc["values"] == [True, False]:
        checked = bool(field in given if given else doc["default"])
        return h.label(".option")[h.input(type="checkbox", name=field, checked=checked), h.span(".doc")[words]]
    value = given.get(field, str(doc["default"]))
    if not isinstance(doc["values"], list):
        return h.label(".option")[h.span(".doc")[words], h.input(name=field, inputmode="numeric", value=value)]
    choices = {str(each): texts.value_words(game, name, each) or _words(each) for each in doc["values"]}
    if in_sight:
        return h.div(".option")[_choice(words, field, choices, value)]
    options = [h.option(value=each, selected=each == value)[said] for each, said in choices.items()]
    return h.label(".option")[h.span(".doc")[words], h.select(name=field)[options]]


def _title(game: str, option: str) -> str:
    """What is asked about an option; a line of its documentation where the game asks nothing of its own."""
    return texts.find(game, "options", option) or f"{texts.option_words(game, option)}."


def _words(value: object) -> str:
    """As people write it: values are single words, joined by underscores, for programs."""
    return {"True": tr("yes"), "False": tr("no")}.get(str(value), str(value).replace("_", " "))


# ---- what cannot be


def wrong_fields(game: str, names: Sequence[str], given: Mapping[str, str]) -> str:
    """What in the fields cannot be, in a sentence; empty when they can be tried."""
    if alike := too_alike(names):
        return alike
    for name, doc in find(game).option_docs().items():
        typed = given.get(f"option-{name}")
        if doc["values"] == "int" and typed is not None and not re.fullmatch(r"-?[0-9]{1,9}", typed.strip()):
            return say("new_game", "no_number", what=texts.option_words(game, name), given=typed[:20])
    return ""


def in_words(game: str, why: str) -> str:
    """A refusal of the rules with the names of options in people's words."""
    for name in find(game).option_docs():
        words = f"“{texts.option_words(game, name)}”"
        why = why.replace(f"'{name}'", words)
        why = why.replace(name, words) if "_" in name else why
    return why
