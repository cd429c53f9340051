"""What a house may agree on before a game, as fields of a form: a time limit, points given, teams; and read back.

What is about one player bears that player's name, so that it stays with who it is about when seats change.
"""

from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node

from engine.core.agreement import MOST_GIVEN, MOST_LETTERS, Agreement, Team
from engine.core.errors import BadRules
from engine.core.game import Game
from engine.core.registry import create, find
from engine.texts.language import tr, trn
from tablelight.session.clock import TimeLimit

_LIMITS = (
    TimeLimit(),
    *(TimeLimit(turn_s=seconds) for seconds in (30, 60, 120, 180, 300)),
    *(TimeLimit(0, minutes * 60, 5) for minutes in (5, 10, 20, 30)),
)
"""The time limits that are offered. By hand: from a quick game of dice to a slow one on the board."""
MOST_TEAMS = 4
_GIVEN, _TEAM, _TEAM_NAME = "given-", "team-", "called-team-"
"""What the names of fields begin with."""


def house_fields(game: str, names: Sequence[str], given: Mapping[str, str] | None = None) -> Node:
    """All of it, folded. ``names``: who is to play; ``given``: the fields of the last try."""
    given = given or {}
    asked = (_GIVEN, _TEAM, _TEAM_NAME)
    typed = given.get("clock", str(TimeLimit())) != str(TimeLimit()) or any(
        value for name, value in given.items() if name.startswith(asked)
    )
    return h.details(".house", open=typed)[
        h.summary[tr("Time, points given, teams")],
        clock_fields(given),
        handicap_fields(game, names, given),
        team_fields(names, given),
    ]


# ---- the clock


def clock_fields(given: Mapping[str, str] | None = None, now: TimeLimit | None = None) -> Node:
    """The choice of a time limit. ``given``: the fields of the last try; ``now``: the limit there is."""
    chosen = (given or {}).get("clock", str(now or TimeLimit()))
    offered = [*map(str, _LIMITS)]
    limits = _LIMITS if chosen in offered else (*_LIMITS, *_other(chosen))
    choices = [h.option(value=str(limit), selected=str(limit) == chosen)[limit_words(limit)] for limit in limits]
    words = tr("Time to think (a reminder, nothing more)")
    return h.label(".option.of-the-house")[h.span(".doc")[words], h.select(name="clock")[choices]]


def _other(text: str) -> tuple[TimeLimit, ...]:
    try:
        return (TimeLimit.parse(text),)
    except ValueError:
        return ()


