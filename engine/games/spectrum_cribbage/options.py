"""Spectrum Cribbage: what a table can choose, and how many cards it deals."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option
from engine.games.spectrum_cribbage.count import Counting


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    target: int = option(121, "Points that win the game: 121, 150 or 200 as a rule.")
    nobs: Literal["each", "once"] = option("each", "A point for each ten of the starter's shade, or one at most.",
                                           code="D-CR-03")  # fmt: skip
    nobs_relation: Literal["common_colour", "neighbour", "exact"] = option(
        "common_colour", "What has the starter's shade: shares a basic colour, is a neighbour, or is the same hue."
    )
    shade_centres: Literal["primary", "all12"] = option(
        "primary", "What the cards of a flush may share: a primary, or any hue.", code="D-CC-03"
    )
    flush4p: Literal["all", "any_six"] = option(
        "all", "With four players a flush needs all eight cards, or any six.", code="D-CR-07"
    )
    muggins: bool = option(False, "Players claim their count; what they miss goes to the others.", code="D-CR-15")
    first_dealer: int = option(0, "0: cards are cut; otherwise the number of the player who deals first (CR-CUT-02).")

    @property
    def counting(self) -> Counting:
        """How this table counts hues."""
        return Counting(self.nobs, self.nobs_relation, self.shade_centres, self.flush4p)


def cards_dealt(seats: int) -> int:
    """How many cards each of so many players gets (CR-DEAL-01)."""
    return 9 if seats == 2 else 10


def cards_to_crib(seats: int) -> int:
    """How many of them each lays into the crib (CR-CRIB-01)."""
    return 3 if seats == 2 else 2
