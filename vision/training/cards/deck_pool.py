"""Decks for the flat pictures that the card segmenter learns from: in the manner of ``decks``, of the families that may
be learned from, and of any other art; of every size that is sold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from vision.cards.table_plane import CARD_MM, Size
from vision.training.cards import decks
from vision.training.cards.painting import OWN_FONTS
from vision.training.families.design import design_of
from vision.training.families.families import families_of

# Constants: chosen by hand.
FACE = (138, 99)  # rows, columns of a face in the pool
_FAMILIES, _OWN = 0.5, 0.25  # of the decks; the others are of any art
_ONE_COLOUR = 0.5  # of the own ones have no rim: in shade, on a mat much like them, they are the hardest to see
_BRIGHT = 110, 245  # hues' value (HSV)
_USUAL = 0.4
_WIDE, _SLIM, _HIGH = (39.0, 93.0), (1.22, 1.8), 134.0  # mm, times as high as wide, mm at most
_ROUND = 0.0, 2.0, 3.0, 4.0, 5.5  # mm


@dataclass(frozen=True, slots=True, eq=False)
class PooledDeck:
    """``faces``: N x FACE x 3 uint8 (BGR), whatever the cards' size; ``corner_mm``: how round they are."""

    faces: np.ndarray
    size_mm: Size
    corner_mm: float


Pool = list[PooledDeck]


def pool(rng: np.random.Generator, count: int, fonts: Sequence[str] = OWN_FONTS) -> Pool:
    """So many decks, lettered in these fonts."""
    return [_deck(rng, fonts) for _ in range(count)]


def _deck(rng: np.random.Generator, fonts: Sequence[str]) -> PooledDeck:
    usual, kind = bool(rng.random() < _USUAL), rng.random()
    if kind < _FAMILIES:
        families = families_of("learned")
        look = design_of(families[rng.integers(len(families))], int(rng.integers(2**31)), fonts, usual)
        return PooledDeck(_painted(rng, look.face), look.size_mm, look.corner_mm)
    faces = _painted(rng, _own_deck(rng, fonts).face) if kind < _FAMILIES + _OWN else _art_deck(rng)
    return PooledDeck(faces, CARD_MM if usual else _any_size(rng), float(rng.choice(_ROUND)))


def _own_deck(rng: np.random.Generator, fonts: Sequence[str]) -> decks.Design:
    look = decks.design(rng, fonts)
    return replace(look, layout="full", ground="hue", edge=0.0) if rng.random() < _ONE_COLOUR else look


def _any_size(rng: np.random.Generator) -> Size:
    wide = float(rng.uniform(*_WIDE))
    return wide, min(wide * float(rng.uniform(*_SLIM)), _HIGH)


def _painted(rng: np.random.Generator, face: Callable[[Card | None, np.ndarray], np.ndarray]) -> np.ndarray:
    """Nine cards of a deck in inks by chance: numbered ones, a special, the back."""
    value = int(rng.uniform(*_BRIGHT))
    wheel = cv2.cvtColor(np.array([[(k * 15 % 180, 235, value) for k in range(12)]], np.uint8), cv2.COLOR_HSV2BGR)[0]
    white, dark, gray = rng.uniform(200, 255), rng.uniform(10, 60), rng.uniform(120, 210)
    tint = rng.uniform(20, 240, 3) if rng.random() < 0.6 else rng.uniform(200, 255, 3)
    dull = rng.uniform(0, 0.4)
    hues = (wheel + rng.normal(0, 14, (12, 3))) * (1 - dull) + 128 * dull
    inks = np.clip(np.vstack([hues, [[white] * 3, [dark] * 3, [gray] * 3, tint]]), 0, 255)
    cards: list[Card | None] = [Card(Hue(int(rng.integers(12))), int(rng.integers(12)) + 1) for _ in range(7)]
    cards += [Card(special=SPECIALS[rng.integers(len(SPECIALS))]), None]
    return np.array([_small(face(card, inks)) for card in cards])


def _small(face: np.ndarray) -> np.ndarray:
    return np.clip(cv2.resize(face, FACE[::-1], interpolation=cv2.INTER_AREA), 0, 255).astype(np.uint8)


