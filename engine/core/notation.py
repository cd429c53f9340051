"""Words that every game's notation shares: whole numbers, players, hues, and whose move a text tells."""

from typing import Any

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.ids import Seat
from engine.core.language import Deferred


def read_int(text: str, what: str) -> int:
    """A whole number of up to four digits; ``what`` it counts goes into the message. Raises NotUnderstood."""
    word = text.strip()
    if not word.isdecimal() or len(word) > 4:
        raise NotUnderstood(Deferred("'{word}' should be a number: {what}", word=word, what=what))
    return int(word)


def read_player(text: str, what: str) -> Seat:
    """The seat, from 0, of a player's number, from 1; ``what`` it is wanted for. Raises NotUnderstood."""
    number = read_int(text, what)
    if number < 1:
        raise NotUnderstood(Deferred("players are counted from 1"))
    return number - 1


def need_seat(seat: Seat | None, example: str) -> Seat:
    """Whose move it is. Raises NotUnderstood when nobody said; ``example`` is a move of the game in words."""
    if seat is None:
        raise NotUnderstood(Deferred("say whose move it is by the player's number: '1: {example}'", example=example))
    return seat


def unknown_verb(verb: str, example: str, *known: str) -> NotUnderstood:
    """What to raise where an event begins with a word that this game does not know; ``example`` is a move of the game
    in words."""
    words = Deferred(
        "'{verb}' is nothing that happens here; use {verbs}, for example '1: {example}'",
        verb=verb,
        verbs=", ".join(known),
        example=example,
    )
    return NotUnderstood(words)


def parse_hue(text: str) -> Hue:
    """The hue of a code or a name, ``GB`` or ``green-blue``. Raises NotUnderstood for what is no hue."""
    try:
        return Hue.parse(text)
    except ValueError as error:
        raise NotUnderstood(error.args[0]) from None


def whole_number(data: Any, where: str) -> int:
    """A JSON value that has to be a whole number, not true or false. Raises NotUnderstood that names ``where``."""
    if not isinstance(data, int) or isinstance(data, bool):
        raise NotUnderstood(Deferred("'{where}' should be a whole number", where=where))
    return data
