"""Why a space of Spectrum Escape is lit: where a die leads, and the way out."""

from engine.components.lights import Spot
from engine.games.spectrum_escape.events import PawnMoved
from engine.games.spectrum_escape.landing import landing
from engine.texts.language import tr
from tablelight.web.components.place_names import hue_of, space
from tablelight.web.components.why import Explains
from tablelight.web.viewer import Shown


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """Where the mover's pawn of that hue comes to."""
    state, hue = shown.state, hue_of(spot)
    if not state.rolled:
        return (tr("The dice of this round are to be thrown."),)
    moves = [move for move in shown.moves() if isinstance(move, PawnMoved) and move.hue is hue]
    if hue is None or not moves:
        return ()
    options = shown.game.options
    if landing(options, state.lanes[hue], moves[0].seat) > options.escape_first_ring:
        return (tr("The {colour} pawn can leave the board here.", colour=hue.called),)
    return (tr("A {colour} die brings a pawn to {space}.", colour=hue.called, space=space(spot)),)


EXPLAINS = Explains(light=_light)
