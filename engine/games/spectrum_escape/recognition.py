"""From what is seen of Spectrum Escape to what happened: the dice in the tray, or where pawns stand."""

from engine.components.hues import Hue
from engine.games.spectrum_escape.events import CommonDiceRolled, OwnDieRolled
from engine.games.spectrum_escape.landing import spot
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import State
from engine.inference.board import Occupied
from engine.inference.observation import Seen


def roll_seen(state: State, seen: Seen) -> OwnDieRolled | CommonDiceRolled | None:
    """The dice in the tray as the roll that is waited for; None when there are none."""
    if seen.d6 is None or seen.d12 is None:
        return None
    if None not in state.own:
        return CommonDiceRolled(seen.d6, seen.d12, source=seen.source)
    wanted, other = (seen.d6, seen.d12) if state.round == "d6" else (seen.d12, seen.d6)
    if len(wanted) != 1 or other:
        return None
    return OwnDieRolled(state.own.index(None), wanted[0], source=seen.source)


def occupied(options: Options, state: State) -> Occupied:
    """Which spaces hold whose pawn."""
    return {spot(options, hue, place): seat for hue in Hue for seat, place in enumerate(state.lanes[hue]) if place}
