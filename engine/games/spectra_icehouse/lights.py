"""Spectra on a ring of twelve lights with a light for each seat."""

from engine.components.lights import Light, Meaning, Picture
from engine.core.events import Seat
from engine.games.spectra_icehouse.events import PyramidsExchanged
from engine.games.spectra_icehouse.movegen import PyramidSet, awaiting, exchanges
from engine.games.spectra_icehouse.pieces import COLOURS, HUES, colour_of
from engine.games.spectra_icehouse.state import State


def picture(pyramids: PyramidSet, state: State, winners: tuple[Seat, ...]) -> Picture:
    """Seats in their trees' colour, the mover's breathing; on the wheel, the colours an exchange now gives."""
    lights: dict[str, Light] = {}
    next_seats = awaiting(pyramids, state).seats
    for seat, colour in enumerate(state.colours):
        waits = seat in next_seats
        meaning = Meaning.SCORED if seat in winners else Meaning.WAITING if waits else Meaning.PIECE
        if colour or waits:
            lights[f"seat:{seat + 1}"] = Light(meaning, HUES.get(colour))
    if state.over:
        won_hues = [HUES[state.colours[seat]] for seat in winners]
        return lights | {hue.name: Light(Meaning.SCORED, hue) for hue in won_hues}
    if "" in state.colours:
        free = [HUES[colour] for colour in COLOURS if colour not in state.colours]
        return lights | {hue.name: Light(Meaning.LEGAL, hue) for hue in free}
    for move in exchanges(pyramids, state, state.to_move):
        hue = HUES[colour_of(move.get)]
        lights[hue.name] = Light(Meaning.LEGAL, hue)
    return lights


def exchanged(event: PyramidsExchanged) -> Picture:
    """The colour that two pyramids have just become."""
    hue = HUES.get(colour_of(event.get))
    return {hue.name: Light(Meaning.SCORED, hue)} if hue is not None else {}
