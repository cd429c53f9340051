"""How Spectrum Poker is dealt for a table without cards."""

from typing import Any

from engine.components.shuffling import hands_known, hands_of, left_in_deck
from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.core.events import Event
from engine.games.spectrum_poker.events import CommunityCards, ReplacementsDrawn


def drawn(game: Any, state: Any, chance: Chance) -> Event:
    """Hands, cards for a hand, or cards for all, off the top of a shuffled deck."""
    deck = left_in_deck(state.cards(), chance)
    if state.phase == "deal":
        return hands_of(deck, game.rules.seats, game.hand_size)
    cards = tuple(deck[: game.awaiting(state).need.count])
    return CommunityCards(cards) if state.phase == "board" else ReplacementsDrawn(cards)


def next_fact(game: Any, state: Any, chance: Chance) -> Event | None:
    """The same, where cards follow hands that were dealt here."""
    if state.phase == "show" or not (state.phase == "deal" or hands_known(state.hands)):
        return None
    return drawn(game, state, chance)


DEALING = Dealing(next_fact)
