"""The reducer for dice with dots: which of them were rolled, what counts, and what has to be asked about them."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.match import Match
from engine.core.verdict import Verdict, no
from engine.inference.observation import Observation
from tablelight.referee.dice_matching import STILL_MM
from tablelight.referee.doubts import pip_doubt
from tablelight.referee.effects import Effect, Situation, counting
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.matching import unmatched
from tablelight.referee.state import PipMemory
from vision.pips.readings import SeenPips

_STILL_SIZES = 0.3
"""Without a mat, a die within so much of its own size of where one lay was not touched. Chosen by
hand."""

Reduced = tuple[PipMemory, Effect]


def rolling(memory: PipMemory) -> PipMemory:
    """Something rolls."""
    return replace(memory, tumbled=True)


def settled(memory: PipMemory, now: Situation, seen: CameraObservation) -> Reduced:
    """Count the one die that was rolled, if one is awaited and its number is beyond doubt."""
    dice = seen.pips or ()
    memory = replace(memory, newest=dice)
    moved = _rolled(memory)
    if not moved or not _awaited(now.match):
        return memory, now.unchanged() if moved else now.settled()
    why = _question(moved, seen.trouble, lay_there=not memory.accounted and not memory.tumbled)
    if why is None and moved[0].top is not None:
        found = now.game.explanations(now.match.state, Observation(pips=(moved[0].top,)))
        if len(found) == 1:
            return replace(memory, accounted=dice, tumbled=False), counting(found[0])
    return memory, now.asking(pip_doubt(moved, why or no("NO_READING", ""), seen.picture, seen.trouble))


def accounted(memory: PipMemory) -> PipMemory:
    """People said that what lies there is as it should be."""
    return replace(memory, accounted=memory.newest, tumbled=False)


def after_entry(memory: PipMemory, before: Match, now: Situation, picture: int) -> Reduced:
    """After an entry: it may have been the roll that lies there; or a die that was rolled too early is awaited now.

    ``before``: the match without the entry. ``picture``: the number of the picture that shows the dice.
    """
    if not now.game.rolls_pips:
        return memory, now.unchanged()
    if _awaited(before):
        return replace(memory, accounted=memory.newest), now.unchanged()
    early = _rolled(memory) if _awaited(now.match) else ()
    if not early:
        return memory, now.unchanged()
    return memory, now.asking(pip_doubt(early, no("PIPS_EARLY", ""), picture))


def _awaited(match: Match) -> bool:
    game = match.game
    return bool(game.rolls_pips and game.explanations(match.state, Observation(pips=(1,))))


def _rolled(memory: PipMemory) -> tuple[SeenPips, ...]:
    """The dice that were rolled since the last reading that was accounted for. Where something was seen rolling, a
    single die was it even if it came to lie where one lay."""
    moved = unmatched(memory.accounted, memory.newest, _untouched)
    return memory.newest if memory.tumbled and not moved and len(memory.newest) == 1 else moved


def _untouched(before: SeenPips, now: SeenPips) -> bool:
    if before.top is not None and now.top is not None and before.top != now.top:
        return False
    if before.mat_xy_mm is not None and now.mat_xy_mm is not None:
        (x0, y0), (x1, y1), room = before.mat_xy_mm, now.mat_xy_mm, STILL_MM
    else:
        (x0, y0), (x1, y1), room = before.center_px, now.center_px, _STILL_SIZES * now.size_px
    return (x0 - x1) ** 2 + (y0 - y1) ** 2 <= room**2


def _question(moved: Sequence[SeenPips], trouble: str, *, lay_there: bool) -> Verdict | None:
    """Why these dice do not count by themselves; None when one was rolled and nothing stands against it."""
    if trouble:
        return no("NO_READING", "")
    if len(moved) != 1:
        return no("PIPS_COUNT", "", seen=len(moved))
    if moved[0].status != "ok":
        return no("ASK_PIPS", "")
    return no("PIPS_LAY_THERE", "") if lay_there else None
