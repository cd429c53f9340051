"""From spaces that hold something to the move that explains them."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.events import Event
from engine.game import Game
from engine.lights import Spot
from engine.seen import Seen

StateT = TypeVar("StateT")


def explained(
    game: Game[StateT, Any], state: StateT, seen: Seen, spots: Callable[[StateT], Iterable[Spot]]
) -> list[tuple[Event, ...]]:
    """Every legal move after which exactly the seen spaces hold something; empty when nothing changed or none fits."""
    if seen.occupied is None:
        return []
    target = frozenset(seen.occupied)
    if target == frozenset(spots(state)):
        return []
    return [(move,) for move in game.moves(state) if frozenset(spots(game.result(state, move))) == target]
