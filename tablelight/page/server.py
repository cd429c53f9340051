"""The page's server: one HTML shell, pictures, a small API for programs, and a web socket for every open browser."""

import asyncio
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.events import entry_told
from engine.match import Match, entry_to_plain
from engine.protocol import awaiting_to_plain
from tablelight import code as table_code
from tablelight.eyes import Eyes
from tablelight.lights import TableLights
from tablelight.page import boards, drawn, switches, taught
from tablelight.page.acts import Acts, Hands
from tablelight.page.board import board_svg
from tablelight.page.games import Games, file_name, is_open
from tablelight.page.health import health_sections
from tablelight.page.light import light_sections
from tablelight.page.teach import CARDS, Teaching, teach_sections
from tablelight.page.viewer import Shown, Viewer
from tablelight.page.views import Looking, Place, sections
from tablelight.page.wiring import WiringTest, wiring_section
from tablelight.record import RecordTrouble, exchange
from tablelight.referee import Play, RefereeState
from tablelight.say import say
from tablelight.seats import Seats, is_ticket, new_ticket
from tablelight.table import Snapshot, Table
from tablelight.workbench import Workbench

log = logging.getLogger(__name__)

COOKIE = "tablelight"
TICKET = "tablelight-seat"
"""The cookie with a browser's ticket: which seats it holds is known on this side alone."""
PACE_S = 0.1
"""How often a browser is sent what has changed."""
MOST_BROWSERS = 40
MOST_BYTES = 16_384
"""Of one request's body."""
WRONG_CODES_A_MINUTE = 20
"""From one address."""
WRONG_CODES_OF_ALL = 500

_VIEWS = {
    "play": ("head", "ask", "doubt", "seats", "dice", "hands", "play", "board", "camera", "overlay"),
    "teach": ("head", "teach", "overlay"),
    "cards": ("head", "teach", "overlay"),
    "health": ("head", "health", "overlay"),
    "wiring": ("head", "wiring", "overlay"),
    "games": ("head", "games", "overlay"),
    "light": ("head", "lightpicture", "lightmarks", "light", "overlay"),
}
_ONE = """<div class="page one"><div class="area-head" id="s-head"></div>{}</div>
<div id="s-overlay"></div>"""
_SHELLS = {
    "play": """<div class="page"><div class="area-head" id="s-head"></div><div class="area-ask" id="s-ask"></div>
<div class="area-doubt" id="s-doubt"></div>
<div class="area-seats" id="s-seats"></div><div class="left"><div class="area-dice" id="s-dice"></div>
<div class="area-hands" id="s-hands"></div><div class="views"><figure class="camera" id="s-camera"></figure>
<div class="boardbox" id="s-board"></div></div></div><div class="right" id="s-play"></div></div>
<div id="s-overlay"></div>""",
    **{name: _ONE.format(f'<div id="s-{name}"></div>') for name in ("teach", "health", "wiring", "games")},
    "light": _ONE.format(
        '<div class="lightstage"><div id="s-lightpicture"></div><div id="s-lightmarks"></div></div>'
        '<div id="s-light"></div>'
    ),
}


@dataclass(slots=True)
class House:
    """Everything the page stands on. ``report``: part, state and sentence of every part, for the health page."""

    table: Table
    code: str
    lights: TableLights
    place: Place
    eyes: Eyes | None = None
    hands: Hands | None = None
    seats: Seats = field(default_factory=Seats)
    workbench: Workbench | None = None
    report: Callable[[], list[tuple[str, str, str]]] = list
    wrong_codes: dict[str, list[float]] = field(default_factory=dict)
    browsers: int = 0

    def right_code(self, given: str, who: str = "") -> bool:
        """Whether a code is right. Whoever guesses wrong too often (``who``: from where) is not heard for a minute, so
        that nobody finds it by trying, and nobody locks the others out."""
        now = time.monotonic()
        self.wrong_codes = {
            them: late for them, at in self.wrong_codes.items() if (late := [t for t in at if now - t < 60])
        }
        guessed = self.wrong_codes.get(who, [])
        if len(guessed) >= WRONG_CODES_A_MINUTE or sum(map(len, self.wrong_codes.values())) >= WRONG_CODES_OF_ALL:
            return False
        if table_code.same(given, self.code):
            return True
        self.wrong_codes[who] = [*guessed, now]
        return False

    @property
    def cookie(self) -> str:
        """What a browser keeps instead of the code itself."""
        return hmac.new(self.code.encode(), b"may write", hashlib.sha256).hexdigest()

    def program(self) -> Viewer:
        """How a program with the code looks: it sits nowhere, and moves for nobody who sits on a phone."""
        return Viewer(None, True, others=frozenset(self.seats.held()))

    def may_write(self, connection: HTTPConnection) -> bool:
        return hmac.compare_digest(connection.cookies.get(COOKIE, ""), self.cookie)


