"""What two pyramids of Spectra give."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.games.spectra_icehouse.pieces import obtainable
from engine.texts.language import tr
from tablelight.web.components.html import joined
from tablelight.web.components.why import Explains, Reckoning

NAME = "spectra_icehouse"


def explained(face: Callable[[str], Node]) -> Explains:
    """What the page says of exchanges; ``face``: the picture of a piece."""
    return Explains(example=partial(_example, face))


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
