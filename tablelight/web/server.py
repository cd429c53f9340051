"""The page's server: one HTML shell, pictures, a small API for programs, and a web socket for every open browser."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import htpy as h
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.core.errors import EngineError
from engine.core.registry import picture_of
from engine.texts.language import tr
from tablelight.session.record import GameDamaged, RecordTrouble, bundle
from tablelight.session.seats import is_ticket, new_ticket
from tablelight.texts.kept import kept_in_each_language
from tablelight.texts.sentences import say
from tablelight.web import api, evening_routes, installable, people_routes, replay_routes, taught_files
from tablelight.web.answers import came_from, read_bytes, read_json, refusal, wrong_code
from tablelight.web.components.html import markup
from tablelight.web.components.voice_switch import sounds_in, voice_in
from tablelight.web.dependencies import MOST_BROWSERS, PageContext, for_pages
from tablelight.web.entrance import Entrance
from tablelight.web.language import Spoken
from tablelight.web.scheme import scheme_in
from tablelight.web.session import MOST_BYTES, VIEWS, Browser
from tablelight.web.shell import STATIC, default_picture, page_of, plain_page
from tablelight.web.sight import sight_in
from tablelight.web.views import guided_turn, rules_page
from tablelight.web.views.past_results import file_name, may_be_told
from tablelight.web.views.settings import save_settings, settings_page

log = logging.getLogger(__name__)

TICKET = "tablelight-seat"
"""The cookie with a browser's ticket: which seats it holds is known on this side alone."""
PACE_S = 0.1
"""How often a browser is sent what has changed."""


def make_app(context: PageContext) -> Starlette:
    """The web application around one table."""
    app = Starlette(
        routes=[
            Route("/", _shell("play")),
            Route("/teach", _shell("teach")),
            Route("/teach/cards", _shell("cards")),
            Route("/health", _shell("health")),
            Route("/wiring", _shell("wiring")),
            Route("/games", _shell("games")),
            Route("/light", _shell("light")),
            Route("/tv", _shell("tv")),
            Route("/evening", _shell("evening")),
            *evening_routes.ROUTES,
            Route("/settings", settings_page),
            Route("/settings", save_settings, methods=["POST"]),
            Route("/games", _bring_in, methods=["POST"]),
            Route("/games/{match_id}.jsonl", _saved),
            Route("/taught.json", taught_files.saved),
            Route("/taught-cards.npz", taught_files.saved_deck),
            Route("/taught", taught_files.bring_in, methods=["POST"]),
            *rules_page.ROUTES,
            *guided_turn.ROUTES,
            *installable.ROUTES,
            *STATIC,
            Route("/pictures/{game}.svg", _game_picture),
            Route("/unlock", _unlock, methods=["POST"]),
            Route("/picture/{number}.jpg", _picture),
            Route("/live.jpg", _live),
            *api.ROUTES,
            *replay_routes.ROUTES,
            *people_routes.ROUTES,
            WebSocketRoute("/ws", _socket),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Spoken, otherwise=context.language),
            Middleware(Entrance, context=context),
        ],
        exception_handlers={404: _nothing_here, 405: _not_so, 500: _stumbled},
    )
    app.state.context = context
    return app


def _nothing_here(request: Request, _: Exception) -> Response:
    return _told(request, 404, "NOTHING_HERE")


def _not_so(request: Request, error: Exception) -> Response:
    answer = _told(request, 405, "NOT_SO")
    answer.headers.update(getattr(error, "headers", None) or {})  # which methods this address does take
    return answer


def _stumbled(request: Request, _: Exception) -> Response:
    return _told(request, 500, "STUMBLED")


def _told(request: Request, status: int, code: str) -> Response:
    """A refusal for programs where programs ask, and plain words for people everywhere else."""
    if request.url.path.startswith("/api/"):
        return refusal(status, code, say("api", code))
    if "text/html" in request.headers.get("accept", ""):
        words = [h.h1[say("page", code)], h.p[h.a(".btn.go", href="/")[tr("To the table")]]]
        return HTMLResponse(plain_page(str(status), words, scheme_in(request.cookies)), status)
    return PlainTextResponse(say("page", code), status)


