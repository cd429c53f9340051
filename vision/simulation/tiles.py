"""Draws tiles on a camera picture: three coloured thirds with a number, as thick as card or wood, with their shadow."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.simulation.backdrop import EXPOSURE
from vision.simulation.dice import ViewSettings, darken, window_of
from vision.simulation.lamps import encoded, linear
from vision.simulation.page import page
from vision.simulation.tile_look import LaidTile, TileLook

# Constants: chosen by hand, to look like tiles of card and of wood.
_PX_PER_MM = 3.0
_SIDE_SHADE = 0.55


def draw_tiles(image: np.ndarray, look: ViewSettings, tiles: Sequence[LaidTile], of_set: TileLook) -> None:
    """Draws all of them (BGR uint8, in place)."""
    for tile in tiles:
        corners = _corners(tile, of_set.side)
        for height, soft in ((0.0, 1.2), (of_set.thick, 1.5)):
            away = np.array(look.lamp.direction[:2]) * height
            darken(image, look, np.column_stack([corners + away, np.zeros(3)]), soft, 0.3 * (1 - look.lamp.ambient / 2))
    for tile in tiles:
        _draw_tile(image, look, tile, of_set)


def _corners(tile: LaidTile, side: float) -> np.ndarray:
    turns = np.radians(tile.turn + np.array([0, 120, 240]))
    return np.array([tile.x, tile.y]) + side / np.sqrt(3) * np.column_stack([np.sin(turns), -np.cos(turns)])


def _draw_tile(image: np.ndarray, look: ViewSettings, tile: LaidTile, of_set: TileLook) -> None:
    top = np.column_stack([_corners(tile, of_set.side), np.full(3, -of_set.thick)])
    low = top * [1, 1, 0]
    points = look.view.project(np.vstack([top, low]))
    window = window_of(points, image.shape, 4)
    if window is None:
        return
    origin = np.array([window[1].start, window[0].start])
    part, finer = image[window], 3
    size = (part.shape[1] * finer, part.shape[0] * finer)
    drawn = _face(tile.way, of_set)
    middle = drawn.shape[0] / 2
    turns = np.radians(tile.turn + np.array([0, 90, 180, 270]))
    reach = np.array([tile.x, tile.y]) + middle / _PX_PER_MM * np.column_stack([np.sin(turns), -np.cos(turns)])
    on_picture = look.view.project(np.column_stack([reach, np.full(4, -of_set.thick)])) - origin
    on_face = np.array([[middle, 0], [2 * middle, middle], [middle, 2 * middle], [0, middle]]) - 0.5
    to_px = cv2.getPerspectiveTransform(np.float32(on_face), np.float32((on_picture + 0.5) * finer - 0.5))
    face = cv2.warpPerspective(drawn, to_px, size, flags=cv2.INTER_LINEAR)
    colours = linear(cv2.resize(face, part.shape[1::-1], interpolation=cv2.INTER_AREA))
    mask, body = np.zeros(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
    at = np.rint(((points - origin + 0.5) * finer - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, at[:3], 255, cv2.LINE_8, 4)
    cv2.fillConvexPoly(body, cv2.convexHull(at), 255, cv2.LINE_8, 4)
    lit = _lit(look, tile, colours * tile.worn, of_set.gloss)
    dark = _lit(look, tile, np.broadcast_to(linear(np.array(of_set.body)) * _SIDE_SHADE, colours.shape), 0.0)
    for layer, shape in ((dark, body), (lit, mask)):
        share = cv2.resize(shape, part.shape[1::-1], interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        share = cv2.GaussianBlur(share, (0, 0), 0.55)[..., None]
        part[:] = (part * (1 - share) + cv2.GaussianBlur(layer, (0, 0), 0.55) * share).astype(np.uint8)


def _lit(look: ViewSettings, tile: LaidTile, reflectance: np.ndarray, gloss: float) -> np.ndarray:
    """8-bit BGR of a face that looks straight up; ``gloss`` lays a veil of lamplight over it."""
    lamp, at = look.lamp, np.array([tile.x, tile.y, 0.0])
    strength = lamp.strength(tile.x, tile.y, page().size) * EXPOSURE * look.view.falloff(at)
    veiled = reflectance + gloss * (1 - lamp.ambient)
    return encoded((veiled @ lamp.seen(look.balance).T * strength).astype(np.float32))[..., ::-1].astype(np.float32)


@lru_cache(maxsize=256)
def _face(way: str, of_set: TileLook) -> np.ndarray:
    """The tile as it points up, sRGB uint8 in RGB order; its middle is that of the square."""
    half = round(of_set.side / np.sqrt(3) * _PX_PER_MM)
    image = np.full((2 * half, 2 * half, 3), of_set.body, np.uint8)
    inner = (of_set.side / np.sqrt(3) - 2 * of_set.rim) * _PX_PER_MM
    tips = [half + inner * np.array([np.sin(t), -np.cos(t)]) for t in np.radians([0, 120, 240])]
    for edge, (a, b) in zip(way[:3], ((1, 2), (2, 0), (0, 1)), strict=True):
        third = np.rint([(half, half), tips[a], tips[b]]).astype(np.int32)
        cv2.fillConvexPoly(image, third, of_set.paints[edge], cv2.LINE_AA)
        _sign(image, (tips[a] + tips[b]) / 2, half, edge, of_set)
    cv2.circle(image, (half, half), round(of_set.disc * _PX_PER_MM), of_set.body, -1, cv2.LINE_AA)
    cv2.putText(image, way[3], (half - 15, half + 17), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (40, 42, 52), 4, cv2.LINE_AA)
    return image


def _sign(image: np.ndarray, rim: np.ndarray, half: int, edge: str, of_set: TileLook) -> None:
    """What is printed on a third: a spot, and a letter where the set has letters."""
    bright = sum(of_set.paints[edge]) > 380
    ink = (20, 20, 20) if bright else (245, 245, 245)
    at = rim + (half - rim) * 0.25
    if of_set.signs:
        cv2.circle(image, np.rint(at - [12, 0]).astype(int).tolist(), round(of_set.signs * 1.5), ink, -1, cv2.LINE_AA)
    if of_set.lettered:
        where = np.rint(at + np.array([4, 7])).astype(int).tolist()
        cv2.putText(image, edge, where, cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, 2, cv2.LINE_AA)
