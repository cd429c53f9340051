"""Draws pieces on a camera picture: faces by their slant to the lamp, what is mirrored in them, their shadows."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.simulation.backdrop import EXPOSURE
from vision.simulation.dice import ViewSettings, darken, lay_over, window_of
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.simulation.lamps import encoded
from vision.simulation.page import page
from vision.simulation.piece_bodies import StandingPiece, mesh

# Constants: chosen by hand, to look like lacquered wood and plastic.
_FINER = 3
_SHARP = 18.0  # how small a mirrored lamp is
_UP = np.array([0.0, 0.0, 1.0])


def draw_pieces(image: np.ndarray, look: ViewSettings, pieces: Sequence[StandingPiece]) -> None:
    """Draws all of them (BGR uint8, in place), the nearest last."""
    bodies = [(piece, *_placed(piece)) for piece in pieces]
    for _, faces, _ in bodies:
        _draw_shadow(image, look, faces)
    for piece, faces, normals in sorted(bodies, key=lambda one: -_away(look, one[1])):
        _draw_body(image, look, piece, faces, normals)


def _away(look: ViewSettings, faces: np.ndarray) -> float:
    return float(np.linalg.norm(faces.reshape(-1, 3).mean(0) - look.view.position))


def _placed(piece: StandingPiece) -> tuple[np.ndarray, np.ndarray]:
    """Faces and normals where the piece stands; z into the table, as the lens has it."""
    faces, normals = mesh(piece.shape)
    c, s = np.cos(piece.turn), np.sin(piece.turn)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    if piece.lying:
        turn = turn @ np.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]])
    faces, normals = faces @ turn.T, normals @ turn.T
    faces += np.array([piece.x, piece.y, -faces[..., 2].min()])
    flip = np.array([1, 1, -1])
    return faces * flip, normals * flip


def _draw_shadow(image: np.ndarray, look: ViewSettings, faces: np.ndarray) -> None:
    corners = faces.reshape(-1, 3)
    away = np.array(look.lamp.direction) / look.lamp.direction[2]
    darken(image, look, corners - corners[:, 2:] * away, 1.6, 0.62 * (1 - look.lamp.ambient))
    low = corners[corners[:, 2] > corners[:, 2].max() - 3] * [1, 1, 0]
    darken(image, look, low, 2.0, 0.5 * look.lamp.ambient)


def _draw_body(
    image: np.ndarray, look: ViewSettings, piece: StandingPiece, faces: np.ndarray, normals: np.ndarray
) -> None:
    points = look.view.project(faces.reshape(-1, 3)).reshape(len(faces), -1, 2)
    window = window_of(points.reshape(-1, 2), image.shape, 4)
    if window is None:
        return
    toward = look.view.position - faces.mean(axis=1)
    seen = np.flatnonzero(np.einsum("ij,ij->i", normals, toward) > 0)
    if piece.lying:
        seen = seen[np.argsort(-faces[seen, :, 2].mean(1))]
    colours = _colours(look, piece, faces[seen], normals[seen], toward[seen])
    rows, columns = (part.stop - part.start for part in window)
    canvas = np.zeros((rows * _FINER, columns * _FINER, 4), np.uint8)
    origin = np.array([window[1].start, window[0].start]) - 0.5
    opaque = 1 - piece.shape.clear
    for face, colour in zip(points[seen], colours, strict=True):
        corners = cv2.convexHull(sixteenths((face - origin) * _FINER - 0.5))
        cv2.fillConvexPoly(
            canvas, corners, [*map(int, colour * opaque), round(255 * opaque)], cv2.LINE_8, FRACTION_BITS
        )
    lay_over(image[window], cv2.resize(canvas, (columns, rows), interpolation=cv2.INTER_AREA))


def _colours(
    look: ViewSettings, piece: StandingPiece, faces: np.ndarray, normals: np.ndarray, toward: np.ndarray
) -> np.ndarray:
    """8-bit BGR (n, 3) of faces; one that looks straight up has the page's own light."""
    lamp = look.lamp
    to_lamp = -np.array(lamp.direction) / np.linalg.norm(lamp.direction)
    up = -_UP  # the lens counts into the table
    direct = np.clip(normals @ to_lamp, 0, None) / float(up @ to_lamp)
    around = 0.62 + 0.38 * (normals @ up)
    shade = lamp.ambient * around + (1 - lamp.ambient) * direct
    half = toward / np.linalg.norm(toward, axis=1, keepdims=True) + to_lamp
    mirrored = np.clip((normals * half).sum(1) / np.linalg.norm(half, axis=1), 0, 1) ** _SHARP * piece.shape.gloss
    middle = faces.reshape(-1, 3).mean(0)
    strength = lamp.strength(piece.x, piece.y, page().size) * EXPOSURE * look.view.falloff(middle)
    reflected = np.array(piece.paint) * shade[:, None] + mirrored[:, None] * (1 - lamp.ambient) * 0.6
    return encoded((reflected @ lamp.seen(look.balance).T * strength).astype(np.float32))[:, ::-1]
