"""Painting a family's faces: art, the hue's shape, the number, specials, the back, and wear."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.components.cards import Card, swapped_hues
from vision.training.cards.painting import DARK, GRAY, HEIGHT, PX_PER_MM, TINT, WHITE, WIDTH, Lettering, Painter
from vision.training.families.arts import clouds, paint_art
from vision.training.families.families import CardFamily
from vision.training.families.printed_shapes import honeycomb, labels, sashes, stroke

USUAL_MM = (63.0, 88.0)
Ink = int | str
_SPECIAL_ORDER = ("swap-cards", "draw", "reverse-draw", "deck-swap", "pass-right", "pass-left")


@dataclass(frozen=True, slots=True)
class FamilyDesign:
    """One deck. Lengths in mm on a face of 63 x 88, which is stretched to ``size_mm``; inks as ``painting`` numbers
    them, or "hue". ``numbers``: where each stands, (x, y, tall, upside down); ``extent``: how large the hue's shape is,
    0 to 1; ``halves``: hues between two others are shown as both."""

    family: CardFamily
    seed: int
    size_mm: tuple[float, float]
    corner_mm: float
    border: tuple[int, float] | None
    ground: int | str
    lettering: Lettering
    index: Lettering
    ink: int | str
    index_ink: int | str
    numbers: tuple[tuple[float, float, float, bool], ...]
    names: tuple[str, ...]
    words: tuple[str, ...]
    icons: bool
    extent: float
    halves: bool
    own_art: bool
    back: str
    wear: float

    @property
    def usual(self) -> bool:
        """Whether its cards are as large as most decks'."""
        return self.size_mm == USUAL_MM

    def face(self, card: Card | None, palette: np.ndarray) -> np.ndarray:
        """A face in the colours of ``palette`` (INKS x C): HEIGHT x WIDTH x C, whatever its size; None is the back."""
        return _face(self, card, palette)


def _face(look: FamilyDesign, card: Card | None, palette: np.ndarray) -> np.ndarray:
    """A face in the colours of ``palette`` (INKS x C): HEIGHT x WIDTH x C; ``card`` None is the back."""
    name = "back" if card is None else str(card)
    rng = np.random.default_rng([look.seed, *(name.encode() if look.own_art else b"")])
    brush = Painter(_hues_of(look, card), palette)
    brush.box(-1, -1, 64, 89, look.ground if card is not None else TINT)
    if card is None:
        _back(brush, look, rng)
    elif card.special and not swapped_hues(card.special):
        paint_art(brush, look.family.art, rng)
        _special(brush, look, card.special)
    else:
        paint_art(brush, look.family.art, rng)
        _shape(brush, look)
        if card.special:
            if look.family.layout in ("lettering", "outlined"):
                brush.box(12, 8, 51, 80, "hue")
            _said(brush, look, look.words[0], "swap")
        else:
            _number(brush, look, card)
    _border(brush, look)
    _wear(brush, look, name)
    return brush.shown


def _hues_of(look: FamilyDesign, card: Card | None) -> list[int]:
    if card is None:
        return [0]
    if card.special:
        return [int(hue) for hue in swapped_hues(card.special) or (GRAY,)]
    own = int(card.hue)
    return [own - 1, (own + 1) % 12] if look.halves and own % 2 else [own]


