"""What a tile of Spectrangle scores: its number, the sides that match, and the space."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from htpy import Node

from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.spectrangle.events import TilePlaced
from engine.games.spectrangle.scoring import breakdown, points_of
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import N_FIELDS
from engine.texts.language import tr, trn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown

Draw = Callable[[State, TilePlaced], Node]
"""The picture of a tile with those around it."""


def explained(draw: Draw) -> Explains:
    """What the page says of Spectrangle's points; ``draw``: its picture."""
    return Explains(example=partial(_example, draw), gain=partial(_gain, draw), light=_light)


def _example(draw: Draw, picture: Mapping[str, Any]) -> Reckoning | None:
    if "tile" not in picture:
        return None
    lying = {int(field): tile for field, tile in picture["board"].items()}
    board = tuple(lying.get(field, "") for field in range(N_FIELDS))
    state = State(hands=((), ()), points=(0, 0), contenders=(), start_draws=("", ""), board=board)
    return _placed(draw, state, TilePlaced(0, picture["tile"], int(picture["field"])))


def _gain(draw: Draw, before: Shown, event: Event, _after: Shown) -> Reckoning | None:
    return _placed(draw, before.state, event) if isinstance(event, TilePlaced) else None


def _placed(draw: Draw, state: State, move: TilePlaced) -> Reckoning:
    value, sides, bonus = breakdown(state, move)
    points = points_of(state, move)
    if state.board_is_empty:
        line = tr("The first tile counts its number: {points}", points=points)
    elif bonus > 1:
        words = tr("{value} × {sides} × {bonus} for the space = {points}")
        line = words.format(value=value, sides=_sides(sides), bonus=bonus, points=points)
    else:
        line = tr("{value} × {sides} = {points}", value=value, sides=_sides(sides), points=points)
    return Reckoning((line,), draw(state, move), "", "row.tile")


def _sides(count: int) -> str:
    return trn("{count} matching side", "{count} matching sides", count)


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """The tile that scores most on a field."""
    here = [move for move in shown.moves() if isinstance(move, TilePlaced) and spot == f"T{move.field}"]
    if not here:
        return ()
    best = max(points_of(shown.state, move) for move in here)
    words = {"field": spot.removeprefix("T")}
    return (
        trn(
            "On field {field} a tile fits, for {count} point at most.",
            "On field {field} a tile fits, for {count} points at most.",
            best,
            **words,
        ),
    )
