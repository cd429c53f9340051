"""What is wrong with the light of a picture, or with the camera that took it, and what to do."""

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred, later
from vision.geometry.directions import ALL_OVER, full_sides
from vision.geometry.mat import Mat
from vision.photometry.srgb import encoded
from vision.readings import Trouble

# Constants: chosen by hand but where the values of good and bad pictures are said.
CLIPPED = 252
DARK, GONE = 0.03, 0.06
CHANNELS = ("blue", "green", "red")
TOO_COLOURED = {
    "blue": later("The lamp is too coloured: blue is gone. Move the table or use another lamp."),
    "green": later("The lamp is too coloured: green is gone. Move the table or use another lamp."),
    "red": later("The lamp is too coloured: red is gone. Move the table or use another lamp."),
}
_TOO_BRIGHT = 0.35  # part of the mat whose paper clips
_COLOURLESS = 0.25
"""Of the colour of the printed hues: 0.46 to 1.2 is seen on renderings and invented mats under all lamps, 0.05 to 0.21
where a camera leaves a tenth of it, and there dice were read wrongly."""
_PALE = 0.18  # of its brightest channel, how far apart the channels of the most coloured die are; else 0.56 and more

NO_COLOUR = Trouble(
    "no-colour",
    Deferred(
        "The camera shows hardly any colour, so nothing can be told by it. Is it in night or black-and-white mode? "
        "Switch that off, or give it more light."
    ),
)


def clips(middles: np.ndarray) -> np.ndarray:
    """Whether spots (N x 3 gray levels) clip: one channel alone may do so under a coloured lamp."""
    return (middles > CLIPPED).sum(1) >= 2


def light_troubles(white: np.ndarray, clipped: np.ndarray, seen: np.ndarray, pixels: np.ndarray) -> tuple[Trouble, ...]:
    """What is wrong with a picture's light. ``white``: what paper shows, BGR, linear; ``clipped``, ``seen`` (N) and
    ``pixels`` (N x 2) of spots of paper: two channels clip there, it is in the picture, and where."""
    out = []
    if white.max() < DARK:
        out.append(
            Trouble(
                "dark", Deferred("It is too dark to tell colours; more light, please."), {"level": float(white.max())}
            )
        )
    where = full_sides(pixels[seen], clipped[seen])
    if where or clipped[seen].sum() > _TOO_BRIGHT * seen.sum():
        where = where or ALL_OVER
        words = Deferred("Too bright {where}; move the lamp away, or turn it down.", where=where)
        out.append(Trouble("too-bright", words, {"where": where}))
    weakest = int(white.argmin())
    if white[weakest] < GONE * white.max():
        message = Deferred(TOO_COLOURED[CHANNELS[weakest]])
        out.append(Trouble("lamp-coloured", message, {"missing": CHANNELS[weakest]}))
    return tuple(out)


def colour_troubles(inks: np.ndarray, mat: Mat) -> tuple[Trouble, ...]:
    """What to say where the mat's ``inks`` (12 x 3, BGR, parts of the light) show hardly any colour."""
    printed, shown = _tints(mat), _apart(encoded(inks))
    return (NO_COLOUR,) if (shown * printed).sum() < _COLOURLESS * (printed**2).sum() else ()


def colour_troubles_of_dice(tops: np.ndarray) -> tuple[Trouble, ...]:
    """The same by the tops of all dice in sight (N x 3, BGR, linear), where there is no mat: dice are never gray."""
    shown = encoded(tops)
    return (NO_COLOUR,) if (np.ptp(shown, axis=1) < _PALE * shown.max(1)).all() else ()


def _tints(mat: Mat) -> np.ndarray:
    """The printed hues without their brightness, 12 x 3."""
    shown = {patch.name: patch.srgb[::-1] for patch in mat.patches}
    return _apart(np.array([shown[hue.title] for hue in Hue]) / 255)


def _apart(colours: np.ndarray) -> np.ndarray:
    return colours - colours.mean(1, keepdims=True)