_SHELLS["cards"] = _SHELLS["teach"]


def make_app(house: House) -> Starlette:
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
            Route("/games", _bring_in, methods=["POST"]),
            Route("/games/{match_id}.jsonl", _saved),
            Route("/taught.json", taught.saved),
            Route("/taught", taught.bring_in, methods=["POST"]),
            Route("/static/{name}", _static),
            Route("/unlock", _unlock, methods=["POST"]),
            Route("/picture/{number:int}.jpg", _picture),
            Route("/live.jpg", _live),
            Route("/api/state", _api_state),
            Route("/api/event", _api_event, methods=["POST"]),
            WebSocketRoute("/ws", _socket),
        ],
        middleware=[Middleware(SafeHeaders)],
    )
    app.state.house = house
    return app


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
    (b"content-security-policy", b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"),
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


# ---- plain requests


def _shell(view: str) -> Callable[[Request], HTMLResponse]:
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tablelight</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="theme-color" content="#14141a">'
        '<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/page.css">'
        '<link rel="stylesheet" href="/static/boards.css">'
        '<link rel="stylesheet" href="/static/cards.css"></head>'
        f'<body><main data-view="{view}">{_SHELLS[view]}</main><script src="/static/page.js"></script></body></html>'
    )

    def shell(request: Request) -> HTMLResponse:
        answer = HTMLResponse(html, headers={"cache-control": "no-store"})
        # Every browser has a ticket of its own before it sits down anywhere; nothing is kept of it until then.
        if not is_ticket(request.cookies.get(TICKET, "")):
            _keep(answer, TICKET, new_ticket())
        return answer

    return shell


def _keep(answer: Response, name: str, value: str) -> None:
    """A cookie for a month that scripts cannot read and other sites cannot use."""
    answer.set_cookie(name, value, max_age=30 * 86400, httponly=True, samesite="strict")


