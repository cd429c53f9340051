"""The addresses of people and results: pages, tables to save, and what people say of names."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from engine.core.errors import EngineError
from engine.core.match import Match
from engine.texts.language import tr
from tablelight.session.people import MatchResult, People
from tablelight.session.people.forgetting import CannotForget, Forgetting
from tablelight.session.people.sharing import as_csv
from tablelight.session.people.statistics import everybody_in
from tablelight.session.record import RecordTrouble
from tablelight.texts.sentences import say
from tablelight.web.answers import came_from, read_form, refusal, wrong_code
from tablelight.web.dependencies import PageContext
from tablelight.web.scheme import scheme_in
from tablelight.web.viewer import Shown
from tablelight.web.views import people_pages
from tablelight.web.views.past_results import forget_results, title_of
from tablelight.web.views.share_card import picture

WAIT_S = 2.0
"""How long a page waits for matches to be looked at for the first time; then it says how many are missing."""
_MOST_BYTES, _MOST_FIELDS = 20_000, 20
_COUNTING = CapacityLimiter(2)
"""People are counted in two threads at most, so that those that serve the table are never all taken."""

Answer = Callable[[Request, People], Response]


def _with_code(draw: Answer) -> Callable[[Request], Awaitable[Response]]:
    """The answer that is drawn for whoever has the code, in another thread; for others, how to get in."""

    async def answer(request: Request) -> Response:
        context: PageContext = request.app.state.context
        people = context.surroundings.people
        if people is None:
            raise HTTPException(404)
        if not context.may_write(request):
            return _html(people_pages.closed(scheme_in(request.cookies)), 403)
        return await to_thread.run_sync(draw, request, people, limiter=_COUNTING)

    return answer


def _html(words: str, status: int = 200) -> Response:
    return HTMLResponse(words, status, headers={"cache-control": "no-store"})


# ---- looking


def _everybody(request: Request, people: People) -> Response:
    results = people.results(WAIT_S)
    said = request.query_params.get("said", "")
    return _html(people_pages.everybody(people, results, said, scheme_in(request.cookies)))


def _person(request: Request, people: People) -> Response:
    results = people.results(WAIT_S)
    name = people_pages.named(results, request.path_params["address"])
    if name is None:
        raise HTTPException(404)
    asked = "forget" in request.query_params
    return _html(people_pages.person(people, results, name, scheme_in(request.cookies), asked=asked))


def _table(_: Request, people: People) -> Response:
    results = people.count()
    return _csv(results, "tablelight-results.csv")


def _csv(results: tuple[MatchResult, ...], name: str) -> Response:
    content = as_csv(results, {result.game: title_of(result.game) for result in results})
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    # The mark in front tells spreadsheets that names are in UTF-8.
    return Response("\ufeff" + content, media_type="text/csv; charset=utf-8", headers=headers)


async def _as_json(request: Request) -> Response:
    """For programs, which bring the code as a bearer token."""
    context: PageContext = request.app.state.context
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    who = came_from(request)
    if not context.may_write(request) and (scheme.lower() != "bearer" or not context.right_code(given, who)):
        return await wrong_code(context.guesses.too_often(who), say("api", "code"))
    people = context.surroundings.people
    results = () if people is None else await to_thread.run_sync(people.results, WAIT_S, limiter=_COUNTING)
    return JSONResponse(people_pages.as_json(results))


# ---- one result


@dataclass(frozen=True, slots=True)
class _Finished:
    """A finished match, and what is asked about it."""

    request: Request
    people: People
    match: Match
    result: MatchResult


def _of_match(draw: Callable[[_Finished], Response]) -> Callable[[Request], Awaitable[Response]]:
    """The answer about one finished match; all may look, as at the list of games."""

    def found(request: Request) -> Response:
        context: PageContext = request.app.state.context
        people, match_id, now = context.surroundings.people, request.path_params["match_id"], context.table.snapshot
        try:
            if people is None or context.table.archive.card(match_id) is None:
                raise HTTPException(404)
            on_table = now.referee is not None and now.match_id == match_id
            match = now.referee.match if on_table and now.referee else context.table.archive.match(match_id)
            result = people.of_finished(match, match_id)
        except (RecordTrouble, EngineError) as trouble:
            return PlainTextResponse(say("games", "broken", why=trouble), 409)
        if result is None:
            return PlainTextResponse(tr("This game is not over yet."), 409)
        return draw(_Finished(request, people, match, result))

    async def answer(request: Request) -> Response:
        return await to_thread.run_sync(found, request, limiter=_COUNTING)

    return answer


def _result_page(found: _Finished) -> Response:
    scheme = scheme_in(found.request.cookies)
    return _html(people_pages.result_page(Shown(found.match), found.result, found.people, scheme))


def _result_csv(found: _Finished) -> Response:
    result = found.result
    return _csv((result,), f"{result.game.replace('_', '-')}-{result.match_id}.csv")


def _result_picture(found: _Finished) -> Response:
    result = found.result
    headers = {"cache-control": "no-store"}
    return Response(picture(result, title_of(result.game)), media_type="image/svg+xml", headers=headers)


# ---- what people say of names


async def _said(request: Request) -> Response:
    """POST: two spellings are one person, or two again; or a person is to be forgotten."""
    context: PageContext = request.app.state.context
    people = context.surroundings.people
    if people is None:
        raise HTTPException(404)
    form = await read_form(request, _MOST_BYTES, _MOST_FIELDS)
    who = came_from(request)
    if not context.may_write(request) and not context.right_code(form.get("code", ""), who):
        return await wrong_code(context.guesses.too_often(who), say("code", "wrong"))
    do = {"merge": _merge, "part": _part, "forget": _forget}.get(form.get("do", ""))
    if do is None:
        return refusal(400, "NOT_UNDERSTOOD", say("page", "NOT_SO"))
    try:
        where = await to_thread.run_sync(partial(do, context, people, form), limiter=_COUNTING)
    except CannotForget as trouble:
        return _html(people_pages.not_forgotten(str(trouble), scheme_in(request.cookies)), 409)
    except OSError as error:
        return refusal(503, "NOT_WRITTEN", tr("It cannot be written down: {why}.", why=error.strerror or error))
    return Response(status_code=303, headers={"location": where, "cache-control": "no-store"})


def _merge(_: PageContext, people: People, form: dict[str, str]) -> str:
    spelled, name = form.get("spelled", "").strip(), form.get("name", "").strip()
    known = {key for key, _, _ in everybody_in(people.count())}
    if spelled in known and name in known:
        people.aliases.merge(spelled, name)
    return "/people?said=merged"


def _part(_: PageContext, people: People, form: dict[str, str]) -> str:
    people.aliases.part(form.get("spelled", ""))
    return "/people?said=parted"


def _forget(context: PageContext, people: People, form: dict[str, str]) -> str:
    name = form.get("name", "")
    if form.get("sure") != "yes":
        raise CannotForget(tr("Say first that you are sure: tick the box."))
    (context.forgetting or Forgetting(context.table, people, context.seats, None)).forget(name)
    forget_results(context.table)
    return "/people?said=forgotten"


ROUTES = [
    Route("/people", _with_code(_everybody)),
    Route("/people", _said, methods=["POST"]),
    Route("/people/{address}", _with_code(_person)),
    Route("/results.csv", _with_code(_table)),
    Route("/api/people", _as_json),
    Route("/games/{match_id}/result", _of_match(_result_page)),
    Route("/games/{match_id}/result.csv", _of_match(_result_csv)),
    Route("/games/{match_id}/result.svg", _of_match(_result_picture)),
]
