"""Where a deck's numbers stand: where the shapes of what is printed differ from card to card.

A hue's own print has the same shape on all cards, in other colours; a ground that all share has it too. Only what
stands for the number differs. Scratches differ as well, but only of one card from all others.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.print_edges import PIXELS

# Constants: chosen on the chosen families of invented decks, by how many numbers were then told apart, and looked at as
# pictures; 3 to 5 pixels of an edge and 7 to 9 around make no difference.
_FAINT = (12.0, 60.0)  # gray levels a pixel: weaker edges count less; the latter on a ground that is another picture on
# every card, beside which a number's edges are strong
_SOFT, _BLUR = 0.7, 1.2  # pixels; the latter: a card may lie so far aside
_EDGE = 4  # pixels at a card's sides, which wear
_AROUND = 7  # pixels that are compared together
_MANY = 40  # cells that differ most: surely a number stands there
_MUCH, _LARGEST = (0.5, 0.6, 0.7, 0.8), 0.3  # of how much these differ: the first by which no more than so much of the
# card is taken; on a ground that is another one on every card, all of it differs somewhat
_LEAST = 8  # cells
_TRIES = ((_FAINT[0], _MUCH[0]), *((_FAINT[1], much) for much in _MUCH))


def number_places(close_ups: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The cells (ROWS x COLUMNS, bool) in which cards of different numbers (close-ups, ``face_grid``) differ, those of
    one place together; the largest first. None where there are fewer than two cards."""
    if len(close_ups) < 2:
        return []
    for faint, much in _TRIES:
        differs = _differs(np.array([_shapes(one, faint) for one in close_ups]))
        differing = differs > much * float(np.sort(differs.ravel())[-_MANY:].mean())
        if differing.mean() < _LARGEST:
            break
    count, places = cv2.connectedComponents(cv2.dilate(differing.astype(np.uint8), np.ones((3, 3), np.uint8)))
    found = sorted(((places == k) & differing for k in range(1, count)), key=np.sum, reverse=True)
    return [place for place in found if place.sum() >= _LEAST]


def _shapes(close_up: np.ndarray, faint: float) -> np.ndarray:
    """How the edges lie on a card (PIXELS x 2): cosine and sine of twice their angle, times how clear they are."""
    small = cv2.resize(close_up, PIXELS[::-1], interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), _SOFT)
    dx, dy = (cv2.Scharr(soft, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1)))
    along, down, mixed = (dx * dx).sum(-1), (dy * dy).sum(-1), (dx * dy).sum(-1)
    strong = np.sqrt(along + down)
    share = 1 / ((strong + faint) * np.maximum(strong, 1e-3))
    out = cv2.GaussianBlur(np.dstack([(along - down) * share, 2 * mixed * share]), (0, 0), _BLUR)
    inner = np.zeros(PIXELS, np.float32)
    inner[_EDGE:-_EDGE, _EDGE:-_EDGE] = 1
    return out * inner[..., None]


def _differs(shapes: np.ndarray) -> np.ndarray:
    """How much the shapes of N cards differ around each cell, ROWS x COLUMNS: for all pairs of cards together, what
    their product lacks of the most it could be (Cauchy-Schwarz)."""
    pairs = len(shapes) * (len(shapes) - 1)
    each = np.array([cv2.blur((one**2).sum(-1), (_AROUND, _AROUND)) for one in shapes]).clip(0)
    product = cv2.blur((shapes.sum(0) ** 2).sum(-1), (_AROUND, _AROUND)) - each.sum(0)
    most = np.sqrt(each).sum(0) ** 2 - each.sum(0)
    lacks = np.sqrt(np.maximum(most - product, 0) / pairs)
    return cv2.resize(lacks, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
