"""What every reading of a picture has, whatever was read in it: points, troubles, plain values, and who reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np

Point = tuple[float, float]
"""x and y: px of a picture, or mm on the table."""
Result_co = TypeVar("Result_co", covariant=True)
Named = TypeVar("Named")
_WORTH_TELLING = 0.02


class PictureReader(Protocol[Result_co]):
    """Whatever reads one picture: ``DiceReader``, ``CardReader``, ``MatPipReader``, or a stand-in of a test."""

    def read(self, image: np.ndarray) -> Result_co:
        """What is seen in a picture (height x width x 3, uint8 BGR)."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something a player should know or do. ``code`` is stable, ``message`` a sentence.

    Codes: ``no-mat``, ``mirrored``, ``squeezed``, ``half-mat``, ``two-markers``, ``three-markers``, ``mat-bent``,
    ``dark``, ``blurred``, ``too-bright``, ``lamp-coloured``, ``no-colour``, ``hand``, ``covered``, ``too-many``,
    ``stacked``, ``not-taught``, ``knocked``, ``unread``.
    """

    code: str
    message: str
    details: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, **({"details": self.details} if self.details else {})}


class PlainValues(Protocol):
    """A die or a card that can say what it is in plain values."""

    def to_json(self) -> dict[str, Any]: ...


class AnyReading(Protocol):
    """What every reading of a picture has, whatever was read in it."""

    @property
    def troubles(self) -> tuple[Trouble, ...]: ...
    @property
    def registered(self) -> bool: ...
    @property
    def ms(self) -> float: ...


def reading_json(reading: AnyReading, name: str, things: Sequence[PlainValues], image: str | None) -> dict[str, Any]:
    """A reading as plain values, its things under ``name``; ``image``: the picture's name, where it has one."""
    return {
        **({"image": image} if image is not None else {}),
        "ms": round(reading.ms, 2),
        "registered": reading.registered,
        name: [thing.to_json() for thing in things],
        "troubles": [trouble.to_json() for trouble in reading.troubles],
    }


def shortlist(ranked: Iterable[tuple[Named, float]]) -> tuple[tuple[Named, float], ...]:
    """Of what something may be, with its chances, likeliest first, what is worth telling: the first two, and others
    whose chance is above one of fifty (chosen by hand: a person is offered few)."""
    return tuple((one, chance) for k, (one, chance) in enumerate(ranked) if k < 2 or chance > _WORTH_TELLING)


def points_of(outline: np.ndarray) -> tuple[Point, ...]:
    """Corners (N x 2) as plain numbers."""
    return tuple((float(x), float(y)) for x, y in outline)


def rounded(point: Point) -> list[float]:
    """A place as it is written down: hundredths of a pixel or millimetre."""
    return [round(float(value), 2) for value in point]
