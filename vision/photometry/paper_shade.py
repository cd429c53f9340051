"""Where paper around the play area shows more or less light than a smooth light does: the shadow of a head or an arm.

Somebody leans over the table. A smooth light cannot follow the edge of the shadow: inks of the mat that lie in it look
darker than they are, and their neighbours brighter. Paper beside them lies in the same shadow.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.geometry.mat import Mat
from vision.geometry.registration import Registration
from vision.photometry.mat_samples import NEARLY_CLIPPED, PAPER_MM, UNSEEN, MatSamples, measured, pixels_of

# Constants: chosen by hand on shadows laid over 80 pictures of invented tables: by how much the mat's inks look
# otherwise than without.
_BESIDE_PATCH, _ALONG, _BESIDE_MARKER = 3.5, 0.3, 5.0  # mm off; parts of its side from its middle; mm off
_NEAR_MM, _ALONE = 5.0, 0.03
"""How much farther than the nearest paper some may be that counts; so little of what counts in sight says nothing."""
_DIM, _TELLS = 0.1, 0.3  # of white: the dimmer a channel is, the less it tells; so much, and not all of it is noise
_TINT, _COVERED = 0.4, -1.8  # logarithms: more is a thing that lies there and no shadow
_SLIGHT, _SURELY = 0.03, 0.08  # logarithms: so far off is paper without any shadow; so far off it surely lies in one


@dataclass(frozen=True, slots=True, eq=False)
class PaperShade:
    """``off``: by how much light on spots of paper (P x 2 mm) differs from the smooth one, P x 3 logarithms (BGR)."""

    xy: np.ndarray
    off: np.ndarray


NO_PAPER = PaperShade(np.zeros((0, 2)), np.zeros((0, 3)))


@dataclass(frozen=True, slots=True, eq=False)
class PaperSpots:
    """Where a mat's bare paper is looked at for shadows: that of ``MatSamples``, and beside patches and markers.

    ``xy``: P x 2 mm; ``inside``: P, all of it is in the picture; ``pixels``: of those beside, N x samples, in the
    picture's rows laid end to end; ``near``: spots of ``MatSamples`` x P, how much each tells of the light there."""

    xy: np.ndarray
    pixels: np.ndarray
    inside: np.ndarray
    near: np.ndarray

    @classmethod
    @lru_cache(maxsize=4)  # it stays while the camera does
    def of_mat(cls, registration: Registration) -> "PaperSpots":
        """Those of a mat that has been found."""
        samples, beside = MatSamples.of_mat(registration), spots_beside(registration.mat)
        pixels, inside = pixels_of(registration.view, beside, np.full(len(beside), PAPER_MM))
        xy = np.vstack([samples.xy[: samples.paper], beside])
        apart = ((samples.xy[:, None] - xy) ** 2).sum(-1)
        near = np.exp((apart.min(1, keepdims=True) - apart) / (2 * _NEAR_MM**2))
        inside = np.concatenate([samples.inside[: samples.paper], inside])
        return cls(xy, pixels, inside, near / near.sum(1, keepdims=True))

    def shade(
        self, image: np.ndarray, light: np.ndarray, known: tuple[np.ndarray, np.ndarray]
    ) -> tuple[PaperShade, np.ndarray]:
        """The shade on those that show bare paper, and on the spots of ``MatSamples`` (S x 3 logarithms). ``light``:
        the smooth one on the paper, P x 3 logarithms; ``known``: what is ``measured`` of the paper of ``MatSamples``.
        Where paper clips it is at least as bright as it looks."""
        both = zip(known, measured(image, self.pixels), strict=True)
        values, middles = (np.concatenate(one) for one in both)
        off, told = np.log(np.maximum(values, UNSEEN)) - light, middles < NEARLY_CLIPPED
        clear = np.minimum(np.exp(light) / _DIM, 1) ** 2
        tells = told * clear
        gray = (tells * off).sum(1, keepdims=True) / np.maximum(tells.sum(1, keepdims=True), _TELLS)
        off = np.where(told, gray + clear * (off - gray), np.maximum(off, gray))
        paper = (values > UNSEEN).all(1) & self.inside & (np.ptp(off, axis=1) < _TINT) & (off.max(1) > _COVERED)
        counts = self.near * paper
        shade = counts @ off / (counts.sum(1, keepdims=True) + _ALONE)
        surely = np.clip((np.median(np.abs(shade), 1, keepdims=True) - _SLIGHT) / (_SURELY - _SLIGHT), 0, 1)
        return PaperShade(self.xy[paper], off[paper]), surely * shade


def spots_beside(mat: Mat) -> np.ndarray:
    """Places of bare paper beside the hues' patches and the markers, N x 2 mm."""
    hues = (patch for patch in mat.patches if not patch.name.startswith("gray"))
    beside = [spot for patch in hues for spot in _by_patch(patch.center, patch.size)]
    beside += [spot for x, y, size in mat.markers.values() for spot in _by_marker(x + size / 2, y + size / 2, size)]
    spots = np.array(beside)
    return spots[mat.inwards(spots) <= -PAPER_MM]


def _by_patch(center: tuple[float, float], size: float) -> list[tuple[float, float]]:
    """Above and below it, three each."""
    x, y = center
    away = size / 2 + _BESIDE_PATCH
    return [(x + part * size, y + side * away) for part in (-_ALONG, 0, _ALONG) for side in (-1, 1)]


def _by_marker(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """On its four sides."""
    away = size / 2 + _BESIDE_MARKER
    return [(x - away, y), (x + away, y), (x, y - away), (x, y + away)]
