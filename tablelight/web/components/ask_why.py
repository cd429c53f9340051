"""What can be asked about where the game stands: the rule of a refusal, the last points, this question, the lights."""

import htpy as h
from htpy import Node

from engine.texts.language import spoken, tr
from engine.texts.rulebook import paragraph_about
from tablelight.web import games
from tablelight.web.components.why import why
from tablelight.web.viewer import Shown


def whys(shown: Shown, refused: str = "") -> Node:
    """The small links below the question. ``refused``: the topic of what was just refused; empty where nothing was."""
    game, asked = shown.game.name, f"ask.{shown.awaiting.ask}"
    links = [
        bool(refused) and _known(game, refused) and why(refused, label=tr("The rule")),
        not refused and scored(shown) and why("gain", label=tr("Why these points?")),
        not refused and _known(game, asked) and why(asked, label=tr("What is this?")),
        games.board_of(game) is not None and why("lights", label=tr("What do the lights say?")),
    ]
    return any(links) and h.div(".whys")[links]


def scored(shown: Shown) -> bool:
    """Whether the last thing that happened brought something that can be spelled out."""
    events = shown.events
    if not events:
        return False
    index, event = events[-1]
    gain = games.explains_of(shown.game.name).gain
    return gain(shown.at(index), event, shown.at(index + 1)) is not None


def _known(game: str, topic: str) -> bool:
    return paragraph_about(game, topic, spoken()) is not None
