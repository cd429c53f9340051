"""From what is seen of Spectrum Escape to what happened: the dice in the tray, or where pawns stand."""

from collections.abc import Sequence

from engine.components.hues import Hue
from engine.core.events import Event
from engine.games.spectrum_escape.events import CommonDiceRolled, OwnDieRolled, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.landing import spot
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import State
from engine.inference.board import Occupied
from engine.inference.observation import Observation


def observed_roll(state: State, observation: Observation) -> OwnDieRolled | CommonDiceRolled | None:
    """The dice in the tray as the roll that is waited for; None when there are none."""
    if observation.d6 is None or observation.d12 is None:
        return None
    if None not in state.own:
        return CommonDiceRolled(observation.d6, observation.d12, source=observation.source)
    wanted, other = (observation.d6, observation.d12) if state.round == "d6" else (observation.d12, observation.d6)
    if len(wanted) != 1 or other:
        return None
    return OwnDieRolled(state.own.index(None), wanted[0], source=observation.source)


def occupied(options: Options, state: State) -> Occupied:
    """Which spaces hold whose pawn."""
    return {spot(options, hue, place): seat for hue in Hue for seat, place in enumerate(state.lanes[hue]) if place}


def likeliest_first(found: Sequence[tuple[Event, ...]]) -> list[tuple[Event, ...]]:
    """Moves that explain the board, those by a common die first, which the next player may take else.

    A pawn that may escape is not taken for one that is taken back: that gives up two moves to be farther from winning
    (SB-ESC-10), so whoever does it says so.
    """
    goes = {event.hue for events in found for event in events if isinstance(event, PawnMoved)}
    kept = [events for events in found if not any(isinstance(e, PawnWithdrawn) and e.hue in goes for e in events)]
    return sorted(kept, key=lambda events: any(isinstance(e, PawnMoved) and e.die == "own" for e in events))
