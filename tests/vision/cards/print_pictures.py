"""Pictures of printed cards that lie on white paper, and where they lie."""

from dataclasses import replace

import cv2
import numpy as np

from vision.cards.face_grid import cut_patches
from vision.cards.place import CardPlace
from vision.cards.print_edges import edge_orientations

SIZE = (63.0, 88.0)
PX = 4  # a mm
LIES = CardPlace(100, 100, np.radians(10), 1.0, size_mm=SIZE)


class FlatPlane:
    """A camera straight above, PX pixels a mm."""

    area = (0.0, 0.0, 200.0, 200.0)

    def project(self, points):
        return np.asarray(points) * PX


def table(face, *above):
    """A face of SIZE, PX pixels a mm, that lies at LIES on white paper, below grey cards at the places ``above``."""
    wide, high = face.shape[1], face.shape[0]
    ends = np.float32([[0, 0], [wide, 0], [wide, high]])
    turn = cv2.getAffineTransform(ends, (LIES.corners[:3] * PX).astype(np.float32))
    shown = cv2.warpAffine(face, turn, (200 * PX, 200 * PX), borderValue=(255, 255, 255))
    for card in above:
        cv2.fillConvexPoly(shown, np.rint(card.corners * PX).astype(np.int32), (120, 120, 120))
    return cv2.blur(shown, (5, 5))


def blank():
    return np.full((int(SIZE[1] * PX), int(SIZE[0] * PX), 3), 255, np.uint8)


def framed(sign):
    """White, with a frame and a small square in one corner, and a sign in the middle."""
    face = blank()
    cv2.rectangle(face, (20, 20), (face.shape[1] - 20, face.shape[0] - 20), (60, 40, 160), 12)
    cv2.rectangle(face, (36, 36), (64, 70), (0, 0, 0), -1)
    cv2.putText(face, sign, (70, 230), cv2.FONT_HERSHEY_SIMPLEX, 4, (0, 0, 0), 14)
    return face


def scattered(seed):
    """White, with dark discs that no other card has there."""
    face, rng = blank(), np.random.default_rng(seed)
    for x, y, r in rng.uniform((0, 0, 6), (face.shape[1], face.shape[0], 40), (25, 3)).astype(int):
        cv2.circle(face, (int(x), int(y)), int(r), rng.integers(0, 200, 3).tolist(), -1)
    return face


def aside(right, down, turn):
    return replace(LIES, x=LIES.x + right, y=LIES.y + down, turn=LIES.turn + np.radians(turn))


def taught(faces):
    """How the edges lie on faces that were cut out where they lie."""
    return np.array([edge_orientations(cut_patches(table(face), FlatPlane(), [LIES])[0]) for face in faces])
