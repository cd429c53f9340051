"""What happened, one event as a sentence: "Ann jumps Ben on green 4 and lands on green-blue 3."

A game brings a function that says which sentence of its texts' table ``told`` an event is (``GameEntry.narration``).
Where it brings none, an event is told by the sentence of its kind, filled with its own fields; where there is no such
sentence either, by its notation.
"""

import re
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from engine.components.cards import Card, full_name, swapped_hues
from engine.components.hues import Hue
from engine.core.events import Event, Fact, Move
from engine.core.game import Game
from engine.core.language import trn
from engine.core.registry import narrator_of
from engine.core.telling import Telling
from engine.texts import filled, sentence

_SPACE = re.compile(r"(PR|P|BP|B|GB|G|YG|Y|OY|O|RO|R)([1-9]|1[0-2])")
"""A space of the board or a numbered card: its hue and its number."""
_SPACE_IN_TEXT = re.compile(rf"\b{_SPACE.pattern}\b")


def narrated(game: Game[Any, Any], before: Any, event: Event, after: Any, players: Sequence[str]) -> str:
    """One event as a sentence. ``before``, ``after``: the states around it, as whoever reads may know them.

    Never raises: an event that cannot be told stands there in its notation.
    """
    try:
        telling = narrator_of(game.name)(game, before, event, after) or telling_of(game, before, event)
        text = sentence(game.name, "told", telling.code, telling.details)
        details = {name: in_full(value) for name, value in telling.details.items()}
        said = filled(game.name, text, details, players) if text else ""
    except Exception:  # a game of another package may raise anything, and a history is no reason to stop
        said = ""
    return said[:1].upper() + said[1:] if said else by_notation(event, players)


def telling_of(game: Game[Any, Any], before: Any, event: Event) -> Telling:
    """The sentence of an event's kind, with its fields and the ``player`` whom it is about."""
    details = {one.name: getattr(event, one.name) for one in fields(event) if one.name not in ("seat", "source")}
    return Telling(event.kind, {"player": actor_of(game, before, event), **details})


def actor_of(game: Game[Any, Any], before: Any, event: Event) -> int | None:
    """Whom an event is about: who moves, or the one the game waited for; None where that is nobody or several."""
    seat = getattr(event, "seat", None)
    if isinstance(event, Move) or (isinstance(event, Fact) and seat is not None):
        return seat if isinstance(seat, int) else None
    seats = game.awaiting(before).seats
    return seats[0] if len(seats) == 1 else None


def by_notation(event: Event, players: Sequence[str]) -> str:
    """An event in its own short text, with the player's name instead of the number."""
    named = isinstance(event, Move) and 0 <= event.seat < len(players)
    return f"{players[event.seat]}: {event.words()}" if named and isinstance(event, Move) else event.words()


def in_full(value: object) -> object:
    """A detail in words: ``green 4`` for the space or card G4, ``2 cards face down`` for two that are hidden."""
    if isinstance(value, Hue):
        return value.called
    if isinstance(value, Card):
        return _card(value)
    if isinstance(value, str):
        return _spelled(value)
    if isinstance(value, (tuple, list)):
        hidden = sum(1 for one in value if str(one) == "??")
        shown = [in_full(one) for one in value if str(one) != "??"]
        return (*shown, _face_down(hidden)) if hidden else tuple(shown)
    return value


def aloud(text: str, names: Sequence[str] = ()) -> str:
    """A sentence to be heard: a card or space is ``green-blue 12`` there, not the letters of its code.

    ``names``: how the players are called; these stay as they are.
    """
    own = {word for name in names for word in name.split()}
    return _SPACE_IN_TEXT.sub(lambda found: found[0] if found[0] in own else _spelled(found[0]), text)


def _card(card: Card) -> str:
    return full_name(card) if card.known else _face_down(1)


def _face_down(count: int) -> str:
    return trn("a card face down", "{count} cards face down", count)


@cache
def _parts(text: str) -> tuple[Hue, str] | None:
    found = _SPACE.fullmatch(text)
    return (Hue[found[1]], found[2]) if found else None


def _spelled(text: str) -> str:
    parts = _parts(text)
    if parts:
        return f"{parts[0].called} {parts[1]}"
    swap = f"swap:{text}"
    if swapped_hues(swap):
        return full_name(Card(special=swap))
    return _face_down(1) if text == "??" else text
