"""Spectrum 500 on the board of twelve arms."""

from engine.components.cards import UNKNOWN
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, number_arm, number_spot, rim
from engine.games.spectrum_500.events import LayMeld, LayOff
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.scoring import winners
from engine.games.spectrum_500.state import State


def picture(state: State, options: Options) -> Picture:
    """The top discard on its arm; while it may be called the rim breathes, whether or not it is worth it."""
    if not state.dealt:
        meaning = Meaning.SCORED if winners(state, options) else Meaning.IDLE
        return rim(meaning)
    open_now = state.discarder is not None and not state.drawn
    ring = {f"{hue.name}1": Light(Meaning.WAITING) for hue in Hue} if open_now else {}
    top = state.discards[-1] if state.discards else UNKNOWN
    return ring | number_arm(top.hue, top.number) if top.hue is not None else ring


def cards_melded(event: LayMeld | LayOff) -> Picture:
    """The cards of a meld, or the one that was added to it."""
    cards = event.cards if isinstance(event, LayMeld) else (event.card,)
    coloured = [(card.hue, card.number) for card in cards if card.hue is not None]
    return {number_spot(hue, number): Light(Meaning.SCORED, hue) for hue, number in coloured}
