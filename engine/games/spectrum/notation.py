"""The texts of Spectrum's events, read tolerantly."""

import re

from engine.core.errors import NotUnderstood
from engine.core.events import Event
from engine.core.ids import Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, parse_hue
from engine.games.spectrum import events as e
from engine.games.spectrum.board import name_of, parse_space

_CARD = re.compile(r"^([A-Za-z]{1,2})(\d{1,2})$")
EXAMPLE = "G3>G4"
"""A move as one writes it, for who left out whose it is."""
VERBS = "roll, draw, choose, place, swap, done, surrender, portal, send, declare, or a move such as G3>G4"
"""What can be written, for who wrote something else."""


def parse(words: str, seat: Seat | None, source: str) -> Event:
    """The event of a text; ``seat``: whose move it is, if it is one. Raises NotUnderstood that says what was wrong."""
    verb, _, rest = words.strip().partition(" ")
    verb, items = verb.lower(), rest.replace(",", " ").split()
    match verb:
        case "roll" | "rolled":
            return e.DiceRolled(tuple(map(parse_hue, items)), source=source)
        case "draw" | "drew":
            return e.HandDrawn(tuple(map(_card, items)), source=source)
        case "stop":
            return e.PlayStopped(source=source)
        case "values":
            return e.Valued(tuple(map(_number, items)), source=source)
        case "deal" if items:
            return e.SetupDealt(_number(items[0]) - 1, tuple(map(_card, items[1:])), source=source)
        case "portals" if items:
            return e.PortalCards(_number(items[0]) - 1, tuple(map(_card, items[1:])), source=source)
        case "shotgun":
            return e.ShotRolled(tuple(map(parse_hue, items)), source=source)
        case _:
            return _move(verb, items, words, need_seat(seat, EXAMPLE))


def _move(verb: str, items: list[str], words: str, seat: Seat) -> Event:
    match verb:
        case "choose":
            return e.Choose(seat, " ".join(items))
        case "place" if len(items) == 1:
            return e.PlaceCaptive(seat, _space(items[0]))
        case "swap" if len(items) == 2:
            return e.Swap(seat, _space(items[0]), _space(items[1]))
        case "done" | "pass" | "end":
            return e.EndTurn(seat)
        case "surrender" if len(items) == 1:
            return e.Surrender(seat, _space(items[0]))
        case "pick":
            return e.PickHues(seat, tuple(map(parse_hue, items)))
        case "declare":
            return e.Declare(seat, tuple(map(_card, items)))
        case "portal" if len(items) == 1:
            return e.Activate(seat, _space(items[0]))
        case "send" if items:
            kept = _card(items[2]) if len(items) == 3 else "??"
            return e.Send(seat, _space(items[0]), kept)
    text = words[3:] if verb == "go" else words
    if ">" in text:
        return parse_pawn_move(text, seat)
    raise NotUnderstood(Deferred("'{words}' is nothing that happens here; use {verbs}", words=words, verbs=VERBS))


def parse_pawn_move(text: str, seat: Seat) -> e.PawnMove:
    """``OFF>G1``, ``G3>G4``, ``B4>(B5)>B6``: a jumped space stands in brackets."""
    parts = [part.strip() for part in text.split(">")]
    if len(parts) < 2:
        raise NotUnderstood(Deferred("'{text}' needs where from and where to: G3>G4", text=text))
    names = [_space(part.strip("()")) for part in parts]
    over = tuple(name for name, part in zip(names, parts, strict=True) if part.startswith("("))
    return e.PawnMove(seat, names[0], tuple(names[1:]), over)


def _number(text: str) -> int:
    if not text.isdigit():
        raise NotUnderstood(Deferred("'{text}' should be a number", text=text))
    return int(text)


def _space(text: str) -> str:
    return name_of(parse_space(text))


def _card(text: str) -> str:
    """``R1``, ``R<>G``, ``??``; checked against the deck by the rules, not here."""
    if text == "??" or "<>" in text:
        return text.upper() if text != "??" else text
    match = _CARD.match(text)
    if not match:
        raise NotUnderstood(Deferred("'{text}' is no card; write hue and number, such as GB3", text=text))
    return f"{parse_hue(match[1]).name}{match[2]}"
