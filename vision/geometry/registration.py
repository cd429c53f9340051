"""Find the mat in a picture, and from it the camera: millimetres on the table to pixels and back.

Corners come from ArUco markers (sub-pixel); pose, focal length and one term of radial distortion are fitted to
them with weak priors, because four markers on a plane seen almost from above say little about the focal length.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

import cv2
import numpy as np

from engine.core.language import Deferred
from vision.geometry.camera_model import View, fit_view
from vision.geometry.markers import as_it_was, detector_of, gray_of, markers_in
from vision.geometry.mat import Mat, mats
from vision.readings import Trouble

# Constants: chosen by hand on renderings with bent lenses, bent mats and two mats in sight (tests/vision/geometry);
# what is smaller than a bound is noise, what is larger is another thing.
_DETECT_SIDE = 1280
_MAX_ERROR = 0.006  # longer sides of the picture: a worse fit is no flat mat
_LOOSE = 0.0025  # a mat that is so far from flat is no measure for places and colours
_OTHER_LENS = 0.0015  # a camera that was taught, and the mat flat, is nearly always nearer
# Nearer than that, another lens is told by its own fit being so much better. Chosen on invented cameras: of lenses off
# by a tenth or more 71 % are noticed over a flat mat (229; 46 % where it bows by half a millimetre, 219), and of 600 of
# the right lens none is taken for another (of 600 over mats that bow by 1 to 2 mm, two).
_OTHER_FITS, _WELL = 2.0, 0.0002
_QUICK_SHRINK, _QUICK_WINDOW = 2.0, 13  # px, in the smaller picture
_AROUND = 0.35  # of a marker's size, looked at around the place where it was
_LEAST_PX = 12
_MOVED_PX = 2.0  # less: a marker that is not seen where it was is covered, and not somewhere else
_STILL_PX = 0.35  # less is noise of the camera
_SQUEEZED = (4 / 3, 16 / 11)  # 16 : 9 kept as 4 : 3, or as 704 x 576
_MOST_CHOICES = 16  # two mats in sight, whole; more are no table
_LEAST_MIRRORED = 3  # markers: fewer may look like those of a mirror by chance
_DIM = 60.0  # of 255, for the brightest in the picture

Places = dict[int, list[np.ndarray]]
"""Marker -> its corners (4 x 2 px) wherever it was seen: another mat may be in sight."""
Markers = Mapping[int, np.ndarray]
"""Marker -> its corners (4 x 2 px)."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The mat in one picture. ``error_px``: root mean square distance of the corners from the fit."""

    mat: Mat
    view: View
    markers: tuple[int, ...]
    corners_px: np.ndarray
    error_px: float

    def corners_of(self, marker: int) -> np.ndarray:
        """A marker's corners as they were seen, 4 x 2 px."""
        at = 4 * self.markers.index(marker)
        return self.corners_px[at : at + 4]

    def should_be(self, marker: int) -> np.ndarray:
        """Where a marker's corners are, by all that were seen together, 4 x 2 px."""
        return self.view.project_flat(self.mat.marker_corners(marker))

    @property
    def span_px(self) -> float:
        """How large the mat is in the picture."""
        page = np.array([[0.0, 0.0, 0.0], [self.mat.width, self.mat.height, 0.0]])
        return float(np.hypot(*np.diff(self.view.project(page), axis=0)[0]))

    @property
    def loose(self) -> bool:
        """The corners do not belong together well: the mat is bent, and what is read by it is doubtful."""
        return self.error_px > _LOOSE * self.view.long

    @property
    def homography(self) -> np.ndarray:
        """3 x 3, table mm (height 0) to px, without the lens's bend."""
        page = self.mat.page_corners
        pixels = self.view.project_flat(page)
        return cv2.getPerspectiveTransform(page.astype(np.float32), pixels.astype(np.float32))


