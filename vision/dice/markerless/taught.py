"""What the eyes were taught about dice on a table without a mat."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.language import Deferred
from vision.dice.contours import DieShape
from vision.dice.markerless.backdrop import CELLS
from vision.dice.markerless.camera_pose import CameraPose
from vision.dice.markerless.pose_fit import tilts_apart
from vision.dice.readings import Kind
from vision.dice.taught import (
    MOST_BYTES,
    TaughtDice,
    ring_from,
    ring_json,
    rows_from,
    rows_json,
    shape_from,
    shape_json,
)
from vision.errors import TaughtFileError
from vision.files import bytes_of, read_json, within, write_json

WHAT = "tablelight dice without mat"
# Constants: chosen by hand: nearer than this, two teachings are of one table under one camera.
VERSION = 1
_UNLIKE_SCALE = 0.5  # logarithm: cubes and twelve-sided dice differ so much in how large they are beside the usual
_UNLIKE_TILT = 0.25  # radians
_BRIGHTEST = 1000.0  # parts of the light, of the camera's range: no table or die is so bright
_DARK = 0.1  # of a channel of the table: by a darker one no light is told
_UNLIKE_TINT, _UNLIKE_LIGHT = 0.4, 0.7  # logarithm; how bright it is, a camera changes by itself


@dataclass(frozen=True, slots=True, eq=False)
class MarkerlessKind:
    """One kind of die. ``colours``: hues x 3, linear BGR, as parts of the light they were taught under; ``ring``: hue
    index on each face, None while it is not known."""

    shape: DieShape
    colours: np.ndarray
    ring: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MarkerlessDice:
    """Dice taught without a mat. ``ground``: the table's colour then (3, linear BGR), as a part of the same light;
    ``white``: how bright that light was, as a part of the camera's range; ``backdrop``: what stood still behind the
    dice, in parts of that range, as in ``vision.dice.markerless.backdrop``."""

    camera_pose: CameraPose
    ground: np.ndarray
    white: float
    backdrop: np.ndarray
    kinds: Mapping[Kind, MarkerlessKind] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "what": WHAT,
            "version": VERSION,
            "stance": self.camera_pose.to_json(),
            "ground": [round(float(v), 5) for v in self.ground],
            "white": round(self.white, 5),
            "backdrop": [None if np.isnan(v) else round(float(v), 4) for v in self.backdrop.ravel()],
            "kinds": {kind: _kind_json(kind, known) for kind, known in self.kinds.items()},
        }

    @classmethod
    def from_json(cls, data: Any) -> "MarkerlessDice":
        """Raises TaughtFileError when the data is damaged or newer than this program."""
        try:
            if data["what"] != WHAT:
                raise KeyError("what")
            if data["version"] > VERSION:
                raise TaughtFileError(
                    Deferred("These dice were taught with a newer Tablelight; update it, or teach them again.")
                )
            ground = np.array(data["ground"], float)
            if ground.shape != (3,) or not ((ground > 0) & (ground < _BRIGHTEST)).all():
                raise ValueError("ground")
            cells = [np.nan if value is None else within(value, -1, _BRIGHTEST) for value in data["backdrop"]]
            backdrop = np.array(cells).reshape(CELLS[1], CELLS[0], 3)
            kinds = {kind: _kind_from(kind, entry) for kind, entry in data["kinds"].items()}
            white = within(data["white"], 1e-4, _BRIGHTEST)
            return cls(CameraPose.from_json(data["stance"]), ground, white, backdrop, kinds)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TaughtFileError(Deferred("The file of taught dice is damaged; teach the dice again.")) from None

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        write_json(Path(path), self.to_json())

    def joined(self, other: "MarkerlessDice") -> "MarkerlessDice":
        """This and what was taught later: another light and another place of the camera begin anew."""
        one, two = self.ground * self.white, other.ground * other.white
        off = np.log((one + 0.01) / (two + 0.01))
        same = (
            np.ptp(off) < _UNLIKE_TINT
            and np.abs(off).max() < _UNLIKE_LIGHT
            and _near(self.camera_pose, other.camera_pose)
        )
        kinds = {kind: self._beside(other, known) for kind, known in self.kinds.items()} if same else {}
        return MarkerlessDice(other.camera_pose, other.ground, other.white, other.backdrop, {**kinds, **other.kinds})

    def _beside(self, other: "MarkerlessDice", known: MarkerlessKind) -> MarkerlessKind:
        """A kind as it was taught, in the measures of another teaching: each took its own dice for usually large, and
        its own table for so bright."""
        lead = int(self.ground.argmax())
        told = np.minimum(self.ground, other.ground) > _DARK
        light = np.where(told, other.ground / self.ground, other.ground[lead] / self.ground[lead])
        size = known.shape.size * self.camera_pose.scale / other.camera_pose.scale
        return replace(
            known,
            shape=replace(known.shape, size=size),
            colours=known.colours * light,
        )


def _near(one: CameraPose, other: CameraPose) -> bool:
    return abs(np.log(one.scale / other.scale)) < _UNLIKE_SCALE and tilts_apart(one, other) < _UNLIKE_TILT


def _kind_json(kind: Kind, known: MarkerlessKind) -> dict[str, Any]:
    return {
        **shape_json(known.shape),
        "colours": rows_json(kind, known.colours, 5),
        "faces": ring_json(kind, known.ring),
    }


def _kind_from(kind: Kind, entry: Any) -> MarkerlessKind:
    if kind not in ("d6", "d12"):
        raise ValueError(kind)
    colours, ring = rows_from(kind, entry["colours"], _BRIGHTEST), ring_from(kind, entry["faces"])
    return MarkerlessKind(shape_from(kind, entry), colours, ring)


def load_taught(path: Path) -> TaughtDice | MarkerlessDice:
    """What was taught at a table, with a mat or without. Raises TaughtFileError; never writes."""
    path = Path(path)
    try:
        return taught_from(bytes_of(path, MOST_BYTES))
    except FileNotFoundError:
        raise TaughtFileError(
            Deferred("No dice have been taught for the table '{stem}' yet.", stem=path.stem)
        ) from None
    except OSError:
        raise TaughtFileError(Deferred("{path} cannot be read; teach the dice again.", path=path)) from None


def taught_from(content: bytes) -> TaughtDice | MarkerlessDice:
    """What was taught, from a file's content. Raises TaughtFileError."""
    try:
        data = read_json(content)
    except ValueError:
        raise TaughtFileError(
            Deferred("The file of taught dice is damaged, or is none; teach the dice again.")
        ) from None
    bare = isinstance(data, dict) and data.get("what") == WHAT
    return MarkerlessDice.from_json(data) if bare else TaughtDice.from_json(data)
