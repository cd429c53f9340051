"""Spectrum 500 on the board of twelve arms."""

from engine.components.cards import UNKNOWN
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, inner_ring, number_arm
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.scoring import winners
from engine.games.spectrum_500.state import State


def picture(state: State, options: Options) -> Picture:
    """The top discard on its arm; while it may be called the inner ring breathes, whether or not it is worth it."""
    if not state.dealt:
        meaning = Meaning.SCORED if winners(state, options) else Meaning.IDLE
        return inner_ring(meaning)
    open_now = state.discarder is not None and not state.drawn
    ring = {f"{hue.name}1": Light(Meaning.WAITING) for hue in Hue} if open_now else {}
    top = state.discards[-1] if state.discards else UNKNOWN
    return ring | number_arm(top.hue, top.number) if top.hue is not None else ring
