"""Spectrumo: what a table can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    same_colour_ok: bool = option(
        False, "A card of the table card's exact hue may always be played.", code="SO-PLAY-04"
    )
    share_component: bool = option(
        False, "Two secondaries with a common part fit, such as blue-purple on green-blue (D-SO-01)."
    )
    swap_followup: Literal["normal", "shades_only"] = option(
        "normal", "normal: after a colour swap an equal number fits too; shades_only: only neighbours (D-SO-02)."
    )
    drawn_card: Literal["must_play", "may_keep"] = option(
        "must_play", "must_play: a drawn card that fits is played; may_keep: the turn may end instead (D-SO-05)."
    )
    penalty_ends_turn: bool = option(False, "After an illegal card the turn is over, besides the penalty (D-SO-07).")
    special_with_one_left: Literal["draw", "forbid"] = option(
        "draw", "draw: a special as last card but one is allowed, then its player draws; forbid: it is not (D-SO-08)."
    )
    colour_swap_on_wheel: bool = option(
        False, "A colour swap may lie on a special; anything may follow then (D-SO-10)."
    )
    swap_pick: Literal["blind", "owner_chooses"] = option(
        "blind", "blind: Swap Cards takes cards unseen; owner_chooses: the other player picks what to give (D-SO-15)."
    )
    first_special: Literal["anything", "returned"] = option(
        "anything", "A special as first table card: anything may follow, or it is covered by the next card (D-SO-03)."
    )
    first_draw: Literal["table_card", "nothing"] = option(
        "table_card",
        "Draw Cards before any number was played: the card that was turned counts, or nothing is drawn (D-SO-11).",
    )
    elimination: bool = option(
        False, "Who is above the target drops out and the last one wins; else the lowest total wins.", code="SO-END-02"
    )
    target: int = option(200, "The total that ends the game, or that nobody may exceed.", code="SO-END-01")
