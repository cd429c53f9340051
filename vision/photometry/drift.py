"""Has the light moved? The light of one reading against the light the dice were taught under, and the last rolls'.

What matters is not the lamp but what it does to colours: the twelve printed inks, as parts of the light, look the same
under every lamp that shows colours alike. Limits from the pictures this was built with (renderings, 550 dice): beyond
them five times as many dice are asked about as below.
"""

from collections import deque
from collections.abc import Collection

import numpy as np

from engine.core.language import Deferred, later
from vision.photometry.illumination import Illumination
from vision.photometry.light_note import LightNote

_FLOOR = 0.02
_INKS, _TINT, _BRIGHT = 0.5, 1.5, 1.6  # logarithms: of inks, of white's colour, of brightness (five times)
_JUMP = 0.5  # between two rolls this part of it is a change of lamp
_KEPT = 5


def note_of(light: Illumination) -> LightNote:
    """What is kept of a light."""
    return LightNote(
        tuple(round(float(v), 4) for v in light.levels),
        tuple(tuple(round(float(v), 4) for v in ink) for ink in light.inks),
    )


def usual(notes: Collection[LightNote]) -> LightNote:
    """The middle of some notes, at least one."""
    levels = np.median([note.levels for note in notes], axis=0)
    inks = np.median([note.inks for note in notes], axis=0)
    return LightNote(tuple(levels.tolist()), tuple(map(tuple, inks.tolist())))


def moved(now: LightNote, then: LightNote) -> tuple[float, float, float]:
    """How far the light moved: the inks' colours, the colour of white, brightness; logarithms, the last one signed."""
    inks = np.log((np.maximum(now.inks, 0) + _FLOOR) / (np.maximum(then.inks, 0) + _FLOOR))
    each = np.sort((inks**2).mean(1))[:-2]  # a patch or two may be covered
    levels = np.subtract(now.levels, then.levels)
    tint = float(np.hypot(levels[0] - levels[1], levels[2] - levels[1]))
    return float(np.sqrt(each.mean())), tint, float(levels.mean())


def drifted(now: LightNote, then: LightNote) -> str:
    """What to say of a light that moved so far from ``then``, when the dice were taught, that readings suffer."""
    inks, tint, bright = moved(now, then)
    if bright < -_BRIGHT:
        return Deferred("It is much darker than when the dice were taught; more light, or I shall ask more often.")
    if bright > _BRIGHT:
        return Deferred("It is much brighter than when the dice were taught; less light, or I shall ask more often.")
    if inks > _INKS or tint > _TINT:
        return Deferred(
            "The light is {how} when the dice were taught, so I shall ask more often. Use that lamp again, or teach "
            "the "
            "dice once more under this one.",
            how=_change(now, then),
        )
    return ""


def _change(now: LightNote, then: LightNote) -> str:
    blue, green, red = np.subtract(now.levels, then.levels)
    if abs(blue - red) < 0.25:
        greener = green - (blue + red) / 2 > 0.25
        return Deferred(later("much greener than it was") if greener else later("not as it was"))
    return Deferred(later("much colder than it was") if blue > red else later("much warmer than it was"))


class LightWatch:
    """Told the light of every settled reading; says when it moved. Never told anything while dice are moving."""

    def __init__(self, taught: LightNote | None = None) -> None:
        self._taught = taught
        self._last: deque[LightNote] = deque(maxlen=_KEPT)

    def see(self, now: LightNote) -> tuple[str, bool]:
        """A sentence for the page (empty: all is well), and whether the light changed since the last rolls."""
        before = usual(self._last) if self._last else None
        jumped = False
        if before is not None:
            parts = np.abs(moved(now, before)) / (_INKS, _TINT, _BRIGHT)
            jumped = bool(parts.max() > _JUMP)
        if jumped:
            self._last.clear()
        self._last.append(now)
        return (drifted(now, self._taught) if self._taught else ""), jumped
