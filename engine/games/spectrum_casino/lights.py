"""Spectrum Casino on the board of twelve arms."""

from engine.components.lights import Light, Meaning, Picture, arm, number_spot, rim
from engine.games.spectrum_casino.events import Capture
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.scoring import winners
from engine.games.spectrum_casino.state import State


def picture(state: State, options: Options) -> Picture:
    """The chosen arm is lit, its two neighbours dimly; board cards shine brightly at their number."""
    if not state.deal:
        meaning = Meaning.SCORED if winners(state, options) else Meaning.IDLE
        return rim(meaning)
    if state.chosen is None:
        return rim(Meaning.WAITING)
    lights = arm(state.chosen.step(-1), Meaning.IDLE) | arm(state.chosen.step(1), Meaning.IDLE)
    lights |= arm(state.chosen, Meaning.PIECE)
    for card in state.board:
        if card.hue is not None:
            lights[number_spot(card.hue, card.number)] = Light(Meaning.LEGAL, card.hue)
    return lights


def taken(capture: Capture) -> Picture:
    """The cards that were taken, and the one they were taken with."""
    cards = (capture.card, *capture.base, *capture.taken)
    coloured = [(card.hue, card.number) for card in cards if card.hue is not None]
    return {number_spot(hue, number): Light(Meaning.SCORED, hue) for hue, number in coloured}
