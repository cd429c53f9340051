"""The entries of a match's log as plain JSON, readable by people, and back."""

from typing import Any

from engine.core.errors import NotUnderstood
from engine.core.events import Correct, DropOut, Entry, Event, Join, Leave, Rename, Undo
from engine.core.game import Game
from engine.core.notation import whole_number


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """One entry of the log as JSON: ``{"event": text}``, ``{"undo": n}``, ``{"correct": n, "event": text}``,
    ``{"rename": [names]}``, ``{"leave": seat}``, ``{"drop_out": seat}`` or ``{"join": name}``."""
    match entry:
        case Undo():
            return {"undo": entry.to}
        case Correct():
            return {"correct": entry.index, "event": str(entry.event)}
        case Rename():
            return {"rename": list(entry.names)}
        case Leave():
            return {"leave": entry.seat}
        case DropOut():
            return {"drop_out": entry.seat}
        case Join():
            return {"join": entry.name}
    return {"event": str(entry)}


def entry_from_json(game: Game[Any, Any], plain: Any, state: Any = None) -> Entry:
    """The entry of ``entry_to_json``. An event may also be an object. Raises NotUnderstood."""
    if not isinstance(plain, dict):
        raise NotUnderstood("an entry is an object: {'event': ...}, {'undo': n} or {'correct': n, 'event': ...}")
    if "undo" in plain:
        return Undo(whole_number(plain["undo"], "undo"))
    if "rename" in plain:
        return Rename(_names(plain["rename"]))
    if "leave" in plain:
        return Leave(whole_number(plain["leave"], "leave"))
    if "drop_out" in plain:
        return DropOut(whole_number(plain["drop_out"], "drop_out"))
    if "join" in plain:
        return Join(_name(plain["join"]))
    event = event_from_text_or_json(game, plain.get("event"), state)
    return Correct(whole_number(plain["correct"], "correct"), event) if "correct" in plain else event


def event_from_text_or_json(game: Game[Any, Any], data: Any, state: Any = None) -> Event:
    """An event from its text or its object. Raises NotUnderstood."""
    return game.parse(data, state) if isinstance(data, str) else game.event_from_json(data)


def _names(data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(name, str) for name in data):
        raise NotUnderstood("'rename' should be a list of the players' names")
    return tuple(data)


def _name(data: Any) -> str:
    if not isinstance(data, str):
        raise NotUnderstood("'join' should be the name of who joins")
    return data
