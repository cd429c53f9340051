"""Cribbage on the twelve-path board: both scores as laps, and the count of the series.

Rings 8 and 9 are the first side's score, rings 6 and 7 the other's: the inner of the two shows single points around
the wheel, the outer one whole laps of twelve. Rings 2 to 4 fill clockwise with the running total; 18 and 37 are marked.
"""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.games.spectrum_cribbage.count import COUNT_OF_NOTE, LIMIT
from engine.games.spectrum_cribbage.state import State

TRACKS = ((8, 9), (6, 7))
"""The rings of points and of laps, for each side."""


def _dial(step: int) -> tuple[Hue, str]:
    """The place of the n-th point of the running total, n from 1 to 37: three rings of twelve, and one more."""
    hue = Hue((step - 1) % 12)
    return hue, f"{hue.name}{(step - 1) // 12 + 2}"


def picture(state: State) -> Picture:
    """What the board shows now."""
    lights: dict[str, Light] = {}
    gained = {peg.team for peg in state.pegs}
    for team, (points_ring, laps_ring) in enumerate(TRACKS):
        laps, points = divmod(state.points[team], 12)
        meaning = Meaning.SCORED if team in gained or state.phase == "over" else Meaning.PIECE
        for lap in range(min(laps, 12)):
            lights[f"{Hue(lap).name}{laps_ring}"] = Light(Meaning.PIECE, Hue(lap))
        lights[f"{Hue(points).name}{points_ring}"] = Light(meaning, Hue(points))
    if state.phase == "play":
        for mark in (COUNT_OF_NOTE, LIMIT):
            lights[_dial(mark)[1]] = Light(Meaning.LEGAL)
        for step in range(1, state.total + 1):
            hue, spot = _dial(step)
            lights[spot] = Light(Meaning.WAITING if step == state.total else Meaning.PIECE, hue)
    return lights
