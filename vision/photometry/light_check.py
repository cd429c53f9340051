"""The light check: is this picture good enough to read by, and if not, what to do. One line each, in plain words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from engine.core.language import Deferred, decimal, later
from vision.geometry.directions import full_sides, mostly
from vision.geometry.markers import gray_of
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.drift import drifted, note_of
from vision.photometry.illumination import Illumination, measure_illumination
from vision.photometry.light_faults import CHANNELS, DARK, GONE, NO_COLOUR, TOO_COLOURED, clips
from vision.photometry.light_note import LightNote
from vision.photometry.mat_samples import paper_spots, spots_of
from vision.photometry.srgb import LINEAR, encoded
from vision.readings import Trouble

State = Literal["ok", "care", "bad"]

# Constants: chosen by hand on renderings and simulated lamps: where readings begin to suffer.
_FINE_PX_MM, _LEAST_PX_MM = 1.6, 1.2  # the flat picture has 1.5
_DIM = 0.10  # of the camera's range, linear: noise grows below
_UNEVEN, _VERY_UNEVEN = 2.5, 5.0  # brightest over darkest
_TINTED = 0.22  # weakest channel over strongest
_SHADOW = -0.35  # logarithm below the smooth light
_SHADOWS = 3  # spots
_GLARE, _MUCH_GLARE = 0.15, 0.30  # what black ink shows of the light; ink alone about 0.02
_SOFT_MM, BLURRED_MM = 0.9, 1.6  # how wide a printed edge looks, 20 to 80 %


_TOO_MUCH = {
    "blue": later("There is more blue in the light than the camera can show; a little less light would be surer."),
    "green": later("There is more green in the light than the camera can show; a little less light would be surer."),
    "red": later("There is more red in the light than the camera can show; a little less light would be surer."),
}
_CAST = {
    "blue": later("The light is very warm: little blue is left in it. A whiter lamp would be surer."),
    "green": later("The light is pink: little green is left in it. A whiter lamp would be surer."),
    "red": later("The light is very cold: little red is left in it. A whiter lamp would be surer."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at: its ``name``, how it is, and what that means or what to do."""

    name: str
    state: State
    sentence: str


@dataclass(frozen=True, slots=True)
class PictureMark:
    """A place in the picture that a line is about: corners in parts of its width and height, 0 to 1."""

    corners: tuple[tuple[float, float], ...]
    state: State


@dataclass(frozen=True, slots=True)
class LightCheck:
    """Everything that was looked at in one picture."""

    lines: tuple[Line, ...]
    marks: tuple[PictureMark, ...] = ()

    @property
    def state(self) -> State:
        """The worst of all lines."""
        states = [line.state for line in self.lines]
        return "bad" if "bad" in states else "care" if "care" in states else "ok"


def check_light(image: np.ndarray, registrar: Registrar, taught: LightNote | None = None) -> LightCheck:
    """Check a picture (uint8 BGR). ``taught``: the light under which the dice were taught, if they were."""
    registration, troubles = registrar.find(image)
    if registration is None:
        return LightCheck((Line(Deferred("Mat"), "bad", troubles[0].message), brightness_of(image)))
    light = measure_illumination(image, registration)
    paper_xy = paper_spots(registration.mat)
    paper = _Spots(paper_xy, *spots_of(image, registration.view, paper_xy, 3.0))
    patch_xy = np.array([patch.center for patch in registration.mat.patches])
    patches = _Spots(patch_xy, *spots_of(image, registration.view, patch_xy, registration.mat.patches[0].size * 0.6))
    shaded, marks = _shadows(registration, light, paper, patches)
    lines = [
        _mat(registration, troubles),
        _size(registration),
        _bright(registration, light, paper),
        _even(registration, light),
        shaded,
        _glare(image, registration, light),
        _colour(light),
        _sharp(image, registration),
    ]
    if taught is not None and not light.colourless:
        moved = drifted(note_of(straightened(image, registration)[1]), taught)
        lines.append(
            Line(
                Deferred("As when taught"),
                "care" if moved else "ok",
                moved or Deferred("The light is much as it was then."),
            )
        )
    return LightCheck(tuple(lines), (*_markers(registration), *marks))


@dataclass(frozen=True, slots=True, eq=False)
class _Spots:
    xy: np.ndarray
    values: np.ndarray
    middles: np.ndarray
    seen: np.ndarray


def brightness_of(image: np.ndarray) -> Line:
    """What can be said of a picture (uint8, BGR or gray) without a mat."""
    low, high = np.percentile(gray_of(image), [50, 98])
    if high < 60:
        return Line(
            Deferred("Brightness"),
            "bad",
            Deferred("The picture is very dark; switch a lamp on, or take the lens cap off."),
        )
    if low > 235:
        return Line(
            Deferred("Brightness"), "bad", Deferred("The picture is nearly white; turn the lamp down or move it away.")
        )
    return Line(Deferred("Brightness"), "ok", Deferred("Bright enough, as far as can be told without a mat."))


