"""Who plays Spectrum Poker by chance, at tables with real cards too."""

from typing import Any

from engine.components.shuffling import left_in_deck
from engine.core.chance import Chance
from engine.core.events import Event
from engine.core.random_player import RandomPlayer, TableSetup
from engine.games.spectrum_poker.dealing import drawn
from engine.games.spectrum_poker.events import ShowHand


def table(game: Any, state: Any, chance: Chance) -> Event:
    """What the table shows next: hands, drawn cards, cards for all; a hand nobody saw is laid open."""
    if state.phase != "show":
        return drawn(game, state, chance)
    deck = left_in_deck(state.cards(), chance)
    hand = state.hands[state.to_move] or tuple(deck[: game.awaiting(state).need.count])
    return ShowHand(state.to_move, tuple(card if card.known else deck.pop() for card in hand))


PLAYER = RandomPlayer(
    (TableSetup(4, options={"deals": 5}), TableSetup(3, options={"form": "holdem", "rank_order": "statistical"})),
    table=table,
    ended_by=lambda game, state, event: "deals agreed on",
)
