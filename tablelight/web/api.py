"""The API for other programs: how the table stands, and events entered with the table's code."""

from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.core.errors import EngineError
from engine.core.events import entry_visible_to
from engine.core.log_format import entry_to_json
from engine.core.protocol import awaiting_to_json
from engine.core.verdict import no
from tablelight.referee.inputs import EnterEvent
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.texts.sentences import say
from tablelight.web.answers import came_from, read_json, refusal, wrong_code
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.dependencies import PageContext
from tablelight.web.legal_moves import legal_json
from tablelight.web.openapi import description
from tablelight.web.session import MOST_BYTES, whole
from tablelight.web.viewer import Shown


async def _state(request: Request) -> Response:
    context: PageContext = request.app.state.context
    # In a thread: looking for legal moves may take a moment, and nobody's page waits for it.
    return JSONResponse(await to_thread.run_sync(state_json, context.table.snapshot))


async def _description(_: Request) -> Response:
    return JSONResponse(description())


async def _event(request: Request) -> Response:
    """Enter an event: ``{"event": text}`` with the code as a bearer token."""
    context: PageContext = request.app.state.context
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    who = came_from(request)
    if scheme.lower() != "bearer" or not context.right_code(given, who):
        return await wrong_code(context.guesses.too_often(who), say("api", "code"))
    context.door.know(who)
    body = await read_json(request, MOST_BYTES)
    event = body.get("event") if isinstance(body, dict) else None
    if not isinstance(event, str):
        return refusal(400, "NOT_UNDERSTOOD", say("api", "no_event"))
    if context.table.snapshot.referee is None:
        return refusal(409, "NO_MATCH", say("api", "no_game"))
    shown = Shown(context.table.snapshot.referee.match, context.program())
    try:
        shown.parse(whole(event))
    except EngineError as error:
        return refusal(400, error.code, shown.explain(no(error.code, "", message=str(error))))
    why = shown.why_not(event)
    if why:
        return refusal(409, "SEAT", why)
    written = await to_thread.run_sync(context.table.tell, EnterEvent(whole(event)))
    state = await to_thread.run_sync(state_json, context.table.snapshot)
    if not written:
        return refusal(503, "RECORD", say("api", "not_written"))
    if state["refused"]:
        return JSONResponse({**state, "ok": False, "error": state["refused"]}, 409)
    return JSONResponse({**state, "ok": True})


ROUTES = [
    Route("/api/state", _state),
    Route("/api/event", _event, methods=["POST"]),
    Route("/openapi.json", _description),
]


def state_json(now: Snapshot) -> dict[str, Any]:
    """What everybody may know, for programs. ``refused`` and ``doubt`` are None, or a code with its sentence;
    ``left`` is the seat of who had to go, which ended the game."""
    plain: dict[str, Any] = {
        "version": now.version,
        "match": now.match_id,
        "troubles": now.troubles,
        "refused": None,
        "doubt": None,
        "legal": legal_json(now.referee.match if now.referee is not None else None),
    }
    if now.referee is None:
        return {**plain, "game": None}
    match, game = now.referee.match, now.referee.match.game
    shown = Shown(match)
    return {
        **plain,
        "game": game.name,
        "seats": list(match.seats),
        "scores": [game.scores(match.state).get(seat, 0) for seat in range(len(match.seats))],
        "winners": list(game.winners(match.state)),
        "left": match.left,
        "state": game.state_to_json(game.view(match.state, None)),
        "awaiting": {**awaiting_to_json(match, game.awaiting(match.state)), "message": shown.ask()},
        "log": [entry_to_json(entry_visible_to(entry, None)) for entry in match.log],
        "doubt": _doubt(shown, now.referee),
        "refused": _refused(shown, now.referee),
        "motion": now.referee.motion,
    }


def _doubt(shown: Shown, referee: RefereeState) -> dict[str, str] | None:
    doubt = referee.doubt
    return doubt and {"code": doubt.why.reason, "message": doubt_sentence(shown, doubt)}


def _refused(shown: Shown, referee: RefereeState) -> dict[str, str] | None:
    """Where cards are hidden, the reason is told to nobody but whoever tried."""
    why = referee.refused
    if why is None:
        return None
    if shown.hides:
        return {"code": "REFUSED", "message": say("api", "did_not_count")}
    return {"code": why.reason, "message": shown.explain(why)}
