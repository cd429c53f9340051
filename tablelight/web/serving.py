"""The page's server on a socket: connections pass the door, and what goes wrong there is logged once a minute."""

import asyncio
import errno
import logging
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from tablelight.setup.logs import Seldom
from tablelight.texts.sentences import say
from tablelight.web.dependencies import PageContext
from tablelight.web.door import Door, Peer
from tablelight.web.server import make_app

log = logging.getLogger(__name__)

BACKLOG = 128
"""Connections that wait to be taken; the loop also tries as often in a row to take one."""
_MOST_BYTES_OF_A_MESSAGE = 65_536
_MOST_TOLD, _TO_HEAR_S = 16, 2.0
"""Connections that are just being told why they are not let in, and how long each has to hear it."""
_SPENT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_SELDOM = Seldom()


def page_server(context: PageContext) -> uvicorn.Server:
    """The server of a table's page; ``run`` lets it work. Nothing that a client says of others is believed."""
    http, ws = _protocols(context.door)
    config = uvicorn.Config(
        make_app(context),
        http=http,
        ws=ws,
        ws_max_size=_MOST_BYTES_OF_A_MESSAGE,
        log_level="warning",
        backlog=BACKLOG,
        proxy_headers=False,  # whoever is near may send them, and say that they are somebody else
        server_header=False,
    )
    for name in (__name__, "uvicorn.error"):
        logging.getLogger(name).addFilter(_SELDOM)
    return uvicorn.Server(config)


async def run(server: uvicorn.Server, context: PageContext, listener: socket.socket) -> None:
    """Serve the page until the server is told to stop."""
    asyncio.get_running_loop().set_exception_handler(_said)
    looking = asyncio.create_task(_cut_late(context.door))
    try:
        await server.serve(sockets=[listener])
    finally:
        looking.cancel()


async def _cut_late(door: Door) -> None:
    while True:
        await asyncio.sleep(1)
        door.cut_late()


def _said(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """That no connection can be taken is said in a line, not in a traceback each time."""
    fault = context.get("exception")
    if isinstance(fault, OSError) and fault.errno in _SPENT:
        log.warning("no connection can be taken just now (%s); it is tried again every second", fault.strerror)
    else:
        loop.default_exception_handler(context)


def _protocols(door: Door) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The server's own protocols behind the door: for requests, and for open pages, which begin as requests."""
    being_told: set[asyncio.BaseTransport] = set()

    class Http(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        def connection_made(self, transport: asyncio.Transport) -> None:
            self._wire = transport
            why = door.enter(_peer(transport), transport)
            if not why:
                super().connection_made(transport)
                return
            log.warning("a connection is turned away at the page's door: %s", why)
            sorry = Sorry(say("page", why), being_told)
            transport.set_protocol(sorry)
            sorry.connection_made(transport)

        def connection_lost(self, fault: Exception | None) -> None:
            door.leave(_peer(self._wire), self._wire)
            super().connection_lost(fault)

    class OpenPage(AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
        def connection_made(self, transport: asyncio.Transport) -> None:
            self._wire = transport
            super().connection_made(transport)

        def connection_lost(self, fault: Exception | None) -> None:
            door.leave(_peer(self._wire), self._wire)
            super().connection_lost(fault)

    return Http, OpenPage


def _peer(wire: asyncio.BaseTransport) -> Peer:
    address, port = wire.get_extra_info("peername")[:2]
    return address, port


class Sorry(asyncio.Protocol):
    """Says why a connection is not let in, whatever it wanted to ask, and ends it. ``others``: those who are just told;
    where they are too many already, it is ended without a word."""

    def __init__(self, why: str, others: set[asyncio.BaseTransport]) -> None:
        self._why, self._others = why.encode(), others

    def connection_made(self, wire: asyncio.BaseTransport) -> None:
        assert isinstance(wire, asyncio.Transport)
        self._wire = wire
        if len(self._others) >= _MOST_TOLD:
            wire.abort()
            return
        self._others.add(wire)
        wire.write(_BUSY % len(self._why) + self._why)
        # Closed at once, what is asked meanwhile would be answered by a reset, and the reason be lost on the way.
        wire.write_eof()
        asyncio.get_running_loop().call_later(_TO_HEAR_S, wire.abort)

    def connection_lost(self, fault: Exception | None) -> None:
        self._others.discard(self._wire)


_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
)
