"""Measure the light of one picture from the mat: how bright, of what colour, and how it changes over the page.

The logarithm of the light is a smooth surface: one shape shared by the three channels (lamps fall off) and a small
tint of its own for each (a window on one side, a lamp on the other). It is fitted to the bare paper around the play
area and to the gray patches, robustly, because some of them lie in shadows; channels that clip are left out, and the
darker grays then carry them. The twelve colour patches divided by that light, and by the shade that the paper beside
each is in (``paper_shade``), are the "inks" of this picture: the same inks as in every other picture of the same mat,
as this lamp and this camera show them.
"""

from dataclasses import dataclass, field

import numpy as np

from vision.geometry.mat import Mat
from vision.geometry.registration import Registration
from vision.photometry.light_faults import CLIPPED, NO_COLOUR, clips, colour_troubles, light_troubles
from vision.photometry.mat_samples import NEARLY_CLIPPED, UNSEEN, MatSamples, measured, surface_terms
from vision.photometry.paper_shade import NO_PAPER, PaperShade, PaperSpots
from vision.photometry.table_shade import TableShade
from vision.readings import Trouble

# Constants: chosen by hand on renderings and invented mats: how far samples of one light are from each other, how
# steep a light over a page is, and what is no paper any more.
_SAMPLE_SIGMA = 0.03
_ROBUST = 0.05
_FEW = 0.1  # of the paper
_TINT_GATE, _COVERED, _COLOURED = 0.4, -1.0, 1.0  # logarithms
_ROUGHLY = 3  # rounds of the fit that are enough for this gate
_SHAPE_SIGMA = 1.0
_TINT_SIGMA = (0.2, 0.2, 0.06, 0.06, 0.06)
_GRAY_SIGMA = 0.15
_SURFACE = 0.02  # parts of white that paper and ink send back from their surface
_LEAST_SEEN = 3  # samples of a gray step
_UNVEILED = 0.25  # so many of the inks lie in no glare, at least
_PALE = 0.05  # so pale some inks are without it, a lamp's doing
_BLACK = 0.02  # by so much black looks otherwise from marker to marker without any glare


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
    paper: PaperShade = NO_PAPER
    table: TableShade | None = None
    """Shadows on the ``paper`` around the play area, and on all of the table once that has been looked at."""

    @property
    def colourless(self) -> bool:
        """Whether nothing can be told by colours."""
        return NO_COLOUR in self.troubles

    def at(self, xy_mm: np.ndarray) -> np.ndarray:
        """Light at points of the page, (..., 2) mm -> (..., 3) BGR: what ideal white paper would show there, linear."""
        xy_mm = np.asarray(xy_mm, float)
        light = self.levels + surface_terms(xy_mm, self.mat) @ self.slopes
        return np.exp(light if self.table is None else light + self.table.at(xy_mm))


def measure_illumination(image: np.ndarray, registration: Registration) -> Illumination:
    """The light in a picture (uint8 BGR) whose mat has been found."""
    mat, spots = registration.mat, MatSamples.of_mat(registration)
    values, middles = measured(image, spots.pixels)
    seen = (values[spots.of] > UNSEEN) & spots.inside[spots.of, None]
    clipped = seen & (middles[spots.of] >= NEARLY_CLIPPED)
    logs = np.log(np.maximum(values[spots.of], 1e-5))
    usable = seen & ~clipped
    believed, lost = _believable(logs, usable, spots)
    usable &= believed
    levels, slopes, tones = _fit(logs, usable, spots, clipped)
    rim, beside = slice(spots.paper), PaperSpots.of_mat(registration)
    smooth = levels + surface_terms(beside.xy, mat) @ slopes
    paper, shade = beside.shade(image, smooth, (values[rim], middles[rim])) if not lost.any() else (NO_PAPER, 0.0)
    parts = values / np.exp(levels + surface_terms(spots.xy, mat) @ slopes + shade)
    inks = parts[spots.hues]
    inks -= _veil(parts[spots.blacks].min(1), inks, spots)[:, None]
    blown = middles[spots.hues] >= CLIPPED
    troubles = light_troubles(np.exp(levels), clips(middles[rim]), spots.inside[rim], spots.on_page)
    troubles += colour_troubles(inks, mat)
    contrast = _contrast(tones, usable, spots)
    return Illumination(mat, levels, slopes, inks, blown, troubles, lost, contrast, paper)


def gray_samples(image: np.ndarray, registration: Registration, curve: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of paper and gray steps that can be measured: the camera's numbers, and how much brighter each sample should be
    than ``curve`` (256 logarithms of light) says of its number, N each."""
    spots = MatSamples.of_mat(registration)
    _, middles = measured(image, spots.pixels[spots.of])
    logs = np.interp(middles, np.arange(256), curve)
    usable = (logs > np.log(UNSEEN)) & spots.inside[spots.of, None] & (middles < NEARLY_CLIPPED)
    usable &= _believable(logs, usable, spots)[0]
    levels, slopes, _ = _fit(logs, usable, spots, rounds=_ROUGHLY)
    light = levels + surface_terms(spots.xy[spots.of], registration.mat) @ slopes
    printed = np.where(spots.tone_of >= 0, _as_seen(spots.tones)[np.maximum(spots.tone_of, 0)], 0.0)
    return middles[usable], (light + printed[:, None] - logs)[usable]


def _as_seen(tones: np.ndarray) -> np.ndarray:
    """Tones (logarithms) as they are seen beside paper: both send back a little white from their surface."""
    return np.log((np.exp(tones) + _SURFACE) / (1 + _SURFACE))


def _contrast(tones: np.ndarray, usable: np.ndarray, spots: MatSamples) -> float:
    """How much farther apart the two brighter of the middle gray steps are from the two darker ones than they should
    be; 0 where neither of one of these pairs can be seen well."""
    of_gray = spots.tone_of >= 0
    seen = np.bincount(spots.tone_of[of_gray], usable[of_gray].sum(1), len(tones))[1:-1] >= _LEAST_SEEN
    off = (tones - _as_seen(spots.tones))[1:-1]
    half = len(off) // 2
    dark, bright = (off[part][seen[part]] for part in (slice(half), slice(half, None)))
    return float(bright.mean() - dark.mean()) if len(dark) and len(bright) else 0.0


def _veil(blacks: np.ndarray, inks: np.ndarray, spots: MatSamples) -> np.ndarray:
    """How much white lies over the inks (12, parts of the light) where a lamp is mirrored in the mat: there the
    markers' black (``blacks``, what it sends back) is less black than elsewhere, and all ``inks`` (12 x 3) near each
    other are paler than the others, in the channel that each swallows."""
    outside = spots.veils @ np.maximum(blacks - blacks.min() - _BLACK, 0)
    palest = inks.min(1)
    between = np.median(palest[spots.near], axis=1) - np.quantile(palest, _UNVEILED) - _PALE
    return np.clip(np.maximum(outside, between), 0, np.maximum(palest, 0))


def _fit(
    logs: np.ndarray, usable: np.ndarray, spots: MatSamples, clipped: np.ndarray | None = None, rounds: int = 6
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


def _believable(logs: np.ndarray, usable: np.ndarray, spots: MatSamples) -> tuple[np.ndarray, np.ndarray]:
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
