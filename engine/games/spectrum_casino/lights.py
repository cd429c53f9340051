"""Spectrum Casino on the board of twelve arms."""

from engine.components.lights import Light, Meaning, Picture, arm, inner_ring, number_spot
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.scoring import winners
from engine.games.spectrum_casino.state import State


def picture(state: State, options: Options) -> Picture:
    """The chosen arm is lit, its two neighbours dimly; board cards shine brightly at their number."""
    if not state.deal:
        meaning = Meaning.SCORED if winners(state, options) else Meaning.IDLE
        return inner_ring(meaning)
    if state.chosen is None:
        return inner_ring(Meaning.WAITING)
    lights = arm(state.chosen.step(-1), Meaning.IDLE) | arm(state.chosen.step(1), Meaning.IDLE)
    lights |= arm(state.chosen, Meaning.PIECE)
    for card in state.board:
        if card.hue is not None:
            lights[number_spot(card.hue, card.number)] = Light(Meaning.LEGAL, card.hue)
    return lights
