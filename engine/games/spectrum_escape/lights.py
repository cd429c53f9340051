"""Spectrum Escape on the twelve-path board: who leads, where the mover's dice lead, and the way out."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.games.spectrum_escape.events import PawnMoved
from engine.games.spectrum_escape.landing import landing, spot
from engine.games.spectrum_escape.movegen import pseudo_legal_moves
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import State


def picture(options: Options, state: State) -> Picture:
    """The leader of each colour bright, who trails dim; where the mover's dice lead; stars wait for a roll."""
    rim = options.escape_first_ring
    lights: dict[str, Light] = {}
    if not state.over and not state.rolled:
        lights = {f"{hue.name}9": Light(Meaning.WAITING, hue) for hue in Hue}
    for hue in Hue:
        lead = max(state.lanes[hue])
        for place in filter(None, state.lanes[hue]):
            meaning = Meaning.PIECE if place == lead else Meaning.IDLE
            lights[spot(options, hue, place)] = Light(meaning, hue)
    for move in pseudo_legal_moves(options, state):
        if isinstance(move, PawnMoved):
            place = landing(options, state.lanes[move.hue], move.seat)
            # White on the rim: out.
            lights[spot(options, move.hue, place)] = Light(Meaning.LEGAL, move.hue if place <= rim else None)
    if state.last is not None:
        lights |= {f"{state.last.name}{ring}": Light(Meaning.SCORED, state.last) for ring in range(1, rim + 1)}
    return lights
