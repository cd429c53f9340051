"""Patterns by chance, to learn from: whatever may be printed on a face, in one piece or many, alike all around or not.

A smooth map of chances, averaged over some turns about the middle, is cut at a height: what lies above is printed.
"""

from dataclasses import dataclass

import cv2
import numpy as np

# Constants: chosen by hand, meant to be wider than what is printed on dice.
_SIDE, _FINER = 48, 4  # cells of the map, and how much finer it is cut
_HALF = 1.5  # of the way to the face's edges, to each side of the middle: a cube's corners are 1.41 away
_SMOOTH = (0.06, 0.35)  # of the way to the edges
_COVERED = (0.2, 0.8)  # parts of the face
_MIRRORED = 0.4
_LEAST = 0.015  # pieces and holes smaller than this, edge to edge squared, are left out
_EXACT = 1.5  # cells of the finer map: so far may an outline be off

Piece = tuple[np.ndarray, bool]
"""An outline (n x 2, parts of the way from the middle to the edges) and whether it is printed or a hole."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What is printed on a face. ``pieces``: from below to above; the first axis points at the middle of the face's
    first edge, the second one a quarter turn on."""

    pieces: tuple[Piece, ...]


def any_pattern(rng: np.random.Generator, edges: int) -> Pattern:
    """A pattern within a face of so many ``edges``."""
    face = _face(edges)
    while True:
        heights = _heights(rng, edges)
        printed = face & (heights > np.quantile(heights[face], 1 - rng.uniform(*_COVERED)))
        pieces = _pieces(printed)
        if pieces:
            return Pattern(pieces)


def _heights(rng: np.random.Generator, edges: int) -> np.ndarray:
    """A smooth map (square, float32), as it is or the same after some turns about its middle."""
    smooth = rng.uniform(*_SMOOTH) * _SIDE / (2 * _HALF)
    rough = rng.normal(size=(_SIDE, _SIDE)).astype(np.float32)
    one = cv2.GaussianBlur(rough, (0, 0), smooth)
    if rng.random() < _MIRRORED:
        one = one + one[::-1]
    turns = int(rng.choice([1, 2, edges]))
    middle = ((_SIDE - 1) / 2,) * 2
    turned = [
        cv2.warpAffine(one, cv2.getRotationMatrix2D(middle, 360 * k / turns, 1), one.shape, borderMode=cv2.BORDER_WRAP)
        for k in range(turns)
    ]
    side = _SIDE * _FINER
    return cv2.resize(np.mean(turned, 0), (side, side), interpolation=cv2.INTER_CUBIC)


def _face(edges: int) -> np.ndarray:
    """Which cells of the finer map lie on the face."""
    across = (np.arange(_SIDE * _FINER) + 0.5) / (_SIDE * _FINER) * 2 * _HALF - _HALF
    u, v = np.meshgrid(across, across)
    around = 2 * np.pi * np.arange(edges) / edges
    return (np.cos(around)[:, None, None] * u + np.sin(around)[:, None, None] * v).max(0) <= 1


def _pieces(printed: np.ndarray) -> tuple[Piece, ...]:
    """The outlines of what is printed and of the holes within, larger ones first."""
    found, levels = cv2.findContours(printed.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    cell = 2 * _HALF / (_SIDE * _FINER)
    out: list[tuple[float, Piece]] = []
    for outline, level in zip(found, levels[0] if found else (), strict=True):
        area = cv2.contourArea(outline) * cell**2
        if area > _LEAST:
            simple = cv2.approxPolyDP(outline, _EXACT, True)[:, 0]
            out.append((area, ((simple + 0.5) * cell - _HALF, bool(level[3] < 0))))
    return tuple(piece for _, piece in sorted(out, key=lambda one: -one[0]))
