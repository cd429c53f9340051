"""The evening's table of points as a file for any spreadsheet."""

import csv
import io

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from engine.texts.language import tr
from tablelight.session.evening import EveningTable
from tablelight.web.dependencies import PageContext
from tablelight.web.views.past_results import title_of


async def _as_csv(request: Request) -> Response:
    context: PageContext = request.app.state.context
    evenings = context.surroundings.evenings
    table = await to_thread.run_sync(evenings.table) if evenings is not None else None
    if table is None:
        return PlainTextResponse(tr("There is no evening yet. Begin one: Menu, Evening of games."), 404)
    headers = {"content-disposition": 'attachment; filename="evening.csv"', "cache-control": "no-store"}
    return Response(as_csv(table), media_type="text/csv; charset=utf-8", headers=headers)


def as_csv(table: EveningTable) -> str:
    """A line for each person: place, name, the points of each game, won, all points. A cell that a spreadsheet would
    take for a formula begins with an apostrophe."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    games = [f"{n} {title_of(game.game)}" for n, game in enumerate(table.counted, 1)]
    rows.writerow(["place", "name", *games, "won", "points"])
    for row in table.rows:
        points = ["" if each is None else f"{float(each):g}" for each in row.by_game]
        rows.writerow([row.place, _plain_cell(row.name), *points, row.won, f"{float(row.points):g}"])
    return out.getvalue()


def _plain_cell(text: str) -> str:
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


ROUTES = [Route("/evening.csv", _as_csv)]
