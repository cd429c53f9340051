"""Spectrum Solitaire on the board of twelve arms."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, number_arm, number_spot
from engine.games.spectrum_solitaire.events import Put
from engine.games.spectrum_solitaire.state import State


def picture(state: State) -> Picture:
    """Each arm is a home and lights as far as its number; the arm the waste card could go home to breathes."""
    lights: dict[str, Light] = {}
    for hue in Hue:
        meaning = Meaning.SCORED if state.solved else Meaning.PIECE
        lights |= number_arm(hue, state.homes[hue], meaning)
    if state.over or state.unread():
        return lights
    for card in [*state.waste[-1:], *(up[-1] for up in state.up if up)]:
        hue = card.hue or Hue.R
        if card.known and state.homes[hue] == card.number - 1:
            lights[number_spot(hue, card.number)] = Light(Meaning.LEGAL, hue)
    return lights


def gone_home(before: State, put: Put) -> Picture:
    """The home that a card has just reached."""
    pile = before.waste if put.source == "waste" else before.up[int(put.source) - 1] if put.source.isdecimal() else ()
    card = pile[-1] if pile else None
    return number_arm(card.hue, card.number, Meaning.SCORED) if card is not None and card.hue is not None else {}
