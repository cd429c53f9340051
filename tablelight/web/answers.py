"""What requests bring and what they are answered: bodies read no further than allowed, refusals with a sentence."""

import asyncio
import json
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from tablelight.texts.sentences import say


async def read_bytes(request: Request, most: int) -> bytes:
    """A request's body, read no further than one byte past ``most``."""
    taken = bytearray()
    async for part in request.stream():
        taken += part[: most + 1 - len(taken)]
        if len(taken) > most:
            break
    return bytes(taken)


async def read_json(request: Request, most: int) -> Any:
    """The JSON of a request's body; None for what is none or too long."""
    taken = await read_bytes(request, most)
    try:
        return json.loads(taken) if len(taken) <= most else None
    except (ValueError, RecursionError):
        return None


async def read_form(request: Request, most: int, most_fields: int) -> dict[str, str]:
    """The fields of the form that was sent; none where it is too long or is none."""
    body = await read_bytes(request, most)
    try:
        words = body.decode("utf-8") if len(body) <= most else ""
        return dict(parse_qsl(words, keep_blank_values=True, max_num_fields=most_fields))
    except ValueError:
        return {}


def came_from(request: HTTPConnection) -> str:
    """The address a request comes from; "" where that is unknown."""
    return request.client.host if request.client else ""


def refusal(status: int, code: str, message: str) -> Response:
    """A refusal: ``code`` for programs, ``message`` for people: what is wrong and what to do."""
    return JSONResponse({"ok": False, "error": {"code": code, "message": message}}, status)


async def wrong_code(too_often: bool, message: str) -> Response:
    """The answer to a wrong code, which comes late, and later to whoever keeps guessing."""
    await asyncio.sleep(2.0 if too_often else 0.5)
    return refusal(429, "TOO_OFTEN", say("code", "too_often")) if too_often else refusal(403, "CODE", message)