def _mat(registration: Registration, troubles: Sequence[Trouble]) -> Line:
    count = len(registration.markers)
    if count == 4:
        return Line(Deferred("Mat"), "ok", Deferred("All four corners are in sight."))
    return Line(
        Deferred("Mat"),
        "care" if count == 3 else "bad",
        troubles[0].message if troubles else Deferred("{count} of 4 corners.", count=count),
    )


def _size(registration: Registration) -> Line:
    mat, view = registration.mat, registration.view
    x, y = mat.width / 2, mat.height / 2
    around = view.project(np.array([[x - 5, y, 0.0], [x + 5, y, 0.0]]))
    scale = float(np.linalg.norm(around[1] - around[0])) / 10
    pixels = view.project_flat(mat.page_corners)
    outside = ((pixels < -0.01 * view.long) | (pixels > np.array(view.size) + 0.01 * view.long)).any(1)
    words = Deferred("A millimetre of the mat is {count} pixels", count=decimal(scale, 1))
    if outside.any():
        where = mostly(np.clip(pixels[outside], 0, view.size), view.size)
        return Line(
            Deferred("Size"),
            "care",
            Deferred("The mat is cut off {where}; move the camera until all of it is in the picture.", where=where),
        )
    if scale < _LEAST_PX_MM:
        return Line(
            Deferred("Size"),
            "bad",
            Deferred("{words}: too small to read. Move the camera nearer, or set a larger picture.", words=words),
        )
    if scale < _FINE_PX_MM:
        return Line(
            Deferred("Size"),
            "care",
            Deferred("{words}: small. Nearer, or a larger picture, would read better.", words=words),
        )
    return Line(Deferred("Size"), "ok", Deferred("{words}: large enough.", words=words))


def _bright(registration: Registration, light: Illumination, paper: _Spots) -> Line:
    white = float(np.exp(light.levels).max())
    clipped = clips(paper.middles) & paper.seen
    pixels = registration.view.project_flat(paper.xy)
    if white < DARK:
        return Line(
            Deferred("Brightness"),
            "bad",
            Deferred("Too dark to tell colours; switch another lamp on, or move the table to one."),
        )
    where = full_sides(pixels[paper.seen], clipped[paper.seen])
    if where:
        return Line(
            Deferred("Brightness"),
            "bad",
            Deferred("Too bright {where}; move the lamp away, or turn it down.", where=where),
        )
    if clipped.mean() > 0.1:
        spot = mostly(pixels[clipped], registration.view.size)
        return Line(
            Deferred("Brightness"),
            "care",
            Deferred("Rather bright {spot}; a little less lamp there would be safer.", spot=spot),
        )
    if light.lost.any():
        name = CHANNELS[int(light.lost.argmax())]
        words = Deferred(_TOO_MUCH[name])
        return Line(Deferred("Brightness"), "care", words)
    if white < _DIM:
        return Line(Deferred("Brightness"), "care", Deferred("Rather dark; more light makes colours surer."))
    return Line(
        Deferred("Brightness"),
        "ok",
        Deferred("White paper is at {number} %.", number=f"{100 * float(encoded(np.array(min(white, 1)))):.0f}"),
    )


def _even(registration: Registration, light: Illumination) -> Line:
    x, y, width, height = registration.mat.play
    places = np.array([[x + a * width, y + b * height] for a in (0, 0.5, 1) for b in (0, 0.5, 1)])
    bright = light.at(places).mean(1)
    ratio = float(bright.max() / bright.min())
    size = registration.view.size
    lit, dark = (mostly(registration.view.project_flat(places[[k]]), size) for k in (bright.argmax(), bright.argmin()))
    if ratio < _UNEVEN:
        return Line(Deferred("Evenness"), "ok", Deferred("The light is even over the mat."))
    words = Deferred(
        "It is {ratio} times as bright {lit} as {dark}; put the lamp higher or more above the middle.",
        ratio=decimal(ratio, 1),
        lit=lit,
        dark=dark,
    )
    return Line(Deferred("Evenness"), "bad" if ratio > _VERY_UNEVEN else "care", words)


def _shadows(
    registration: Registration, light: Illumination, paper: _Spots, patches: _Spots
) -> tuple[Line, tuple[PictureMark, ...]]:
    """Paper and patches that get less light than their surroundings; a patch that something lies on looks so too."""
    mat = registration.mat
    gray = np.array([patch.name.startswith("gray") for patch in mat.patches])
    tone = np.array([LINEAR[patch.srgb[0]] for patch in mat.patches])
    expected = np.vstack([light.at(paper.xy), light.at(patches.xy[gray]) * tone[gray, None] / 0.93])
    values = np.vstack([paper.values, patches.values[gray]])
    seen = np.concatenate([paper.seen, patches.seen[gray]])
    off = np.log(np.maximum(values, 1e-4) / np.maximum(expected, 1e-4)).max(1)
    xy = np.vstack([paper.xy, patches.xy[gray]])
    dark = (off < _SHADOW) & seen & (expected.max(1) > 0.03)
    marks = tuple(_square(registration, place, 4.0, "care") for place in xy[dark])
    if dark.sum() < _SHADOWS:
        return Line(Deferred("Shadows"), "ok", Deferred("No shadow lies on the paper.")), marks
    where = mostly(registration.view.project_flat(xy[dark]), registration.view.size)
    words = Deferred(
        "A shadow, or a thing, lies on the paper {where}; clear the paper around the play area.", where=where
    )
    return Line(Deferred("Shadows"), "bad" if dark.mean() > 0.25 else "care", words), marks


