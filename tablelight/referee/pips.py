"""Dice with dots in the tray: which of them were rolled, and what has to be asked about them."""

from collections.abc import Sequence

from engine.core.verdict import Verdict, no
from tablelight.referee.dice import STILL_MM
from vision.pips.readings import SeenPips

_STILL_SIZES = 0.3
"""Without a mat, a die within so much of its own size of where one lay was not touched."""


def moved_dice(before: Sequence[SeenPips], now: Sequence[SeenPips], *, tumbled: bool) -> tuple[SeenPips, ...]:
    """The dice that were rolled since. ``tumbled``: something was seen rolling, so that a single die was it even if
    it came to lie where one lay."""
    rest = list(before)
    moved = []
    for die in now:
        twin = next((other for other in rest if _untouched(other, die)), None)
        if twin is None:
            moved.append(die)
        else:
            rest.remove(twin)
    return tuple(now) if tumbled and not moved and len(now) == 1 else tuple(moved)


def _untouched(before: SeenPips, now: SeenPips) -> bool:
    if before.top is not None and now.top is not None and before.top != now.top:
        return False
    if before.mat_xy_mm is not None and now.mat_xy_mm is not None:
        (x0, y0), (x1, y1), room = before.mat_xy_mm, now.mat_xy_mm, STILL_MM
    else:
        (x0, y0), (x1, y1), room = before.center_px, now.center_px, _STILL_SIZES * now.size_px
    return (x0 - x1) ** 2 + (y0 - y1) ** 2 <= room**2


def question(moved: Sequence[SeenPips], trouble: str, *, lay_there: bool) -> Verdict | None:
    """Why these dice do not count by themselves; None when one was rolled and nothing stands against it."""
    if trouble:
        return no("NO_READING", "")
    if len(moved) != 1:
        return no("PIPS_COUNT", "", seen=len(moved))
    if moved[0].status != "ok":
        return no("ASK_PIPS", "")
    return no("PIPS_LAY_THERE", "") if lay_there else None
