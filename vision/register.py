"""Find the mat in a picture, and from it the camera: millimetres on the table to pixels and back.

Corners come from ArUco markers (sub-pixel); pose, focal length and one term of radial distortion are fitted to
them with weak priors, because four markers on a plane seen almost from above say little about the focal length.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat import Mat, mat_of_marker, mats
from vision.seen import Trouble

_PIXEL_SIGMA = 0.6  # how well a marker's corner is known, px at 1280 wide
_FOCAL = 0.92  # focal length in picture widths where nothing else is known: usual webcams, 55 to 65 degrees wide
_FOCAL_SIGMA = 0.25  # of its logarithm
_BEND_SIGMA = 0.08
_KNOWN_SIGMA = 0.02  # once a camera has been taught
_DETECT_WIDTH = 1280
_MAX_ERROR = 0.006  # picture widths: a worse fit is no flat mat


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
        eye = points @ self._turn.T + self.shift
        flat = eye[..., :2] / eye[..., 2:]
        flat = flat * (1 + self.bend * (flat**2).sum(-1, keepdims=True))
        return flat * self.focal + self._middle

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

    @property
    def homography(self) -> np.ndarray:
        """3 x 3, table mm (height 0) to px, without the lens's bend."""
        page = np.array([[0, 0], [self.mat.width, 0], [self.mat.width, self.mat.height], [0, self.mat.height]])
        pixels = self.view.project(np.column_stack([page, np.zeros(4)]))
        return cv2.getPerspectiveTransform(page.astype(np.float32), pixels.astype(np.float32))


class Registrar:
    """Finds the mat. ``lens``: (focal length in picture widths, bend) of a camera that is already known."""

    def __init__(self, lens: tuple[float, float] | None = None) -> None:
        self._lens = lens
        self._detector = cv2.aruco.ArucoDetector(
            cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), cv2.aruco.DetectorParameters()
        )

    def find(self, image: np.ndarray) -> tuple[Registration | None, tuple[Trouble, ...]]:
        """The mat in a picture (uint8, BGR or gray), or None with the reason."""
        gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        found = self._markers(gray)
        mat = _likeliest_mat(found)
        if mat is None:
            return None, (_no_mat(gray),)
        found = {marker: corners for marker, corners in found.items() if marker in mat.markers}
        if len(found) < 2:
            return None, (
                Trouble("half-mat", "Only one corner of the mat is in sight; show at least three.", {"markers": 1}),
            )
        return self._fit(mat, found, gray)

    def _markers(self, gray: np.ndarray) -> dict[int, np.ndarray]:
        shrink = gray.shape[1] / _DETECT_WIDTH  # small pictures are enlarged: markers are missed below 40 px
        small = gray if shrink == 1.0 else cv2.resize(gray, None, fx=1 / shrink, fy=1 / shrink)
        corners, ids, _ = self._detector.detectMarkers(small)
        if ids is None:
            return {}
        found = {}
        for marker, quad in zip(ids.ravel().tolist(), corners, strict=True):
            points = ((quad.reshape(-1, 1, 2) + 0.5) * shrink - 0.5).astype(np.float32)
            side = float(np.linalg.norm(points[0] - points[1]))
            window = int(np.clip(side / 12, 2, 6))
            stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.02)
            found[marker] = cv2.cornerSubPix(gray, points, (window, window), (-1, -1), stop).reshape(4, 2).astype(float)
        return found

    def _fit(
        self, mat: Mat, found: dict[int, np.ndarray], gray: np.ndarray
    ) -> tuple[Registration | None, tuple[Trouble, ...]]:
        markers = tuple(sorted(found))
        page = np.vstack([mat.marker_corners(marker) for marker in markers])
        pixels = np.vstack([found[marker] for marker in markers])
        size = (gray.shape[1], gray.shape[0])
        view, error = fit_view(page, pixels, size, self._lens)
        if error > _MAX_ERROR * size[0]:
            return None, (
                Trouble("half-mat", "The mat is not flat, or its corners do not belong together; lay it flat."),
            )
        registration = Registration(mat, view, markers, pixels, error)
        return registration, _missing_markers(len(markers))


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
    if float(np.percentile(gray, 5)) > 245:
        return Trouble("too-bright", "The picture is all white; turn the light down or move the lamp.")
    return Trouble("no-mat", "No mat in sight; lay the printed mat flat where the camera sees all four corners.")


def _missing_markers(count: int) -> tuple[Trouble, ...]:
    if count == 2:
        message = "Only two corners of the mat are in sight; places are less exact. Uncover the others."
        return (Trouble("two-markers", message, {"markers": 2}),)
    if count == 3:
        return (Trouble("three-markers", "One corner of the mat is covered; it still works.", {"markers": 3}),)
    return ()
