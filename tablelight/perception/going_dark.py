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
_NEAR = 0.5
"""Part of the radius within which a place is looked at."""
_CHANGED = 4  # one in so many of its values, those that changed most: light spreads unevenly, and has a colour


class GoingDark:
    """``lit``: a picture in which they still shone; ``discs``: where in it each of the brightest changes it."""

    def __init__(self, lit: np.ndarray, discs: Sequence[Disc]) -> None:
        self._lit, self._change = small_of(lit), PictureChange()
        near = on_discs([(middle, radius * _NEAR) for middle, radius in discs], lit.shape[1::-1])
        self._places = [place for place in near if place.any()]
        self._last = self._lit
        self._steps: list[np.ndarray] = []  # how much darker each picture was than the one before it

    def see(self, picture: np.ndarray) -> bool:
        """Given every picture from then on: whether the lights are out in this one and in the one before it."""
        before, self._last = self._last, small_of(picture)
        self._steps.append(-self._change.between(self._last, before))
        fell = -self._change.between(self._last, self._lit)
        out = [self._is_out(fell[place], [step[place] for step in self._steps]) for place in self._places]
        return bool(out) and sum(out) > _MOST * len(out)

    def _is_out(self, fell: np.ndarray, steps: Sequence[np.ndarray]) -> bool:
        """``fell`` (pixels x 3): at one place, since it shone; ``steps``: in which it did."""
        most = np.argsort(fell, axis=None)[-max(1, fell.size // _CHANGED) :]
        whole, (*earlier, last) = fell.flat[most].mean(), (step.flat[most].mean() for step in steps)
        return whole >= _DARKER and abs(last) <= _STAYS * whole and max(earlier, default=0.0) >= _AT_ONCE * whole
