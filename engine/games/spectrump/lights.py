"""Spectrump on the twelve-path board.

In the auction the standing bid is an arm of its number. In play the outer end of trump is white, the scoring trumps
are lit from outside, the stronger one longer; the trump arm counts the bid down; what follows breathes in the middle.
"""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, number_arm, rim
from engine.games.spectrump.state import State
from engine.games.spectrump.tricks import power

TRICK_RING = 4
"""The space of each arm that shows a card of the trick, in the middle of the board."""


def picture(state: State, opened: frozenset[Hue]) -> Picture:
    """What the board shows now; ``opened``: the hues that follow the trick."""
    lights: dict[str, Light] = {}
    if state.phase == "over":
        return {f"{hue.name}9": Light(Meaning.SCORED, hue) for hue in Hue}
    if state.phase == "auction" and state.bid_hue is not None:
        return number_arm(state.bid_hue, state.bid_number, Meaning.PIECE)
    if state.phase != "play":
        return rim(Meaning.WAITING)
    trump, strong, weak = power(state.trump)
    for ring in range(1, min(state.counter, 8) + 1):
        lights[f"{trump.name}{ring}"] = Light(Meaning.PIECE, trump)
    for hue, rings in ((strong, (7, 8, 9)), (weak, (8, 9))):
        lights |= {f"{hue.name}{ring}": Light(Meaning.PIECE, hue) for ring in rings}
    lights[f"{trump.name}9"] = Light(Meaning.CHOSEN)
    lights |= {f"{hue.name}{ring}": Light(Meaning.WAITING, hue) for hue in sorted(opened) for ring in (1, 2)}
    meaning = Meaning.PIECE if state.trick else Meaning.SCORED
    for card in state.trick or state.last_trick:
        if card.hue is not None:
            lights[f"{card.hue.name}{TRICK_RING}"] = Light(meaning, card.hue)
    return lights
