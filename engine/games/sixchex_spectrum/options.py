"""What a table of SIXCHEX Spectrum can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    move_limit: int = option(
        0, "So many moves in a row without a capture end the game, and most coins win; 0: no limit (D-SIX-11)."
    )
    two_sides: Literal["short", "long"] = option(
        "short", "Where two players sit: at the sides of eight cards or at those of nine (D-SIX-09)."
    )
