"""Spectrum Poker on the board of twelve arms."""

from collections.abc import Iterable

from engine.components.cards import Card
from engine.components.lights import Light, Meaning, Picture, Spot, number_arm
from engine.games.spectrum_poker.state import State


def picture(state: State) -> Picture:
    """The winning five on their arms; before that, every card that lies open."""
    if state.last and (state.phase == "over" or not (state.board or any(state.shown))):
        return _numbers((card for cards in state.last.cards for card in cards), Meaning.SCORED)
    return _numbers((*state.board, *(card for cards in state.shown for card in cards)), Meaning.PIECE)


def _numbers(cards: Iterable[Card], meaning: Meaning) -> dict[Spot, Light]:
    """Each card as a length of its arm; of several cards of a hue the highest is seen."""
    lights: dict[Spot, Light] = {}
    for card in sorted(cards, key=lambda card: card.number):
        if card.hue is not None:
            lights |= number_arm(card.hue, card.number, meaning)
    return lights
