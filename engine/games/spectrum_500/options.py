"""Spectrum 500: what a table can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option
from engine.games.spectrum_500.melds import MeldRules, rules_for


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    min_meld: Literal[4, 3] = option(4, "The fewest cards of a group or a sequence (D-F5-02).")
    shade_centres: Literal["primary", "all12"] = option(
        "primary", "One shade: the hues that share a primary, or any three neighbours on the wheel (D-CC-03)."
    )
    deduct_hand: bool = option(False, "Cards left in hand are taken off (D-F5-04).", asked=True)
    false_call_penalty: Literal[0, 10] = option(0, "What a wrong call of Spectrum costs (D-F5-12).")
    target: int = option(500, "The total that ends the game after a hand.", code="F5-SCORE-03")

    @property
    def melding(self) -> MeldRules:
        """What this table calls a meld."""
        return rules_for(self.min_meld, self.shade_centres)


def other_rules(options: Options) -> tuple[tuple[tuple[str, ...], MeldRules], ...]:
    """What looser tables call a meld, with the options that make them so: one changed, then both."""
    least, centres = options.min_meld, options.shade_centres
    ways = (
        (("min_meld",), 3, centres),
        (("shade_centres",), least, "all12"),
        (("min_meld", "shade_centres"), 3, "all12"),
    )
    return tuple((names, rules_for(*values)) for names, *values in ways if values != [least, centres])
