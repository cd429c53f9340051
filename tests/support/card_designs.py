"""Decks of a few designs, drawn and taught here, and how the reader reads a face of theirs."""

from collections.abc import Callable

import cv2
import numpy as np

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.cards.classifier import Orientation
from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS, Face, cells
from vision.cards.likelihood import CoarseFace, coarse_mask, fit_coarse
from vision.cards.print_edges import SeenPrint, edge_orientations, visible_cells
from vision.cards.reader import CardReader
from vision.cards.taught import Sample, TaughtDeck, whole_deck

FINE = 6
INKS = np.array(
    [
        cv2.cvtColor(np.uint8([[[hue * 15, 220, 200]]]), cv2.COLOR_HSV2BGR)[0, 0] / 255.0
        for hue in (0, 0.7, 1.2, 1.7, 2.1, 2.9, 4.2, 6.2, 7.2, 8.6, 9.6, 11)
    ]
)
INKS = np.maximum(INKS, 0.03) ** 2.2
WHITE, BLACK = (0.9, 0.9, 0.9), (0.04, 0.04, 0.04)


def blank(colour) -> np.ndarray:
    return np.full((ROWS * FINE, COLUMNS * FINE, 3), colour, np.float32)


def number(face: np.ndarray, text: str, ink, size: float = 3.6) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, 12)
    at = ((face.shape[1] - width) // 2, (face.shape[0] + height) // 2)
    print_here = np.zeros(face.shape[:2], np.uint8)
    cv2.putText(print_here, text, at, cv2.FONT_HERSHEY_DUPLEX, size, 255, 12, cv2.LINE_AA)
    if text in ("6", "9"):
        cv2.line(print_here, (at[0], at[1] + 20), (at[0] + width, at[1] + 20), 255, 8)
    share = print_here[..., None] / 255.0
    face[:] = face * (1 - share) + share * np.asarray(ink)


def full_bleed(card: Card) -> np.ndarray:
    face = blank(INKS[card.hue])
    number(face, str(card.number), BLACK)
    return face


def stripe(card: Card) -> np.ndarray:
    face = blank(WHITE)
    face[: face.shape[0] // 5] = INKS[card.hue]
    number(face, str(card.number), BLACK)
    return face


def coloured_number(card: Card) -> np.ndarray:
    face = blank(WHITE)
    number(face, str(card.number), INKS[card.hue])
    return face


def small(face: np.ndarray) -> np.ndarray:
    return cv2.resize(face, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)


def write(face: np.ndarray, text: str, ink, size: float, x: int, y: int) -> None:
    """A text with its lower left corner at fine cells x, y."""
    mask = np.zeros(face.shape[:2], np.uint8)
    cv2.putText(mask, text, (x * FINE, y * FINE), cv2.FONT_HERSHEY_DUPLEX, size, 255, 4, cv2.LINE_AA)
    share = mask[..., None] / 255.0
    face[:] = face * (1 - share) + share * np.asarray(ink)


def special(name: str) -> np.ndarray:
    face = blank((0.5, 0.5, 0.5))
    number(face, name[-4:], WHITE, 1.6)
    return face


def shown(face: np.ndarray) -> np.ndarray:
    """As the camera's curve shows it."""
    return np.rint(255 * np.clip(face, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def patch(face: np.ndarray) -> np.ndarray:
    """The same, twice as fine as the cells."""
    return shown(cv2.resize(face, (2 * COLUMNS, 2 * ROWS), interpolation=cv2.INTER_AREA))


def seen_as(colour: np.ndarray, face: np.ndarray, light: float = 0.7) -> Face:
    """A face under an even lamp: its ``colour``, and what it is cut out of."""
    picture = shown(face)
    height, width = picture.shape[:2]
    px = cells(2 * ROWS, 2 * COLUMNS) * [width, height] - 0.5
    whole = np.ones(colour.shape, np.float32)
    return Face(colour, light * whole, whole, patch(face), picture, px.astype(np.float32))


def sample(card: Card | None, face: np.ndarray) -> Sample:
    clear = np.ones((ROWS, COLUMNS, 3), np.float32)
    close_up = cv2.resize(shown(face), CLOSE_UP[::-1], interpolation=cv2.INTER_AREA)
    return Sample(card, small(face), clear, INKS.astype(np.float32), edge_orientations(patch(face)), close_up)


def taught(design: Callable[[Card], np.ndarray]) -> TaughtDeck:
    samples = [sample(card, special(card.special) if card.special else design(card)) for card in whole_deck()]
    return TaughtDeck((*samples, sample(None, blank((0.1, 0.1, 0.3)))))


def upright(reader: CardReader, face: np.ndarray) -> Orientation:
    """A face that lies upright under an even lamp with a little noise."""
    noise = np.random.default_rng(1).normal(0, 0.01, (ROWS, COLUMNS, 3))
    colour = (small(face) * 0.9 + noise).astype(np.float32)
    seen = seen_as(colour, face)
    whole = np.ones((ROWS, COLUMNS), np.float32)
    now = reader.statistics.now(INKS)
    wide, _ = CoarseFace.of(seen, reader.statistics, now)
    fit = fit_coarse([wide], coarse_mask(whole)[None], reader.statistics, now)[0]
    shown = SeenPrint.of(edge_orientations(seen.patch), visible_cells(whole))
    return Orientation(0, seen, wide, fit, shown, reader.statistics.numbers.by_cells(shown), whole)


def read(reader: CardReader, face: np.ndarray) -> tuple[Card | None, float]:
    """The likeliest card for a face that lies ``upright``, and by what margin."""
    way, now = upright(reader, face), reader.statistics.now(INKS)
    for whole_face in (False, True):  # as the reader looks again where it would ask
        costs = reader.classifier.costs(way, now, whole_face=whole_face)
        best, second = sorted(costs, key=lambda cost: cost.unlikely)[:2]
        if second.unlikely - best.unlikely >= SURE:
            break
    return best.card, second.unlikely - best.unlikely


SURE = 3.2
"""A margin of cost with which the reader would not ask."""


def some_cards() -> list[Card]:
    return [Card(Hue(n // 12), n % 12 + 1) for n in range(0, 144, 7)]
