"""The engine as a referee for any program: JSON objects in, JSON objects out, one match a session.

Every answer has ``ok``. Where it is false, ``error`` has a stable ``code`` and a ``message`` that says what to do, and
nothing has changed. A request may carry an ``id``, which comes back with the answer.
"""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any

from engine import texts
from engine.components.lights import Picture
from engine.core.errors import BadRules, EngineError, NotUnderstood, Refused, ReplayBroken
from engine.core.events import Correct, Undo
from engine.core.log_format import event_from_text_or_json
from engine.core.match import Match
from engine.core.notation import whole_number
from engine.core.positions import checked
from engine.core.registry import create, find, names
from engine.core.serialization import to_json
from engine.core.verdict import Awaiting, Verdict
from engine.inference.observation import observation_from_json

Answer = dict[str, Any]
MAX_LINE = 1_000_000
"""Characters of one request; a longer line is refused unread. Chosen by hand."""
MAX_DEPTH = 50
"""Objects and lists in one another; chosen by hand, a position has six."""


class RulesSession:
    """One caller's match and the requests about it."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self._requests: dict[str, Callable[[Answer], Answer]] = {
            "games": self._games,
            "new": self._new,
            "position": self._position,
            "legal": self._legal,
            "judge": self._judge,
            "seen": self._seen,
            "event": self._event,
            "undo": self._undo,
            "correct": self._correct,
            "view": self._view,
            "score": self._score,
            "lights": self._lights,
            "save": self._save,
            "load": self._load,
        }

    def answer_line(self, line: str) -> str:
        """The answer to one line of text, as one line of text. Never raises."""
        if len(line) > MAX_LINE:
            return _one_line(error("TOO_LONG", f"a request may have {MAX_LINE:,} characters at most"))
        try:
            request = json.loads(line, parse_constant=_number, parse_float=_number)
        except (ValueError, RecursionError) as fault:
            return _one_line(error("NOT_JSON", f"that line is no JSON object: {fault}"))
        return _one_line(self.answer(request))

    def answer(self, request: Any) -> Answer:
        """The answer to one request. Never raises; whatever goes wrong, the match stands as it was."""
        if not isinstance(request, dict):
            return error("NOT_AN_OBJECT", 'a request is an object such as {"do": "games"}')
        if _deeper(request, MAX_DEPTH):
            return error("TOO_DEEP", f"a request may have {MAX_DEPTH} brackets in one another at most")
        answer = self._checked(request)
        return {"id": request["id"], **answer} if "id" in request else answer

    def _checked(self, request: Answer) -> Answer:
        do = request.get("do")
        handle = self._requests.get(do) if isinstance(do, str) else None
        if handle is None:
            return error("UNKNOWN_REQUEST", f"'do' should be one of {', '.join(self._requests)}")
        before = self.match
        try:
            return {"ok": True, **handle(request)}
        except Exception as fault:
            self.match = before
            return self._fault(fault)

    def _fault(self, fault: Exception) -> Answer:
        """What went wrong, as an answer."""
        if isinstance(fault, Refused):
            return self._refusal(fault.verdict)
        if isinstance(fault, ReplayBroken):
            return error(fault.code, str(fault), index=fault.index)
        if isinstance(fault, EngineError):
            return error(fault.code, str(fault))
        # A bug of ours must not end the caller's game.
        return error("INTERNAL", f"the engine stumbled over this request ({type(fault).__name__}: {fault})")

    # ---- requests

    def _games(self, request: Answer) -> Answer:
        return {"games": [_game_card(name) for name in names()]}

    def _new(self, request: Answer) -> Answer:
        self.match = Match(*_agreed(request))
        return self._standing()

    def _position(self, request: Answer) -> Answer:
        game, seats = _agreed(request)
        if "position" not in request:
            raise NotUnderstood("'position' is missing: give the state to set up")
        state, faults, stands = checked(game, request["position"])
        before, self.match = self.match, Match(game, seats, start=state)
        problems = [self._verdict(verdict) for verdict in faults]
        if stands:
            return {**self._standing(), "problems": problems}
        # Odd positions are played on from; one too broken to be asked about is only described.
        self.match = before
        return {"state": game.state_to_json(state), "awaiting": None, "lights": {}, "problems": problems}

    def _legal(self, request: Answer) -> Answer:
        match = self._playing()
        moves: list[str] = []
        by_spot: dict[str, list[str]] = {}
        for move in match.game.moves(match.state):
            moves.append(str(move))
            by_spot.setdefault(next(iter(move.spots()), ""), []).append(str(move))
        partial = not match.game.lists_all(match.state)
        return {"moves": moves, "by_spot": by_spot, "partial": partial, "awaiting": self._awaiting()}

    def _judge(self, request: Answer) -> Answer:
        match = self._playing()
        event = event_from_text_or_json(match.game, _needed(request, "event"), match.state)
        verdict = match.game.judge(match.state, event)
        return self._refusal(verdict) if not verdict.ok else {"verdict": self._verdict(verdict), "event": str(event)}

    def _seen(self, request: Answer) -> Answer:
        """What to make of what a camera or sensors saw; nothing is changed."""
        match = self._playing()
        inference = match.game.infer(match.state, observation_from_json(request))
        return {
            "ways": [[str(event) for event in way.events] for way in inference.explanations],
            "accepted": None if inference.accepted is None else [str(event) for event in inference.accepted],
            "question": None if inference.question is None else awaiting_to_json(match, inference.question),
            "wrong": None if inference.wrong is None else self._verdict(inference.wrong),
        }

    def _event(self, request: Answer) -> Answer:
        match = self._changing()
        event = event_from_text_or_json(match.game, _needed(request, "event"), match.state)
        verdict = match.game.judge(match.state, event)
        match.add(event)
        return {"verdict": self._verdict(verdict), "event": str(event), **self._standing()}

    def _undo(self, request: Answer) -> Answer:
        match = self._changing()
        if "to" in request:
            match.add(Undo(whole_number(request["to"], "to")))
        else:
            match.undo()
        return self._standing()

    def _correct(self, request: Answer) -> Answer:
        match = self._changing()
        index = whole_number(_needed(request, "index"), "index")
        match.add(Correct(index, event_from_text_or_json(match.game, _needed(request, "event"), match.state)))
        fallen = match.broken
        no_longer = (
            None
            if fallen is None
            else {"index": fallen.index, "event": str(fallen.event), "verdict": self._verdict(fallen.verdict)}
        )
        return {**self._standing(), "no_longer_holds": no_longer}

    def _view(self, request: Answer) -> Answer:
        match = self._playing()
        seat = request.get("seat")
        if seat is not None and not 0 <= whole_number(seat, "seat") < len(match.seats):
            raise NotUnderstood(f"there is no seat {seat}; seats are 0 to {len(match.seats) - 1}")
        return {"state": match.game.state_to_json(match.game.view(match.state, seat))}

    def _score(self, request: Answer) -> Answer:
        match = self._playing()
        scores = match.game.scores(match.state)
        return {
            "scores": {match.seats[seat]: points for seat, points in scores.items()},
            "by_seat": [scores.get(seat, 0) for seat in range(len(match.seats))],
            "winners": list(match.game.winners(match.state)),
        }

    def _lights(self, request: Answer) -> Answer:
        match = self._playing()
        return {"lights": picture_to_json(match.game.lights(match.state))}

    def _save(self, request: Answer) -> Answer:
        return {"match": self._playing().to_json()}

    def _load(self, request: Answer) -> Answer:
        self.match = Match.from_json(_needed(request, "match"))
        return self._standing()

    # ---- parts of answers

    def _playing(self) -> Match:
        if self.match is None:
            raise NoMatch('there is no match yet; begin with {"do": "new", "game": "roll_and_color", "seats": 2}')
        return self.match

    def _changing(self) -> Match:
        """The match as a copy that takes its place; whatever goes wrong, the one before is there again."""
        self.match = self._playing().fork()
        return self.match

    def _standing(self) -> Answer:
        match = self._playing()
        return {
            "state": match.game.state_to_json(match.state),
            "awaiting": self._awaiting(),
            "lights": picture_to_json(match.game.lights(match.state)),
            "length": len(match.log),
        }

    def _awaiting(self) -> Answer:
        match = self._playing()
        return awaiting_to_json(match, match.game.awaiting(match.state))

    def _verdict(self, verdict: Verdict) -> Answer:
        match = self._playing()
        return {**to_json(verdict), "sentence": texts.explain(match.game.name, verdict, match.seats)}

    def _refusal(self, verdict: Verdict) -> Answer:
        said = self._verdict(verdict)
        return {**error(verdict.reason, said["sentence"]), "verdict": said}


def _number(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise ValueError(f"{word} is no number that can be counted with")
    return number


def _deeper(data: Any, most: int) -> bool:
    """Whether there are more objects and lists in one another than that."""
    level = [data]
    for _ in range(most + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return False
    return True


def _one_line(answer: Answer) -> str:
    """The answer as one line that any program can read: plain JSON, and no half of a character in it."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace").decode("utf-8")


