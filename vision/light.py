"""Measure the light of one picture from the mat: how bright, of what colour, and how it changes over the page.

The logarithm of the light is a smooth surface: one shape shared by the three channels (lamps fall off) and a small
tint of its own for each (a window on one side, a lamp on the other). It is fitted to the bare paper around the play
area and to the gray patches, robustly, because some of them lie in shadows; channels that clip are left out, and the
darker grays then carry them. The twelve colour patches divided by that light are the "inks" of this picture: the
same inks as in every other picture of the same mat, as this lamp and this camera show them.
"""

from dataclasses import dataclass

import numpy as np

from engine.hues import Hue
from vision.mat import Mat
from vision.register import Registration, View
from vision.seen import Trouble
from vision.sides import full_sides

_CURVE = np.arange(256) / 255.0
LINEAR = np.where(_CURVE <= 0.04045, _CURVE / 12.92, ((_CURVE + 0.055) / 1.055) ** 2.4)
_NEARLY_CLIPPED, _CLIPPED = 244, 252
_DARK = 0.004
_SAMPLE_SIGMA = 0.03
_ROBUST = 0.05
_TINT_GATE = 0.4  # logarithm
_SHAPE_SIGMA = 1.0
_TINT_SIGMA = (0.2, 0.2, 0.06, 0.06, 0.06)
_GRAY_SIGMA = 0.15
_PAPER = 0.93  # what white paper reflects
_SPOT = np.linspace(-0.5, 0.5, 6)


def encoded(linear: np.ndarray) -> np.ndarray:
    """Linear light 0 to 1 as a camera stores it (sRGB curve), 0 to 1; more than 1 stays 1."""
    clipped = np.clip(linear, 0, 1)
    return np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.maximum(clipped, 1e-9) ** (1 / 2.4) - 0.055)


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The light on one picture's mat. ``inks``: 12 x 3, hue by hue, BGR, as parts of the light there; ``blown``:
    12 x 3, where an ink was too bright for the camera, so that it is brighter than it looks."""

    mat: Mat
    levels: np.ndarray
    slopes: np.ndarray
    inks: np.ndarray
    blown: np.ndarray
    troubles: tuple[Trouble, ...]

    def at(self, xy_mm: np.ndarray) -> np.ndarray:
        """Light at points of the page, (..., 2) mm -> (..., 3) BGR: what ideal white paper would show there, linear."""
        return np.exp(self.levels + _surface(np.asarray(xy_mm, float), self.mat) @ self.slopes)


def measure_light(image: np.ndarray, registration: Registration) -> Light:
    """The light in a picture (uint8 BGR) whose mat has been found."""
    mat, view = registration.mat, registration.view
    paper_xy = paper_spots(mat)
    patch_xy = np.array([patch.center for patch in mat.patches])
    paper, paper_mid, paper_in = spots_of(image, view, paper_xy, 3.0)
    patch, patch_mid, patch_in = spots_of(image, view, patch_xy, mat.patches[0].size * 0.6)
    gray = np.array([k for k, p in enumerate(mat.patches) if p.name.startswith("gray")])
    tones = np.array([mat.patches[k].srgb[0] for k in gray])
    kinds = np.unique(tones)
    values = np.vstack([paper, patch[gray]])
    middles = np.vstack([paper_mid, patch_mid[gray]])
    seen = np.concatenate([paper_in, patch_in[gray]])
    usable = (middles < _NEARLY_CLIPPED) & (values > _DARK) & seen[:, None]
    places = _surface(np.vstack([paper_xy, patch_xy[gray]]), mat)
    tone_of = np.concatenate([np.full(len(paper), -1), np.searchsorted(kinds, tones)])
    logs, tone_logs = np.log(np.maximum(values, 1e-5)), np.log(LINEAR[kinds] / _PAPER)
    usable &= _believable(logs, usable, places, tone_of, tone_logs)
    levels, slopes = _fit(logs, usable, places, tone_of, tone_logs)
    hue_index = [next(k for k, p in enumerate(mat.patches) if p.name == hue.title) for hue in Hue]
    light_there = np.exp(levels + places_light(patch_xy[hue_index], mat, slopes))
    inks = patch[hue_index] / light_there
    blown = patch_mid[hue_index] >= _CLIPPED
    pixels = view.project(np.column_stack([paper_xy, np.zeros(len(paper_xy))]))
    troubles = light_troubles(np.exp(levels), clips(paper_mid), paper_in, pixels)
    return Light(mat, levels, slopes, inks, blown, troubles)


def places_light(xy: np.ndarray, mat: Mat, slopes: np.ndarray) -> np.ndarray:
    return _surface(xy, mat) @ slopes


def _surface(xy: np.ndarray, mat: Mat) -> np.ndarray:
    u = xy[..., 0] / mat.width * 2 - 1
    v = xy[..., 1] / mat.height * 2 - 1
    return np.stack([u, v, u * u, u * v, v * v], -1)


def paper_spots(mat: Mat) -> np.ndarray:
    """Places of bare paper around the play area, N x 2 mm."""
    _, y, _, height = mat.play
    across = np.linspace(48, mat.width - 48, 9)
    rows = (5.0, y - 9.0, y + height + 6.0, mat.height - 5.0)
    spots = [(x, row) for row in rows for x in across]
    spots += [(x, v) for x in (6.5, mat.width - 6.5) for v in np.linspace(48, mat.height - 48, 6)]
    return np.array(spots)


def spots_of(image: np.ndarray, view: View, centers: np.ndarray, size: float) -> tuple[np.ndarray, ...]:
    """Mean linear light (N x 3), middle gray level (N x 3) and "in the picture" (N) of squares ``size`` mm wide."""
    grid = np.stack(np.meshgrid(_SPOT, _SPOT), -1).reshape(-1, 2) * size
    points = np.zeros((len(centers), len(grid), 3))
    points[..., :2] = centers[:, None] + grid
    pixels = np.rint(view.project(points)).astype(int)
    height, width = image.shape[:2]
    inside = ((pixels >= 0) & (pixels < [width, height])).all((1, 2))
    values = image[np.clip(pixels[..., 1], 0, height - 1), np.clip(pixels[..., 0], 0, width - 1)]
    return LINEAR[values].mean(1), np.median(values, axis=1), inside


def _fit(
    logs: np.ndarray, usable: np.ndarray, places: np.ndarray, tone_of: np.ndarray, tones: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Levels (3) and slopes (5 x 3) of the light's logarithm: robust least squares with weak priors."""
    spot, channel = np.nonzero(usable)
    width = 3 + 5 + 15 + len(tones)
    rows = np.zeros((len(spot), width))
    line = np.arange(len(spot))
    rows[line, channel] = 1
    rows[:, 3:8] = places[spot]
    for k in range(5):
        rows[line, 8 + 5 * channel + k] = places[spot, k]
    on_gray = tone_of[spot] >= 0
    rows[line[on_gray], 23 + tone_of[spot][on_gray]] = 1
    sigmas = np.concatenate([[2.0] * 3, [_SHAPE_SIGMA] * 5, _TINT_SIGMA * 3, [_GRAY_SIGMA] * len(tones)])
    center = np.concatenate([[-0.6] * 3, np.zeros(20), tones])
    wanted = logs[spot, channel]
    weight = np.full(len(spot), 1 / _SAMPLE_SIGMA**2)
    answer = center
    for _ in range(6):
        normal = (rows * weight[:, None]).T @ rows + np.diag(1 / sigmas**2)
        answer = np.linalg.solve(normal, rows.T @ (weight * wanted) + center / sigmas**2)
        off = wanted - rows @ answer
        weight = 1 / _SAMPLE_SIGMA**2 / (1 + (off / _ROBUST) ** 2)
    slopes = answer[3:8, None] + answer[8:23].reshape(3, 5).T
    return answer[:3], slopes