def limit_words(limit: TimeLimit) -> str:
    """A time limit as people say it."""
    if limit.turn_s and limit.turn_s % 60:
        return trn("{count} second for each turn", "{count} seconds for each turn", limit.turn_s)
    if limit.turn_s:
        return trn("{count} minute for each turn", "{count} minutes for each turn", limit.turn_s // 60)
    if limit.total_s and limit.increment_s:
        return tr(
            "{minutes} minutes each for the whole game, and {seconds} seconds more with every turn",
            minutes=limit.total_s // 60,
            seconds=limit.increment_s,
        )
    if limit.total_s:
        return tr("{minutes} minutes each for the whole game", minutes=limit.total_s // 60)
    return tr("No limit")


def read_clock(args: Mapping[str, str]) -> TimeLimit | None:
    """The time limit that was chosen; None where the form did not ask. Raises BadRules."""
    if "clock" not in args:
        return None
    try:
        return TimeLimit.parse(args["clock"])
    except ValueError as error:
        raise BadRules(tr("Choose a time to think from the list.")) from error


# ---- points given, and teams


def handicap_fields(game: str, names: Sequence[str], given: Mapping[str, str] | None = None) -> Node:
    """A field for each player's points; nothing in a game that is not won by points."""
    if not _counts_points(game):
        return None
    lower = not find(game).highest_wins
    words = (
        tr("Points taken off before the game, for whoever is younger or new")
        if lower
        else tr("Points given before the game, for whoever is younger or new")
    )
    return h.fieldset(".of-house")[h.legend[words], h.div(".numbers")[[_points(name, given or {}) for name in names]]]


def _points(name: str, given: Mapping[str, str]) -> Node:
    field = {"name": _GIVEN + name, "inputmode": "numeric", "maxlength": "5", "autocomplete": "off"}
    return h.label[h.span[name], h.input(field, value=given.get(_GIVEN + name, ""), placeholder="0")]


def team_fields(names: Sequence[str], given: Mapping[str, str] | None = None) -> Node:
    """A choice of a team for each player, and what the teams are called; nothing for two players."""
    if len(names) < 3:
        return None
    given = given or {}
    best = given.get("score-of-teams") == "best"
    return h.fieldset(".of-house")[
        h.legend[tr("Teams, beside the rules: scores are counted together")],
        h.div(".numbers")[[_team(name, given) for name in names]],
        h.div(".names")[[_team_name(n, given) for n in range(MOST_TEAMS)]],
        h.label(".option.of-the-house")[
            h.span(".doc")[tr("A team's score")],
            h.select(name="score-of-teams")[
                h.option(value="sum", selected=not best)[tr("all its players together")],
                h.option(value="best", selected=best)[tr("that of its best player")],
            ],
        ],
    ]


def _team(name: str, given: Mapping[str, str]) -> Node:
    chosen = given.get(_TEAM + name, "")
    teams = [(str(n + 1), tr("Team {number}", number=n + 1)) for n in range(MOST_TEAMS)]
    choices = [h.option(value=value, selected=value == chosen)[words] for value, words in [("", "–"), *teams]]
    return h.label[h.span[name], h.select(name=_TEAM + name)[choices]]


def _team_name(number: int, given: Mapping[str, str]) -> Node:
    words = tr("What team {number} is called", number=number + 1)
    field = {"name": f"{_TEAM_NAME}{number}", "maxlength": str(MOST_LETTERS), "autocomplete": "off"}
    return h.input(field, value=given.get(f"{_TEAM_NAME}{number}", ""), placeholder=words, aria_label=words)


def read_agreement(args: Mapping[str, str], names: Sequence[str]) -> Agreement:
    """What was agreed on for these players. Raises BadRules with a sentence that says what to put right."""
    given = tuple(_read_points(args.get(_GIVEN + name, "")) for name in names)
    how = "best" if args.get("score-of-teams") == "best" else "sum"
    return Agreement(given if any(given) else (), _read_teams(args, names), how)  # type: ignore[arg-type]


def _read_points(typed: str) -> int:
    typed = typed.strip().removeprefix("+")
    if not typed:
        return 0
    if not (typed.isascii() and typed.isdecimal() and int(typed[:9]) <= MOST_GIVEN):
        raise BadRules(
            tr("Points given are a whole number up to {most}, not “{typed}”.", most=MOST_GIVEN, typed=typed[:20])
        )
    return int(typed)


def _read_teams(args: Mapping[str, str], names: Sequence[str]) -> tuple[Team, ...]:
    chosen = [args.get(_TEAM + name, "") for name in names]
    if not any(chosen):
        return ()
    if any(team not in map(str, range(1, MOST_TEAMS + 1)) for team in chosen):
        raise BadRules(tr("With teams, everybody plays in one: choose a team for each player."))
    numbers = sorted(set(map(int, chosen)))
    if len(numbers) < 2:
        raise BadRules(tr("One team alone plays against nobody: choose two or more."))
    return tuple(
        Team(
            args.get(f"{_TEAM_NAME}{number - 1}", "").strip()[:MOST_LETTERS] or tr("Team {number}", number=number),
            tuple(seat for seat, team in enumerate(chosen) if int(team) == number),
        )
        for number in numbers
    )


def _counts_points(game: str) -> bool:
    """Whether a game is won by points, so that some can be given."""
    played: Game[object, object] = create(game, find(game).seats[0])
    return played.with_points(played.start(), (0,) * played.rules.seats) is not None
