"""What is drawn on a picture of the table for people: outlines and small tags, as large as suits the picture."""

import cv2
import numpy as np

Ink = tuple[int, int, int]

INK: dict[str, Ink] = {"ok": (255, 255, 255), "ask": (0, 200, 255), "cocked": (60, 60, 255)}
"""BGR, by what is said of a thing."""
_GROUND = (30, 24, 24)


def scale_of(image: np.ndarray) -> float:
    """How large things are drawn: 1 in a picture 1280 px wide."""
    return image.shape[1] / 1280


def outline(out: np.ndarray, corners: np.ndarray, ink: Ink) -> np.ndarray:
    """Draw a closed line through corners (N x 2 px), dark around it; returns the corners in whole pixels, N x 2."""
    scale = scale_of(out)
    whole = np.round(np.asarray(corners)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(out, [whole], True, (0, 0, 0), max(2, round(5 * scale)), cv2.LINE_AA)
    cv2.polylines(out, [whole], True, ink, max(1, round(2 * scale)), cv2.LINE_AA)
    return whole[:, 0]


def tag(out: np.ndarray, text: str, at: np.ndarray, ink: Ink, size: float) -> None:
    """A small dark tag with letters, below and to the right of a place (px), so that it can be read on any table.

    ``size``: of the letters, 1 for capitals of about 22 px in a picture 1280 px wide.
    """
    _tag(out, text, (int(at[0]), int(at[1])), ink, size, pad=4)


def centred_tag(out: np.ndarray, text: str, at: tuple[float, float], ink: Ink, size: float) -> None:
    """The same in the middle of a place (px)."""
    scale, pad = scale_of(out), 5
    width, height = _text_size(out, text, size)
    margin = _margin(scale, pad)
    corner = (round(at[0] - width / 2) - margin, round(at[1] + height / 2) - height - margin)
    _tag(out, text, corner, ink, size, pad)


def jpeg(image: np.ndarray, quality: int = 80) -> bytes:
    """A picture (uint8 BGR) as JPEG."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _tag(out: np.ndarray, text: str, corner: tuple[int, int], ink: Ink, size: float, pad: int) -> None:
    scale = scale_of(out)
    width, height = _text_size(out, text, size)
    (x, y), margin = corner, _margin(scale, pad)
    cv2.rectangle(out, (x, y), (x + width + 2 * margin, y + height + 2 * margin), _GROUND, cv2.FILLED)
    below = (x + margin, y + height + margin)
    cv2.putText(out, text, below, cv2.FONT_HERSHEY_SIMPLEX, size * scale, ink, _thickness(scale), cv2.LINE_AA)


def _text_size(out: np.ndarray, text: str, size: float) -> tuple[int, int]:
    scale = scale_of(out)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size * scale, _thickness(scale))
    return width, height


def _thickness(scale: float) -> int:
    return max(1, round(2 * scale))


def _margin(scale: float, pad: int) -> int:
    return max(2, round(pad * scale))