def _shape(brush: Painter, look: FamilyDesign) -> None:
    """The hue where the family shows it."""
    big, layout = look.extent, look.family.layout
    if layout == "frame":
        wide = 6 + 6 * big
        mask = np.ones((HEIGHT, WIDTH), np.float32)
        edge = round(wide * PX_PER_MM)
        mask[edge:-edge, edge:-edge] = 0
        brush.paint(mask, "hue")
    elif layout in ("disc", "ring"):
        mask = _round(31.5, 44, 19 + 8 * big, 19 + 8 * big)
        if layout == "ring":
            mask = mask - _round(31.5, 44, 15 + 6 * big, 15 + 6 * big)
        brush.paint(mask, "hue")
    elif layout == "oval":
        brush.paint(_round(31.5, 44, 20 + 5 * big, 32 + 8 * big, 25), "hue")
    elif layout == "bands":
        high = 11 + 9 * big
        brush.box(-1, -1, 64, high, "hue")
        brush.box(-1, 88 - high, 64, 89, "hue")
    elif layout == "side":
        brush.box(-1, -1, 7 + 6 * big, 89, "hue")
        brush.box(56 - 6 * big, -1, 64, 89, "hue")
    elif layout == "corner":
        reach = 26 + 14 * big
        brush.polygon(np.array([[-1, -1], [reach, -1], [-1, reach]]), "hue")
        brush.polygon(np.array([[64, 89], [63 - reach, 89], [64, 88 - reach]]), "hue")
    elif layout == "diagonal":
        brush.polygon(np.array([[-1, 89], [-1, 60 - 30 * big], [64, 20 + 30 * big], [64, 89]]), "hue")
    elif layout == "marks":
        size = 3.5 + 2.5 * big
        for x, y in ((31.5, 10), (31.5, 78), (9, 44), (54, 44)):
            brush.box(x - size, y - size, x + size, y + size, "hue", np.pi / 4 if look.seed % 2 else 0.0)
    elif layout == "stripe":
        high = 12 + 8 * big
        brush.box(-1, 44 - high, 64, 44 + high, "hue")
    elif layout == "shield":
        around = np.radians(np.linspace(0, 180, 24))
        half, foot = 17 + 7 * big, 22 + 8 * big
        tip = np.stack([31.5 + half * np.cos(around), 52 + foot * np.sin(around) ** 1.5], -1)
        brush.polygon(np.vstack([[31.5 - half, 15], [31.5 + half, 15], tip]), "hue")
    elif layout == "ribbon":
        brush.paint(_round(112, 44, 68, 68) - _round(112, 44, 60 - 6 * big, 60 - 6 * big), "hue")
    elif layout == "dots":
        for y in (24, 34, 44, 54, 64):
            brush.disc(51.5, y, 3 + 1.5 * big, "hue")
    elif layout == "wedge":
        wide, high = 13 + 9 * big, 48 + 20 * big
        brush.polygon(np.array([[64, -1], [64 - wide, -1], [64, high]]), "hue")
        brush.polygon(np.array([[-1, 89], [wide - 1, 89], [-1, 88 - high]]), "hue")
    elif layout == "arch":
        half, top = 13 + 9 * big, 40 - 8 * big
        around = np.radians(np.linspace(180, 360, 24))
        roof = np.stack([31.5 + half * np.cos(around), top + half * np.sin(around)], -1)
        brush.polygon(np.vstack([roof, [31.5 + half, 89], [31.5 - half, 89]]), "hue")
    elif layout == "cross":
        wide = 5 + 5 * big
        brush.box(31.5 - wide, -1, 31.5 + wide, 89, "hue")
        brush.box(-1, 44 - wide, 64, 44 + wide, "hue")
    elif layout == "waves":
        along, half = np.linspace(-1, 64, 60), 1.5 + 2 * big
        for y in (12, 44, 76):
            line = np.stack([along, y + 4 * np.sin(along / 5)], -1)
            brush.polygon(np.vstack([line - [0, half], line[::-1] - [0, -half]]), "hue")
    elif layout == "underline":
        for x, y, tall, turned in look.numbers:
            below, high = (-1 if turned else 1) * (0.62 * tall + 1), 0.6 + 0.05 * tall * (1 + big)
            brush.box(x - 0.6 * tall, y + below - high, x + 0.6 * tall, y + below + high, "hue")
    elif layout == "honeycomb":
        honeycomb(brush, big)
    elif layout == "brush":
        stroke(brush, look.seed, big)
    elif layout == "sash":
        sashes(brush, big)
    elif layout == "label":
        labels(brush, look.names, look.numbers, big)
    elif layout == "free":
        _anything(brush, look)
    elif layout == "bars":
        for y in (19, 69):
            brush.box(14, y - 1.2 - big, 49, y + 1.2 + big, "hue")


def _anything(brush: Painter, look: FamilyDesign) -> None:
    """Some shapes anywhere, each in the hue or in an ink that all cards share: to learn from alone."""
    rng = np.random.default_rng([look.seed, 3])
    for k in range(int(rng.integers(1, 5))):
        ink: Ink = "hue" if k == 0 or rng.random() < 0.5 else int(rng.choice([WHITE, DARK, GRAY, TINT]))
        x, y, wide, high = rng.uniform((5, 5, 3, 3), (58, 83, 30, 40))
        kind = rng.integers(4)
        if kind == 0:
            brush.paint(_round(x, y, wide, high, float(rng.uniform(0, 180))), ink)
        elif kind == 1:
            brush.box(x - wide, y - high, x + wide, y + high, ink, float(rng.choice([0, 0, 0.6])))
        elif kind == 2:
            brush.paint(np.clip(_round(x, y, wide, wide) - _round(x, y, wide - 3, wide - 3), 0, 1), ink)
        else:
            brush.polygon(np.array([x, y]) + rng.uniform(-30, 30, (int(rng.integers(3, 7)), 2)), ink)


