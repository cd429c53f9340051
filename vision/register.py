"""Find the mat in a picture, and from it the camera: millimetres on the table to pixels and back.

Corners come from ArUco markers (sub-pixel); pose, focal length and one term of radial distortion are fitted to
them with weak priors, because four markers on a plane seen almost from above say little about the focal length.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.markers import as_it_was, detector_of, markers_in
from vision.mat import Mat, mat_of_marker, mats
from vision.seen import Trouble

_PIXEL_SIGMA = 0.6  # how well a marker's corner is known, px at 1280 wide
_FOCAL = 0.92  # focal length in picture widths where nothing else is known: usual webcams, 55 to 65 degrees wide
_FOCAL_SIGMA = 0.25  # of its logarithm
_BEND_SIGMA = 0.08
_KNOWN_SIGMA = 0.02  # once a camera has been taught
_DETECT_WIDTH = 1280
_MAX_ERROR = 0.006  # picture widths: a worse fit is no flat mat
_LOOSE = 0.0025  # a mat that is so far from flat is no measure for places and colours
_OTHER_LENS = 0.0015  # a camera that was taught, and the mat flat, is nearly always nearer
_QUICK_SHRINK, _QUICK_WINDOW = 2.0, 13  # px, in the smaller picture
_AROUND = 0.35  # of a marker's size, looked at around the place where it was
_LEAST_PX = 12
_MOVED_PX = 2.0  # less: a marker that is not seen where it was is covered, and not somewhere else
_STILL_PX = 0.35  # less is noise of the camera
_DIM = 60.0  # of 255, for the brightest in the picture


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How the camera sees the table. Table coordinates: mm from the page's top left, z = height above it in mm."""

    rotation: np.ndarray
    shift: np.ndarray
    focal: float
    bend: float
    size: tuple[int, int]

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels of table points, (..., 3) mm -> (..., 2) px."""
        right, below, away = self._turn @ points.reshape(-1, 3).T + self.shift[:, None]
        right, below = right / away, below / away
        grow = (1 + self.bend * (right * right + below * below)) * self.focal
        middle = self._middle
        out = np.stack([right * grow + middle[0], below * grow + middle[1]], -1)
        return out.reshape(*points.shape[:-1], 2)

    def project_grid(
        self, across: np.ndarray, down: np.ndarray, kind: type[np.floating] = np.float32
    ) -> tuple[np.ndarray, np.ndarray]:
        """Pixels of a grid on the table: x (W) and y (H), mm -> x and y px, H x W each, of this kind. Quick."""
        turn, shift = self._turn.astype(kind), self.shift.astype(kind)
        x, y = across.astype(kind), down.astype(kind)[:, None]
        right, below, away = (turn[k, 0] * x + (turn[k, 1] * y + shift[k]) for k in range(3))
        right /= away
        below /= away
        grow = (1 + kind(self.bend) * (right * right + below * below)) * kind(self.focal)
        middle = self._middle.astype(kind)
        return right * grow + middle[0], below * grow + middle[1]

    def on_plane(self, pixels: np.ndarray, height: float = 0.0) -> np.ndarray:
        """Table points at ``height`` mm seen at these pixels, (..., 2) px -> (..., 2) mm."""
        bent = (np.asarray(pixels, np.float64) - self._middle) / self.focal
        flat = bent
        for _ in range(4):
            flat = bent / (1 + self.bend * (flat**2).sum(-1, keepdims=True))
        rays = np.concatenate([flat, np.ones_like(flat[..., :1])], -1) @ self._turn
        eye = self.eye
        reach = (height - eye[2]) / rays[..., 2:]
        return (eye + rays * reach)[..., :2]

    @property
    def eye(self) -> np.ndarray:
        """Where the camera is, mm."""
        return -self._turn.T @ self.shift

    @property
    def _turn(self) -> np.ndarray:
        # OpenCV's plane has z into the page (x right, y down); heights are counted upwards.
        return self.rotation * np.array([1.0, 1.0, -1.0])

    @property
    def _middle(self) -> np.ndarray:
        return np.array([self.size[0] / 2 - 0.5, self.size[1] / 2 - 0.5])


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

    @property
    def loose(self) -> bool:
        """The corners do not belong together well: the mat is bent, and what is read by it is doubtful."""
        return self.error_px > _LOOSE * self.view.size[0]

    @property
    def homography(self) -> np.ndarray:
        """3 x 3, table mm (height 0) to px, without the lens's bend."""
        page = np.array([[0, 0], [self.mat.width, 0], [self.mat.width, self.mat.height], [0, self.mat.height]])
        pixels = self.view.project(np.column_stack([page, np.zeros(4)]))
        return cv2.getPerspectiveTransform(page.astype(np.float32), pixels.astype(np.float32))


