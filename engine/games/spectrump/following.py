"""What may be led and what follows a trick, as it lies on the table (ST-LEAD, ST-FOLLOW)."""

from collections.abc import Mapping

from engine.components.hands import Hand
from engine.components.hues import Hue
from engine.core.fast_constructor import replace
from engine.games.spectrump import tricks
from engine.games.spectrump.options import Options
from engine.games.spectrump.state import State

_FOLLOWING: Mapping[str, tuple[object, ...]] = {
    "follow": ("common_colour", "neighbours"), "thrown_cards_open_shades": (True, False),
    "trump_counts_as_follow": (True, False),
}  # fmt: skip
"""The options that say what follows."""


def closed_hues(state: State) -> tuple[Hue, ...]:
    """Hues that may not be led yet (ST-LEAD-02, ST-LEAD-03)."""
    closed: tuple[Hue, ...] = () if state.trump_broken else (state.trump,)
    return closed if state.scoring_broken else (*closed, *tricks.scoring(state.trump))


def hues_that_follow(state: State, options: Options) -> frozenset[Hue]:
    """The hues that follow the trick as it lies."""
    return tricks.hues_opened(
        state.trick, state.trump, options.follow, thrown_open=options.thrown_cards_open_shades,
        trump_follows=options.trump_counts_as_follow,
    )  # fmt: skip


def follows_elsewhere(state: State, hue: Hue, hand: Hand, options: Options) -> str | None:
    """The option by which a card that does not follow would be allowed (D-ST-13, D-ST-15)."""
    for name, values in _FOLLOWING.items():
        for value in values:
            opened = hues_that_follow(state, replace(options, **{name: value}))
            if hue in opened or not any(card.hue in opened for card in hand):
                return name
    return None
