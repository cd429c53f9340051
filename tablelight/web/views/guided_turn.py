"""``GET /rules/<game>/turn``: a turn shown step by step, on a table of its own, by moves that the rules allow.

The step stands in the address, so nothing is changed by looking, and nothing of the game that is played is touched.
"""

from collections.abc import Mapping

import htpy as h
from htpy import Node
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from engine import texts
from engine.core.match import Match
from engine.texts.language import spoken, tr
from engine.texts.rulebook import Guide, GuideStep, rulebook
from tablelight.texts.kept import kept_in_each_language
from tablelight.texts.sentences import say
from tablelight.web import games
from tablelight.web.components import rule_pictures
from tablelight.web.components.html import markup
from tablelight.web.components.rule_words import text
from tablelight.web.scheme import scheme_in
from tablelight.web.shell import plain_page
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views.rules_page import title_of
from tablelight.web.views.table import as_it_stood


def guided_turn(request: Request) -> Response:
    """One step of a game's guided turn; ``?step=`` from 1."""
    game, asked = request.path_params["game"], request.query_params.get("step", "1")
    guide = rulebook(game, spoken()).guide if title_of(game) is not None else None
    if guide is None:
        return Response(say("page", "NOTHING_HERE"), 404)
    number = min(max(int(asked), 1), len(guide.steps)) if asked.isdecimal() and len(asked) < 4 else 1
    title = tr("A turn of {game}", game=title_of(game))
    page = plain_page(title, h.div(".rules.guide")[_step(game, number)], scheme_in(request.cookies))
    return HTMLResponse(page, headers={"cache-control": "no-store"})


@kept_in_each_language(256)
def _step(game: str, number: int) -> Markup:
    """One step with what the table shows then; kept, as it is the same for everybody."""
    guide = rulebook(game, spoken()).guide
    assert guide is not None
    match, facts = played(game, guide, number)
    step = guide.steps[number - 1]
    return markup(
        h.p(".guide-where")[
            h.a(href=f"/rules/{game}")[title_of(game)],
            " · ",
            tr("Step {number} of {count}", number=number, count=len(guide.steps)),
        ],
        h.h1[step.title],
        h.div(".guide-says")[text(step.text.format_map(facts))],
        _ways(game, number, len(guide.steps)),
        h.div(".guide-table", inert=True, aria_hidden="true")[_table(match, guide, step)],
    )


def played(game: str, guide: Guide, number: int) -> tuple[Match, Mapping[str, object]]:
    """The guide's match as it stands at a step, and what its sentences may name."""
    match = Match.new(game, list(guide.players), guide.edition, dict(guide.options))
    for event in (*guide.before, *(event for step in guide.steps[:number] for event in step.play)):
        match.add(match.parse(event))
    step = guide.steps[number - 1]
    return match, _facts(match, guide, step)


def _facts(match: Match, guide: Guide, step: GuideStep) -> dict[str, object]:
    """``gain``, ``points``, ``left``, ``why`` and ``refused``, all by the rules themselves."""
    before = match.at(len(match.log) - len(step.play))
    scores, old = match.game.scores(match.state), before.game.scores(before.state)
    gained = {seat: scores[seat] - old[seat] for seat in scores}
    moved = max(gained, key=lambda seat: abs(gained[seat])) if any(gained.values()) else guide.eyes
    awaited = match.game.awaiting(match.state).seats
    facts = {"points": scores[moved], "gain": gained[moved], "left": scores[awaited[0]] if awaited else 0}
    return {**facts, "why": _why(match, guide, step), "refused": _refused(match, step)}


def _why(match: Match, guide: Guide, step: GuideStep) -> str:
    """How the step's points came about, as the page would say it."""
    shown = Shown(match, Viewer(seat=guide.eyes))
    for index, event in reversed(match.events[-len(step.play) :] if step.play else []):
        reckoned = games.explains_of(match.game.name).gain(shown.at(index), event, shown.at(index + 1))
        if reckoned is not None:
            return " ".join(f"{line.rstrip('.')}." for line in reckoned.lines)
    return ""


def _refused(match: Match, step: GuideStep) -> str:
    """What the table says to what somebody tries in vain."""
    if not step.tries:
        return ""
    verdict = match.game.judge(match.state, match.parse(step.tries))
    return texts.explain(match.game.name, verdict, match.seats)


def _table(match: Match, guide: Guide, step: GuideStep) -> Node:
    """What the page would show, for looking only."""
    parts = as_it_stood(match, Viewer(seat=guide.eyes))
    board = rule_pictures.board(match, step.lifted) or parts["board"]
    shown = [parts["ask"], board, parts["dice"], parts["play"]]
    return [h.div(".guide-part")[rule_pictures.untouchable(part)] for part in shown if part]


def _ways(game: str, number: int, count: int) -> Node:
    back, on = f"/rules/{game}/turn?step={number - 1}", f"/rules/{game}/turn?step={number + 1}"
    return h.nav(".row.guide-ways")[
        h.a(".btn.quiet", href=back)[tr("Back")]
        if number > 1
        else h.a(".btn.quiet", href=f"/rules/{game}")[tr("The rules")],
        h.a(".btn.go", href=on)[tr("Next")] if number < count else h.a(".btn.go", href="/")[tr("To the table")],
    ]


ROUTES = [Route("/rules/{game}/turn", guided_turn)]
