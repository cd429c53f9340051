"""Hostile lines for ``tablelight rules``: sessions that were really played, and what somebody makes of their requests.

Seeded, so that the same number gives the same lines. What a line is made of was right once: an event, a position or a
saved match of one of the thirteen games; then values change their type, keys get lost, numbers grow, things of other
games are put in.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.core.match import Match
from engine.core.protocol import RulesSession

_SAVED = Path(__file__).parents[1] / "golden" / "playthroughs"
_WORDS = (
    "",
    " ",
    "\ud800",
    "R",
    "RO",
    "R9",
    "*",
    "??",
    "R<>G",
    "x" * 3000,
    "9" * 5000,
    "1: ",
    "99: pass",
    "/",
    "=",
    "G>R",
)
_NUMBERS = (0, -1, 1, 2, 3, 7, 12, 13, 99, 10**6, -(10**9), 10**400, 0.5, 1e308, True)
_TIMES = 4
"""How many requests in a row are made of one position, at most."""


@cache
def played() -> tuple[dict[str, Any], ...]:
    """Saved matches of every game, shortened to their first steps."""
    return tuple(json.loads(file.read_text())["match"] for file in sorted(_SAVED.glob("*.json")))


@cache
def standing_after(which: int, length: int) -> dict[str, Any]:
    """A saved match after so many entries, with its position and the events that were legal next, as plain values."""
    saved = played()[which]
    match = Match.from_json({**saved, "log": saved["log"][:length]})
    game, state = match.game, match.state
    events = [str(move) for move, _ in zip(game.moves(state), range(3), strict=False)]
    return {
        "match": match.to_json(),
        "position": game.state_to_json(state),
        "events": [*events, *(entry["event"] for entry in saved["log"][length : length + 2] if "event" in entry)],
        "objects": [game.event_to_json(event) for _, event in match.events[-3:]],
        "seats": list(match.seats),
        "agreed": {
            "game": game.name,
            "seats": list(match.seats),
            "edition": saved["rules"]["edition"],
            "options": saved["rules"]["options"],
        },
    }


def standing(random: Random) -> dict[str, Any]:
    """One of them."""
    which = random.randrange(len(played()))
    length = random.choice((0, 1, 2, 3, 5, 8, 13, 21))
    return standing_after(which, min(length, len(played()[which]["log"])))


def _junk(random: Random) -> Any:
    """A value that fits nowhere, or by chance."""
    kind = random.randrange(8)
    if kind < 2:
        return random.choice(_NUMBERS)
    if kind < 4:
        return random.choice(_WORDS)
    if kind == 4:
        return None
    if kind == 5:
        return [random.choice(_NUMBERS)] * random.randrange(4)
    if kind == 6:
        return {random.choice(("kind", "seat", "R", "x")): random.choice(_WORDS)}
    return deepcopy(standing(random)[random.choice(("position", "seats", "objects", "match"))])


def _places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*way, key)
        yield from _places(data[key], (*way, key))


def changed(random: Random, data: Any) -> Any:
    """The data with one to three things in it changed."""
    data = deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = list(_places(data))
        if not places:
            return _junk(random)
        way = random.choice(places)
        inner = data
        for key in way[:-1]:
            inner = inner[key]
        inner_key = way[-1]
        value = inner[inner_key]
        inner[inner_key] = _instead(random, data, places, value)
        if random.random() < 0.12:
            del inner[inner_key]
    return data


def tweaked(random: Random, data: Any) -> Any:
    """The data with something in it put otherwise, and everything still of its own kind."""
    data = deepcopy(data)
    places = list(_places(data))
    for way in random.sample(places, min(len(places), random.choice((1, 1, 2, 4)))):
        value, inner = _at(data, way), _at(data, way[:-1])
        here = way[-1] in inner if isinstance(inner, dict) else isinstance(inner, list) and way[-1] in range(len(inner))
        if not here:
            continue  # it went with another change
        alike = [other for place in places if type(other := _at(data, place)) is type(value)]
        if isinstance(value, bool):
            inner[way[-1]] = not value
        elif isinstance(value, int):
            inner[way[-1]] = random.choice((value - 1, value + 1, -1, 0, 2, 5, 40, 10**9))
        elif isinstance(value, list) and random.random() < 0.7:
            inner[way[-1]] = random.choice((value[1:], value[:-1], value + value[:1], value[::-1], []))
        elif alike:
            inner[way[-1]] = deepcopy(random.choice(alike))
    return data


def _instead(random: Random, data: Any, places: list[tuple[Any, ...]], value: Any) -> Any:
    """What stands where a value stood: often of its own kind, so that it is looked at and not refused at once."""
    if random.random() < 0.15:
        return _junk(random)
    if random.random() < 0.4:
        like = [
            other for way in random.sample(places, min(9, len(places))) if type(other := _at(data, way)) is type(value)
        ]
        return deepcopy(random.choice(like or [value]))
    if isinstance(value, bool) or value is None:
        return random.choice((True, False, 0, None))
    if isinstance(value, int):
        return random.choice((value + random.choice((-1, 1, 2, 100)), random.randrange(14), -1))
    if isinstance(value, str):
        return _word(random, value) if random.random() < 0.5 else random.choice(("R", "GB", "P", "draw", "play", ""))
    if isinstance(value, list):
        return random.choice((value * 2, value * 5, value[::-1], value[1:], value[:1], [], [*value, None]))
    return value


def _at(data: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        if not isinstance(data, (dict, list)):
            return None
        try:
            data = data[key]
        except (LookupError, TypeError):
            return None
    return data


def _word(random: Random, text: str) -> str:
    """A text with something cut out, put in or put twice."""
    a, b = sorted(random.randrange(len(text) + 1) for _ in range(2))
    put = random.choice((*_WORDS, text[a:b] * 2, text[a:b] * 500, text[::-1], "999999999", "0", "-1"))
    return text[:a] + put + text[b:]


def _seen(random: Random) -> dict[str, Any]:
    hues = [random.choice(("R", "RO", "O", "G", "GB", "B", "P")) for _ in range(random.randrange(6))]
    cards = [random.choice(("R3", "GB7|G7", "??", "*wild", "R3 at pile:1", "B12 at ", "G1|G2|G3|G4")) for _ in range(3)]
    seen = {
        "d6": hues[:3],
        "d12": hues,
        "moved": random.randrange(9),
        "occupied": {random.choice(("R1", "G9", "RO5", "T3", "a1", "Z")): random.choice((None, 0, 1, 9)) for _ in hues},
        "cards": cards[: random.randrange(4)],
        "gone": [random.choice(("R3", "G7", "B1", "?"))],
    }
    return {name: value for name, value in seen.items() if random.random() < 0.4}


_REQUESTS = (
    *("event", "event", "judge", "judge", "seen", "correct", "undo", "view", "legal", "lights", "score", "save"),
    *("position", "position", "position", "load", "load", "new", "games"),
)


def _request(random: Random, now: dict[str, Any]) -> Any:
    """A request about a match that stands so; right, or nearly."""
    other = now if random.random() < 0.7 else standing(random)
    events = other["events"] + other["objects"] or ["1: pass"]
    agreed = other["agreed"]
    do = random.choice(_REQUESTS)
    more: dict[str, Any] = {
        "event": {"event": random.choice(events)},
        "judge": {"event": random.choice(events)},
        "seen": _seen(random),
        "correct": {"index": random.randrange(-2, 25), "event": random.choice(events)},
        "undo": {"to": random.randrange(-2, 25)} if random.random() < 0.5 else {},
        "view": {"seat": random.choice((None, 0, 1, 5))},
        "position": {**agreed, "position": other["position"]},
        "load": {"match": other["match"]},
        "new": agreed,
    }.get(do, {})
    return {"do": do, **more}


@dataclass(frozen=True, slots=True)
class Said:
    """A line, its answer, and how the session stood before and after it."""

    line: str
    answer: dict[str, Any]
    before: tuple[Any, ...]
    after: tuple[Any, ...]


def session(seed: int) -> Iterator[Said]:
    """A session of somebody hostile: a saved match is loaded, and what comes after it."""
    random, session = Random(seed), RulesSession()
    now = standing(random)

    def say(line: str) -> Said:
        before = _stands(session)
        answer = json.loads(session.answer_line(line))
        return Said(line, answer, before, _stands(session))

    yield say(json.dumps({"do": "load", "match": now["match"]}))
    if random.random() < 0.3:  # a puzzle: something on the table lies otherwise, and is played on from
        request = {"do": "position", **now["agreed"], "position": tweaked(random, now["position"])}
        yield say(json.dumps(request))
    for _ in range(random.randint(2, 10)):
        said = say(_line(random, now))
        yield said
        set_up = said.answer["ok"] and "problems" in said.answer
        for _ in range(
            random.randrange(_TIMES) + _TIMES * set_up
        ):  # what does an odd position make of plain questions, and of moves?
            moves = said.answer.get("moves") or now["events"] or ["1: pass"]
            follow = random.choice(("legal", "lights", "score", "view", "save", "event", "event", "judge", "seen"))
            more = {"event": random.choice(moves)} if follow in ("event", "judge") else {}
            said = say(json.dumps({"do": follow, **more, **(_seen(random) if follow == "seen" else {})}))
            yield said


def _line(random: Random, now: dict[str, Any]) -> str:
    request = _request(random, now)
    if request["do"] == "position" and random.random() < 0.7:
        return json.dumps({**request, "position": tweaked(random, request["position"])})
    if random.random() < 0.8:
        do = request.pop("do")
        request = changed(random, request) if request else request
        request = {"do": do, **request} if isinstance(request, dict) else request
    elif random.random() < 0.1:
        request = changed(random, request)
    line = json.dumps(request)
    if random.random() < 0.02:
        line = random.choice((line[: random.randrange(len(line))], "[" * 60_000, line.replace("{", "[", 1), line * 2))
    return line


def _stands(session: RulesSession) -> tuple[Any, ...]:
    """All of a session that a refused request may not change."""
    match = session.match
    return () if match is None else (match, match.state, tuple(match.log), match.seats, match.left, match.broken)
