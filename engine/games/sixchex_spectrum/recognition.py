"""From what is seen of SIXCHEX Spectrum to what happened: the number on the die, or where coins lie."""

from engine.games.sixchex_spectrum.events import DieRolled
from engine.games.sixchex_spectrum.state import State
from engine.inference.board import Occupied
from engine.inference.observation import Seen


def rolls_seen(seen: Seen) -> list[DieRolled]:
    """The roll that one die shows; none when several lie there.

    Dice of a start roll are not told apart by players (SIX-SETUP-04), so people name those.
    """
    numbers = seen.pips or ()
    return [DieRolled(number, source=seen.source) for number in numbers] if len(numbers) == 1 else []


def occupied(state: State) -> Occupied:
    """Which cards hold whose coins."""
    return {spot: seat for seat, coins in enumerate(state.coins) for spot in coins}
