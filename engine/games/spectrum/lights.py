"""What the board shows in every phase (SB part F.1)."""

from typing import TYPE_CHECKING

from engine.lights import Picture

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum
    from engine.games.spectrum.state import State


def picture(game: "Spectrum", state: "State", chosen: str | None) -> Picture:
    return {}
