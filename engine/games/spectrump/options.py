"""Spectrump: what a table can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    deck: Literal[144, 72] = option(144, "All numbers, or only 1 to 6.")
    partners: bool = option(False, "Opposite seats play together and add their points (ST-SCORE-04).", code="D-ST-18")
    eight_player_deal: Literal["printed", "nine"] = option(
        "printed", "Eight players with 144 cards: 2 x 8 and 16 cards aside, or 2 x 9.", code="D-ST-01"
    )
    auction_per: Literal["round", "session"] = option(
        "round", "One auction holds for all sessions of a round, or each session has its own.", code="D-ST-02"
    )
    auction: Literal["continuing", "one_lap"] = option(
        "continuing", "The auction goes on until all but one passed, or everybody speaks once.", code="D-ST-06"
    )
    all_pass: Literal["redeal", "dealer_must_bid"] = option(
        "redeal", "When nobody bids the same dealer deals again, or the dealer must bid.", code="D-ST-07"
    )
    set_lead: Literal["previous_winner", "bidder"] = option(
        "previous_winner", "Who leads to a later set: the last trick's winner, or the bidder.", code="D-ST-09"
    )
    broken_reset: Literal["set", "round"] = option(
        "set", "Broken trump is whole again with each set, or stays broken for the round.", code="D-ST-10"
    )
    follow: Literal["common_colour", "neighbours"] = option(
        "common_colour", "What follows: hues that share a basic colour with the trick, or neighbours.", code="D-ST-13"
    )
    thrown_cards_open_shades: bool = option(
        False, "With neighbours: cards that did not follow open their neighbours too.", code="D-ST-13"
    )
    trump_counts_as_follow: bool = option(False, "Trump and scoring trump can be follow cards.", code="D-ST-15")
    revoke_penalty: Literal["report", "minus_trump_value", "replay"] = option(
        "report", "A revoke is told, costs the thrown card's number as if trump, or the trick is taken back.",
        code="D-ST-19",
    )  # fmt: skip
    hand_loading: bool = option(False, "Cards may be changed between one's sets before the tricks (ST-SETUP-02).")
    end: Literal["rounds", "target"] = option("rounds", "The game ends after some rounds, or at a total (ST-END-01).")
    rounds: int = option(5, "How many rounds are played.")
    target: int = option(0, "The total that ends the game; 0: 200 with 144 cards, 50 with 72.")
