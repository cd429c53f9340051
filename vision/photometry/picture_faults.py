"""What is wrong with a picture before anything is taught from it.

A bad picture of a roll is read once; what a bad teaching picture shows is taken for the looks of dice and cards ever
after.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from engine.core.language import Deferred
from vision.errors import TeachingError
from vision.geometry.registration import Registration
from vision.photometry.illumination import Illumination
from vision.photometry.light_check import BLURRED_MM, edge_mm
from vision.readings import Trouble

_TOO_FEW = "two-markers"


def faults(image: np.ndarray, found: Registration, seen: tuple[Trouble, ...], light: Illumination) -> Iterator[Trouble]:
    """The faults of a picture (uint8 BGR): ``two-markers``, ``dark``, ``too-bright``, ``lamp-coloured``,
    ``no-colour``, ``blurred``. ``seen``: the troubles with which the mat was found."""
    if any(trouble.code == _TOO_FEW for trouble in seen):
        yield Trouble(_TOO_FEW, Deferred("Only two corners of the mat are in sight; uncover the others."))
    yield from light.troubles
    if edge_mm(image, found) > BLURRED_MM:
        yield Trouble("blurred", Deferred("It is blurred; focus the camera on the mat, or clean the lens."))


def refuse(found: Iterable[Trouble], name: str) -> None:
    """Raise TeachingError for the first fault of the picture that is called so."""
    for trouble in found:
        raise TeachingError(
            trouble.code, Deferred("{name}: {message} Then take the picture again.", name=name, message=trouble.message)
        )
