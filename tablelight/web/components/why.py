"""Why is it so? A small button that opens one paragraph of the rules, with the sum of the game that is being played.

What is asked about is a topic of ``engine.texts.rulebook`` (``row.RO``, ``option.wrap``, ``refused.NO_MELD``) or the
key of a paragraph; after ``/`` may follow what the game's own page module understands, such as a seat: ``row.RO/1``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Node

from engine.core.events import Event
from engine.texts.language import tr
from tablelight.web.components.html import rendered
from tablelight.web.viewer import Shown


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a number comes about. ``lines``: the sum spelled out, one sentence a line; ``picture``: the actual dice,
    cards or tiles; ``title``: what was reckoned, where the paragraph's own title does not say it; ``about``: the topic
    of the paragraph that explains it."""

    lines: tuple[str, ...] = ()
    picture: Node = None
    title: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Explains:
    """What a page module may say besides the rules' paragraphs; named ``EXPLAINS`` in it.

    ``gain``: why an event brought points: the game before it, the event, and the game after it.
    ``light``: why a space is lit now, in sentences, with what this browser has picked up from the board.
    ``topic``: the reckoning of a topic in the game as this viewer may know it; None where there is none now.
    ``example``: the same for a paragraph's picture, so that what is said beside an example is worked out, not written.
    ``picture``: draws kinds of pictures that only this game has.
    """

    topic: Callable[[Shown, str], Reckoning | None] = lambda shown, topic: None
    example: Callable[[Mapping[str, Any]], Reckoning | None] = lambda picture: None
    picture: Callable[[Mapping[str, Any]], Node] = lambda picture: None
    gain: Callable[[Shown, Event, Shown], Reckoning | None] = lambda before, event, after: None
    light: Callable[[Shown, str, tuple[str, ...]], tuple[str, ...]] = lambda shown, spot, lifted: ()


@rendered
def why(topic: str, game: str = "", label: Node = "?", about: str = "") -> Node:
    """A button that opens the paragraph about a topic, on top of the page.

    ``game``: whose rules; the game being played where it is left out. ``about``: what is explained, in words, for those
    who do not see beside what the button stands.
    """
    said = tr("Explain: {what}", what=about) if about else tr("Why is that so?")
    look = {"class": "why", "type": "button", "aria-label": said if label == "?" else None}
    return h.button(look, data_act="overlay", data_name="why", data_topic=topic, data_game=game or None)[label]
