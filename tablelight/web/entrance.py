"""Before a request reaches the page: the door is told what its connection does, and nobody is fooled about where it
comes from.

A site that makes its own name point at this machine (DNS rebinding) has its scripts talk to the table as if they were
the table's own. They give themselves away by the name they ask for, so only names count that no site can have:
addresses, this house's own names, and those the settings add.
"""

import ipaddress
import re

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tablelight.texts.sentences import say
from tablelight.web.answers import refusal
from tablelight.web.dependencies import PageContext

_AUTHORITY = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s\[\]:/@?#]+))(?::[0-9]{1,5})?")
_OF_A_HOUSE = ("local", "localhost", "localdomain", "lan", "home", "home.arpa", "internal", "fritz.box", "speedport.ip")
"""What names in a home network end with (mDNS, routers); no site of the internet has such a name."""
_LOOKING = ("GET", "HEAD")
_MISDIRECTED, _FORBIDDEN = 421, 403


def answers_to(host: str, also: tuple[str, ...] = ()) -> bool:
    """Whether a ``Host`` header names this table as no foreign site can: an address, a name without dots, one of the
    house's own, or one of ``also``."""
    found = _AUTHORITY.fullmatch(host.lower())
    if not found:
        return False
    name = found[1] or found[2].removesuffix(".")
    try:
        return ipaddress.ip_address(name).version == (6 if found[1] else 4)
    except ValueError:
        return not found[1] and ("." not in name or name in also or name.endswith(tuple(f".{e}" for e in _OF_A_HOUSE)))


def of_this_page(headers: Headers) -> bool:
    """Whether a request was made by a page of this table itself, as browsers tell it."""
    origins, hosts = headers.getlist("origin"), headers.getlist("host")
    return len(origins) == len(hosts) == 1 and origins[0].partition("://")[2].lower() == hosts[0].lower()


class Entrance:
    """Tells the door what each connection does, and turns away what is not for this table or not from its page."""

    def __init__(self, app: ASGIApp, context: PageContext) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked, door = HTTPConnection(scope), self._context.door
        peer = (asked.client.host, asked.client.port) if asked.client else ("", 0)
        if self._context.may_write(asked):
            door.know(peer[0])
        door.does(peer, "asking" if scope["type"] == "http" else "watching")
        try:
            await (self._refused(scope, asked.headers) or self._app)(scope, receive, send)
        finally:
            door.does(peer, "waiting")

    def _refused(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """The answer to what is not let through; None for all the rest."""
        page_open = scope["type"] == "websocket"
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not answers_to(host, self._context.names):
            url = self._context.surroundings.join_url.partition("#")[0]
            told = _told(scope, _MISDIRECTED, "NOT_THIS_NAME", name=host[:80], url=url)
        elif not of_this_page(headers) and (page_open or ("origin" in headers and scope["method"] not in _LOOKING)):
            told = _told(scope, _FORBIDDEN, "NOT_THIS_PAGE")
        else:
            return None
        return _turned_away if page_open else told


def _told(scope: Scope, status: int, code: str, **details: object) -> Response:
    message = say("page", code, **details)
    return refusal(status, code, message) if scope["path"].startswith("/api/") else PlainTextResponse(message, status)


async def _turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    await WebSocket(scope, receive, send).close(1008)
