"""Steps of a match: events, which the game itself judges, and people who go or come while the others play on."""

from dataclasses import replace
from typing import Any

from engine.core.events import DropOut, Join, Step
from engine.core.game import Game
from engine.core.verdict import Verdict, no


def judge(game: Game[Any, Any], state: Any, step: Step) -> Verdict:
    """Whether a step is legal now."""
    if isinstance(step, DropOut):
        return _judge_leaving(game, state, step.seat)
    if isinstance(step, Join):
        return _judge_joining(game, state)
    return game.judge(state, step)


def after(game: Game[Any, Any], state: Any, step: Step) -> tuple[Game[Any, Any], Any]:
    """The game and the position after a legal step; a game with one seat more after somebody joined."""
    if isinstance(step, DropOut):
        return game, game.without(state, step.seat)
    if isinstance(step, Join):
        wider = type(game)(replace(game.rules, seats=game.rules.seats + 1, agreement=_wider(game)))
        return wider, wider.joined(state)
    return game, game.result(state, step)


def _judge_leaving(game: Game[Any, Any], state: Any, seat: int) -> Verdict:
    if not 0 <= seat < game.rules.seats:
        return no("NO_SUCH_SEAT", "", number=seat + 1, count=game.rules.seats)
    if game.awaiting(state).actor == "nobody":
        return no("OVER_ALREADY", "")
    playing = game.still_in(state)
    if seat not in playing:
        return no("OUT_ALREADY", "", player=seat)
    if len(playing) - 1 < game.seats[0]:
        return no("TOO_FEW_LEFT", "", player=seat)
    return game.judge_leaving(state, seat)


def _judge_joining(game: Game[Any, Any], state: Any) -> Verdict:
    most = game.seats[1]
    if game.awaiting(state).actor == "nobody":
        return no("OVER_ALREADY", "")
    if most is not None and game.rules.seats >= most:
        return no("TABLE_FULL", "", most=most)
    if game.rules.agreement.teams:
        return no("TEAMS_FULL", "")
    return game.judge_joining(state)


def _wider(game: Game[Any, Any]) -> Any:
    agreed = game.rules.agreement
    return replace(agreed, given=(*agreed.given, 0)) if agreed.given else agreed