class NoMatch(EngineError):
    """A request about a match came before ``new`` or ``load``."""

    code = "NO_MATCH"


def error(code: str, message: str, **more: Any) -> Answer:
    """The answer that something went wrong: a stable code, and what to do about it."""
    return {"ok": False, "error": {"code": code, "message": message, **more}}


def picture_to_json(picture: Picture) -> dict[str, Any]:
    """The lights as JSON: hue and meaning by spot."""
    return {spot: to_json(light) for spot, light in picture.items()}


def awaiting_to_json(match: Match, awaiting: Awaiting) -> Answer:
    """Who or what is next as JSON, with the sentence that asks for it."""
    kind = type(awaiting.need).__name__.lower() if awaiting.need else None
    need = {"kind": kind, **to_json(awaiting.need)} if awaiting.need else None
    sentence = texts.ask(match.game.name, awaiting, match.seats)
    return {
        "actor": awaiting.actor,
        "seats": list(awaiting.seats),
        "ask": awaiting.ask,
        "need": need,
        "sentence": sentence,
    }


def _game_card(name: str) -> Answer:
    game = find(name)
    fewest, most = game.seats
    return {
        "name": name,
        "title": game.title,
        "checks": dict(game.checks),
        "seats": {"fewest": fewest, "most": most},
        "editions": list(game.editions),
        "options": game.option_docs(),
    }


def _agreed(request: Answer) -> tuple[Any, list[str]]:
    """The game and the names that ``new`` and ``position`` ask for."""
    seats = request.get("seats", 2)
    if isinstance(seats, int) and not isinstance(seats, bool):
        if not 1 <= seats <= 1000:
            raise BadRules(f"{seats} players cannot sit at one table")
        seats = [f"Player {n + 1}" for n in range(seats)]
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise NotUnderstood("'seats' should be a number of players or a list of their names")
    game, edition, options = request.get("game"), request.get("edition"), request.get("options") or {}
    if not isinstance(game, str):
        raise NotUnderstood(f"'game' should be the name of a game: {', '.join(names())}")
    if not isinstance(edition, (str, type(None))) or not isinstance(options, dict):
        raise NotUnderstood("'edition' should be a text and 'options' an object")
    return create(game, len(seats), edition, options), seats


def _needed(request: Answer, name: str) -> Any:
    if name not in request:
        raise NotUnderstood(f"'{name}' is missing")
    return request[name]