class Registrar:
    """Finds the mat; where the camera stands still, the second time much faster than the first.

    ``lens``: (focal length in longer sides of the picture, bend) of a camera that is already known. ``sheets``: what is
    looked for, all mats by default; whatever else lies beside them does not matter. Not to be shared between threads.
    """

    def __init__(self, lens: tuple[float, float] | None = None, sheets: Sequence[Mat] | None = None) -> None:
        self._lens, self._sheets = lens, mats() if sheets is None else sheets
        self._thorough, self._quick = detector_of(), detector_of(_QUICK_WINDOW)
        self._last: Registration | None = None

    def find(self, image: np.ndarray) -> tuple[Registration | None, tuple[Trouble, ...]]:
        """The mat in a picture (uint8, BGR or gray), or None with the reason.

        While nothing moves, the same registration comes back: what was computed from it may be kept.
        """
        places = self._where_it_was(image) or self._somewhere(gray_of(image))
        mat = self._likeliest_mat(places)
        places = {marker: there for marker, there in places.items() if mat is not None and marker in mat.markers}
        if mat is None or len(places) < 2:
            return None, (self._missing(gray_of(image), len(places)),)
        size = image.shape[1], image.shape[0]
        choices = [dict(zip(places, one, strict=True)) for one in islice(product(*places.values()), _MOST_CHOICES)]
        if len(choices) > 1 or not self._is_still(choices[0], size):
            self._last = self._fitted(mat, choices, size)
        if self._last is None:
            return None, (self._crooked(mat, choices, size),)
        return self._last, (*_missing_markers(len(self._last.markers)), *_bent(self._last))

    def mirrored(self, image: np.ndarray) -> bool:
        """Whether a picture (uint8, BGR or gray) shows a mat as if in a mirror."""
        gray = gray_of(image)
        return not self._quickly(gray) and self._in_a_mirror(gray)

    def _likeliest_mat(self, found: Places) -> Mat | None:
        """The sheet that most of these markers belong to."""
        votes = [sum(marker in mat.markers for marker in found) for mat in self._sheets]
        return self._sheets[int(np.argmax(votes))] if any(votes) else None

    def _where_it_was(self, image: np.ndarray) -> Places | None:
        """The markers, looked for where they were last seen; None where that is not enough to go by."""
        last = self._last
        if last is None or last.view.size != (image.shape[1], image.shape[0]):
            return None
        found: dict[int, np.ndarray] = {}
        shrink = _QUICK_SHRINK * last.view.long / _DETECT_SIDE
        for marker in last.mat.markers:
            seen = last.should_be(marker)
            around = _AROUND * float(np.ptp(seen, axis=0).max())
            low = np.clip(seen.min(0) - around, 0, None).astype(int)
            high = np.ceil(seen.max(0) + around).astype(int)
            part = gray_of(image[low[1] : high[1], low[0] : high[0]])
            if min(part.shape) < _LEAST_PX:
                continue
            known = marker in last.markers  # one that was covered deserves a good look
            if known and (stays := as_it_was(part, marker, last.corners_of(marker) - low, _MOVED_PX)) is not None:
                found[marker] = stays + low
                continue
            there = markers_in(part, *((self._quick, shrink) if known else (self._thorough, 1.0)))
            if marker in there:
                found[marker] = there[marker][0] + low
        moved_little = len(found) > 1 and _same(found, last, _MOVED_PX)
        if len(found) == len(last.mat.markers) or moved_little:
            return {marker: [corners] for marker, corners in found.items()}
        return None

    def _somewhere(self, gray: np.ndarray) -> Places:
        """The markers, looked for in the whole picture: made small first, as most are large enough."""
        found = self._quickly(gray)
        mat = self._likeliest_mat(found)
        if mat is not None and set(mat.markers) <= set(found):
            return found
        # small pictures are enlarged: markers are missed below 40 px
        return markers_in(gray, self._thorough, max(gray.shape) / _DETECT_SIDE)

    def _quickly(self, gray: np.ndarray) -> Places:
        return markers_in(gray, self._quick, _QUICK_SHRINK * max(gray.shape) / _DETECT_SIDE)

    def _in_a_mirror(self, gray: np.ndarray) -> bool:
        return len(self._quickly(cv2.flip(gray, 1))) >= _LEAST_MIRRORED

    def _is_still(self, found: Markers, size: tuple[int, int]) -> bool:
        return self._last is not None and self._last.view.size == size and _same(found, self._last, _STILL_PX)

    def _missing(self, gray: np.ndarray, markers: int) -> Trouble:
        """Why no mat can be found where so many of its markers are in sight: none, or one."""
        if not markers and self._in_a_mirror(gray):
            words = Deferred("The camera shows everything as in a mirror; switch that off in the camera's settings.")
            return Trouble("mirrored", words)
        if markers:
            return Trouble(
                "half-mat", Deferred("Only one corner of the mat is in sight; show at least three."), {"markers": 1}
            )
        return _no_mat(gray)

    def _crooked(self, mat: Mat, choices: Sequence[Markers], size: tuple[int, int]) -> Trouble:
        """Why the markers in sight are not those of a flat mat: some network cameras squeeze a wide picture."""
        for wider in _SQUEEZED if len(choices[0]) == len(mat.markers) else ():
            wide = [{marker: corners * (wider, 1.0) for marker, corners in found.items()} for found in choices]
            fits = (self._fit(mat, found, (round(wider * size[0]), size[1])) for found in wide)
            if any(fit is not None and not fit.loose for fit in fits):
                words = Deferred(
                    "The camera squeezes its picture; choose another size in its settings, such as 1280 x 720."
                )
                return Trouble("squeezed", words)
        words = Deferred(
            "The mat is not flat, or its corners are of two mats; lay it flat, and no other one beside it."
        )
        return Trouble("half-mat", words)

    def _fitted(self, mat: Mat, choices: Sequence[Markers], size: tuple[int, int]) -> Registration | None:
        """The mat whose markers lie at one of these choices of places: where another one is in sight as well, the
        larger of those that are flat."""
        fits = [fit for found in choices if (fit := self._fit(mat, found, size)) is not None]
        if not fits:  # one of the markers may be another mat's, and its own be covered
            fits = [fit for found in choices for fit in self._without_one(mat, found, size)]
        return max(fits, key=lambda fit: (not fit.loose, fit.span_px), default=None)

    def _without_one(self, mat: Mat, found: Markers, size: tuple[int, int]) -> Iterator[Registration]:
        """Without a marker that lies quite elsewhere than the others say: if the mat is only bent, it lies near."""
        if len(found) < len(mat.markers):
            return
        for other, corners in found.items():
            fit = self._fit(mat, {marker: at for marker, at in found.items() if marker != other}, size)
            if fit is not None and not fit.loose:
                off = corners - fit.should_be(other)
                if np.hypot(*off.T).min() > np.hypot(*(corners[2] - corners[0])):
                    yield fit

    def _fit(self, mat: Mat, found: Markers, size: tuple[int, int]) -> Registration | None:
        markers = tuple(sorted(found))
        page = np.vstack([mat.marker_corners(marker) for marker in markers])
        pixels = np.vstack([found[marker] for marker in markers])
        view, error = fit_view(page, pixels, size, self._lens)
        if self._lens and error > _WELL * max(size):  # another camera perhaps, or this one was focused anew
            other, off = fit_view(page, pixels, size)
            if off * _OTHER_FITS < error or (off < error and error > _OTHER_LENS * max(size)):
                view, error = other, off
        return Registration(mat, view, markers, pixels, error) if error <= _MAX_ERROR * max(size) else None


