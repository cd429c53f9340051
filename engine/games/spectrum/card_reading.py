"""What would lay the cards that are seen at a Spectrum board: dice, a shotgun deal, values."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.verdict import Cards
from engine.games.spectrum.events import Dealt, Drawn, Valued
from engine.games.spectrum.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum


def infer_events(game: "Spectrum", state: State, sight: UnexplainedCards) -> Iterator[EventHypothesis]:
    """Missions and portals are dealt face down and are never read (SB-MIS, SB-POR)."""
    waits = game.awaiting(state)
    if not isinstance(waits.need, Cards) or not sight.cards:
        return
    codes = tuple(map(code_of, sight.cards))
    if waits.ask == "DRAW":
        yield EventHypothesis(Drawn(codes), len(codes))
    elif waits.ask == "SHOTGUN_CARDS":
        yield EventHypothesis(Dealt(waits.seats[0], codes), len(codes))
    elif waits.ask == "VALUES":
        # One card of each colour lies at its path: its number is the colour's value (SB-WGT-01).
        numbers = {card.hue: card.number for card in sight.cards}
        yield EventHypothesis(Valued(tuple(numbers.get(hue, 0) for hue in Hue)), len(codes))


def code_of(card: Card) -> str:
    """As the board game writes it: swap cards are ``R<>G``."""
    return card.special.removeprefix("swap:") if card.special else str(card)
