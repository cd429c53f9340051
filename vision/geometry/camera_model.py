"""How a camera sees the table: millimetres to pixels and back, fitted to what is seen of a page."""

from dataclasses import dataclass

import cv2
import numpy as np

# Constants: chosen by hand: weak priors, as wide as webcams and phones are from each other.
_PIXEL_SIGMA = 0.6  # how well a marker's corner is known, px of 1280
_FOCAL = 0.92  # focal length in longer sides of the picture where nothing else is known: usual webcams
_FOCAL_SIGMA = 0.25  # of its logarithm
_BEND_SIGMA = 0.08
_KNOWN_SIGMA = 0.02  # once a camera has been taught


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

    def project_flat(self, points: np.ndarray) -> np.ndarray:
        """Pixels of points on the table itself, (..., 2) mm -> (..., 2) px."""
        points = np.asarray(points, float)
        return self.project(np.concatenate([points, np.zeros_like(points[..., :1])], -1))

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
    def long(self) -> int:
        """The longer side of the picture, px: what lengths are counted in, as a phone may stand upright."""
        return max(self.size)

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


def fit_view(
    page_mm: np.ndarray, pixels: np.ndarray, size: tuple[int, int], lens: tuple[float, float] | None = None
) -> tuple[View, float]:
    """Camera pose, focal length and bend from points of the page (N x 2 mm, N x 2 px): damped least squares.

    ``lens``: focal length in longer sides of the picture, and bend, where they are known. Returns the view and the root
    mean square error in px.
    """
    long = max(size)
    focal, bend = lens or (_FOCAL, 0.0)
    sigmas = np.array([_KNOWN_SIGMA, _KNOWN_SIGMA / 4]) if lens else np.array([_FOCAL_SIGMA, _BEND_SIGMA])
    prior = np.array([np.log(focal), bend])
    points = np.column_stack([page_mm, np.zeros(len(page_mm))])
    middle = (size[0] / 2 - 0.5, size[1] / 2 - 0.5)

    def camera(lens_now: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        f = np.exp(lens_now[0]) * long
        return np.array([[f, 0, middle[0]], [0, f, middle[1]], [0, 0, 1.0]]), np.array([lens_now[1], 0, 0, 0, 0.0])

    matrix, bending = camera(prior)
    _, turn, shift = cv2.solvePnP(points, pixels, matrix, bending, flags=cv2.SOLVEPNP_IPPE)
    state = np.concatenate([turn.ravel(), shift.ravel(), prior])
    pixel_sigma = _PIXEL_SIGMA * long / 1280

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
    return View(rotation, state[3:6], float(np.exp(state[6]) * long), float(state[7]), size), error
