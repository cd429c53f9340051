"""Who plays Spectrum Cribbage by chance, at tables with real cards too."""

from typing import Any

from engine.components.shuffling import left_in_deck
from engine.core.chance import Chance
from engine.core.events import Event
from engine.core.random_player import RandomPlayer, TableSetup
from engine.games.spectrum_cribbage.dealing import drawn
from engine.games.spectrum_cribbage.events import CountHand


def table(game: Any, state: Any, chance: Chance) -> Event | None:
    """What the table shows next: a cut, hands, the starter; a crib nobody saw is laid open."""
    if state.phase != "count":
        return drawn(game, state, chance)
    deck = left_in_deck(state.cards(), chance)
    return CountHand(state.dealer, tuple(card if card.known else deck.pop() for card in state.crib))


PLAYER = RandomPlayer(
    (TableSetup(2), TableSetup(4, options={"muggins": True})),
    table=table,
    ended_by=lambda game, state, event: "CR-GAME-01 target",
)
