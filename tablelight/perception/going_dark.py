"""Tells from pictures that a board's lights are out: where they shone it became darker, at once, and stays so."""

from collections.abc import Sequence

import numpy as np

from vision.motion.small_pictures import Disc, PictureChange, on_discs, small_of

# Constants: chosen by hand.
_DARKER = 4.0
"""Gray levels by which the place of a light becomes darker; less is no light that a camera minds."""
_MOST = 0.5
"""More than that part of the places must: pieces may stand on others."""
_STAYS = 0.25
"""Parts of that by which it may still change from one picture to the next."""
_AT_ONCE = 0.5
"""Parts of it that it must have changed from one picture to the next: lights that breathe, and shadows, come slowly."""
_FORETOLD, _AS_DARK, _OTHERS = 1.0, 0.6, 0.2
"""Gray levels by which a place must have been darker when they were out before, if it shall be so again, for which so
great a part of that is enough; and the part of such places onto which pieces may have come."""
_NEAR = 0.5
"""Part of the radius within which a place is looked at."""
_CHANGED = 4  # one in so many of its values, those that changed most: light spreads unevenly, and has a colour


class GoingDark:
    """``lit``: a picture in which they still shone; ``discs``: where in it each of them changes it, and ``brightest``
    those of the brightest; ``were_out``: a small picture from when they were out before, where there is one."""

    def __init__(
        self, lit: np.ndarray, brightest: Sequence[Disc], discs: Sequence[Disc] = (), were_out: np.ndarray | None = None
    ) -> None:
        self._lit, self._change = small_of(lit), PictureChange()
        self._brightest, shining = (_middles(each, lit) for each in (brightest, discs))
        self._most = _MOST * len(shining)
        self._foretold = [] if were_out is None else _foretold(self._fallen_to(were_out), shining)
        self._last = self._lit
        self._steps: list[np.ndarray] = []  # how much darker each picture was than the one before it

    def see(self, picture: np.ndarray, *, due: bool) -> int:
        """Given every picture from then on: in how many of the newest the lights are surely out. In one alone where it
        is ``due``, the camera has shown them to be out so soon before, and looks as it did then; else in two that are
        alike."""
        before, self._last = self._last, small_of(picture)
        self._steps.append(-self._change.between(self._last, before))
        fell = self._fallen_to(self._last)
        if due and self._is_as_dark(fell):
            return 1
        out = [self._is_out(fell[place], [step[place] for step in self._steps]) for place in self._brightest]
        return 2 if len(self._steps) > 1 and sum(out) > _MOST * len(out) else 0

    def _fallen_to(self, small: np.ndarray) -> np.ndarray:
        """How much darker a small picture is than the lit one."""
        return -self._change.between(small, self._lit)

    def _is_as_dark(self, fell: np.ndarray) -> bool:
        """Whether the places became as dark as foretold. A light that still shines is as bright as it was; where a
        piece has come since, nothing is foretold, or it comes otherwise."""
        others = sum(fell[place].flat[most].mean() < _AS_DARK * whole for place, most, whole in self._foretold)
        return len(self._foretold) > self._most and others <= _OTHERS * len(self._foretold)

    def _is_out(self, fell: np.ndarray, steps: Sequence[np.ndarray]) -> bool:
        """``fell`` (pixels x 3): at one place, since it shone; ``steps``: in which it did."""
        most = _most_changed(fell)
        whole, (*earlier, last) = fell.flat[most].mean(), (step.flat[most].mean() for step in steps)
        return whole >= _DARKER and abs(last) <= _STAYS * whole and max(earlier, default=0.0) >= _AT_ONCE * whole


def _middles(discs: Sequence[Disc], picture: np.ndarray) -> list[np.ndarray]:
    """Where the lights themselves are in a small picture of it, those that are in it."""
    near = on_discs([(middle, radius * _NEAR) for middle, radius in discs], picture.shape[1::-1])
    return [place for place in near if place.any()]


def _foretold(fell: np.ndarray, places: Sequence[np.ndarray]) -> list[tuple[np.ndarray, np.ndarray, float]]:
    """Of the places that were darker when the lights were out before: each with which of its values fell most then, and
    by how much."""
    most = [_most_changed(fell[place]) for place in places]
    each = [(place, of, float(fell[place].flat[of].mean())) for place, of in zip(places, most, strict=True)]
    return [one for one in each if one[2] >= _FORETOLD]


def _most_changed(fell: np.ndarray) -> np.ndarray:
    """Which of a place's values (pixels x 3) fell most."""
    return np.argsort(fell, axis=None)[-max(1, fell.size // _CHANGED) :]