def _believable(
    logs: np.ndarray, usable: np.ndarray, places: np.ndarray, tone_of: np.ndarray, tones: np.ndarray
) -> np.ndarray:
    """Samples (N x 3) whose tint agrees with the dark grays.

    A sensor that saturates inside the camera, before its colour matrix, gives bright paper a wild tint without any
    channel at 255; the darker grays still tell the truth.
    """
    dark = (tone_of >= 0) & (tone_of <= 3)
    if (usable & dark[:, None]).sum(0).min() < 3:
        return np.ones_like(usable)
    levels, slopes = _fit(logs, usable & dark[:, None], places, tone_of, tones)
    tone = np.where(tone_of >= 0, tones[np.maximum(tone_of, 0)], 0.0)
    off = logs - (levels + places @ slopes) - tone[:, None]
    return np.abs(off - np.median(off, axis=1, keepdims=True)) < _TINT_GATE


_CHANNELS = ("blue", "green", "red")
DARK, GONE = 0.03, 0.06
_TOO_BRIGHT = 0.35  # part of the mat whose paper clips


def clips(middles: np.ndarray) -> np.ndarray:
    """Whether spots (N x 3 gray levels) clip: one channel alone may do so under a coloured lamp."""
    return (middles > _CLIPPED).sum(1) >= 2


def light_troubles(white: np.ndarray, clipped: np.ndarray, seen: np.ndarray, pixels: np.ndarray) -> tuple[Trouble, ...]:
    """What is wrong with a picture's light. ``white``: what paper shows, BGR, linear; ``clipped``, ``seen`` (N) and
    ``pixels`` (N x 2) of spots of paper: two channels clip there, it is in the picture, and where."""
    out = []
    if white.max() < DARK:
        out.append(
            Trouble("dark", "It is too dark to tell colours; more light, please.", {"level": float(white.max())})
        )
    where = full_sides(pixels[seen], clipped[seen])
    if where or clipped[seen].sum() > _TOO_BRIGHT * seen.sum():
        where = where or "all over the mat"
        words = f"Too bright {where}; move the lamp away, or turn it down."
        out.append(Trouble("too-bright", words, {"where": where}))
    weakest = int(white.argmin())
    if white[weakest] < GONE * white.max():
        message = f"The lamp is too coloured: {_CHANNELS[weakest]} is gone. Move the table or use another lamp."
        out.append(Trouble("lamp-coloured", message, {"missing": _CHANNELS[weakest]}))
    return tuple(out)
