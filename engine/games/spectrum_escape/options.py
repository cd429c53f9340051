"""What a table of Spectrum Escape can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    lone_leader: Literal["one", "from_centre"] = option(
        "one", "A pawn alone in its colour goes one space, or as far as it is from the centre (ruling 112)."
    )
    escape_first_ring: Literal[9, 8] = option(9, "Pawns come in on the star (9) or on the space before it (8) (111).")
    deny_die: bool = option(False, "A common die may be taken although it is of no use, to keep it from others (116).")