def _art_deck(rng: np.random.Generator) -> np.ndarray:
    """A deck of any art: a border, a panel, shapes and letters; some colours are each card's own."""
    high, wide = FACE
    plain = [rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.full(3, rng.choice([20, 128, 245])) for _ in range(6)]
    own = rng.random(6) < 0.4
    border, rounded = rng.choice([0, 0, 2, 4, 7, 11]), int(rng.integers(0, 12))
    symmetric = rng.random() < 0.5
    shapes = [
        (str(rng.choice(["disc", "box", "line", "text", "ring"])), rng.uniform(0.08, 0.92, 4), int(rng.integers(6)))
        for _ in range(rng.integers(0, 9))
    ]
    corner = int(rng.integers(6)) if rng.random() < 0.6 else None
    font, tall, thick = int(rng.choice([0, 2, 3, 4])), rng.uniform(0.4, 1.0), int(rng.integers(1, 3))
    out = []
    for _ in range(9):
        inks = [rng.uniform(0, 255, 3) if mine else ink for mine, ink in zip(own, plain, strict=True)]
        words = str(rng.choice(["1", "2", "7", "8", "12", "A", "K", "Q", "J", "10", "+2", "X"]))
        face = np.empty((high, wide, 3), np.uint8)
        face[:] = inks[0]
        if border:
            _panel(face, int(border), rounded, inks[1])
        for kind, at, ink in shapes:
            _shape(face, kind, at, inks[ink], words, symmetric)
        if rng.random() < 0.2:
            rise = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.7, 1.2), high, dtype=np.float32)
            face = np.clip(face * rise[:, None, None], 0, 255).astype(np.uint8)
        if corner is not None:
            for _ in range(2):
                at = (int(3 + tall * 4), int(6 + tall * 22))
                cv2.putText(face, words, at, font, tall, inks[corner].tolist(), thick, cv2.LINE_AA)
                face = np.ascontiguousarray(face[::-1, ::-1])
        out.append(face)
    return np.array(out)


def _panel(face: np.ndarray, border: int, rounded: int, ink: np.ndarray) -> None:
    high, wide = face.shape[:2]
    outline = rounded_rectangle(np.array([border, border]), np.array([wide - border, high - border]), rounded)
    cv2.fillPoly(face, [np.rint(outline * 16).astype(np.int32)], ink.tolist(), cv2.LINE_AA, 4)


def rounded_rectangle(low: np.ndarray, high: np.ndarray, radius: float) -> np.ndarray:
    """Outline of a rectangle with round corners, N x 2."""
    out = []
    for k, (x, y) in enumerate(((high[0], high[1]), (low[0], high[1]), (low[0], low[1]), (high[0], low[1]))):
        around = np.linspace(k * np.pi / 2, (k + 1) * np.pi / 2, 5)
        towards = np.array([1 if k in (0, 3) else -1, 1 if k in (0, 1) else -1])
        out.append(np.array([x, y]) - towards * radius + radius * np.stack([np.cos(around), np.sin(around)], -1))
    return np.concatenate(out)


def _shape(face: np.ndarray, kind: str, at: np.ndarray, ink: np.ndarray, words: str, symmetric: bool) -> None:
    high, wide = face.shape[:2]
    x, y = int(at[0] * wide), int(at[1] * high)
    size = int(4 + 30 * at[2] ** 2)
    colour = ink.tolist()
    for turn in range(2 if symmetric else 1):
        if turn:
            x, y = wide - 1 - x, high - 1 - y
        if kind == "disc":
            cv2.circle(face, (x, y), size, colour, -1, cv2.LINE_AA)
        elif kind == "ring":
            cv2.circle(face, (x, y), size, colour, 1 + int(3 * at[3]), cv2.LINE_AA)
        elif kind == "box":
            cv2.rectangle(face, (x, y), (x + size, y + int(size * (0.3 + 2 * at[3]))), colour, -1)
        elif kind == "line":
            level = at[3] > 0.5
            ends = ((0, y), (wide, y)) if level else ((x, 0), (x, high))
            cv2.line(face, *ends, colour, 1 + int(14 * at[2] ** 3), cv2.LINE_AA)
        else:
            cv2.putText(face, words, (x - size, y + size), 2, size / 11, colour, 1 + size // 6, cv2.LINE_AA)
