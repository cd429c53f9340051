"""The light check where dice were taught without a mat: much less can be told."""

import numpy as np

from engine.core.language import Deferred
from vision.dice.markerless.backdrop import OTHER_TINT, cells, change
from vision.dice.markerless.taught import MarkerlessDice
from vision.photometry.light_check import LightCheck, Line, brightness_of


def check_light_markerless(image: np.ndarray, taught: MarkerlessDice) -> LightCheck:
    """Check a picture (uint8 BGR) of a table whose dice were taught without a mat."""
    lines = [
        Line(
            Deferred("Mat"), "ok", Deferred("These dice were taught without a mat, so I ask more often than with one.")
        ),
        brightness_of(image),
    ]
    now = change(cells(image), taught.backdrop)
    if now is None:
        words = Deferred(
            "The table does not look as when the dice were taught: teach them again where the camera stands now."
        )
        lines.append(Line(Deferred("As when taught"), "bad", words))
    elif now.tint > OTHER_TINT:
        words = Deferred(
            "The light is of another colour than when the dice were taught; use that lamp again, or teach them again."
        )
        lines.append(Line(Deferred("As when taught"), "care", words))
    else:
        lines.append(Line(Deferred("As when taught"), "ok", Deferred("Table and light are much as they were then.")))
    return LightCheck(tuple(lines))
