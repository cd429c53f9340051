"""Find ArUco markers, exactly; one that has hardly moved takes a look alone."""

from functools import cache

import cv2
import numpy as np

# Constants: chosen by hand on renderings.
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
"""The markers of every mat; docs of OpenCV's ``aruco`` say how they are made."""
_CELLS = 6  # across a marker, its black border included
_BESIDE = 0.4  # of a cell
_CONTRAST = 25  # gray levels between a marker's darkest white and brightest black


def gray_of(image: np.ndarray) -> np.ndarray:
    """A picture (uint8, BGR or gray already) in gray, H x W."""
    return image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def detector_of(window: int | None = None) -> cv2.aruco.ArucoDetector:
    """Markers are told from what is around them with ``window`` px; with None three windows are tried (slower)."""
    how = cv2.aruco.DetectorParameters()
    if window is not None:
        how.adaptiveThreshWinSizeMin = how.adaptiveThreshWinSizeMax = window
    return cv2.aruco.ArucoDetector(DICTIONARY, how)


def markers_in(gray: np.ndarray, detector: cv2.aruco.ArucoDetector, shrink: float) -> dict[int, list[np.ndarray]]:
    """Marker -> its corners (4 x 2 px) wherever it lies, detected in the picture made smaller, refined in the picture
    itself."""
    how = cv2.INTER_AREA if shrink > 1 else cv2.INTER_LINEAR
    small = gray if shrink == 1.0 else cv2.resize(gray, None, fx=1 / shrink, fy=1 / shrink, interpolation=how)
    corners, ids, _ = detector.detectMarkers(small)
    if ids is None:
        return {}
    found: dict[int, list[np.ndarray]] = {}
    for marker, quad in zip(ids.ravel().tolist(), corners, strict=True):
        found.setdefault(marker, []).append(_refined(gray, (quad.reshape(4, 2) + 0.5) * shrink - 0.5))
    return found


def as_it_was(gray: np.ndarray, marker: int, corners: np.ndarray, most_px: float) -> np.ndarray | None:
    """A marker's corners (4 x 2 px) where it moved by no more than that and all of its pattern is in sight: much
    quicker than to look for it. None: look for it."""
    if not _inside(gray, corners):
        return None
    now = _refined(gray, corners)
    places, white = _pattern(marker)
    pixels = np.rint(places @ now).astype(int)
    if np.abs(now - corners).max() > most_px or not _inside(gray, pixels):
        return None
    seen = gray[pixels[:, 1], pixels[:, 0]]
    return now if int(seen[white].min()) - int(seen[~white].max()) > _CONTRAST else None


def _inside(gray: np.ndarray, pixels: np.ndarray) -> bool:
    return bool(pixels.min() >= 0 and (pixels < gray.shape[::-1]).all())


def _refined(gray: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Where exactly a marker's corners (4 x 2 px) are."""
    window = int(np.clip(np.linalg.norm(corners[0] - corners[1]) / 12, 2, 6))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.02)
    points = corners.astype(np.float32).reshape(4, 1, 2)
    return cv2.cornerSubPix(gray, points, (window, window), (-1, -1), stop).reshape(4, 2).astype(float)


@cache
def _pattern(marker: int) -> tuple[np.ndarray, np.ndarray]:
    """Places by which a marker is known, as parts of its four corners (N x 4), and which of them are white (N): the
    middles of its cells, and the paper and the black just beside its corners."""
    cells = cv2.aruco.generateImageMarker(DICTIONARY, marker, _CELLS)
    rows, columns = np.mgrid[:_CELLS, :_CELLS]
    middles = (np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) / _CELLS
    ends = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    beside = (2 * ends - 1) * _BESIDE / _CELLS
    u, v = np.vstack([middles, ends + beside, ends - beside]).T
    white = np.concatenate([cells.ravel() > 0, np.repeat([True, False], 4)])
    return np.column_stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]), white