class Registrar:
    """Finds the mat; where the camera stands still, the second time much faster than the first.

    ``lens``: (focal length in picture widths, bend) of a camera that is already known. Not to be shared between
    threads.
    """

    def __init__(self, lens: tuple[float, float] | None = None) -> None:
        self._lens = lens
        self._thorough, self._quick = detector_of(), detector_of(_QUICK_WINDOW)
        self._last: Registration | None = None

    def find(self, image: np.ndarray) -> tuple[Registration | None, tuple[Trouble, ...]]:
        """The mat in a picture (uint8, BGR or gray), or None with the reason.

        While nothing moves, the same registration comes back: what was computed from it may be kept.
        """
        found = self._where_it_was(image)
        if found is None:
            found = self._somewhere(_gray(image))
        mat = _likeliest_mat(found)
        if mat is None:
            return None, (_no_mat(_gray(image)),)
        found = {marker: corners for marker, corners in found.items() if marker in mat.markers}
        if len(found) < 2:
            return None, (
                Trouble("half-mat", "Only one corner of the mat is in sight; show at least three.", {"markers": 1}),
            )
        size = image.shape[1], image.shape[0]
        if self._last is None or self._last.view.size != size or not _same(found, self._last, _STILL_PX):
            self._last = self._fit(mat, found, size)
        if self._last is None:
            return None, (
                Trouble("half-mat", "The mat is not flat, or its corners do not belong together; lay it flat."),
            )
        return self._last, (*_missing_markers(len(found)), *_bent(self._last))

    def _where_it_was(self, image: np.ndarray) -> dict[int, np.ndarray] | None:
        """The markers, looked for where they were last seen; None where that is not enough to go by."""
        last = self._last
        if last is None or last.view.size != (image.shape[1], image.shape[0]):
            return None
        found: dict[int, np.ndarray] = {}
        shrink = _QUICK_SHRINK * image.shape[1] / _DETECT_WIDTH
        for marker in last.mat.markers:
            corners = last.mat.marker_corners(marker)
            seen = last.view.project(np.column_stack([corners, np.zeros(4)]))
            around = _AROUND * float(np.ptp(seen, axis=0).max())
            low = np.clip(seen.min(0) - around, 0, None).astype(int)
            high = np.ceil(seen.max(0) + around).astype(int)
            part = _gray(image[low[1] : high[1], low[0] : high[0]])
            if min(part.shape) < _LEAST_PX:
                continue
            known = marker in last.markers  # one that was covered deserves a good look
            if known and (stays := as_it_was(part, marker, last.corners_of(marker) - low, _MOVED_PX)) is not None:
                found[marker] = stays + low
                continue
            there = markers_in(part, *((self._quick, shrink) if known else (self._thorough, 1.0)))
            found |= {m: at + low for m, at in there.items() if m == marker}
        moved_little = len(found) > 1 and _same(found, last, _MOVED_PX)
        return found if len(found) == len(last.mat.markers) or moved_little else None

    def _somewhere(self, gray: np.ndarray) -> dict[int, np.ndarray]:
        """The markers, looked for in the whole picture: made small first, as most are large enough."""
        found = markers_in(gray, self._quick, _QUICK_SHRINK * gray.shape[1] / _DETECT_WIDTH)
        mat = _likeliest_mat(found)
        if mat is not None and set(mat.markers) <= set(found):
            return found
        # small pictures are enlarged: markers are missed below 40 px
        return markers_in(gray, self._thorough, gray.shape[1] / _DETECT_WIDTH)

    def _fit(self, mat: Mat, found: dict[int, np.ndarray], size: tuple[int, int]) -> Registration | None:
        markers = tuple(sorted(found))
        page = np.vstack([mat.marker_corners(marker) for marker in markers])
        pixels = np.vstack([found[marker] for marker in markers])
        view, error = fit_view(page, pixels, size, self._lens)
        if self._lens and error > _OTHER_LENS * size[0]:  # another camera, or this one was focused anew
            view, error = min((view, error), fit_view(page, pixels, size), key=lambda fit: fit[1])
        return Registration(mat, view, markers, pixels, error) if error <= _MAX_ERROR * size[0] else None


