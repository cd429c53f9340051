"""Faces of invented decks for the networks that tell numbers: each number on a card of one hue, then on others.

Families that are learned from, decks in the manner of ``decks``, and free ones: any shapes in the hue's ink. What
stands for the numbers is anything that decks have.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from engine.components.hues import Hue
from vision.cards.face_grid import CLOSE_UP
from vision.training.cards import decks
from vision.training.families.design import design_of
from vision.training.families.families import ARTS, CardFamily, families_of
from vision.training.numbers.deck_signs import signs_of_a_deck

NUMBERS, SEEN = 12, 20
_LEARNED = families_of("learned")


@dataclass(frozen=True, slots=True, eq=False)
class DeckFaces:
    """``taught``: NUMBERS faces, one of each number; ``seen``: SEEN others, and which number (from 0) each shows;
    uint8 BGR, CLOSE_UP. ``both_ways``: upside down a card looks the same, but for its art."""

    taught: np.ndarray
    seen: np.ndarray
    numbers: np.ndarray
    both_ways: bool


@dataclass(frozen=True, slots=True)
class Printed:
    """A card, as designs ask for one: of a hue and a number from 1."""

    hue: Hue
    number: int
    special: str = ""

    def __str__(self) -> str:
        return f"{int(self.hue)} {self.number}"


def invent(seed: int, fonts: Sequence[str]) -> DeckFaces:
    """The deck of a seed, lettered in these fonts."""
    rng = np.random.default_rng([seed, 12])
    look, both_ways = deck_design(rng, seed, fonts)
    inks = palette(rng)
    hues = rng.permutation(12)[: int(rng.choice([12, 12, 12, 4, 6]))]
    taught = [Printed(Hue(int(hues[k % len(hues)])), k + 1) for k in range(NUMBERS)]
    numbers = rng.integers(NUMBERS, size=SEEN)
    seen = [Printed(Hue(int(hues[rng.integers(len(hues))])), int(number) + 1) for number in numbers]
    shown = np.array([_close_up(look.face(card, inks)) for card in (*taught, *seen)])
    return DeckFaces(shown[:NUMBERS], shown[NUMBERS:], numbers, both_ways)


def deck_design(rng: np.random.Generator, seed: int, fonts: Sequence[str]) -> tuple[Any, bool]:
    """How the deck of a seed looks, lettered in these fonts: of any kind, chosen by ``rng``; and whether it does so
    upside down as well."""
    kind = rng.random()
    if kind < 0.2:
        own = decks.design(rng, fonts)
        return own, own.both_ways
    family = _LEARNED[rng.integers(len(_LEARNED))]
    if kind < 0.55:
        family = CardFamily("free", ARTS[rng.integers(len(ARTS))])
    look = design_of(family, 1_000_000 + seed, fonts, usual=True)
    if rng.random() < 0.4:
        look = replace(look, names=tuple(signs_of_a_deck(rng, NUMBERS)))
    numbers = [(x, y, turned) for x, y, _, turned in look.numbers]
    both_ways = {*numbers} == {(63 - x, 88 - y, not turned) for x, y, turned in numbers}
    return look, both_ways


def palette(rng: np.random.Generator) -> np.ndarray:
    """INKS x 3 (BGR, 0 to 255): hues around the circle, each a little off, dull or not."""
    bright = (int(rng.uniform(150, 256)), int(rng.uniform(150, 256)))
    wheel = cv2.cvtColor(np.array([[(k * 15 % 180, *bright) for k in range(12)]], np.uint8), cv2.COLOR_HSV2BGR)[0]
    dull = rng.uniform(0, 0.4)
    hues = (wheel + rng.normal(0, 14, (12, 3))) * (1 - dull) + 128 * dull
    white, dark, gray = rng.uniform(200, 255), rng.uniform(10, 60), rng.uniform(120, 210)
    tint = rng.uniform(20, 240, 3) if rng.random() < 0.6 else rng.uniform(200, 255, 3)
    return np.clip(np.vstack([hues, [[white] * 3, [dark] * 3, [gray] * 3, tint]]), 0, 255)


def _close_up(face: np.ndarray) -> np.ndarray:
    return np.clip(cv2.resize(face, CLOSE_UP[::-1], interpolation=cv2.INTER_AREA), 0, 255).astype(np.uint8)
