"""Places in the picture in words: that is how people find what they are shown."""

import numpy as np

from engine.core.language import Deferred, later

# Constants: chosen by hand.
_MOST = 0.8  # part of a side's spots: then it is that side
_LEAST = 3
_FACING = ({"left", "right"}, {"top", "bottom"})


def full_sides(pixels: np.ndarray, wrong: np.ndarray) -> str:
    """On which side of the picture something is wrong, nearly all along; empty for no side, or for all of them.

    ``pixels``: spots, N x 2 px; ``wrong``: N. A side is the outer third of what the spots span.
    """
    if not wrong.any():
        return ""
    low, high = pixels.min(0), pixels.max(0)
    part = (pixels - low) / np.maximum(high - low, 1e-6)
    strips = {
        "top": part[:, 1] < 1 / 3,
        "bottom": part[:, 1] > 2 / 3,
        "left": part[:, 0] < 1 / 3,
        "right": part[:, 0] > 2 / 3,
    }
    sides = [name for name, strip in strips.items() if strip.sum() >= _LEAST and wrong[strip].mean() >= _MOST]
    if not sides:
        return ""
    if any(facing <= set(sides) for facing in _FACING):
        return ALL_OVER
    return _named(" ".join(sides))


def mostly(pixels: np.ndarray, size: tuple[int, int]) -> str:
    """Where in a picture (width, height px) these pixels lie in the middle: "at the top left", "in the middle"."""
    across, down = np.asarray(pixels, float).reshape(-1, 2).mean(0) / size
    row = "top" if down < 0.42 else "bottom" if down > 0.58 else ""
    column = "left" if across < 0.42 else "right" if across > 0.58 else ""
    return _named(f"{row} {column}".strip())


def _named(words: str) -> str:
    return Deferred(_PLACES[words])


_PLACES = {
    "": later("in the middle"),
    "left": later("on the left"),
    "right": later("on the right"),
    "top": later("at the top"),
    "bottom": later("at the bottom"),
    "top left": later("at the top left"),
    "top right": later("at the top right"),
    "bottom left": later("at the bottom left"),
    "bottom right": later("at the bottom right"),
    "top bottom": later("at the top and at the bottom"),
    "left right": later("on the left and on the right"),
}
ALL_OVER = Deferred(later("all over the mat"))