def _glare(image: np.ndarray, registration: Registration, light: Illumination) -> Line:
    """How black the markers' black is: a lamp that mirrors in the mat makes it gray."""
    worst, where = 0.0, ""
    for marker in registration.markers:
        ring, spot = registration.mat.black_ring(marker)
        values, _, seen = spots_of(image, registration.view, ring, spot)
        if not seen.any():
            continue
        shown = float(np.median((values[seen] / light.at(ring[seen])).min(1)))
        if shown > worst:
            worst, where = shown, mostly(registration.view.project_flat(ring), registration.view.size)
    if worst < _GLARE:
        return Line(Deferred("Glare"), "ok", Deferred("Black looks black."))
    words = Deferred(
        "A lamp or window mirrors in the mat {where}; move the lamp to the side, or turn the table.", where=where
    )
    return Line(Deferred("Glare"), "bad" if worst > _MUCH_GLARE else "care", words)


def _colour(light: Illumination) -> Line:
    if light.colourless:
        return Line(Deferred("Colour of the light"), "bad", NO_COLOUR.message)
    white = np.exp(light.levels)
    part = white / white.max()
    weakest = int(part.argmin())
    name = CHANNELS[weakest]
    if part[weakest] < GONE:
        words = Deferred(TOO_COLOURED[name])
        return Line(Deferred("Colour of the light"), "bad", words)
    if part[weakest] < _TINTED:
        words = Deferred(_CAST[name])
        return Line(Deferred("Colour of the light"), "care", words)
    return Line(Deferred("Colour of the light"), "ok", Deferred("White enough: every colour is there."))


def _sharp(image: np.ndarray, registration: Registration) -> Line:
    width = edge_mm(image, registration)
    if width > BLURRED_MM:
        return Line(
            Deferred("Sharpness"),
            "bad",
            Deferred("The picture is blurred; focus the camera on the mat, or clean the lens."),
        )
    if width > _SOFT_MM:
        return Line(
            Deferred("Sharpness"), "care", Deferred("The picture is a little soft; focusing on the mat would help.")
        )
    return Line(Deferred("Sharpness"), "ok", Deferred("Printed edges are sharp."))


def edge_mm(image: np.ndarray, registration: Registration) -> float:
    """How wide the markers' edges look, from 20 to 80 % of their step, mm: the middle one of all that are seen."""
    gray = gray_of(image)
    reach = 3.0
    along = np.linspace(-reach, reach, 61)
    widths = []
    for marker in registration.markers:
        x, y, size = registration.mat.markers[marker]
        for part in np.linspace(0.2, 0.8, 7):
            for at, out in (
                ((x + part * size, y), (0, -1)),
                ((x + part * size, y + size), (0, 1)),
                ((x, y + part * size), (-1, 0)),
                ((x + size, y + part * size), (1, 0)),
            ):
                line = np.array(at) + along[:, None] * np.array(out)
                pixels = registration.view.project_flat(line).astype(np.float32)
                values = cv2.remap(gray, pixels[None], None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0]
                widths.append(_rise(values.astype(float), 2 * reach / (len(along) - 1)))
    return float(np.median(widths))


def _rise(values: np.ndarray, step: float) -> float:
    """How far it is from 20 to 80 % of a rise from dark to bright."""
    low, high = values[:10].mean(), values[-10:].mean()
    if high - low < 20:
        return 2.0
    part = np.maximum.accumulate((values - low) / (high - low))
    return float(step * (np.searchsorted(part, 0.8) - np.searchsorted(part, 0.2)))


def _markers(registration: Registration) -> tuple[PictureMark, ...]:
    """Every marker's outline; those that are not seen where they should be."""
    return tuple(
        _mark(registration, registration.mat.marker_corners(marker), "ok" if marker in registration.markers else "bad")
        for marker in registration.mat.markers
    )


def _square(registration: Registration, at: np.ndarray, half: float, state: State) -> PictureMark:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + at
    return _mark(registration, corners, state)


def _mark(registration: Registration, corners: np.ndarray, state: State) -> PictureMark:
    parts = registration.view.project_flat(corners) / registration.view.size
    return PictureMark(tuple((round(float(x), 4), round(float(y), 4)) for x, y in parts), state)
