"""Where a deck's numbers stand: where the shapes of what is printed differ from card to card, and look like numbers.

A hue's own print has the same shape on all cards, in other colours; a ground that all share has it too. What stands for
the number differs. So does a ground that is another picture on every card; a network that has seen very many decks
knows it from numbers (``face_network``), as far as its cells of 3 mm tell.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.print_edges import PIXELS

# Constants: chosen on the chosen families of invented decks, by how many of the 241 places where 82 of them have their
# numbers were found (230; a box about each) and how many places hold none (5); anything near does as well.
_FAINT = 12.0  # gray levels a pixel: weaker edges count less
_SOFT, _BLUR = 0.7, 1.2  # pixels; the latter: a card may lie so far aside
_EDGE = 4  # pixels at a card's sides, which wear
_AROUND = 7  # pixels that are compared together
_FOR_NUMBERS, _MUCH = 0.5, 0.5  # of the most there is on the card, and at a place
_MOST = 8  # cells: the most there is at a place is their mean
_LEAST = 8  # cells
_NEAR = np.ones((3, 3), np.uint8)


def shapes_differ(close_ups: Sequence[np.ndarray]) -> np.ndarray:
    """How much the shapes of what is printed on N cards (close-ups, ``face_grid``) differ around each cell, ROWS x
    COLUMNS: for all pairs of cards together, what their product lacks of the most it could be (Cauchy-Schwarz)."""
    pairs = len(close_ups) * (len(close_ups) - 1)
    if not pairs:
        return np.zeros((ROWS, COLUMNS), np.float32)
    shapes = np.array([_shapes(one) for one in close_ups])
    each = np.array([cv2.blur((one**2).sum(-1), (_AROUND, _AROUND)) for one in shapes]).clip(0)
    product = cv2.blur((shapes.sum(0) ** 2).sum(-1), (_AROUND, _AROUND)) - each.sum(0)
    most = np.sqrt(each).sum(0) ** 2 - each.sum(0)
    lacks = np.sqrt(np.maximum(most - product, 0) / pairs)
    return cv2.resize(lacks, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)


def number_places(shapes: np.ndarray, for_numbers: np.ndarray) -> list[np.ndarray]:
    """The cells (ROWS x COLUMNS, bool) in which cards of different numbers differ, those of one place together; the
    surest first. ``shapes``: how much those differ (``shapes_differ``); ``for_numbers``: how much the cards do in what
    a network takes for numbers (``FaceNetwork.differs``)."""
    for_numbers = cv2.resize(for_numbers, (COLUMNS, ROWS), interpolation=cv2.INTER_LINEAR)
    differs = for_numbers * shapes
    found = [
        place
        for about in _apart(for_numbers > _FOR_NUMBERS * for_numbers.max())
        for place in _apart(_most_of(differs, cv2.dilate(about.astype(np.uint8), _NEAR) > 0))
        if place.sum() >= _LEAST
    ]
    return sorted(found, key=lambda place: -float(for_numbers[place].mean()))


def _most_of(differs: np.ndarray, about: np.ndarray) -> np.ndarray:
    """Where in a part of the card cards differ much, beside the most they do there."""
    return about & (differs > _MUCH * np.sort(differs[about])[-_MOST:].mean())


def _apart(cells: np.ndarray) -> list[np.ndarray]:
    """Cells of one place together: those of which no more than one lies between."""
    count, places = cv2.connectedComponents(cv2.dilate(cells.astype(np.uint8), _NEAR))
    return [(places == k) & cells for k in range(1, count)]


def _shapes(close_up: np.ndarray) -> np.ndarray:
    """How the edges lie on a card (PIXELS x 2): cosine and sine of twice their angle, times how clear they are."""
    small = cv2.resize(close_up, PIXELS[::-1], interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), _SOFT)
    dx, dy = (cv2.Scharr(soft, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1)))
    along, down, mixed = (dx * dx).sum(-1), (dy * dy).sum(-1), (dx * dy).sum(-1)
    strong = np.sqrt(along + down)
    share = 1 / ((strong + _FAINT) * np.maximum(strong, 1e-3))
    out = cv2.GaussianBlur(np.dstack([(along - down) * share, 2 * mixed * share]), (0, 0), _BLUR)
    inner = np.zeros(PIXELS, np.float32)
    inner[_EDGE:-_EDGE, _EDGE:-_EDGE] = 1
    return out * inner[..., None]
