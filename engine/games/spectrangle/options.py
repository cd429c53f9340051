"""What a table of Spectrangle can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    edge_rule: Literal["at_least_one", "all_touching"] = option(
        "at_least_one",
        "at_least_one: one touching side has to match, others may differ; all_touching: every touching side has to "
        "match, as the Dutch and German booklets say (D-SPG-02).",
        asked=True,
    )
    teams: bool = option(False, "Four players as two teams; partners sit opposite and count together (SPG-SETUP-03).")
    start_draw: Literal["kept", "returned"] = option(
        "kept", "The tile drawn to find who starts is kept, or goes back into the bag (SPG-SETUP-01)."
    )
    allow_flip: bool = option(False, "Tiles may be turned over, where both sides show the colours.")
