"""The pictures in the rules: dice, cards, boards and lights, drawn with what draws them in a game.

What a picture shows stands in the rules' own file as data: ``dice = "R O / GB"`` (cubes, then twelve-sided dice), with
``taken`` for those in the hand; ``cards = "R3 R4"`` or several rows of them; ``pips``: a die with dots; ``moves``: the
events of a small game, whose board is drawn as it then stands, with what is ``lifted``, or whose ``lights`` are.
Nothing in them can be tapped.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.components.lights import Light
from engine.core.match import Match
from engine.core.registry import find
from engine.texts.language import tr
from tablelight.web import games
from tablelight.web.components.cards import face
from tablelight.web.components.dice import shape
from tablelight.web.components.html import chip, circle, classes, g, markup, rect, rendered, text_
from tablelight.web.components.round_board import HUB, band, polar
from tablelight.web.components.scene import BoardScene

PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""Who plays in pictures; only their first letters are seen."""


def picture(game: str, shows: Mapping[str, Any]) -> Node:
    """A picture of the rules of a game; nothing where it shows nothing."""
    if "dice" in shows:
        return dice(str(shows["dice"]), shows.get("taken", ()))
    if "cards" in shows:
        return cards(shows["cards"])
    if "pips" in shows:
        return dotted_die(shows["pips"])
    if "moves" in shows:
        return _position(game, shows)
    return games.explains_of(game).picture(shows)


# ---- dice and cards


def dice(thrown: str, taken: Sequence[int] = ()) -> Node:
    """Dice side by side: cubes, a stroke, twelve-sided ones; ``taken``: which of them lie in the hand, from 0."""
    cubes, _, twelves = thrown.partition("/")
    lying = [("d6", Hue[name]) for name in cubes.split()] + [("d12", Hue[name]) for name in twelves.split()]
    return dice_row([(kind, hue, n in taken) for n, (kind, hue) in enumerate(lying)])


def dice_row(dice: Sequence[tuple[str, Hue, bool]], quiet: bool = False) -> Node:
    """Dice by kind and hue; the third value: whether a die stands out. ``quiet``: the others step back then."""
    return h.div(class_=classes("rule-dice", "some" if quiet else ""))[
        [chip(hue, shape=shape(kind), style="counts" if out else "") for kind, hue, out in dice]
    ]


def cards(rows: str | Sequence[str]) -> Node:
    """Cards in one row or in several; a row may begin with a word about it and a colon."""
    named = [row.rpartition(": ") for row in ([rows] if isinstance(rows, str) else rows)]
    return [_cards(row.split(), name.strip()) for name, _, row in named]


def _cards(cards: Sequence[str], name: str) -> Node:
    row = h.div(".cardrow")[[face(Card.parse(card)) for card in cards]]
    return [name and h.p(".rule-row")[name], row]


_DOTS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""Where the dots of a die lie in three rows of three."""


@rendered
def dotted_die(number: int) -> Node:
    """A die with dots."""
    dots = [circle(cx=str(5 + 5 * (int(at) % 3)), cy=str(5 + 5 * (int(at) // 3)), r="1.7") for at in _DOTS[number]]
    return h.svg(".rule-die", viewBox="0 0 20 20", role="img", aria_label=str(number))[
        rect(x="1", y="1", width="18", height="18", rx="4"), dots
    ]


# ---- boards and lights


def position(game: str, shows: Mapping[str, Any]) -> Match:
    """The small game of a picture, as far as it is played."""
    players = shows.get("players") or PLAYERS[: shows.get("seats", max(find(game).seats[0], 2))]
    match = Match.new(game, list(players), shows.get("edition"), dict(shows.get("options", {})))
    for event in shows["moves"]:
        match.add(match.parse(event))
    return match


def _position(game: str, shows: Mapping[str, Any]) -> Node:
    match = position(game, shows)
    if shows.get("lights"):
        return wheel(match.game.lights(match.state))
    return board(match, tuple(shows.get("lifted", ())))


def board(match: Match, lifted: tuple[str, ...] = ()) -> Node:
    """The board of a game as it stands, with what is picked up from it; nothing where it has none."""
    drawn = games.board_of(match.game.name)
    if drawn is None:
        return None
    scene = BoardScene(match.game, match.game.view(match.state, None), match.seats, chosen=lifted)
    return h.div(".rule-board")[untouchable(drawn.draw(scene))]


_ACTS = re.compile(
    r' data-(?:act|at|hold|index|spot|item|card|name|hue)="[^"]*"| (?:tabindex|role="button")(?:="[^"]*")?'
)
_UNSEEN = re.compile(r'<title>[^<]*</title>|<path class="led lamp"[^>]*></path>')
"""What only the lights of a board and a mouse would show: a third of a board's letters."""
_BUTTON = re.compile(r"<(/?)button\b")


def untouchable(drawn: Node) -> Markup:
    """A picture without anything that can be tapped or that the board's lights would paint."""
    return Markup(_BUTTON.sub(r"<\1span", _ACTS.sub("", _UNSEEN.sub("", markup(drawn)))))


@rendered
def wheel(lights: Mapping[str, Light]) -> Node:
    """The lights of the board of twelve arms: a dot a space, how brightly it shines and how it moves by its meaning."""
    dots = [_dot(hue, ring, lights.get(f"{hue.name}{ring}")) for hue in Hue for ring in range(1, 10)]
    names = [_arm_name(hue) for hue in Hue]
    return h.svg(".rule-wheel", viewBox="-116 -116 232 232", role="img", aria_label=tr("the lights of the board"))[
        circle(".rule-wheel-table", r="100"), dots, g(".rule-wheel-names")[names]
    ]


def _dot(hue: Hue, ring: int, light: Light | None) -> Node:
    inner, outer = band(ring)
    x, y = polar((inner + outer) / 2, hue * 30)
    place = {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": f"{3.6 if ring < 9 else HUB / 3.6:.1f}"}
    if light is None:
        return circle(".dark", place)
    paint = f"hue-{light.hue.name}" if light.hue is not None else ""
    return circle({"class": classes("lit", light.meaning.value, paint), **place})


@lru_cache(len(Hue))
@rendered
def _arm_name(hue: Hue) -> Node:
    x, y = polar(108, hue * 30)
    return text_(x=f"{x:.1f}", y=f"{y + 3:.1f}")[hue.name]
