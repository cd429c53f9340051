"""How things stand at a table: the one value that lights, page, devices and eyes look at."""

from dataclasses import dataclass, field

from tablelight.referee.state import RefereeState
from tablelight.session.clock import TurnClock


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What everybody at the table may see now; a value, never changed. ``version`` grows with every change.

    ``match_id``: under which the match stands in the record. ``referee``: None while no game is set up. ``troubles``: a
    sentence for each part that does not work, by the part's name. ``stuck``: the match that would go on, but cannot;
    the trouble "resume" says why. ``clock``: how long everybody thinks; None while nothing is played.
    """

    version: int = 0
    match_id: str | None = None
    referee: RefereeState | None = None
    troubles: dict[str, str] = field(default_factory=dict)
    stuck: str | None = None
    clock: TurnClock | None = None
