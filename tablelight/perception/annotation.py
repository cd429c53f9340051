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
    """A small dark tag with letters, below and to the right of a place, so that it can be read on any table."""
    scale = scale_of(out)
    thick = max(1, round(2 * scale))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size * scale, thick)
    x, y, pad = int(at[0]), int(at[1]), max(2, round(4 * scale))
    cv2.rectangle(out, (x, y), (x + width + 2 * pad, y + height + 2 * pad), _GROUND, cv2.FILLED)
    below = (x + pad, y + height + pad)
    cv2.putText(out, text, below, cv2.FONT_HERSHEY_SIMPLEX, size * scale, ink, thick, cv2.LINE_AA)
