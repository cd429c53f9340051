"""Spectrumo on the board of twelve arms."""

from engine.components.lights import Meaning, Picture, arm, number_arm, rim
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.scoring import over
from engine.games.spectrumo.state import State


def picture(state: State, options: Options) -> Picture:
    """The arm of the table hue shows the number; its two neighbours are where to go; a special opens all arms."""
    if not state.dealt:
        return rim(Meaning.SCORED if over(state, options) else Meaning.IDLE)
    if state.closed_by is not None or state.table is None:
        return rim(Meaning.WAITING)
    hue = state.table.hue
    if hue is None:
        return rim(Meaning.LEGAL)
    neighbours = arm(hue.step(-1), Meaning.LEGAL) | arm(hue.step(1), Meaning.LEGAL)
    return number_arm(hue, state.table.number) | neighbours
