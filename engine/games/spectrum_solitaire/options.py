"""Spectrum Solitaire: what a table can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    flip: Literal[3, 1] = option(3, "How many cards of the stock are turned at once.", code="SS-STOCK-01")
    empty_column: Literal["twelve", "any"] = option(
        "twelve", "twelve: only a 12 starts an empty pile; any: every card may.", code="SS-EMPTY-01"
    )
    strict_shades: bool = option(False, "A card may not lie on its own hue, only on a neighbour's.", code="SS-TAB-02")
    share_component: bool = option(
        False, "Two secondaries with a common part count as neighbours, such as green-blue on blue-purple (D-CC-04)."
    )
    move_runs: bool = option(True, "A built run may be moved as one; off: only single cards (D-SS-03).")
    pass_limit: Literal["none", 10] = option("none", "How often the stock may be gone through.", code="SS-PASS-02")
    foundation_return: bool = option(False, "The top card of a home may go back onto a pile (D-SS-07).")
    solved_never_below_concede: bool = option(
        False, "A solved game counts at least what the same game would count if given up (D-SS-06)."
    )
