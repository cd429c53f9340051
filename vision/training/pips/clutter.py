"""Things on a table that have been taken for pip dice: lines of print, plugs, mice, keys. Lengths are fine px."""

import cv2
import numpy as np

from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.pips.makes import colour as any_colour

# Constants: chosen by hand, after what photographs of tables show.
_LETTERS = list("abcdefghijklmnopqrstuvwxyzABCDEFGHIKLMNOPRSTUVW0123456789")
_DOTS = list(".,:;'-")


def clutter(rng: np.random.Generator, image: np.ndarray) -> None:
    """Draw one such thing somewhere in a picture (float32 BGR)."""
    side = len(image)
    middle = rng.uniform(0, side, 2)
    turn, flat = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.5, 1))
    c, s = np.cos(turn), np.sin(turn)
    axes = np.array([[c, -s], [s * flat, c * flat]])  # columns: along and across the thing
    kind = rng.random()
    if kind < 0.5:
        _print(rng, image, middle, axes)
    elif kind < 0.7:
        _plug(rng, image, middle, axes * rng.uniform(14, 60))
    elif kind < 0.85:
        _mouse(rng, image, middle, axes * rng.uniform(25, 120))
    else:
        _keys(rng, image, middle, axes * rng.uniform(12, 50))


def _print(rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """Lines of print or of handwriting on paper of their own, or on the table."""
    high, lines, letters = rng.uniform(4, 28), int(rng.integers(2, 9)), int(rng.integers(4, 30))
    ink = np.full(3, rng.uniform(10, 90)) if rng.random() < 0.7 else any_colour(rng)
    face, thick = int(rng.choice([0, 1, 2, 3, 4, 6, 7])), int(rng.integers(1, 4))
    step = int(rng.uniform(34, 60))
    sheet = np.zeros((lines * step + 20, letters * 22 + 20), np.uint8)
    for line in range(lines):
        words = "".join(rng.choice(_LETTERS + _DOTS + [" "] * 12, int(letters * rng.uniform(0.5, 1)) + 1))
        cv2.putText(sheet, words, (10, line * step + 30), face, 1.0, 255, thick, cv2.LINE_AA)
    scale = high / 22
    grid = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * sheet.shape[::-1]
    corners = (grid - np.array(sheet.shape[::-1]) / 2) * scale @ axes.T + middle
    if rng.random() < 0.6:
        paper = rng.uniform(0.85, 1, 3) * rng.uniform(150, 250)
        cv2.fillPoly(image, [sixteenths((corners - middle) * 1.1 + middle)], paper.tolist(), cv2.LINE_AA, FRACTION_BITS)
    turn = cv2.getAffineTransform(grid[:3].astype(np.float32), corners[:3].astype(np.float32))
    much = cv2.warpAffine(cv2.blur(sheet, (3, 3)) if scale < 0.4 else sheet, turn, image.shape[1::-1])[..., None]
    image += (ink.astype(np.float32) - image) * (much / np.float32(255) * np.float32(rng.uniform(0.5, 1)))


def _plug(rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """A plug: a body with a cable, and metal with two holes."""
    body = _plastic(rng)
    metal = rng.uniform(0.9, 1, 3) * rng.uniform(120, 235)
    far = middle + axes @ [-6, rng.normal(0, 2)]
    thick = max(int(np.linalg.norm(axes[:, 1]) * 0.35), 1)
    cv2.line(image, *(tuple(int(v) for v in point) for point in (middle, far)), body.tolist(), thick, cv2.LINE_AA)
    _box(image, middle, axes, (-1.6, 0.2), (-0.6, 0.6), body)
    _box(image, middle, axes, (0.2, rng.uniform(1.0, 1.5)), (-0.45, 0.45), metal)
    hole, at = rng.uniform(0.08, 0.16), rng.uniform(0.5, 0.9)
    for across in (-0.22, 0.22):
        dark = metal * rng.uniform(0.05, 0.4)
        _box(image, middle, axes, (at - hole, at + hole), (across - hole, across + hole), dark)


def _mouse(rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """A mouse: an arched body with a shine, a wheel, a line between its keys, and perhaps a lamp."""
    body = _plastic(rng)
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.sign(np.column_stack([np.cos(angles), np.sin(angles)])) * np.abs(
        np.column_stack([np.cos(angles), np.sin(angles)])
    ) ** rng.uniform(0.6, 1)
    ring *= [1.0, rng.uniform(0.5, 0.7)]
    light = axes @ rng.uniform(-0.25, 0.25, 2)
    for part in np.linspace(1, 0.1, 12):
        tone = body * (1 + rng.uniform(0.2, 0.5) * (1 - part)) + 60 * (1 - part) ** 3
        points = ring * part @ axes.T + middle + light * (1 - part)
        cv2.fillPoly(image, [sixteenths(points)], tone.clip(0, 255).tolist(), cv2.LINE_AA, FRACTION_BITS)
    dark = body * rng.uniform(0.1, 0.6)
    if rng.random() < 0.8:
        _box(image, middle, axes, (0.35, 0.95), (-0.015, 0.015), dark)
    _box(image, middle, axes, (0.45, 0.75), (-0.08, 0.08), dark)
    if rng.random() < 0.5:
        at = sixteenths(middle + axes @ [rng.uniform(-0.5, 0.3), 0])
        wide = int(max(np.linalg.norm(axes[:, 0]) * rng.uniform(0.03, 0.1), 1) * (1 << FRACTION_BITS))
        cv2.circle(image, (int(at[0]), int(at[1])), wide, any_colour(rng).tolist(), -1, cv2.LINE_AA, FRACTION_BITS)


def _keys(rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """A keyboard's rows of keys, one letter on each, lit from below or not."""
    cap, gap = any_colour(rng), any_colour(rng) * rng.choice([0.2, 1.0])
    ink = np.full(3, 235.0) if cap.mean() < 120 else np.full(3, 20.0)
    rows, across = int(rng.integers(1, 5)), int(rng.integers(2, 7))
    _box(image, middle, axes, (-across / 2 - 0.1, across / 2 + 0.1), (-rows / 2 - 0.1, rows / 2 + 0.1), gap)
    size, letters = float(np.linalg.norm(axes[:, 0])), np.zeros(image.shape[:2], np.uint8)
    for i in range(across):
        for j in range(rows):
            x, y = i - across / 2 + 0.5 + (j % 2) * 0.25, j - rows / 2 + 0.5
            _box(image, middle, axes, (x - 0.42, x + 0.42), (y - 0.42, y + 0.42), cap)
            at = middle + axes @ [x - 0.2, y + 0.15]
            high = size * rng.uniform(0.012, 0.02)
            thick = max(int(high * 2), 1)
            cv2.putText(letters, str(rng.choice(_LETTERS)), (int(at[0]), int(at[1])), 0, high, 255, thick, cv2.LINE_AA)
    image += (ink.astype(np.float32) - image) * (letters[..., None] / np.float32(255))


def _plastic(rng: np.random.Generator) -> np.ndarray:
    """Black or white for the most part."""
    if rng.random() < 0.25:
        return any_colour(rng)
    return np.full(3, rng.uniform(15, 60) if rng.random() < 0.5 else rng.uniform(190, 245))


def _box(
    image: np.ndarray, middle: np.ndarray, axes: np.ndarray, along: tuple[float, float], across: tuple[float, float],
    paint: np.ndarray,
) -> None:  # fmt: skip
    corners = np.array([(along[i], across[j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]) @ axes.T + middle
    cv2.fillPoly(image, [sixteenths(corners)], np.asarray(paint, float).tolist(), cv2.LINE_AA, FRACTION_BITS)
