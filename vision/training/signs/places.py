"""Places of numbers on invented decks, cut out of whole faces: each number on a card of one hue, then on another.

What surrounds a number and lies under it is so as decks have it: art, frames, the hue's shape, other signs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.components.hues import Hue
from vision.training.cards.painting import PX_PER_MM
from vision.training.families.faces import FamilyDesign
from vision.training.numbers.faces import NUMBERS, Printed, deck_design, palette

PX = 72
"""Pixels a side of a cut-out, as it is drawn."""
WIDE = 1.8
"""Sides of the square around a number that a cut-out is wide, so that the square may lie a little elsewhere."""
# Constants: chosen by hand, after the squares in which ``number_signs`` looks.
_SIDE = (1.1, 1.9)  # of a number's height: the square around it
_ASIDE = 0.06  # of a number's height: deviation of the square's middle
_ALIKE = 0.7  # of places as tall as one before: left out, for they show the same again
_SOFT = 0.25  # px of the cut-out: blur before a face is made smaller
_SMALLER = 0.8  # so much smaller, and it is blurred before


@dataclass(frozen=True, slots=True, eq=False)
class SignPlace:
    """One place of a deck's numbers. ``taught``, ``seen``: NUMBERS x PX x PX x 3, uint8 BGR, each number on a card of
    one hue and of another; ``side_mm``: of the square around the number, in the middle of the cut-out, which is WIDE
    times as wide."""

    taught: np.ndarray
    seen: np.ndarray
    side_mm: float


def invent(seed: int, fonts: Sequence[str]) -> list[SignPlace]:
    """The places of the deck of a seed, lettered in these fonts, of a learned family or a free one; none where chance
    asks for a deck in the manner of ``decks``, for those do not say where their numbers are."""
    rng = np.random.default_rng([seed, 77])
    look, _ = deck_design(rng, 5_000_000 + seed, fonts)
    return places_of(look, rng) if isinstance(look, FamilyDesign) else []


def places_of(look: FamilyDesign, rng: np.random.Generator) -> list[SignPlace]:
    """Places of a deck's numbers, most of those alike left out; hues and inks, and where exactly, by chance."""
    inks, hues = palette(rng), rng.permutation(12)
    others = (hues + rng.integers(1, 12, 12)) % 12
    cards = [Printed(Hue(int(several[k])), k + 1) for several in (hues, others) for k in range(NUMBERS)]
    faces = [np.clip(look.face(card, inks), 0, 255).astype(np.uint8) for card in cards]
    out, known = [], set()
    for x, y, tall, _ in look.numbers:
        if round(tall) in known and rng.random() < _ALIKE:
            continue
        known.add(round(tall))
        side = tall * rng.uniform(*_SIDE)
        middle = np.array([x, y]) + rng.normal(0, _ASIDE * tall, 2)
        shown = np.array([_cut_out(face, middle, WIDE * side) for face in faces])
        out.append(SignPlace(shown[:NUMBERS], shown[NUMBERS:], float(side)))
    return out


def _cut_out(face: np.ndarray, middle: np.ndarray, wide: float) -> np.ndarray:
    """A square of a face, ``wide`` mm with its ``middle`` at x, y mm, on PX x PX."""
    larger = PX / (wide * PX_PER_MM)
    if larger < _SMALLER:
        face = cv2.GaussianBlur(face, (0, 0), _SOFT / larger)
    left, top = PX / 2 - larger * PX_PER_MM * middle
    there = np.array([[larger, 0, left], [0, larger, top]], np.float32)
    return cv2.warpAffine(face, there, (PX, PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
