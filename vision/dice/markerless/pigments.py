"""Taught colours without a mat: by all of them together the light is told, and by that whether they bear the right
names, and how much of a colour is the lamp that a top mirrored while it was taught.

The light is the one under which the nominal hues are most like what was seen. White beyond what a hue may have, and
beyond what the other dice have, is then a mirrored lamp; and a hue that lies where another should was named wrongly.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred
from vision.dice.hue_order import hues_of
from vision.dice.lessons import NAMES, Lesson, Top, refuse_mixed_up
from vision.dice.readings import Kind
from vision.errors import TeachingError
from vision.geometry.mat import mats
from vision.photometry.colour_likelihood import TEACHING, fit
from vision.photometry.hue_wheel import WheelPosition, wheel_position
from vision.photometry.light_faults import NO_COLOUR
from vision.photometry.srgb import LINEAR

_ROUNDS, _STEP = 4, 0.8
_DARK = 0.02
_USUAL = 0.03  # parts of white: any gloss has as much
_MOST = 0.3  # more leaves too little of the hue
_FAR = 2.5  # steps on the wheel from its name; of 414 tops on invented trays the farthest was off by 1.6
_GRAY = 0.5  # of the logarithm of a channel's share, from hue to hue; on invented trays at least 2.2


Colours = Mapping[Kind, np.ndarray]
"""Kind -> hues x 3 (BGR, linear), as the tops of the dice were seen."""


def light_of(colours: Colours) -> tuple[np.ndarray, np.ndarray]:
    """The light (3, BGR, linear) in which dice were seen so, and how much of it each top mirrors (N, parts of it), kind
    after kind."""
    inks = np.array([_NOMINAL[hue] for kind in colours for hue in hues_of(kind)])
    return _mirrored(np.concatenate(list(colours.values())), inks)


def refuse_wrong_names(colours: Colours, light: np.ndarray, lessons: Sequence[Lesson]) -> None:
    """Whether the dice of these pictures, which were seen so in this light, bear the right names.

    Raises TeachingError: ``no-colour`` (they look gray), ``mixed-up`` (two look as if they were each other),
    ``mistaken`` (one looks quite unlike its name). Nothing is asked about pictures of which somebody insists.
    """
    seen = np.concatenate(list(colours.values())) + _DARK
    if np.ptp(np.log(seen / seen.mean(1, keepdims=True)), axis=0).max() < _GRAY:
        raise TeachingError(
            NO_COLOUR.code,
            Deferred(
                "The dice look gray in these pictures. See that the camera shows colours and that its white balance "
                "fits the lamp, and take the pictures again."
            ),
        )
    tops = _tops(colours, light, lessons)
    refuse_mixed_up(tops)
    for top in tops:
        if top.place.off(int(top.die.top)) > _FAR and not top.insisted:
            looks = Hue(round(top.place.seen[0]) % len(Hue))
            raise TeachingError(
                "mistaken",
                Deferred(
                    "{picture}: the {die} named {hue} looks {seen}. Was another one meant?",
                    picture=top.picture,
                    die=NAMES[top.die.kind],
                    hue=top.die.top.name_later,
                    seen=looks.name_later,
                ),
            )


def _tops(colours: Colours, light: np.ndarray, lessons: Sequence[Lesson]) -> list[Top]:
    """The named tops whose colours lie somewhere on the wheel."""
    inks = np.array([_NOMINAL[hue] for hue in Hue])
    places = {
        (kind, hue): wheel_position(seen / light, inks)
        for kind, rows in colours.items()
        for hue, seen in zip(hues_of(kind), rows, strict=True)
    }
    return [
        Top(die, WheelPosition((at,), int(die.top)), lesson.name, lesson.insisted)
        for lesson in lessons
        for die in lesson.dice
        if (at := places[die.kind, die.top]) is not None
    ]


def without_glare(colours: Colours, light: np.ndarray, mirrored: np.ndarray) -> dict[Kind, np.ndarray]:
    """The same colours without what they mirror (N, parts of the ``light``, 3 BGR), as ``light_of`` tells it.

    Raises TeachingError ``glare`` where a top shows hardly more than a lamp.
    """
    named = [(kind, hue) for kind in colours for hue in hues_of(kind)]
    for (kind, hue), much in zip(named, mirrored, strict=True):
        if much > _MOST:
            raise TeachingError(
                "glare",
                Deferred(
                    "A lamp is mirrored in the {hue} top of the {die}, so that its colour cannot be told. Turn "
                    "that die a little, or move the lamp, and take the picture again.",
                    hue=hue.name_later,
                    die=NAMES[kind],
                ),
            )
    rest = iter(np.split(mirrored, np.cumsum([len(part) for part in colours.values()])[:-1]))
    return {kind: np.maximum(part - next(rest)[:, None] * light, 0.1 * part) for kind, part in colours.items()}


def _mirrored(seen: np.ndarray, inks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The light (3) under which inks (N x 3) look most like what was seen (N x 3); and how much white, parts of that
    light, each shows beyond its pigment and what most of them show."""
    tint = np.zeros(3)
    for _ in range(_ROUNDS):
        said = fit(seen, np.broadcast_to(np.exp(tint), seen.shape), inks, TEACHING)
        shade, glare = (np.diag(part) for part in said[1:])
        expected = (inks + glare[:, None]) * np.exp(shade)[:, None] * np.exp(tint)
        tint = tint + _STEP * np.median(np.log((seen + _DARK) / (expected + _DARK)), axis=0)
    return np.exp(tint), np.maximum(glare - max(float(np.median(glare)), _USUAL), 0) * np.exp(shade)


_NOMINAL = {
    hue: LINEAR[np.array(patch.srgb[::-1])] for patch in mats()[0].patches for hue in Hue if hue.title == patch.name
}
"""Hue -> reflectance (BGR), as it is sent to the printer."""
