"""Points given before the game, and teams, where scores are shown."""

from typing import Any

import htpy as h
from htpy import Node

from engine.core.events import Seat
from engine.core.game import Game
from engine.texts.language import tr
from tablelight.web.components.html import rendered
from tablelight.web.viewer import Shown


def given_words(game: Game[Any, Any], seat: Seat) -> str:
    """``+20 given``; empty where nothing was. In a game in which points are bad they are taken off."""
    points = game.rules.agreement.given_to(seat)
    if not points:
        return ""
    if not game.highest_wins:
        return tr("−{points} given", points=points)
    return tr("+{points} given", points=points)


def given_note(game: Game[Any, Any], seat: Seat) -> Node:
    """The same as a small note beside a score."""
    words = given_words(game, seat)
    return words and h.small(".given")[words]


@rendered
def teams(match: Shown) -> Node:
    """How the teams stand that the house agreed on; nothing where everybody plays alone."""
    if not match.game.rules.agreement.teams:
        return None
    return h.div(".scores.teams")[
        [
            h.div(".score")[
                h.span[f"{team.place}. {team.name} ", h.small[", ".join(match.seats[seat] for seat in team.seats)]],
                h.b[f"{team.points:g}"],
            ]
            for team in match.placings
        ]
    ]