def _gray(image: np.ndarray) -> np.ndarray:
    return image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def _same(found: dict[int, np.ndarray], last: Registration, most_px: float) -> bool:
    """No marker appeared or went, and none moved further than that."""
    if tuple(sorted(found)) != last.markers:
        return False
    pixels = np.vstack([found[marker] for marker in last.markers])
    return bool(np.abs(pixels - last.corners_px).max() < most_px)


def fit_view(
    page_mm: np.ndarray, pixels: np.ndarray, size: tuple[int, int], lens: tuple[float, float] | None = None
) -> tuple[View, float]:
    """Camera pose, focal length and bend from points of the page (N x 2 mm, N x 2 px): damped least squares.

    Returns the view and the root mean square error in px.
    """
    width = size[0]
    focal, bend = lens or (_FOCAL, 0.0)
    sigmas = np.array([_KNOWN_SIGMA, _KNOWN_SIGMA / 4]) if lens else np.array([_FOCAL_SIGMA, _BEND_SIGMA])
    prior = np.array([np.log(focal), bend])
    points = np.column_stack([page_mm, np.zeros(len(page_mm))])
    middle = (size[0] / 2 - 0.5, size[1] / 2 - 0.5)

    def camera(lens_now: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        f = np.exp(lens_now[0]) * width
        return np.array([[f, 0, middle[0]], [0, f, middle[1]], [0, 0, 1.0]]), np.array([lens_now[1], 0, 0, 0, 0.0])

    matrix, bending = camera(prior)
    _, turn, shift = cv2.solvePnP(points, pixels, matrix, bending, flags=cv2.SOLVEPNP_IPPE)
    state = np.concatenate([turn.ravel(), shift.ravel(), prior])
    pixel_sigma = _PIXEL_SIGMA * width / 1280

    def residuals(now: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        matrix, bending = camera(now[6:])
        seen, slopes = cv2.projectPoints(points, now[:3], now[3:6], matrix, bending)
        off = (seen.reshape(-1, 2) - pixels).ravel() / pixel_sigma
        slope = np.column_stack([slopes[:, :6], (slopes[:, 6] + slopes[:, 7]) * matrix[0, 0], slopes[:, 10]])
        lens_off = (now[6:] - prior) / sigmas
        lens_slope = np.hstack([np.zeros((2, 6)), np.diag(1 / sigmas)])
        return np.concatenate([off, lens_off]), np.vstack([slope / pixel_sigma, lens_slope])

    off, slope = residuals(state)
    damping = 1e-3
    for _ in range(25):
        normal = slope.T @ slope
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope.T @ off)
        tried_off, tried_slope = residuals(state + step)
        if tried_off @ tried_off < off @ off:
            gain = off @ off - tried_off @ tried_off
            state, off, slope, damping = state + step, tried_off, tried_slope, damping / 5
            if gain < 1e-4:
                break
        else:
            damping *= 8
    rotation, _ = cv2.Rodrigues(state[:3])
    error = float(np.sqrt((off[:-2] ** 2).sum() / len(page_mm)) * pixel_sigma)
    return View(rotation, state[3:6], float(np.exp(state[6]) * width), float(state[7]), size), error


def _likeliest_mat(found: dict[int, np.ndarray]) -> Mat | None:
    votes = [mat.name for marker in found if (mat := mat_of_marker(marker))]
    if not votes:
        return None
    name = max(set(votes), key=votes.count)
    return next(mat for mat in mats() if mat.name == name)


def _no_mat(gray: np.ndarray) -> Trouble:
    if float(np.percentile(gray, 95)) < 25:
        return Trouble("dark", "The picture is black; is the lens covered, or the light off?")
    if float(np.percentile(gray, 98)) < _DIM:
        return Trouble("dark", "It is too dark to see the mat; more light, please.")
    if float(np.percentile(gray, 5)) > 245:
        return Trouble("too-bright", "The picture is all white; turn the light down or move the lamp.")
    return Trouble("no-mat", "No mat in sight; lay the printed mat flat where the camera sees all four corners.")


def _bent(found: Registration) -> tuple[Trouble, ...]:
    if not found.loose:
        return ()
    words = "The mat does not lie flat, so I ask about every die; smooth it out, or lay something on its edges."
    return (Trouble("mat-bent", words, {"off_px": round(found.error_px, 1)}),)


def _missing_markers(count: int) -> tuple[Trouble, ...]:
    if count == 2:
        message = "Only two corners of the mat are in sight; places are less exact. Uncover the others."
        return (Trouble("two-markers", message, {"markers": 2}),)
    if count == 3:
        return (Trouble("three-markers", "One corner of the mat is covered; it still works.", {"markers": 3}),)
    return ()
