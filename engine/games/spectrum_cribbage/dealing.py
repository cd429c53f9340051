"""How Spectrum Cribbage is cut and dealt for a table without cards."""

from typing import Any

from engine.components.shuffling import hands_known, hands_of, left_in_deck
from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.core.events import Event
from engine.games.spectrum_cribbage.events import Cut, Starter


def drawn(game: Any, state: Any, chance: Chance) -> Event | None:
    """A cut, hands, or the starter, off the top of a shuffled deck."""
    if state.phase == "cut":
        return Cut(game.awaiting(state).seats[0], left_in_deck(state.cuts, chance)[0])
    deck = left_in_deck(state.cards(), chance)
    if state.phase == "deal":
        return hands_of(deck, game.rules.seats, game.dealt)
    return Starter(deck[0]) if state.phase == "starter" else None


def next_fact(game: Any, state: Any, chance: Chance) -> Event | None:
    """The same, where a starter follows hands that were dealt here."""
    return drawn(game, state, chance) if state.phase in ("cut", "deal") or hands_known(state.hands) else None


DEALING = Dealing(next_fact)
