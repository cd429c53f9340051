from typing import TYPE_CHECKING

from engine.events import Event
from engine.seen import Seen

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum
    from engine.games.spectrum.state import State


def readings(game: "Spectrum", state: "State", seen: Seen) -> list[tuple[Event, ...]]:
    return []
