"""The printed mat: where its markers, patches and play area are, in millimetres from the page's top left."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

_FOLDER = "mats"


@dataclass(frozen=True, slots=True)
class Patch:
    """A printed square of one ink. ``x``, ``y``: its top left in mm; ``srgb``: as sent to the printer."""

    name: str
    srgb: tuple[int, int, int]
    x: float
    y: float
    size: float

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.size / 2, self.y + self.size / 2


@dataclass(frozen=True, slots=True)
class Mat:
    """One kind of mat. ``markers``: id -> (x, y, size) in mm; ``play``: x, y, width, height of the play area in mm;
    ``code``: x, y and size in mm of where it says what it is the mat of; None where it never does."""

    name: str
    width: float
    height: float
    markers: dict[int, tuple[float, float, float]]
    patches: tuple[Patch, ...]
    play: tuple[float, float, float, float]
    code: tuple[float, float, float] | None = None

    def marker_corners(self, marker: int) -> np.ndarray:
        """The marker's corners on the page, 4 x 2 mm, in the order ArUco gives them (from its own top left)."""
        x, y, size = self.markers[marker]
        return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float64)

    def black_ring(self, marker: int) -> tuple[np.ndarray, float]:
        """Places in the middle of a marker's black border, 6 x 2 mm, and how wide a spot fits there, mm."""
        x, y, size = self.markers[marker]
        frame = size / 12  # half of a module: the middle of the border
        places = [(x + a, y + b) for a in (frame, size / 2, size - frame) for b in (frame, size - frame)]
        return np.array(places), size / 16

    def inwards(self, places: np.ndarray) -> np.ndarray:
        """How far within the play area places (... x 2 mm) lie: (...), mm, less than 0 beside it."""
        left, top, wide, high = self.play
        x, y = places[..., 0], places[..., 1]
        return np.minimum(np.minimum(x - left, left + wide - x), np.minimum(y - top, top + high - y))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page, mm."""
        return self.width, self.height

    @property
    def page_corners(self) -> np.ndarray:
        """Corners of the page, 4 x 2 mm, clockwise from the top left."""
        return np.array([[0, 0], [self.width, 0], [self.width, self.height], [0, self.height]], np.float64)

    @property
    def play_corners(self) -> np.ndarray:
        """Corners of the play area, 4 x 2 mm, clockwise from the top left."""
        x, y, width, height = self.play
        return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float64)


def _parse(data: dict) -> Mat:
    area, code = data["play_area"], data.get("code")
    return Mat(
        name=data["name"],
        width=float(data["page"]["width"]),
        height=float(data["page"]["height"]),
        markers={m["id"]: (m["x"], m["y"], m["size"]) for m in data["markers"]},
        patches=tuple(Patch(p["name"], tuple(p["srgb"]), p["x"], p["y"], p["size"]) for p in data["patches"]),
        play=(area["x"], area["y"], area["width"], area["height"]),
        code=(code["x"], code["y"], code["size"]) if code else None,
    )


@cache
def mats() -> tuple[Mat, ...]:
    """Every mat that is known: each a JSON file in ``vision/mats``. A new size of paper is a new file there."""
    files = [entry for entry in resources.files("vision").joinpath(_FOLDER).iterdir() if entry.name.endswith(".json")]
    return tuple(_parse(json.loads(entry.read_text())) for entry in sorted(files, key=lambda entry: entry.name))