def _same(found: Markers, last: Registration, most_px: float) -> bool:
    """No marker appeared or went, and none moved further than that."""
    if tuple(sorted(found)) != last.markers:
        return False
    pixels = np.vstack([found[marker] for marker in last.markers])
    return bool(np.abs(pixels - last.corners_px).max() < most_px)


def _no_mat(gray: np.ndarray) -> Trouble:
    if float(np.percentile(gray, 95)) < 25:
        return Trouble("dark", Deferred("The picture is black; is the lens covered, or the light off?"))
    if float(np.percentile(gray, 98)) < _DIM:
        return Trouble("dark", Deferred("It is too dark to see the mat; more light, please."))
    if float(np.percentile(gray, 5)) > 245:
        return Trouble("too-bright", Deferred("The picture is all white; turn the light down or move the lamp."))
    return Trouble(
        "no-mat", Deferred("No mat in sight; lay the printed mat flat where the camera sees all four corners.")
    )


def _bent(found: Registration) -> tuple[Trouble, ...]:
    if not found.loose:
        return ()
    words = Deferred(
        "The mat does not lie flat, so I ask about every die; smooth it out, or lay something on its edges."
    )
    return (Trouble("mat-bent", words, {"off_px": round(found.error_px, 1)}),)


def _missing_markers(count: int) -> tuple[Trouble, ...]:
    if count == 2:
        message = Deferred("Only two corners of the mat are in sight; places are less exact. Uncover the others.")
        return (Trouble("two-markers", message, {"markers": 2}),)
    if count == 3:
        return (
            Trouble("three-markers", Deferred("One corner of the mat is covered; it still works."), {"markers": 3}),
        )
    return ()
