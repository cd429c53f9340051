"""From what is seen of SIXCHEX Spectrum to what happened: the number on the die, or where coins lie."""

from engine.games.sixchex_spectrum.events import DieRolled
from engine.games.sixchex_spectrum.state import State
from engine.inference.board import Occupied
from engine.inference.observation import Observation


def observed_rolls(observation: Observation) -> list[DieRolled]:
    """The roll that one die shows; none when several lie there.

    Dice of a start roll are not told apart by players (SIX-SETUP-04), so people name those.
    """
    numbers = observation.pips or ()
    return [DieRolled(number, source=observation.source) for number in numbers] if len(numbers) == 1 else []


def occupied(state: State) -> Occupied:
    """Which cards hold whose coins."""
    return {spot: seat for seat, coins in enumerate(state.coins) for spot in coins}
