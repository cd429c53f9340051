"""Which language a browser is answered in: the one chosen in its menu, else the first it asks for, else the table's."""

import re
from collections.abc import Mapping
from typing import Final

from anyio import to_thread
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from engine.texts.language import speaking
from tablelight.texts.catalogues import catalogue, is_read, languages

COOKIE: Final = "tablelight-language"
"""The page's script writes it, so that the next page comes in the right language at once."""
_MOST_LETTERS = 200
"""Of what a browser asks for. Chosen by hand."""
_WANTED = re.compile(r"\s*([a-z]{2,3})(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?\s*", re.IGNORECASE)


def language_in(cookies: Mapping[str, str], accepted: str, otherwise: str = "en") -> str:
    """The code of the language. ``accepted``: what the browser asks for (``Accept-Language``)."""
    chosen = cookies.get(COOKIE, "")
    return chosen if chosen in languages() else _asked_for(accepted) or otherwise


def _asked_for(accepted: str) -> str:
    found = [match for part in accepted[:_MOST_LETTERS].split(",") if (match := _WANTED.fullmatch(part))]
    wanted = sorted(found, key=lambda match: -float(match[2] or 1))
    return next((code for match in wanted if (code := match[1].lower()) in languages() and match[2] != "0"), "")


class Spoken:
    """Answers each request, and each open page for as long as it is open, in its browser's language."""

    def __init__(self, app: ASGIApp, otherwise: str) -> None:
        self._app, self._otherwise = app, otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        # Some browsers do not say again, when a page opens its socket, what they asked the page in: the page does.
        accepted = asked.query_params.get("language") or asked.headers.get("accept-language", "")
        language = language_in(asked.cookies, accepted, self._otherwise)
        if not is_read(language):
            await to_thread.run_sync(catalogue, language)
        with speaking(catalogue(language)):
            await self._app(scope, receive, send)
