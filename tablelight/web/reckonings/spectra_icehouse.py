"""What two pyramids of Spectra give."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.components.lights import Spot
from engine.games.spectra_icehouse.pieces import obtainable
from engine.texts.language import tr
from tablelight.web.components.html import joined
from tablelight.web.components.place_names import hue_of
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown

NAME = "spectra_icehouse"


def explained(face: Callable[[str], Node]) -> Explains:
    """What the page says of exchanges; ``face``: the picture of a piece."""
    return Explains(example=partial(_example, face), light=_light)


def _example(face: Callable[[str], Node], picture: Mapping[str, Any]) -> Reckoning | None:
    if "mix" not in picture:
        return None
    pairs = [tuple(piece.strip() for piece in pair.split("+")) for pair in picture["mix"]]
    rows = [_mix(face, a, b) for a, b in pairs]
    return Reckoning(tuple(_words(a, b) for a, b in pairs), h.div[rows])


def _mix(face: Callable[[str], Node], a: str, b: str) -> Node:
    return h.div(".rule-mix")[face(a), "+", face(b), "→", joined([face(piece) for piece in obtainable(a, b)], " / ")]


def _words(a: str, b: str) -> str:
    first, second = (texts.name_of(NAME, piece) for piece in (a, b))
    gives = texts.join([texts.name_of(NAME, piece) for piece in obtainable(a, b)], tr("or"))
    return tr("{first} and {second} give {result}", first=first, second=second, result=gives)


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """Whose turn a seat's light says it is, and what a colour of the wheel can be had for."""
    if spot.startswith("seat:"):
        return (tr("{player} is next.", player=shown.seats[int(spot.removeprefix("seat:")) - 1]),)
    hue = hue_of(spot)
    if hue is None:
        return ()
    if "" in shown.state.colours:
        return (tr("The trees can still be {colour}.", colour=hue.called),)
    return (tr("An exchange can bring something {colour}.", colour=hue.called),)
