"""Spectrangle on its board of lights: tiles, bonus fields, and where the player's tiles fit."""

from engine.components.lights import Light, Meaning, Picture
from engine.games.spectrangle.fitting import FittingRules, fits
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import BONUS, main_hue


def picture(rules: FittingRules, state: State) -> Picture:
    """Tiles in their main hue, bonus fields dim, the mover's fields bright; the last tile ripples."""
    lights = {f"T{n}": Light(Meaning.IDLE) for n, bonus in enumerate(BONUS) if bonus > 1}
    for n, tile in enumerate(state.board):
        if tile:
            meaning = Meaning.SCORED if n == state.last or state.over else Meaning.PIECE
            lights[f"T{n}"] = Light(meaning, main_hue(tile))
    if state.started and not state.over and not state.owed(state.to_move):
        for tile in state.hands[state.to_move]:
            lights |= {f"T{n}": Light(Meaning.LEGAL, main_hue(tile)) for n in fields_for(rules, state, tile)}
    return lights


def fields_for(rules: FittingRules, state: State, tile: str) -> tuple[int, ...]:
    """The fields where a tile fits in some turn."""
    return tuple(dict.fromkeys(field for _, field in fits(rules, state.board, tile)))