class SafeHeaders:
    """No page of somebody else's may frame this one, run scripts in it, or guess its types."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_SAFE]
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


_SAFE = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
        b" frame-ancestors 'none'",
    ),
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


# ---- plain requests


def _shell(view: str) -> Callable[[Request], HTMLResponse]:
    html = kept_in_each_language(64)(partial(page_of, view))

    def shell(request: Request) -> HTMLResponse:
        answer = HTMLResponse(
            html(scheme_in(request.cookies), sight_in(request.cookies)), headers={"cache-control": "no-store"}
        )
        # Every browser has a ticket of its own before it sits down anywhere; nothing is kept of it until then.
        if not is_ticket(request.cookies.get(TICKET, "")):
            _keep(answer, TICKET, new_ticket())
        return answer

    return shell


def _keep(answer: Response, name: str, value: str) -> None:
    """A cookie for a month that scripts cannot read and other sites cannot use."""
    answer.set_cookie(name, value, max_age=30 * 86400, httponly=True, samesite="strict")


async def _unlock(request: Request) -> Response:
    context: PageContext = request.app.state.context
    body = await read_json(request, MOST_BYTES)
    given = body.get("code") if isinstance(body, dict) else None
    who = came_from(request)
    if not isinstance(given, str) or not context.right_code(given, who):
        return await wrong_code(context.guesses.too_often(who), say("code", "wrong"))
    context.door.know(who)
    answer = JSONResponse({"ok": True})
    _keep(answer, context.cookie_name, context.cookie)
    return answer


async def _picture(request: Request) -> Response:
    context: PageContext = request.app.state.context
    number = request.path_params["number"]
    if not _NUMBER.fullmatch(number):
        return _told(request, 404, "NOTHING_HERE")
    jpeg = context.eyes.picture(int(number)) if context.eyes else None
    return _jpeg(jpeg, "max-age=3600, immutable")


def _game_picture(request: Request) -> Response:
    """How a game is shown in the list of games; one for all that bring none."""
    drawn = picture_of(request.path_params["game"]) or default_picture()
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


async def _live(request: Request) -> Response:
    context: PageContext = request.app.state.context
    return _jpeg(await to_thread.run_sync(context.eyes.live) if context.eyes else None, "no-store")


_NUMBER = re.compile("[0-9]{1,15}")
"""Of a picture: a longer one than any table ever comes to is none."""


def _jpeg(jpeg: bytes | None, keep: str) -> Response:
    if jpeg is None:
        return PlainTextResponse(tr("There is no such picture any more; the page shows the newest."), 404)
    return Response(jpeg, media_type="image/jpeg", headers={"cache-control": keep})


_REPLAYS = CapacityLimiter(1)
"""Whole games are replayed one at a time, so that the threads that serve the table are never all taken."""


async def _saved(request: Request) -> Response:
    """A recorded game as a file to keep."""
    table, match_id = request.app.state.context.table, request.path_params["match_id"]
    beside = partial(to_thread.run_sync, limiter=_REPLAYS)
    try:
        card = await beside(table.archive.card, match_id)
        if card is None:
            return PlainTextResponse(
                tr("There is no such game in the record. Menu, Games of this table lists those there are."), 404
            )
        match = await beside(table.archive.match, match_id)
        if not await beside(may_be_told, match):
            return PlainTextResponse(say("games", "hidden"), 409)
        content = await beside(table.archive.saved, match_id)
    except GameDamaged as trouble:
        return PlainTextResponse(say("games", "broken", why=trouble), 409)
    except RecordTrouble as trouble:
        return PlainTextResponse(str(trouble), 503)
    except EngineError as error:
        return PlainTextResponse(say("games", "broken", why=error), 409)
    name = file_name(card, match.seats)
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type="application/x-ndjson", headers=headers)


async def _bring_in(request: Request) -> Response:
    """Add a saved game to the record: the file's content is the body."""
    context: PageContext = request.app.state.context
    if not context.may_write(request):
        return refusal(403, "CODE", say("games", "code"))
    content = await read_bytes(request, bundle.MOST_BYTES)
    try:
        brought = await to_thread.run_sync(context.table.archive.bring_in, content, limiter=_REPLAYS)
    except RecordTrouble as trouble:
        return refusal(400, "NOT_BROUGHT_IN", str(trouble))
    message = say("games", "was_here" if brought.was_here else "brought")
    return JSONResponse({"ok": True, "match": brought.match_id, "added": not brought.was_here, "message": message})


# ---- one open browser


async def _socket(socket: WebSocket) -> None:
    context: PageContext = socket.app.state.context
    view = socket.query_params.get("view", "play")
    if view not in VIEWS:
        await socket.close(1008)
        return
    await socket.accept()
    ticket = socket.cookies.get(TICKET, "")
    enter = context.room.come_back if "back" in socket.query_params else context.room.enter
    guest = enter(came_from(socket), ticket)
    if guest is None:
        await _tell_full(socket)
        return
    browser = Browser(context, view, may_write=context.may_write(socket), ticket=ticket)
    browser.looking.scheme = scheme_in(socket.cookies)
    browser.looking.voice, browser.looking.sounds = voice_in(socket.cookies), sounds_in(socket.cookies)
    browser.looking.sight = sight_in(socket.cookies)
    listening = asyncio.create_task(browser.listen(socket))
    try:
        while not listening.done() and not guest.must_go:
            changed = await to_thread.run_sync(browser.changes, limiter=for_pages())
            if changed:
                await socket.send_text(json.dumps(changed))
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(browser.woken.wait(), PACE_S)
            browser.woken.clear()
        if guest.must_go:
            await _tell_full(socket)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        browser.close()
        context.room.leave(guest)
        listening.cancel()


async def _tell_full(socket: WebSocket) -> None:
    full = markup(h.p(".trouble")[say("page", "FULL", most=MOST_BROWSERS)])
    await socket.send_text(json.dumps({"full": True, "sections": {"head": full}}))
    await socket.close(1013)  # the page asks again by itself
