"""Invented decks of cards: fields, frames, bands, halves, corner indices, emblems, backs, all by chance.

What is always true: a card is 63 x 88 mm, a hue has its colour or the two it lies between, a number is written on it,
and 6 and 9 can be told apart. Decks of very many designs and sizes are in ``vision/training/families``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.components.cards import Card, swapped_hues
from engine.components.hues import Hue
from vision.training.cards.painting import (
    DARK,
    GRAY,
    HEIGHT,
    OWN_FONTS,
    PX_PER_MM,
    TINT,
    WHITE,
    WIDTH,
    Lettering,
    Painter,
)


@dataclass(frozen=True)
class Design:
    """How a deck is drawn. Lengths in mm; ``ground`` and ``lettering`` are inks or "hue"."""

    layout: str
    ground: int | str
    lettering: int | str
    outline: int | None
    edge: float
    halves: bool
    font: str
    weight: int
    tall: float
    index: float
    indices: int
    index_ink: int | str
    both_ways: bool
    emblem: str
    back: str
    signs: bool
    special_ground: int

    size_mm = (63.0, 88.0)
    corner_mm = 0.0

    @cached_property
    def lettered(self) -> Lettering:
        """How its numbers and words are lettered."""
        return Lettering(self.font, self.weight, self.outline)

    def face(self, card: Card | None, palette: np.ndarray) -> np.ndarray:
        """A face in the colours of ``palette`` (INKS x C): HEIGHT x WIDTH x C; ``card`` None is the back."""
        if card is None:
            return _back(self, palette)
        if card.special:
            return _special(self, card.special, palette)
        return _numbered(self, card, palette)


def design(rng: np.random.Generator, fonts: Sequence[str] = OWN_FONTS) -> Design:
    """One by chance, lettered in one of these fonts."""
    layout = str(rng.choice(["full", "full", "frame", "frame", "bands", "stripe", "disc", "side", "corner"]))
    ground: int | str = "hue" if layout == "full" else int(rng.choice([WHITE, WHITE, WHITE, DARK, GRAY, TINT]))
    choices: list[int | str] = [WHITE, DARK]
    if layout not in ("full", "disc"):
        choices = [DARK, DARK, "hue"] if ground in (WHITE, GRAY, TINT) else [WHITE, "hue"]
    lettering = choices[rng.integers(len(choices))]
    outline = None if rng.random() < 0.6 else DARK if lettering != DARK else WHITE
    indices = int(rng.choice([0, 2, 2, 4]))
    index_ink = lettering if layout in ("full", "disc") or rng.random() < 0.6 else DARK
    if layout == "disc" and index_ink == ground:
        index_ink = DARK if ground != DARK else WHITE
    if layout in ("frame", "bands", "corner"):
        index_ink = WHITE if rng.random() < 0.5 else DARK
    both_ways = bool(rng.random() < 0.15)
    return Design(
        layout,
        ground,
        lettering,
        outline,
        float(rng.choice([0, 0, 2.0, 3.0])),
        bool(rng.random() < 0.25),
        str(rng.choice(fonts)),
        int(rng.choice([400, 600, 800])),
        float(rng.uniform(18, 36)),
        float(rng.uniform(5.5, 9)),
        indices,
        index_ink,
        both_ways,
        "none" if both_ways else str(rng.choice(["none", "none", "wheel", "name", "dots", "pips"])),
        str(rng.choice(["wheel", "stripes", "checks", "plain", "rings"])),
        bool(rng.random() < 0.4),
        int(rng.choice([WHITE, WHITE, WHITE, DARK])),
    )


def _hues_of(look: Design, hue: Hue) -> list[int]:
    """The hue itself, or the two it lies between where the design shows those in halves."""
    own = int(hue)
    return [own - 1, (own + 1) % 12] if look.halves and own % 2 else [own]


def _numbered(look: Design, card: Card, palette: np.ndarray) -> np.ndarray:
    assert card.hue is not None
    brush = Painter(_hues_of(look, card.hue), palette)
    _ground(brush, look)
    said = str(card.number)
    middle = (31.5, 40.0 if look.emblem != "none" and look.layout != "full" else 44.0)
    if look.layout == "disc":
        brush.disc(31.5, middle[1], 24, "hue")
    if look.both_ways:
        brush.text(said, 31.5, 32, look.lettered, min(look.tall, 15), look.lettering)
        brush.text(said, 31.5, 56, look.lettered, min(look.tall, 15), look.lettering, True)
    else:
        brush.text(said, *middle, look.lettered, look.tall, look.lettering)
    _emblem(brush, look, card)
    for k, (x, y) in enumerate(((7.5, 8.0), (55.5, 80.0), (55.5, 8.0), (7.5, 80.0))[: look.indices]):
        brush.text(said, x, y, look.lettered, look.index, look.index_ink, k in (1, 3))
    return brush.shown


def _ground(brush: Painter, look: Design) -> None:
    brush.box(-1, -1, 64, 89, look.ground)
    edge = 10.0 if look.indices and look.layout == "frame" else 5.5
    if look.layout == "frame":
        brush.box(-1, -1, 64, 89, "hue")
        brush.box(edge, edge, 63 - edge, 88 - edge, look.ground)
    if look.layout == "bands":
        brush.box(-1, -1, 64, 14, "hue")
        brush.box(-1, 74, 64, 89, "hue")
    if look.layout == "stripe":
        brush.box(-1, 14, 64, 20, "hue")
        brush.box(-1, 68, 64, 74, "hue")
    if look.layout == "side":
        brush.box(-1, -1, 7, 89, "hue")
        brush.box(56, -1, 64, 89, "hue")
    if look.layout == "corner":
        brush.polygon(np.array([[-1, -1], [30, -1], [-1, 30]]), "hue")
        brush.polygon(np.array([[64, 89], [33, 89], [64, 58]]), "hue")
    if look.edge and look.layout in ("full", "disc"):
        rim = np.ones((HEIGHT, WIDTH), np.float32)
        wide = round(look.edge * PX_PER_MM)
        rim[wide:-wide, wide:-wide] = 0
        brush.paint(rim, WHITE)


def _emblem(brush: Painter, look: Design, card: Card) -> None:
    """A wheel and a name tell the hue, pips tell the number, three dots tell nothing."""
    assert card.hue is not None and card.number is not None
    if look.emblem == "wheel" and look.layout != "full":
        brush.wheel(31.5, 66, 8.5, _hues_of(look, card.hue) if look.halves else [int(card.hue)])
    ink = "hue" if look.ground != "hue" else look.lettering
    if look.emblem == "dots":
        for x in (22, 31.5, 41):
            brush.disc(x, 68, 2.4, ink)
    if look.emblem == "name":
        brush.text(card.hue.name, 31.5, 67, look.lettered, 7, look.lettering)
    if look.emblem == "pips":
        for k in range(card.number):
            brush.disc(16.5 + 6 * (k % 6), 64.5 + 6 * (k // 6), 2.2, ink)


def _special(look: Design, name: str, palette: np.ndarray) -> np.ndarray:
    if pair := swapped_hues(name):
        one, other = (int(hue) for hue in pair)
        brush = Painter([one, other], palette)
        if look.layout in ("full", "bands", "stripe"):
            brush.box(-1, -1, 64, 89, look.special_ground)
            for x, ink in ((0, one), (31.5, other)):
                brush.box(x - 1, -1, x + 32, 18, ink)
                brush.box(x - 1, 70, x + 32, 89, other if ink == one else one)
        else:
            brush.box(-1, -1, 64, 89, "hue")
            brush.box(7, 7, 56, 81, look.special_ground)
        said = ["<>"] if look.signs else ["SWAP"]
    else:
        brush = Painter([0], palette)
        brush.box(-1, -1, 64, 89, look.special_ground)
        for k in range(12):
            brush.box(63 / 12 * k, -1, 63 / 12 * (k + 1), 12, k)
            brush.box(63 / 12 * k, 76, 63 / 12 * (k + 1), 89, k)
        said = {"draw": ["DRAW", "2"], "reverse-draw": ["REV", "DRAW"]}.get(name, name.upper().split("-"))
    for k, line in enumerate(said):
        ink = WHITE if look.special_ground == DARK else DARK
        brush.text(line, 31.5, 44 + 13 * (k - (len(said) - 1) / 2), look.lettered, 9.0, ink)
    return brush.shown


def _back(look: Design, palette: np.ndarray) -> np.ndarray:
    brush = Painter([0], palette)
    brush.box(-1, -1, 64, 89, DARK if look.back == "wheel" else TINT)
    if look.back == "wheel":
        brush.wheel(31.5, 44, 22, None)
    if look.back == "stripes":
        for k in range(0, 20, 2):
            brush.box(-40, 5 * k - 4, 120, 5 * k + 1, WHITE, 0.6)
    if look.back == "checks":
        for x in range(9):
            for y in range(x % 2, 13, 2):
                brush.box(7 * x, 7 * y, 7 * x + 7, 7 * y + 7, GRAY if x % 2 else WHITE)
    if look.back == "rings":
        for k, radius in enumerate((26, 21, 16, 11, 6)):
            brush.disc(31.5, 44, radius, WHITE if k % 2 == 0 else TINT)
    return brush.shown
