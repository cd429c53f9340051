"""Spectrum Poker: what a table can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option
from engine.games.spectrum_poker.ranks import Ranker, ranker


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    form: Literal["draw", "holdem", "showdown"] = option(
        "draw", "draw: five cards and one exchange; holdem: two and five for all; showdown: ranks only.", code="D-PK-08"
    )
    rank_order: Literal["printed", "statistical"] = option(
        "printed", "The order of the ranks as printed, or as the exact odds give it.", code="D-PK-07"
    )
    spectrum_straight: Literal["updn", "up", "set"] = option(
        "updn", "Hues of a Spectrum Straight climb either way, only clockwise (up), or lie in any order (set).",
        code="D-PK-02",
    )  # fmt: skip
    shade_centres: Literal["primary", "all12"] = option(
        "primary", "What five cards may share: a primary, or any hue.", code="D-CC-03"
    )
    deals: int = option(1, "How many deals make a game.")
    ante: int = option(1, "Chips everybody puts in at each deal.")
    exchange: int = option(5, "How many cards may be exchanged in draw.")

    @property
    def ranker(self) -> Ranker:
        """What ranks hands at this table."""
        return ranker(self.rank_order, self.shade_centres, self.spectrum_straight)

    @property
    def hand_size(self) -> int:
        """How many cards each player gets; at a mere showdown, how many each shows."""
        return 2 if self.form == "holdem" else 5
