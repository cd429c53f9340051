"""The colours that are sent to a printer."""

from functools import cache

from engine.components.hues import Hue
from vision.geometry.mat import mats

Colour = tuple[int, int, int]
"""sRGB, 0 to 255, as sent to the printer."""

BLACK: Colour = (0, 0, 0)
SLATE: Colour = (38, 42, 52)
DARK: Colour = (60, 60, 64)
FAINT: Colour = (190, 190, 194)
PALE: Colour = (236, 236, 238)
WHITE: Colour = (255, 255, 255)
GOLD: Colour = (222, 170, 40)


@cache
def printed(hue: Hue) -> Colour:
    """The hue as the mat prints it, so that eyes which know the mat's patches know everything printed."""
    return next(patch.srgb for patch in mats()[0].patches if patch.name == hue.title)


def ink_on(colour: Colour) -> Colour:
    """Black or white letters, whichever reads better on this colour."""
    red, green, blue = colour
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else WHITE


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """The colour with that share (0 to 1) of the other in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue
