"""Measure the light of one picture from the mat: how bright, of what colour, and how it changes over the page.

The logarithm of the light is a smooth surface: one shape shared by the three channels (lamps fall off) and a small
tint of its own for each (a window on one side, a lamp on the other). It is fitted to the bare paper around the play
area and to the gray patches, robustly, because some of them lie in shadows; channels that clip are left out, and the
darker grays then carry them. The twelve colour patches divided by that light are the "inks" of this picture: the
same inks as in every other picture of the same mat, as this lamp and this camera show them.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from engine.components.hues import Hue
from vision.geometry.camera_model import View
from vision.geometry.mat import Mat
from vision.geometry.registration import Registration
from vision.photometry.light_faults import CLIPPED, NO_COLOUR, clips, colour_troubles, light_troubles
from vision.photometry.srgb import LINEAR
from vision.readings import Trouble

NEARLY_CLIPPED = 244
_DARK = 0.004
_SAMPLE_SIGMA = 0.03
_ROBUST = 0.05
_FEW = 0.1  # of the paper
_TINT_GATE, _COVERED, _COLOURED = 0.4, -1.0, 1.0  # logarithms
_ROUGHLY = 3  # rounds of the fit that are enough for this gate
_SHAPE_SIGMA = 1.0
_TINT_SIGMA = (0.2, 0.2, 0.06, 0.06, 0.06)
_GRAY_SIGMA = 0.15
_SURFACE, _LEAST_SEEN = 0.02, 3
_PAPER = 0.93  # what white paper reflects
_UNVEILED = 0.25  # so many of the inks lie in no glare, at least
_PALE, _NEIGHBOURS = 0.05, 5  # so pale some inks are without it, a lamp's doing; side by side
_BLACK = 0.02  # by so much black looks otherwise from marker to marker without any glare
_SPOT = np.linspace(-0.5, 0.5, 6)
_PAPER_MM, _PART = 3.0, 0.6  # a spot of paper; the part of a patch that is looked at


@dataclass(frozen=True, slots=True, eq=False)
class Illumination:
    """The light on one picture's mat. ``inks``: 12 x 3, hue by hue, BGR, as parts of the light there; ``blown``:
    12 x 3, where an ink was too bright for the camera, so that it is brighter than it looks."""

    mat: Mat
    levels: np.ndarray
    slopes: np.ndarray
    inks: np.ndarray
    blown: np.ndarray
    troubles: tuple[Trouble, ...]
    lost: np.ndarray = field(default_factory=lambda: np.zeros(3, bool))
    """3, BGR: of which bright paper shows too little, as the sensor saturates before the camera works its colours out.
    Whatever is bright in it may be brighter."""
    contrast: float = 0.0
    """How much farther apart the bright and the dark gray steps are than they are printed (logarithm): the camera's
    doing. A lamp mirrored in the mat brings them nearer."""

    @property
    def colourless(self) -> bool:
        """Whether nothing can be told by colours."""
        return NO_COLOUR in self.troubles

    def at(self, xy_mm: np.ndarray) -> np.ndarray:
        """Light at points of the page, (..., 2) mm -> (..., 3) BGR: what ideal white paper would show there, linear."""
        return np.exp(self.levels + _surface(np.asarray(xy_mm, float), self.mat) @ self.slopes)


@dataclass(frozen=True, slots=True, eq=False)
class _Spots:
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
    def of_mat(cls, registration: Registration) -> "_Spots":
        mat, view = registration.mat, registration.view
        paper = paper_spots(mat)
        black, frame = _black_spots(registration)
        xy = np.vstack([paper, [patch.center for patch in mat.patches], black])
        sizes = [
            np.full(len(paper), _PAPER_MM),
            [_PART * patch.size for patch in mat.patches],
            np.full(len(black), frame),
        ]
        pixels, inside = _pixels_of(view, xy, np.concatenate(sizes))
        gray = [k for k, patch in enumerate(mat.patches) if patch.name.startswith("gray")]
        of = np.concatenate([np.arange(len(paper)), len(paper) + np.array(gray)])
        shown = np.array([mat.patches[k].srgb[0] for k in gray])
        kinds = np.unique(shown)
        tone_of = np.concatenate([np.full(len(paper), -1), np.searchsorted(kinds, shown)])
        names = [patch.name for patch in mat.patches]
        hues = len(paper) + np.array([names.index(hue.title) for hue in Hue])
        rows = _rows(_surface(xy[of], mat), tone_of, len(kinds))
        on_page = view.project(np.column_stack([paper, np.zeros(len(paper))]))
        tones = np.log(LINEAR[kinds] / _PAPER)
        blacks = np.arange(len(xy) - len(black), len(xy))
        veils = _veil_rows(xy[hues], mat) @ np.linalg.pinv(_veil_rows(black, mat), rcond=0.05)
        near = np.argsort(np.linalg.norm(xy[hues][:, None] - xy[hues], axis=-1), axis=1)[:, :_NEIGHBOURS]
        return cls(xy, pixels, inside, len(paper), on_page, of, tone_of, tones, rows, hues, blacks, veils, near)


def measure_illumination(image: np.ndarray, registration: Registration) -> Illumination:
    """The light in a picture (uint8 BGR) whose mat has been found."""
    mat, spots = registration.mat, _Spots.of_mat(registration)
    values, middles = _measured(image, spots.pixels)
    seen = (values[spots.of] > _DARK) & spots.inside[spots.of, None]
    clipped = seen & (middles[spots.of] >= NEARLY_CLIPPED)
    logs = np.log(np.maximum(values[spots.of], 1e-5))
    usable = seen & ~clipped
    believed, lost = _believable(logs, usable, spots)
    usable &= believed
    levels, slopes, tones = _fit(logs, usable, spots, clipped)
    parts = values / np.exp(levels + _surface(spots.xy, mat) @ slopes)
    inks = parts[spots.hues]
    inks -= _veil(parts[spots.blacks].min(1), inks, spots)[:, None]
    blown = middles[spots.hues] >= CLIPPED
    paper = slice(spots.paper)
    troubles = light_troubles(np.exp(levels), clips(middles[paper]), spots.inside[paper], spots.on_page)
    troubles += colour_troubles(inks, mat)
    return Illumination(mat, levels, slopes, inks, blown, troubles, lost, _contrast(tones, usable, spots))


def gray_samples(image: np.ndarray, registration: Registration, curve: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of paper and gray steps that can be measured: the camera's numbers, and how much brighter each sample should be
    than ``curve`` (256 logarithms of light) says of its number, N each."""
    spots = _Spots.of_mat(registration)
    _, middles = _measured(image, spots.pixels[spots.of])
    logs = np.interp(middles, np.arange(256), curve)
    usable = (logs > np.log(_DARK)) & spots.inside[spots.of, None] & (middles < NEARLY_CLIPPED)
    usable &= _believable(logs, usable, spots)[0]
    levels, slopes, _ = _fit(logs, usable, spots, rounds=_ROUGHLY)
    light = levels + _surface(spots.xy[spots.of], registration.mat) @ slopes
    printed = np.where(spots.tone_of >= 0, _as_seen(spots.tones)[np.maximum(spots.tone_of, 0)], 0.0)
    return middles[usable], (light + printed[:, None] - logs)[usable]


def _as_seen(tones: np.ndarray) -> np.ndarray:
    """Tones (logarithms) as they are seen beside paper: both send back a little white from their surface."""
    return np.log((np.exp(tones) + _SURFACE) / (1 + _SURFACE))


def _contrast(tones: np.ndarray, usable: np.ndarray, spots: _Spots) -> float:
    """How much farther apart the two brighter of the middle gray steps are from the two darker ones than they should
    be; 0 where neither of one of these pairs can be seen well."""
    of_gray = spots.tone_of >= 0
    seen = np.bincount(spots.tone_of[of_gray], usable[of_gray].sum(1), len(tones))[1:-1] >= _LEAST_SEEN
    off = (tones - _as_seen(spots.tones))[1:-1]
    half = len(off) // 2
    dark, bright = (off[part][seen[part]] for part in (slice(half), slice(half, None)))
    return float(bright.mean() - dark.mean()) if len(dark) and len(bright) else 0.0


def _surface(xy: np.ndarray, mat: Mat) -> np.ndarray:
    u = xy[..., 0] / mat.width * 2 - 1
    v = xy[..., 1] / mat.height * 2 - 1
    return np.stack([u, v, u * u, u * v, v * v], -1)


def _black_spots(registration: Registration) -> tuple[np.ndarray, float]:
    """Places on the black borders of the markers that are seen, N x 2 mm, and how wide a spot fits there, mm."""
    spots = []
    for marker in registration.markers:
        x, y, size = registration.mat.markers[marker]
        frame = size / 12  # half of a module: the middle of the border
        spots += [(x + a, y + b) for a in (frame, size / 2, size - frame) for b in (frame, size - frame)]
    return np.array(spots), size / 16


def _veil_rows(xy: np.ndarray, mat: Mat) -> np.ndarray:
    """Of a veil that changes evenly over the page: constant, across, down, and both together."""
    u, v = xy[:, 0] / mat.width * 2 - 1, xy[:, 1] / mat.height * 2 - 1
    return np.stack([np.ones(len(u)), u, v, u * v], -1)


def _veil(blacks: np.ndarray, inks: np.ndarray, spots: _Spots) -> np.ndarray:
    """How much white lies over the inks (12, parts of the light) where a lamp is mirrored in the mat: there the
    markers' black (``blacks``, what it sends back) is less black than elsewhere, and all ``inks`` (12 x 3) near each
    other are paler than the others, in the channel that each swallows."""
    outside = spots.veils @ np.maximum(blacks - blacks.min() - _BLACK, 0)
    palest = inks.min(1)
    between = np.median(palest[spots.near], axis=1) - np.quantile(palest, _UNVEILED) - _PALE
    return np.clip(np.maximum(outside, between), 0, np.maximum(palest, 0))


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
    pixels, inside = _pixels_of(view, centers, np.full(len(centers), size))
    return *_measured(image, pixels), inside


def _pixels_of(view: View, centers: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which pixels squares (N x 2 mm, N mm wide) are made of, N x samples in the picture's rows laid end to end, and
    whether all of them are in the picture (N)."""
    grid = np.stack(np.meshgrid(_SPOT, _SPOT), -1).reshape(-1, 2)
    points = np.zeros((len(centers), len(grid), 3))
    points[..., :2] = centers[:, None] + grid * sizes[:, None, None]
    pixels = np.rint(view.project(points)).astype(int)
    width, height = view.size
    inside = ((pixels >= 0) & (pixels < [width, height])).all((1, 2))
    return np.clip(pixels[..., 1], 0, height - 1) * width + np.clip(pixels[..., 0], 0, width - 1), inside


def _measured(image: np.ndarray, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
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


def _fit(
    logs: np.ndarray, usable: np.ndarray, spots: _Spots, clipped: np.ndarray | None = None, rounds: int = 6
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Levels (3) and slopes (5 x 3) of the light's logarithm, and the tones of the gray steps: robust least squares
    with weak priors. What lies on a spot changes all its channels: the worst one tells. Samples that are ``clipped``
    are at least as bright as they look, which counts once it is known how bright the others say they are."""
    tones = spots.tones
    clipped = np.zeros_like(usable) if clipped is None else clipped
    told = usable | clipped
    spot, rows, wanted, least = np.nonzero(told)[0], spots.rows[told.ravel()], logs[told], clipped[told]
    precise = 1 / np.concatenate([[2.0] * 3, [_SHAPE_SIGMA] * 5, _TINT_SIGMA * 3, [_GRAY_SIGMA] * len(tones)]) ** 2
    center = np.concatenate([[-0.6] * 3, np.zeros(20), tones])
    sure = ~least
    weight = sure / _SAMPLE_SIGMA**2
    answer = center
    for _ in range(rounds):
        weighed = rows.T * weight
        answer = np.linalg.solve(weighed @ rows + np.diag(precise), weighed @ wanted + center * precise)
        off = wanted - rows @ answer
        worst = np.zeros(len(told))
        np.maximum.at(worst, spot[sure], np.abs(off[sure]))
        weight = 1 / _SAMPLE_SIGMA**2 / (1 + (worst[spot] / _ROBUST) ** 2)
        weight[least] *= (off[least] > 0) / (1 + np.maximum(off[least], 0) / _ROBUST)
    slopes = answer[3:8, None] + answer[8:23].reshape(3, 5).T
    return answer[:3], slopes, answer[23:]


def _believable(logs: np.ndarray, usable: np.ndarray, spots: _Spots) -> tuple[np.ndarray, np.ndarray]:
    """Samples (N x 3) whose tint agrees with the dark grays, and that are not far darker: something lies there.
    Printed grays may have a tint themselves, the more the darker they are, so that they tell by its trend. And the
    channels (3) that are ``Illumination.lost``: none of the paper is believed in them.

    A sensor that saturates inside the camera, before its colour matrix, gives bright paper a wild tint without any
    channel at 255; the darker grays still tell the truth. A card's ink does more: it swallows a channel, and then what
    is left of that spot is none of the paper's either.
    """
    tone_of = spots.tone_of
    dark = (tone_of >= 0) & (tone_of <= 3)
    if (usable & dark[:, None]).sum(0).min() < 3:
        return np.ones_like(usable), np.zeros(3, bool)
    levels, slopes, _ = _fit(logs, usable & dark[:, None], spots, rounds=_ROUGHLY)
    tone = np.where(tone_of >= 0, spots.tones[np.maximum(tone_of, 0)], 0.0)
    places = spots.rows[::3, 3:8]
    off = logs - (levels + places @ slopes) - tone[:, None]
    middle = np.median(off, axis=1, keepdims=True)
    tint = off - middle
    ends = [(tone[on], tint[on, k]) for k, on in enumerate((usable & dark[:, None]).T)]
    odd = tint - np.stack([_trend(*one, tone) for one in ends], 1)
    whole = (middle > _COVERED) & (np.abs(odd).max(1, keepdims=True) < _COLOURED)
    believed = (np.abs(odd) < _TINT_GATE) & whole
    paper = tone_of < 0
    lost = np.array([_loses(*one) for one in zip(odd[paper].T, usable[paper].T, strict=True)])
    believed[np.ix_(paper, lost)] = False
    return believed, lost


def _loses(odd: np.ndarray, usable: np.ndarray) -> bool:
    """Whether paper shows too little of a channel, wherever it can be seen well (N each), or nearly."""
    return bool(usable.mean() > _FEW and np.median(odd[usable]) < -_TINT_GATE)


def _trend(tones: np.ndarray, tints: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Where a line through the ``tints`` of some ``tones`` (N each) is ``at`` other tones, whatever a few of them say
    (Theil-Sen)."""
    one, other = np.triu_indices(len(tones), 1)
    apart = tones[one] != tones[other]
    slope = np.median((tints[one] - tints[other])[apart] / (tones[one] - tones[other])[apart]) if apart.any() else 0.0
    return slope * at + np.median(tints - slope * tones)
