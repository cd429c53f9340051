"""From what is seen of Spectrangle to what happened: which fields hold a tile, and the placements that explain it."""

from collections.abc import Sequence

from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.spectrangle.events import TilePlaced
from engine.games.spectrangle.scoring import points_of
from engine.games.spectrangle.state import State
from engine.inference.board import Occupied
from engine.inference.observation import SOMEBODY


def occupied(state: State) -> Occupied:
    """Which fields hold a tile; a tile is nobody's."""
    return {f"T{n}": SOMEBODY for n, tile in enumerate(state.board) if tile}


def tiles_of(state: State) -> dict[Spot, str]:
    """The tile on each field that holds one, clockwise from its level edge."""
    return {f"T{n}": tile for n, tile in enumerate(state.board) if tile}


def best_first(state: State, explanations: Sequence[tuple[Event, ...]]) -> list[tuple[Event, ...]]:
    """The placements that fill the field seen to be filled, most points first; or that nothing happened."""
    placed = [events[0] for events in explanations if events and isinstance(events[0], TilePlaced)]
    if not placed:
        return list(explanations[:1]) if () in explanations else []
    return [(move,) for move in sorted(placed, key=lambda move: -points_of(state, move))]
