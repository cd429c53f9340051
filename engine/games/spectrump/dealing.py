"""How Spectrump is dealt for a table without cards."""

from typing import Any

from engine.components.hands import HandsDealt
from engine.components.shuffling import hands_of, left_in_deck
from engine.core.chance import Chance
from engine.core.dealing import Dealing


def next_fact(game: Any, state: Any, chance: Chance) -> HandsDealt:
    """A hand for everybody."""
    return hands_of(left_in_deck(state.cards(), chance, game.highest), game.rules.seats, game.hand_size)


DEALING = Dealing(next_fact)
