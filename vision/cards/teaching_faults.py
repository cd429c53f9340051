"""What is wrong with a picture before a deck is taught from it.

A bad picture of a roll is read once; what a bad teaching picture shows is taken for the cards' looks ever after. With
paper too bright for the camera, or a hand on a card, hues were taught that other cards were then read as.
"""

from collections.abc import Iterator

import numpy as np

from engine.core.language import Deferred
from vision.geometry.directions import mostly
from vision.geometry.registration import Registration
from vision.photometry.illumination import Illumination
from vision.photometry.mat_samples import NEARLY_CLIPPED, paper_spots, spots_of
from vision.photometry.picture_faults import faults, refuse
from vision.readings import Trouble

_SPOT_MM = 3.0
_UNLIKE = 0.35  # logarithm: bare paper is within 0.2 of the light in every good picture looked at
_SPOTS = 2  # a pencil covers one; a hand that reaches in, two and more


def refuse_faults(
    image: np.ndarray, found: Registration, seen: tuple[Trouble, ...], light: Illumination, name: str
) -> None:
    """Raise TeachingError for the first fault of a picture (uint8 BGR): ``two-markers``, ``dark``, ``too-bright``,
    ``lamp-coloured``, ``no-colour``, ``blurred`` or ``hand``. ``seen``: the troubles with which the mat was found."""
    refuse(_faults(image, found, seen, light), name)


def _faults(
    image: np.ndarray, found: Registration, seen: tuple[Trouble, ...], light: Illumination
) -> Iterator[Trouble]:
    yield from faults(image, found, seen, light)
    where = _covered(image, found, light)
    if where:
        words = Deferred(
            "Something lies on the paper around the play area {where}: a hand, its shadow, a card that sticks out. "
            "Clear "
            "it.",
            where=where,
        )
        yield Trouble("hand", words)


def _covered(image: np.ndarray, found: Registration, light: Illumination) -> str:
    """Where the bare paper around the play area looks unlike paper in this light; empty where it all looks so."""
    xy = paper_spots(found.mat)
    values, middles, inside = spots_of(image, found.view, xy, _SPOT_MM)
    off = np.abs(np.log(np.maximum(values, 1e-4) / np.maximum(light.at(xy), 1e-4)))
    off[middles >= NEARLY_CLIPPED] = 0  # how bright those are nobody knows
    unlike = inside & (off.max(1) > _UNLIKE)
    if unlike.sum() < _SPOTS:
        return ""
    return mostly(found.view.project_flat(xy)[unlike], found.view.size)
