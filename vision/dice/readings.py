"""What the eyes say: dice, troubles, and one reading of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np

from engine.components.hues import Hue

Kind = Literal["d6", "d12"]
Status = Literal["ok", "ask", "cocked"]
Point = tuple[float, float]
_BRIGHTEST = 1000.0  # parts of a light, or their logarithm: nothing that was seen is beyond


@dataclass(frozen=True, slots=True, eq=False)
class TopAppearance:
    """What a die's top looked like, for teaching should somebody name it. ``colour``, ``light`` there: 3, linear BGR;
    ``inks``, ``blown``: 12 x 3, as in ``vision.photometry.illumination.Light``."""

    colour: np.ndarray
    light: np.ndarray
    inks: np.ndarray
    blown: np.ndarray


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in a picture.

    ``top`` is set only when ``status`` is "ok". ``candidates`` are (hue, probability), best first.
    ``outline_px`` is the polygon of the top face in the picture; ``mat_xy_mm`` where the die stands,
    in millimetres from the page's top left. Two that say the same are equal, whatever they looked like.
    """

    kind: Kind
    status: Status
    top: Hue | None
    candidates: tuple[tuple[Hue, float], ...]
    center_px: Point
    outline_px: tuple[Point, ...]
    mat_xy_mm: Point
    look: TopAppearance | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "status": self.status,
            "top": self.top.title if self.top is not None else None,
            "candidates": [[hue.title, round(p, 4)] for hue, p in self.candidates],
            "center_px": rounded(self.center_px),
            "outline_px": [rounded(point) for point in self.outline_px],
            "mat_xy_mm": rounded(self.mat_xy_mm),
        }


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


@dataclass(frozen=True, slots=True)
class LightNote:
    """The light of a picture in few numbers: ``levels``, logarithm of what white paper shows, BGR; ``inks``: 12 x BGR,
    what the printed hues show, as parts of it."""

    levels: tuple[float, ...]
    inks: tuple[tuple[float, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {"levels": list(self.levels), "inks": [list(ink) for ink in self.inks]}

    @classmethod
    def from_json(cls, data: Any) -> "LightNote":
        """Raises KeyError, TypeError or ValueError."""
        levels, inks = np.array(data["levels"], float), np.array(data["inks"], float)
        numbers = np.concatenate([levels.ravel(), inks.ravel()])
        if levels.shape != (3,) or inks.shape != (12, 3) or not (np.abs(numbers) < _BRIGHTEST).all():
            raise ValueError("light")
        return cls(tuple(levels.tolist()), tuple(map(tuple, inks.tolist())))


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read in one picture. ``registered``: the mat was found. ``ms``: time it took, milliseconds.

    ``light``: how the mat was lit, None where nothing could be measured."""

    dice: tuple[SeenDie, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    registered: bool = False
    ms: float = 0.0
    light: LightNote | None = None

    @property
    def sure(self) -> bool:
        """There are dice, every one is "ok", and nothing stands against the reading."""
        return bool(self.dice) and all(die.status == "ok" for die in self.dice)

    def to_json(self, image: str | None = None) -> dict[str, Any]:
        """The reading as plain values; hue names as in ``Hue.title``."""
        return read_json(self, "dice", self.dice, image)


class Writable(Protocol):
    """A die or a card that can say what it is in plain values."""

    def to_json(self) -> dict[str, Any]: ...


class Read(Protocol):
    """What every reading of a picture has, whatever was read in it."""

    @property
    def troubles(self) -> tuple[Trouble, ...]: ...
    @property
    def registered(self) -> bool: ...
    @property
    def ms(self) -> float: ...


def read_json(reading: Read, name: str, things: Sequence[Writable], image: str | None) -> dict[str, Any]:
    """A reading as plain values, its things under ``name``; ``image``: the picture's name, where it has one."""
    return {
        **({"image": image} if image is not None else {}),
        "ms": round(reading.ms, 2),
        "registered": reading.registered,
        name: [thing.to_json() for thing in things],
        "troubles": [trouble.to_json() for trouble in reading.troubles],
    }


def rounded(point: Point) -> list[float]:
    """A place as it is written down: hundredths of a pixel or millimetre."""
    return [round(float(value), 2) for value in point]
