"""The addresses of a game that is watched again: its page, one step of it, and its list of steps. All only look."""

import asyncio
import logging
import re
import shutil
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable

import htpy as h
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from engine.core.events import Seat
from engine.texts.language import tr
from tablelight.session.record import RecordTrouble
from tablelight.web.components.html import markup
from tablelight.web.dependencies import PageContext
from tablelight.web.replayed import CannotWatch, WatchedMatch, watched
from tablelight.web.scheme import scheme_in
from tablelight.web.shell import plain_page
from tablelight.web.views import replay

log = logging.getLogger(__name__)

_WATCHING = CapacityLimiter(2)
"""Games are watched again in two threads at most, so that those that serve the table are never all taken."""
_FILMING = asyncio.Lock()
FILM_S = 300
"""A film that takes longer is given up (s). Chosen by hand: ten times what the longest one took on a desktop."""
_NUMBER = re.compile("[0-9]{1,6}")

Answer = Callable[[WatchedMatch, Request], Response]


def _watching(draw: Answer) -> Callable[[Request], Awaitable[Response]]:
    """The answer that is drawn of a game in another thread; of one that cannot be watched, why not."""

    def drawn(request: Request) -> Response:
        try:
            found = watched(request.app.state.context.table, request.path_params["match_id"])
            return draw(found, request)
        except CannotWatch as trouble:
            return _refused(request, trouble) if draw is _page else PlainTextResponse(str(trouble), trouble.status)

    async def answer(request: Request) -> Response:
        return await to_thread.run_sync(drawn, request, limiter=_WATCHING)

    return answer


def _page(found: WatchedMatch, request: Request) -> Response:
    at = _whole(request.query_params.get("at", ""), found.length, found.length)
    may_write = request.app.state.context.may_write(request)
    how = {"scheme": scheme_in(request.cookies), "may_write": may_write}
    return _html(replay.whole_page(found, at, _eyes(request), _pictures(found, request), **how))


def _refused(request: Request, trouble: CannotWatch) -> Response:
    """Why a game cannot be watched, as a page with a way on."""
    inside = [
        h.h1[tr("This game cannot be watched")],
        h.p[str(trouble)],
        h.a(".btn.go", href="/games")[tr("All games")],
    ]
    page = plain_page(tr("Watch again"), inside, scheme_in(request.cookies))
    return HTMLResponse(page, trouble.status, headers={"cache-control": "no-store"})


def _stage(found: WatchedMatch, request: Request) -> Response:
    at = _whole(request.path_params["at"], found.length)
    return _html(replay.stage(found, at, _eyes(request), _pictures(found, request)))


def _steps(found: WatchedMatch, request: Request) -> Response:
    chunk = _whole(request.path_params["chunk"], found.length // replay.STEPS)
    return _html(markup(replay.steps(found, chunk, _eyes(request))))


def _picture(found: WatchedMatch, request: Request) -> Response:
    archive, number = request.app.state.context.table.archive, request.path_params["number"]
    jpeg = archive.picture(found.match_id, found.match, int(number)) if _NUMBER.fullmatch(number) else None
    if jpeg is None:
        return PlainTextResponse(tr("No picture of this step is kept."), 404)
    return Response(jpeg, media_type="image/jpeg", headers={"cache-control": "private, max-age=60"})


def _recording(found: WatchedMatch, request: Request) -> Response:
    try:
        content = request.app.state.context.table.archive.recording(found.match_id)
    except RecordTrouble as trouble:
        raise CannotWatch(503, str(trouble)) from trouble
    return _file(content, "application/zip", f"{replay.file_stem(found)}.tablelight.zip")


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)


async def _film(request: Request) -> Response:
    """The game as a GIF. It takes a while, and a process of its own: one at a time, for whoever may write."""
    context: PageContext = request.app.state.context
    if not context.may_write(request):
        return PlainTextResponse(tr("Making a film needs the table's code."), 403)
    try:
        found = await to_thread.run_sync(watched, context.table, request.path_params["match_id"], limiter=_WATCHING)
        saved = await to_thread.run_sync(context.table.archive.saved, found.match_id, limiter=_WATCHING)
    except CannotWatch as trouble:
        return PlainTextResponse(str(trouble), trouble.status)
    except RecordTrouble as trouble:
        return PlainTextResponse(str(trouble), 503)
    async with _FILMING:
        picture = await filmed(saved.encode())
    if picture is None:
        return PlainTextResponse(tr("No film could be made of this game; the log says why."), 500)
    return _file(picture, "image/gif", f"{replay.file_stem(found)}.gif")


async def filmed(saved: bytes) -> bytes | None:
    """The film of a saved game, made by a program of its own so that the table goes on meanwhile; None where it cannot
    be made."""
    patient = [program] if (program := shutil.which("nice")) else []
    command = [*patient, sys.executable, "-m", "tablelight", "film", "-", "-"]
    maker = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        picture, said = await asyncio.wait_for(maker.communicate(saved), FILM_S)
    except TimeoutError:
        log.warning("a film took more than %d s", FILM_S)
        return None
    finally:
        if maker.returncode is None:
            maker.kill()
    if maker.returncode:
        log.warning("a film could not be made: %s", said.decode("utf-8", "replace")[-500:])
        return None
    return picture


def _html(words: str) -> Response:
    return HTMLResponse(words, headers={"cache-control": "no-store"})


def _whole(words: str, most: int, otherwise: int = 0) -> int:
    """The whole number of an address, ``most`` where it is larger; ``otherwise`` where it is none."""
    return min(int(words), most) if _NUMBER.fullmatch(words) else otherwise


def _eyes(request: Request) -> Seat | None:
    """The player whose hand is looked into. Whether it may be is the game's to say."""
    words = request.query_params.get("eyes", "")
    return int(words) if _NUMBER.fullmatch(words) else None


def _pictures(found: WatchedMatch, request: Request) -> Callable[[int], bool]:
    """Whether a picture of an entry is kept."""
    kept = request.app.state.context.table.archive.pictured(found.match_id, found.match)
    return kept.__contains__


ROUTES = [
    Route("/games/{match_id}/film.gif", _film),
    Route("/games/{match_id}.tablelight.zip", _watching(_recording)),
    Route("/games/{match_id}/picture/{number}.jpg", _watching(_picture)),
    Route("/games/{match_id}/replay", _watching(_page)),
    Route("/games/{match_id}/replay/steps/{chunk}", _watching(_steps)),
    Route("/games/{match_id}/replay/{at}", _watching(_stage)),
]