_STATIC = {
    "page.css": "text/css",
    "cards.css": "text/css",
    "boards.css": "text/css",
    "page.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        return Response("There is nothing here.", 404)
    content = (files("tablelight.page") / "static" / name).read_bytes()
    return Response(content, media_type=_STATIC[name], headers={"cache-control": "no-cache"})


async def _bytes(request: Request, most: int) -> bytes:
    """A request's body, read no further than one byte past ``most``."""
    taken = bytearray()
    async for part in request.stream():
        taken += part[: most + 1 - len(taken)]
        if len(taken) > most:
            break
    return bytes(taken)


async def _body(request: Request) -> Any:
    """The JSON of a request's body; None for what is none or too long."""
    taken = await _bytes(request, MOST_BYTES)
    try:
        return json.loads(taken) if len(taken) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return None


def _from(request: Request) -> str:
    return request.client.host if request.client else ""


async def _unlock(request: Request) -> Response:
    house: House = request.app.state.house
    body = await _body(request)
    given = body.get("code") if isinstance(body, dict) else None
    if not isinstance(given, str) or not house.right_code(given, _from(request)):
        await asyncio.sleep(0.5)
        return JSONResponse({"ok": False}, 403)
    answer = JSONResponse({"ok": True})
    _keep(answer, COOKIE, house.cookie)
    return answer


async def _picture(request: Request) -> Response:
    house: House = request.app.state.house
    jpeg = house.eyes.picture(request.path_params["number"]) if house.eyes else None
    return _jpeg(jpeg, "max-age=3600, immutable")


async def _live(request: Request) -> Response:
    house: House = request.app.state.house
    return _jpeg(await to_thread.run_sync(house.eyes.live) if house.eyes else None, "no-store")


def _jpeg(jpeg: bytes | None, keep: str) -> Response:
    if jpeg is None:
        return Response("There is no such picture any more.", 404)
    return Response(jpeg, media_type="image/jpeg", headers={"cache-control": keep})


async def _saved(request: Request) -> Response:
    """A recorded game as a file to keep."""
    table, match_id = request.app.state.house.table, request.path_params["match_id"]
    now = table.snapshot
    if now.match_id == match_id and now.referee is not None and not is_open(now.referee.match):
        return Response(say("games", "hidden"), 409)
    try:
        card = next((c for c in table.past_matches(10_000) if c.match_id == match_id), None)
        if card is None:
            return Response("There is no such game in the record.", 404)
        content = await to_thread.run_sync(table.saved, match_id)
    except RecordTrouble as trouble:
        return Response(str(trouble), 503)
    headers = {"content-disposition": f'attachment; filename="{file_name(card)}"', "cache-control": "no-store"}
    return Response(content, media_type="application/x-ndjson", headers=headers)


async def _bring_in(request: Request) -> Response:
    """Add a saved game to the record: the file's content is the body."""
    house: House = request.app.state.house
    if not house.may_write(request):
        return _said(403, "CODE", say("games", "code"))
    content = await _bytes(request, exchange.MOST_BYTES)
    try:
        match_id = await to_thread.run_sync(house.table.bring_in, content)
    except RecordTrouble as trouble:
        return _said(400, "NOT_BROUGHT_IN", str(trouble))
    return JSONResponse({"ok": True, "match": match_id, "message": say("games", "brought")})


async def _api_state(request: Request) -> Response:
    house: House = request.app.state.house
    return JSONResponse(state_json(house.table.snapshot))


async def _api_event(request: Request) -> Response:
    """Enter an event from another program: ``{"event": text}`` with the code as a bearer token."""
    house: House = request.app.state.house
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not house.right_code(given, _from(request)):
        return _said(403, "CODE", "Writing needs the table's code as a bearer token.")
    body = await _body(request)
    event = body.get("event") if isinstance(body, dict) else None
    if not isinstance(event, str):
        return _said(400, "NOT_UNDERSTOOD", "Send an object such as {'event': '1: score RO'}.")
    if house.table.snapshot.referee is None:
        return _said(409, "NO_MATCH", "There is no game yet; set one up on the page.")
    why = Shown(house.table.snapshot.referee.match, house.program()).why_not(event)
    if why:
        return _said(409, "SEAT", why)
    written = await to_thread.run_sync(house.table.tell, Play(_whole(event)))
    state = state_json(house.table.snapshot)
    if not written:
        return _said(503, "RECORD", "The record cannot be written just now; nothing has changed.")
    return JSONResponse(state, 409 if state["refused"] else 200)


def _said(status: int, code: str, message: str) -> Response:
    return JSONResponse({"ok": False, "error": {"code": code, "message": message}}, status)


def state_json(now: Snapshot) -> dict[str, Any]:
    """What everybody may know, for programs."""
    plain: dict[str, Any] = {"version": now.version, "match": now.match_id, "troubles": now.troubles, "refused": None}
    if now.referee is None:
        return {**plain, "game": None}
    match, game = now.referee.match, now.referee.match.game
    return {
        **plain,
        "game": game.name,
        "seats": list(match.seats),
        "scores": [game.scores(match.state).get(seat, 0) for seat in range(len(match.seats))],
        "winners": list(game.winners(match.state)),
        "state": game.state_to_plain(game.view(match.state, None)),
        "awaiting": awaiting_to_plain(match, game.awaiting(match.state)),
        "log": [entry_to_plain(entry_told(entry, None)) for entry in match.log],
        "doubt": now.referee.doubt.why.reason if now.referee.doubt else None,
        "refused": now.referee.refused.reason if now.referee.refused else None,
        "motion": now.referee.motion,
    }


# ---- one open browser


def _same_origin(headers: Headers) -> bool:
    """Whether a socket is opened by our own page; another site's page in the same browser is turned away."""
    origin = headers.get("origin", "")
    return origin.partition("://")[2] == headers.get("host", "")


async def _socket(socket: WebSocket) -> None:
    house: House = socket.app.state.house
    view = socket.query_params.get("view", "play")
    if view not in _VIEWS or not _same_origin(socket.headers) or house.browsers >= MOST_BROWSERS:
        await socket.close(1008)
        return
    await socket.accept()
    house.browsers += 1
    browser = Browser(house, view, may_write=house.may_write(socket), ticket=socket.cookies.get(TICKET, ""))
    listening = asyncio.create_task(browser.listen(socket))
    try:
        while not listening.done():
            changed = await to_thread.run_sync(browser.changes)
            if changed:
                await socket.send_text(json.dumps(changed))
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(browser.woken.wait(), PACE_S)
            browser.woken.clear()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        browser.close()
        house.browsers -= 1
        listening.cancel()


class Browser:
    """What one browser was shown, so that only what has changed is sent."""

    def __init__(self, house: House, view: str, *, may_write: bool, ticket: str = "") -> None:
        self._house, self._view = house, view
        self.looking = Looking(may_write=may_write)
        teaches = view in ("teach", "cards") and house.eyes is not None
        self._teaching = Teaching(house.eyes, CARDS if view == "cards" else "d6") if teaches and house.eyes else None
        self._acts = Acts(house.table, self.looking, house.hands, self._teaching, house.seats, ticket)
        self._wiring = WiringTest(house.workbench) if view == "wiring" and house.workbench else None
        self._games = Games(house.table, self._then) if view == "games" else None
        self._shown: dict[str, str] = {}
        self._lit: dict[str, str] = {}
        self._version = (-1, -1)
        self._acted = True
        self.woken = asyncio.Event()

    async def listen(self, socket: WebSocket) -> None:
        """Do this browser's acts until it goes."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                said = await socket.receive_text()
                name, args = _read_act(said)
                if name:
                    await to_thread.run_sync(self._act, name, args)
                    self._acted = True
                    self.woken.set()

    def close(self) -> None:
        """This browser is gone: whatever it held goes back to the game."""
        if self._wiring is not None:
            self._wiring.close()

    def _act(self, name: str, args: dict[str, str]) -> None:
        with suppress(KeyError, ValueError):
            if self._games is not None and self._games.act(name, args):
                return
        self._acts.act(name, args)
        if self._wiring is not None and self.looking.may_write:
            self._wiring.act(name, args)

    def _then(self, match: Match, at: int) -> str:
        """A match as it stood then, drawn as the page drew it, for somebody who watches."""
        snapshot = Snapshot(match_id="", referee=RefereeState(match.at(at)))
        shown = sections(snapshot, Looking(), Place())
        board = drawn.picture(snapshot, Viewer(), Looking().hand, None) or ""
        return shown["ask"].replace("<h1", "<h2").replace("</h1>", "</h2>") + board + shown["dice"] + shown["play"]

    def changes(self) -> dict[str, Any]:
        """Sections and lights that differ from what this browser shows; empty when nothing does."""
        out: dict[str, Any] = {}
        now = self._house.table.snapshot
        version = (now.version, self._house.seats.version)
        if version != self._version or self._acted or self._view in ("health", "wiring", "light"):
            self._version, self._acted = version, False
            self._acts.find_eyes()
            fresh = self._sections(now)
            changed = {name: html for name, html in fresh.items() if self._shown.get(name) != html}
            self._shown |= changed
            if changed:
                out["sections"] = changed
        if self._view == "play":
            lights = self._lights(now, everything="board" in out.get("sections", {}))
            if lights:
                out["lights"] = lights
        return out

    def _sections(self, now: Snapshot) -> dict[str, str]:
        place = self._house.place
        fresh = sections(now, self.looking, place)
        if self._view in ("teach", "cards"):
            fresh["teach"] = teach_sections(self._teaching, may_write=self.looking.may_write)
            if self._teaching and self._teaching.overlay():
                fresh["overlay"] = self._teaching.overlay()
        elif self._view == "wiring":
            fresh["wiring"] = wiring_section(self._wiring, may_write=self.looking.may_write)
        elif self._games is not None:
            fresh["games"] = self._games.html(may_write=self.looking.may_write)
        elif self._view == "light":
            fresh |= light_sections(self._house.eyes)
        elif self._view == "health":
            fresh["health"] = health_sections(now, self._house.report())
        else:
            looking = self.looking
            board = drawn.picture(now, looking.viewer, looking.hand, looking.at)
            fresh["board"] = board or board_svg(self._house.lights.places(_board_of(now)))
            fresh["camera"] = _camera(now, place)
        if now.referee is not None and self.looking.at is None and "doubt" in fresh:
            fresh["doubt"] += switches.panel(now.referee, may_write=self.looking.may_write)
        return {name: fresh[name] for name in _VIEWS[self._view]}

    def _lights(self, now: Snapshot, *, everything: bool) -> dict[str, str]:
        shown, brightness = self._house.lights.shown(_board_of(now))
        drawn = now.referee is not None and boards.find(now.referee.game.name) is not None
        paint = css_glow if drawn else css_colour
        fresh = {spot: paint(rgb, brightness) for spot, rgb in shown.items()}
        if self.looking.at is not None:
            # The lights are of now; they have nothing to say about the past.
            fresh = dict.fromkeys(fresh, "")
        changed = fresh if everything else {s: c for s, c in fresh.items() if self._lit.get(s) != c}
        self._lit = fresh
        return changed


def _board_of(now: Snapshot) -> str:
    """The board that the game is played on."""
    return now.referee.game.board if now.referee is not None else "spectrum"


def _read_act(said: str) -> tuple[str, dict[str, str]]:
    """An act and its arguments; an empty name for anything else."""
    if len(said) > MOST_BYTES:
        return "", {}
    try:
        act = json.loads(said)
        name, args = act["name"], act.get("args") or {}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "", {}
    if not isinstance(name, str) or not isinstance(args, dict):
        return "", {}
    return name, {_whole(key): _whole(value) for key, value in args.items()}


def _whole(words: object) -> str:
    """Text without halves of characters, which JSON can bring and nothing can keep."""
    return str(words).encode("utf-8", "replace").decode("utf-8")


def css_colour(rgb: tuple[int, int, int], brightness: float = 1.0) -> str:
    """A device's light as a screen shows it: LEDs are linear, screens are not (sRGB, about 1/2.2). Dark is empty.

    ``brightness`` is how far the board is dimmed, 0 to 1; a screen shows the lights as if it were not.
    """
    if not any(rgb):
        return ""
    gain = 255 / max(brightness, 0.05)
    return "#" + "".join(f"{min(255, round(gain * (channel / 255) ** (1 / 2.2))):02x}" for channel in rgb)


def css_glow(rgb: tuple[int, int, int], brightness: float = 1.0) -> str:
    """The same light to lie over a painted space: its full colour, as transparent as the light is dim."""
    colour = css_colour(rgb, brightness)
    if not colour:
        return ""
    channels = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
    most = max(channels)
    return "#" + "".join(f"{255 * channel // most:02x}" for channel in channels) + f"{most:02x}"


def _camera(now: Snapshot, place: Place) -> str:
    if not place.camera:
        return ""
    referee = now.referee
    if referee is not None and referee.picture and referee.motion == "settled":
        number = referee.doubt.picture if referee.doubt and referee.doubt.picture else referee.picture
        return f'<img src="/picture/{number}.jpg" alt="the last reading"><figcaption>What was read</figcaption>'
    return '<img src="/live.jpg" data-live="/live.jpg" alt="the table"><figcaption>What the camera sees</figcaption>'
