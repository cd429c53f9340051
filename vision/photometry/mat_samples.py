"""Where one mat is looked at for its light, in pixels: bare paper, gray and colour patches, the markers' black."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.components.hues import Hue
from vision.geometry.camera_model import View
from vision.geometry.mat import Mat
from vision.geometry.registration import Registration
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand: well within the patches, and off the mat's print.
_PAPER = 0.93  # what white paper reflects
_NEIGHBOURS = 5  # inks side by side
_SPOT = np.linspace(-0.5, 0.5, 6)
PAPER_MM, _PART = 3.0, 0.6  # a spot of paper; the part of a patch that is looked at
UNSEEN, NEARLY_CLIPPED = 0.004, 244  # linear, a gray level: what lies between can be measured


@dataclass(frozen=True, slots=True, eq=False)
class MatSamples:
    """Where one mat is looked at for its light: first bare paper, then all patches. ``xy``: S x 2 mm; ``pixels``:
    S x samples, places in the picture's rows laid end to end; ``inside``: S, all of it is in the picture.

    For those that are measured, paper and gray patches, ``of`` (N) says which spots they are, ``tone_of`` (N) which
    of the ``tones`` (logarithms) they have, -1 for paper. ``rows``: 3 N x unknowns, for the fit.
    """

    xy: np.ndarray
    pixels: np.ndarray
    inside: np.ndarray
    paper: int
    on_page: np.ndarray
    of: np.ndarray
    tone_of: np.ndarray
    tones: np.ndarray
    rows: np.ndarray
    hues: np.ndarray
    blacks: np.ndarray
    veils: np.ndarray
    near: np.ndarray

    @classmethod
    @lru_cache(maxsize=4)  # it stays while the camera does
    def of_mat(cls, registration: Registration) -> "MatSamples":
        mat, view = registration.mat, registration.view
        paper = paper_spots(mat)
        black, frame = _black_spots(registration)
        xy = np.vstack([paper, [patch.center for patch in mat.patches], black])
        sizes = [
            np.full(len(paper), PAPER_MM),
            [_PART * patch.size for patch in mat.patches],
            np.full(len(black), frame),
        ]
        pixels, inside = pixels_of(view, xy, np.concatenate(sizes))
        gray = [k for k, patch in enumerate(mat.patches) if patch.name.startswith("gray")]
        of = np.concatenate([np.arange(len(paper)), len(paper) + np.array(gray)])
        shown = np.array([mat.patches[k].srgb[0] for k in gray])
        kinds = np.unique(shown)
        tone_of = np.concatenate([np.full(len(paper), -1), np.searchsorted(kinds, shown)])
        names = [patch.name for patch in mat.patches]
        hues = len(paper) + np.array([names.index(hue.title) for hue in Hue])
        rows = _rows(surface_terms(xy[of], mat), tone_of, len(kinds))
        on_page = view.project_flat(paper)
        tones = np.log(LINEAR[kinds] / _PAPER)
        blacks = np.arange(len(xy) - len(black), len(xy))
        veils = _veil_rows(xy[hues], mat) @ np.linalg.pinv(_veil_rows(black, mat), rcond=0.05)
        near = np.argsort(np.linalg.norm(xy[hues][:, None] - xy[hues], axis=-1), axis=1)[:, :_NEIGHBOURS]
        return cls(xy, pixels, inside, len(paper), on_page, of, tone_of, tones, rows, hues, blacks, veils, near)


def surface_terms(xy: np.ndarray, mat: Mat) -> np.ndarray:
    """What a smooth light over the page is made of, at points (..., 2) mm: (..., 5), powers up to two of -1 to 1 across
    and down."""
    u = xy[..., 0] / mat.width * 2 - 1
    v = xy[..., 1] / mat.height * 2 - 1
    return np.stack([u, v, u * u, u * v, v * v], -1)


def _black_spots(registration: Registration) -> tuple[np.ndarray, float]:
    """Places on the black borders of the markers that are seen, N x 2 mm, and how wide a spot fits there, mm."""
    rings = [registration.mat.black_ring(marker) for marker in registration.markers]
    return np.vstack([places for places, _ in rings]), rings[-1][1]


def _veil_rows(xy: np.ndarray, mat: Mat) -> np.ndarray:
    """Of a veil that changes evenly over the page: constant, across, down, and both together."""
    u, v = xy[:, 0] / mat.width * 2 - 1, xy[:, 1] / mat.height * 2 - 1
    return np.stack([np.ones(len(u)), u, v, u * v], -1)


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
    pixels, inside = pixels_of(view, centers, np.full(len(centers), size))
    return *measured(image, pixels), inside


def pixels_of(view: View, centers: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which pixels squares (N x 2 mm, N mm wide) are made of, N x samples in the picture's rows laid end to end, and
    whether all of them are in the picture (N)."""
    grid = np.stack(np.meshgrid(_SPOT, _SPOT), -1).reshape(-1, 2)
    points = np.zeros((len(centers), len(grid), 3))
    points[..., :2] = centers[:, None] + grid * sizes[:, None, None]
    pixels = np.rint(view.project(points)).astype(int)
    width, height = view.size
    inside = ((pixels >= 0) & (pixels < [width, height])).all((1, 2))
    return np.clip(pixels[..., 1], 0, height - 1) * width + np.clip(pixels[..., 0], 0, width - 1), inside


def measured(image: np.ndarray, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean linear light and middle gray level of spots (N x samples), N x 3 each."""
    values = np.sort(image.reshape(-1, 3)[pixels].transpose(0, 2, 1), axis=-1)
    half = pixels.shape[1] // 2
    return LINEAR[values].mean(-1), (values[..., half - 1] + values[..., half].astype(float)) / 2


def _rows(places: np.ndarray, tone_of: np.ndarray, tones: int) -> np.ndarray:
    """What every unknown does to every sample: channel levels, shape, each channel's tint, tones; 3 N x unknowns."""
    count = len(places)
    rows = np.zeros((count, 3, 23 + tones))
    channel = np.arange(3)
    rows[:, channel, channel] = 1
    rows[:, :, 3:8] = places[:, None]
    for k in channel:
        rows[:, k, 8 + 5 * k : 13 + 5 * k] = places
    on_gray = np.flatnonzero(tone_of >= 0)
    rows[on_gray, :, 23 + tone_of[on_gray]] = 1
    return rows.reshape(3 * count, -1)