def _round(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> np.ndarray:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    at, axes = (
        (round(x * PX_PER_MM * 16), round(y * PX_PER_MM * 16)),
        (round(wide * PX_PER_MM * 16), round(high * PX_PER_MM * 16)),
    )
    cv2.ellipse(mask, at, axes, turn, 0, 360, 255, -1, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _number(brush: Painter, look: FamilyDesign, card: Card) -> None:
    said = look.names[card.number - 1]
    for x, y, tall, turned in look.numbers:
        small = tall <= 12
        ink, lettering = (look.index_ink, look.index) if small else (look.ink, look.lettering)
        room = 15.0 if small else 30.0 if look.family.layout == "ring" else 50.0
        brush.text(said, x, y, lettering, tall, ink, turned, most=min(room, 2 * min(x, 63 - x) - 2))


def _special(brush: Painter, look: FamilyDesign, name: str) -> None:
    """All hues around, and what the card does."""
    for k in range(12):
        if look.seed % 3 == 0:
            around = np.radians(np.linspace(30 * k - 105, 30 * k - 75, 8))
            brush.polygon(
                np.vstack([[31.5, 44], np.stack([31.5 + 29 * np.cos(around), 44 + 29 * np.sin(around)], -1)]), k
            )
        else:
            brush.box(63 / 12 * k, -1, 63 / 12 * (k + 1), 12, k)
            brush.box(63 / 12 * k, 76, 63 / 12 * (k + 1), 89, k)
    brush.box(5, 30, 58, 58, WHITE)
    _said(brush, look, look.words[1 + _SPECIAL_ORDER.index(name)], name)


def _said(brush: Painter, look: FamilyDesign, words: str, name: str) -> None:
    """Words in the middle, or an icon."""
    brush.box(6, 31, 57, 57, WHITE)
    if look.icons:
        _icon(brush, name)
        return
    lines = words.split()
    for k, line in enumerate(lines):
        brush.text(line, 31.5, 44 + 11 * (k - (len(lines) - 1) / 2), look.lettering, 8.0, DARK, most=46.0)


def _icon(brush: Painter, name: str) -> None:
    def arrow(x: float, y: float, way: int, long: float = 18.0) -> None:
        brush.box(x - long / 2, y - 1.2, x + long / 2, y + 1.2, DARK)
        tip = x + way * (long / 2 + 3)
        brush.polygon(np.array([[tip, y], [tip - way * 6, y - 4], [tip - way * 6, y + 4]]), DARK)

    if name in ("swap", "swap-cards"):
        arrow(31.5, 39.5, 1)
        arrow(31.5, 48.5, -1)
    if name in ("swap-cards", "deck-swap"):
        for x in (13, 50):
            brush.box(x - 4, 36, x + 4, 52, DARK)
            brush.box(x - 2.6, 37.4, x + 2.6, 50.6, WHITE)
    if name == "deck-swap":
        brush.disc(31.5, 44, 8, DARK)
        brush.disc(31.5, 44, 5, WHITE)
    if name in ("draw", "reverse-draw"):
        brush.box(22, 42.4, 41, 45.6, DARK)
        if name == "draw":
            brush.box(29.9, 34.5, 33.1, 53.5, DARK)
    if name == "pass-right":
        arrow(31.5, 44, 1, 26)
    if name == "pass-left":
        arrow(31.5, 44, -1, 26)


def _back(brush: Painter, look: FamilyDesign, rng: np.random.Generator) -> None:
    if look.back == "wheel":
        brush.wheel(31.5, 44, 22, None)
    elif look.back == "stripes":
        for k in range(0, 20, 2):
            brush.box(-40, 5 * k - 4, 120, 5 * k + 1, WHITE, 0.6)
    elif look.back == "checks":
        for x in range(9):
            for y in range(x % 2, 13, 2):
                brush.box(7 * x, 7 * y, 7 * x + 7, 7 * y + 7, GRAY if x % 2 else DARK)
    elif look.back == "rings":
        for k, radius in enumerate((26, 21, 16, 11, 6)):
            brush.disc(31.5, 44, radius, WHITE if k % 2 == 0 else DARK)
    elif look.back == "art":
        for ink in (DARK, WHITE, GRAY, int(rng.integers(12)), DARK):
            brush.paint(clouds(rng) * 0.7, ink)
    elif look.back == "words":
        brush.box(-1, -1, 64, 89, DARK)
        brush.text("TABLE", 31.5, 36, look.lettering, 11.0, WHITE, most=50.0)
        brush.text("LIGHT", 31.5, 52, look.lettering, 11.0, WHITE, most=50.0)


def _border(brush: Painter, look: FamilyDesign) -> None:
    if look.border is None:
        return
    ink, wide = look.border
    mask = np.ones((HEIGHT, WIDTH), np.float32)
    edge = round(wide * PX_PER_MM)
    mask[edge:-edge, edge:-edge] = 0
    brush.paint(mask, ink)


def _wear(brush: Painter, look: FamilyDesign, name: str) -> None:
    """White where edges are rubbed off, and scratches: each card's own."""
    if look.wear <= 0:
        return
    rng = np.random.default_rng([look.seed, 7, *name.encode()])
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    edge = np.minimum(np.minimum(x, WIDTH - 1 - x), np.minimum(y, HEIGHT - 1 - y)).astype(np.float32)
    grain = cv2.GaussianBlur(rng.normal(size=(HEIGHT, WIDTH)).astype(np.float32), (0, 0), 1.5) * 3
    brush.paint(np.clip(look.wear * 1.2 - edge / 3 + 0.8 * grain * (edge < 4), 0, 0.8), WHITE)
    scratches = np.zeros((HEIGHT, WIDTH), np.uint8)
    for _ in range(rng.poisson(2 * look.wear)):
        one, other = rng.uniform(0, 1, (2, 2)) * (WIDTH, HEIGHT)
        cv2.line(scratches, one.astype(int).tolist(), other.astype(int).tolist(), 70, 1, cv2.LINE_AA)
    brush.paint(scratches.astype(np.float32) / 255, WHITE)
