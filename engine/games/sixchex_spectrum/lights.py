"""SIXCHEX Spectrum on its board of lights: coins, where they can go, and what captures."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.events import Seat
from engine.games.sixchex_spectrum.board import PLACE, hue_of
from engine.games.sixchex_spectrum.judge import captured_coins
from engine.games.sixchex_spectrum.movegen import coin_moves
from engine.games.sixchex_spectrum.state import State

SEAT_HUES = (Hue.R, Hue.B, Hue.Y, Hue.G)
"""The light of a player's coins."""


def picture(state: State, winners: tuple[Seat, ...]) -> Picture:
    """Coins in their player's hue; coins that can move breathe; a landing that captures shows its card's hue."""
    lights: dict[str, Light] = {}
    for seat, coins in enumerate(state.coins):
        meaning = Meaning.SCORED if state.over and seat in winners else Meaning.PIECE
        lights |= {spot: Light(meaning, SEAT_HUES[seat]) for spot in coins}
    if state.over or not state.cards or "" in state.homes or state.contenders:
        return lights
    mine = Light(Meaning.WAITING, SEAT_HUES[state.to_move])
    if not state.die:
        lights |= dict.fromkeys(state.coins[state.to_move], mine)
    for move in coin_moves(state) if state.die else ():
        lights[move.start] = mine
        if captured_coins(state, move):
            landing = move.path[-1]
            lights[landing] = Light(Meaning.LEGAL, hue_of(state.cards[PLACE[landing]]))
    if state.last:
        lights[state.last] = Light(Meaning.SCORED, hue_of(state.cards[PLACE[state.last]]))
    return lights
