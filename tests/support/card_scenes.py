"""Cards laid on a plain table, seen by a camera straight above."""

import cv2
import numpy as np

from vision.cards.edge_map import EdgeMap, soften
from vision.cards.place import CardPlace
from vision.cards.pose import refine
from vision.cards.segmenter import CELL_MM, CardMask


class Above:
    """A camera straight above: one pixel a millimetre."""

    area = (0.0, 0.0, 400.0, 300.0)

    def project(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(points, float)

    def project_grid(self, across: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return tuple(np.meshgrid(across.astype(np.float32), down.astype(np.float32)))


class Blind:
    """A network that sees no card."""

    def segment(self, image: np.ndarray) -> CardMask:
        nowhere = np.zeros((np.array(image.shape[:2]) / CELL_MM).astype(int), bool)
        return CardMask(np.zeros(image.shape[:2], bool), nowhere, nowhere)


def picture_of(*cards: tuple[CardPlace, tuple[int, int, int]]) -> EdgeMap:
    """Cards laid one after the other."""
    wide = np.full((2400, 3200, 3), (60, 110, 60), np.uint8)
    for place, colour in cards:
        cv2.fillConvexPoly(wide, np.rint((place.corners + 0.5) * 8 * 16 - 8).astype(np.int32), colour, cv2.LINE_8, 4)
    picture = cv2.resize(wide, (400, 300), interpolation=cv2.INTER_AREA)  # exactly as large as cards are
    return EdgeMap(soften(picture), Above())


def lay(*cards: tuple[CardPlace, tuple[int, int, int]]) -> list[CardPlace]:
    """What is seen of cards laid one after the other, in the same order."""
    flat = picture_of(*cards)
    return [refine(flat, [place])[0] for place, _ in cards]


LEFT, RIGHT = CardPlace(170.0, 140.0, 0.1, 1.0), CardPlace(200.0, 146.0, 0.2, 1.0)
WHITE, RED = (240, 240, 240), (40, 40, 200)
