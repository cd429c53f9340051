"""The API's description in OpenAPI 3.1, so that a display or a bot can be written against it."""

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tablelight.web.legal_moves import MOST

Schema = dict[str, Any]


def description() -> Schema:
    """The whole description, as ``GET /openapi.json`` answers it."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tablelight",
            "version": _version(),
            "description": "How the table stands, and events entered with the table's code.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            "/api/state": {"get": _get("How the table stands, as everybody may know it.", "State")},
            "/api/event": {"post": _EVENT},
            "/games/{match}.jsonl": {"get": _GAME},
            "/api/people": {"get": _PEOPLE},
            "/openapi.json": {"get": _get("This description.", None)},
        },
        "components": {
            "securitySchemes": {
                "code": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The table's code ",
                }
            },
            "schemas": _SCHEMAS,
        },
    }


def _version() -> str:
    try:
        return version("tablelight")
    except PackageNotFoundError:
        return "unknown"


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _answer(said: str, schema: str) -> Schema:
    return {"description": said, "content": _json(_ref(schema))}


def _get(summary: str, schema: str | None) -> Schema:
    content = _json(_ref(schema) if schema else {"type": "object"})
    return {"summary": summary, "responses": {"200": {"description": summary, "content": content}}}


def _object(needed: Schema, maybe: Schema | None = None, said: str = "") -> Schema:
    """An object that always has ``needed``, sometimes has ``maybe``, and nothing else."""
    whole = {
        "type": "object",
        "properties": {**needed, **(maybe or {})},
        "required": list(needed),
        "additionalProperties": False,
    }
    return {**whole, "description": said} if said else whole


def _list(of: Schema, said: str = "") -> Schema:
    whole = {"type": "array", "items": of}
    return {**whole, "description": said} if said else whole


def _text(said: str = "") -> Schema:
    return {"type": "string", **({"description": said} if said else {})}


def _or_null(schema: Schema, said: str = "") -> Schema:
    return {"anyOf": [schema, {"type": "null"}], **({"description": said} if said else {})}


_SEAT = {"type": "integer", "minimum": 0, "description": "A player's place, counted from 0. In events, from 1."}
_BOOLEAN = {"type": "boolean"}

_EVENT: Schema = {
    "summary": "Enter something that happened: a move, or what dice and cards showed.",
    "security": [{"code": []}],
    "requestBody": {
        "required": True,
        "content": _json(
            _object({"event": {**_text("As listed, or as people type it."), "examples": ["1: score RO"]}})
        ),
    },
    "responses": {
        "200": _answer("It counts. How the table stands now.", "Entered"),
        "400": _answer("It is no event of this game, or nothing was sent.", "Refusal"),
        "403": _answer("The code is missing or wrong.", "Refusal"),
        "409": {
            "description": "The rules do not allow it now, or somebody else plays that seat: nothing has changed.",
            "content": _json({"anyOf": [_ref("Entered"), _ref("Refusal")]}),
        },
        "429": _answer("Too many wrong codes. Wait a minute.", "Refusal"),
        "503": _answer("The record cannot be written: nothing has changed.", "Refusal"),
    },
}

_GAME: Schema = {
    "summary": "A recorded game as JSON lines: its header, then one entry a line.",
    "parameters": [{"name": "match", "in": "path", "required": True, "schema": {"type": "string"}}],
    "responses": {
        "200": {"description": "The game.", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}},
        "404": {"description": "There is no such game."},
        "409": {"description": "It can still go on, and not everybody may see all of it."},
    },
}

_PEOPLE: Schema = {
    "summary": "Everybody who finished a game here, and how they did.",
    "security": [{"code": []}],
    "responses": {
        "200": _answer("Everybody, who played most often first.", "People"),
        "403": _answer("The code is missing or wrong.", "Refusal"),
        "429": _answer("Too many wrong codes. Wait a minute.", "Refusal"),
    },
}

_REASON = _object({"code": _text("For programs; stays the same."), "message": _text("For people: what to do.")})

_AWAITING = _object(
    {
        "actor": {
            **_text("Who is to act: a player, the table (dice, cards), or nobody, as the game is over."),
            "enum": ["player", "table", "nobody"],
        },
        "seats": _list(_SEAT),
        "ask": _text("What is wanted, as a code."),
        "need": _or_null({"type": "object"}, "Dice or cards that are to be shown, with their kind and number."),
        "sentence": _text("What is wanted, for people."),
        "message": _text("The same."),
    }
)

_MOVE = _object(
    {
        "seat": _SEAT,
        "event": _text("As POST /api/event takes it."),
        "words": _text("For people."),
        "spots": _list(_text(), "The spots of the board that it is about."),
    }
)

_LEGAL = _object(
    {
        "moves": {**_list(_ref("Move")), "maxItems": MOST},
        "more": {**_BOOLEAN, "description": "There are other legal moves than those listed."},
        "hidden": {
            **_BOOLEAN,
            "description": "Some seat sees cards that not everybody sees; its moves are not listed.",
        },
    },
    said="What players may do now, as far as everybody may know it; rolls and deals stand in awaiting.",
)

_ENTRY = _object(
    {},
    {
        "event": _text(),
        "undo": {"type": "integer", "minimum": 0, "description": "Back to how it stood after so many entries."},
        "correct": {"type": "integer", "minimum": 0, "description": "That entry was really the event beside this."},
        "rename": _list(_text()),
        "leave": _SEAT,
        "drop_out": {**_SEAT, "description": "Who had to go while the others play on."},
        "join": _text("Who sat down at a new seat, the last one."),
    },
)

_ALWAYS: Schema = {
    "version": {"type": "integer", "description": "Grows with every change."},
    "match": _or_null(_text(), "The game's number in the record."),
    "game": _or_null(_text(), "Which game is played; null before the first."),
    "troubles": {"type": "object", "additionalProperties": _text(), "description": "What does not work, part by part."},
    "refused": _or_null(_ref("Reason"), "Why the last thing that was entered did not count."),
    "doubt": _or_null(_ref("Reason"), "What was read and waits for people."),
    "legal": _ref("Legal"),
}
_WHILE_PLAYED: Schema = {
    "seats": _list(_text(), "What the players are called, seat by seat."),
    "scores": _list({"type": "number"}),
    "winners": _list(_SEAT),
    "left": _or_null(_SEAT, "Who had to go, which ended the game."),
    "state": {"type": "object", "description": "The position, with hidden cards face down; each game has its own."},
    "awaiting": _ref("Awaiting"),
    "log": _list(_ref("Entry"), "Everything that was entered, oldest first."),
    "motion": {**_text("What lies under the camera."), "enum": ["empty", "rolling", "settled", "hand"]},
}

_COUNT: Schema = {"type": "integer", "minimum": 0}

_SCHEMAS: Schema = {
    "State": _object(_ALWAYS, _WHILE_PLAYED),
    "Entered": _object({**_ALWAYS, **_WHILE_PLAYED, "ok": _BOOLEAN}, {"error": _ref("Reason")}),
    "Refusal": _object({"ok": {"const": False}, "error": _ref("Reason")}),
    "Reason": _REASON,
    "People": _object({"people": _list(_ref("Person"))}),
    "Person": _object({"name": _text(), "games": _list(_ref("PersonsGame"))}),
    "PersonsGame": _object(
        {
            "game": _text("The game's name."),
            "played": _COUNT,
            "won": _COUNT,
            "best": {"type": "number", "description": "The most points, or the fewest where these win."},
            "average": {"type": "number"},
            "best_turn": {"type": "number", "description": "The most points that one turn brought."},
            "streak": {**_COUNT, "description": "Games won one after the other up to now."},
            "longest": {**_COUNT, "description": "The same, the most ever."},
        }
    ),
    "Awaiting": _AWAITING,
    "Legal": _LEGAL,
    "Move": _MOVE,
    "Entry": _ENTRY,
}
