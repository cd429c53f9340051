"""Invented cut-outs of signs, as a card reader sees them: any font, on any ground, a little aside, blurred, coarse.

A *style* is one deck's way to print its signs: font, outline, ground, how large. Signs of one style are what must be
told apart; of a sign there are as many views as one asks for, each in other light and another pose.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.cards.sign_embedding import SIDE, normalised

SIGNS = (
    *(str(k) for k in range(22)),
    *"ABCDEFGHIJKLMNPQRSTUVWXYZ",
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "+1", "+2", "-2", "+4"),
    *("SWAP", "DRAW", "PASS", "SKIP", "WILD", "STOP", "Take", "Give", "Trade", "left", "right", "deck", "two", "back"),
    *("LEFT", "RIGHT", "MIX", "ALL", "PLUS", "MINUS", "stack", "Turn", "hands", "REV", "GO ON", "<>", "!", "?", "#"),
)  # fmt: skip
"""Numbers, letters, and words as specials have them; what a deck holds of them is left to chance."""
_NUMBERS = SIGNS[:22]
_TALL = 40  # px of a sign as it is kept
_CANVAS = 72  # px of a cut-out as it is drawn
# Constants: chosen by hand, from what invented and rendered pictures of cards look like.
_ASIDE, _LARGER, _TURNED, _BENT = 0.035, 0.03, 2.0, 0.02  # part of the side; part; degrees; part of the side
_COARSEST = 13  # px a side that a cut-out has in the picture


@cache
def _font(file: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, int(_TALL * 1.37))


@cache
def _drawn(text: str, file: str) -> np.ndarray:
    """A sign as a tight mask, uint8, _TALL px high in capitals."""
    canvas = Image.new("L", (_TALL * (len(text) + 3), _TALL * 3))
    ImageDraw.Draw(canvas).text((_TALL, 2 * _TALL), text, fill=255, font=_font(file), anchor="ls")
    mask = np.asarray(canvas)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return np.zeros((2, 2), np.uint8)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@dataclass(frozen=True, slots=True, eq=False)
class SignStyle:
    """How a deck prints its signs. ``tall``, ``room``: of a cut-out's side, height of capitals and the most width;
    ``outline``: px around, 0 none; ``ground``: _CANVAS x _CANVAS, 0 to 1; ``coarse``: px a side in the picture."""

    font: str
    tall: float
    room: float
    outline: int
    marks: str
    turned: bool
    ground: np.ndarray
    coarse: float
    same_ground: bool


def style_of(rng: np.random.Generator, fonts: tuple[str, ...]) -> SignStyle:
    """One by chance, in one of these fonts."""
    return SignStyle(
        str(rng.choice(fonts)),
        float(rng.uniform(0.4, 0.85)),
        float(rng.uniform(0.75, 0.98)),
        int(rng.choice([0, 0, 0, 2, 3, 4])),
        str(rng.choice(["line", "line", "dot"])),
        bool(rng.random() < 0.35),
        _ground(rng),
        float(_COARSEST + (SIDE - _COARSEST) * rng.random() ** 1.3),
        bool(rng.random() < 0.75),
    )


def signs_of_a_deck(rng: np.random.Generator, count: int) -> list[str]:
    """So many different signs that one deck may have: mostly numbers, as those are what looks alike."""
    if rng.random() < 0.55:
        start = int(rng.choice([0, 1, 1, 1, 1, 10]))
        several = _NUMBERS[start : start + 12]
    else:
        several = SIGNS
    return [several[k] for k in rng.choice(len(several), count, replace=False)]


def view(rng: np.random.Generator, style: SignStyle, sign: str) -> np.ndarray:
    """A cut-out of a sign as it may be seen: SIDE x SIDE, as the network takes it."""
    ground = style.ground if style.same_ground else _ground(rng)
    mask, around = _masks(style, sign)
    shown = ground * rng.uniform(0.1, 0.6) + rng.uniform(0, 1)
    here = float(shown[_CANVAS // 2, _CANVAS // 2])
    ink = here + rng.choice([-1, 1]) * rng.uniform(0.35, 1.2)
    rim = here + (here - ink) * rng.uniform(-0.3, 1.0)
    shown = shown + (rim - shown) * around
    shown = shown + (ink - shown) * mask
    seen = _photographed(rng, _posed(rng, shown.astype(np.float32)), style.coarse)
    return normalised(seen * 80) * rng.choice([-1, 1])


def _masks(style: SignStyle, sign: str) -> tuple[np.ndarray, np.ndarray]:
    """Where the sign is, and what is around it, _CANVAS x _CANVAS, 0 to 1."""
    glyph = _marked(_drawn(sign, style.font), sign, style.marks)
    grow = min(style.tall * _CANVAS / _TALL, style.room * _CANVAS / glyph.shape[1], 0.98 * _CANVAS / glyph.shape[0])
    size = (max(2, round(glyph.shape[1] * grow)), max(2, round(glyph.shape[0] * grow)))
    glyph = cv2.resize(glyph, size, interpolation=cv2.INTER_AREA if grow < 1 else cv2.INTER_LINEAR)
    mask = np.zeros((_CANVAS, _CANVAS), np.uint8)
    top, left = (_CANVAS - size[1]) // 2, (_CANVAS - size[0]) // 2
    mask[top : top + size[1], left : left + size[0]] = glyph
    if style.turned:
        mask = np.ascontiguousarray(mask[::-1, ::-1])
    around = mask
    if style.outline:
        wide = 2 * style.outline + 1
        around = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    return mask.astype(np.float32) / 255, around.astype(np.float32) / 255 * (style.outline > 0)


def _marked(glyph: np.ndarray, sign: str, marks: str) -> np.ndarray:
    """A 6 or 9 with a line or a dot."""
    if sign not in ("6", "9"):
        return glyph
    line = _TALL // 10
    if marks == "line":
        glyph = np.pad(glyph, ((0, 2 * line), (0, 0)))
        glyph[-line:] = 255
        return glyph
    glyph = np.pad(glyph, ((0, 0), (0, 4 * line)))
    glyph[-2 * line :, -2 * line :] = 255
    return glyph


def _ground(rng: np.random.Generator) -> np.ndarray:
    """What signs are printed on: even, a gradient, a pattern, clouds; and an edge of what shows the hue."""
    out = np.zeros((_CANVAS, _CANVAS), np.float32)
    kind = rng.random()
    y, x = np.mgrid[:_CANVAS, :_CANVAS].astype(np.float32) / _CANVAS
    if kind < 0.2:
        out = (np.cos(rng.uniform(0, 6.3)) * x + np.sin(rng.uniform(0, 6.3)) * y) * np.float32(rng.uniform(0, 0.6))
    elif kind < 0.4:
        turn, step = rng.uniform(0, np.pi), rng.uniform(0.06, 0.3)
        across = np.cos(turn) * x + np.sin(turn) * y
        out = ((across % step) < step * 0.4).astype(np.float32) * np.float32(rng.uniform(0.1, 0.5))
    elif kind < 0.6:
        for cells in (3, 7, 16):
            few = rng.normal(size=(cells, cells)).astype(np.float32)
            out = out + cv2.resize(few, (_CANVAS, _CANVAS), interpolation=cv2.INTER_CUBIC) * np.float32(
                0.35 / np.sqrt(cells)
            )
    if rng.random() < 0.45:
        middle, radius = rng.uniform(-0.2, 1.2, 2), rng.uniform(0.3, 0.9)
        part = np.hypot(x - middle[0], y - middle[1]) < radius if rng.random() < 0.5 else x < middle[0]
        out = out + part * np.float32(rng.uniform(-1.2, 1.2))
    return out.astype(np.float32)


def _posed(rng: np.random.Generator, shown: np.ndarray) -> np.ndarray:
    """A little aside, turned, larger, bent: as a card's place is known."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * _CANVAS / 2
    turn = np.radians(rng.normal(0, _TURNED))
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * (1 + rng.normal(0, _LARGER, 2))
    seen = corners @ way + rng.normal(0, _ASIDE * _CANVAS, 2) + rng.normal(0, _BENT * _CANVAS / 2, (4, 2))
    middle = _CANVAS / 2
    matrix = cv2.getPerspectiveTransform((corners + middle).astype(np.float32), (seen + middle).astype(np.float32))
    return cv2.warpPerspective(shown, matrix, (_CANVAS, _CANVAS), borderMode=cv2.BORDER_REPLICATE)


def _photographed(rng: np.random.Generator, shown: np.ndarray, coarse: float) -> np.ndarray:
    """Blurred, coarse, noisy, with glare and compression: SIDE x SIDE."""
    px = max(round(coarse * rng.uniform(0.85, 1.15)), 10)
    shown = cv2.GaussianBlur(shown, (0, 0), rng.uniform(0.35, 1.0) * _CANVAS / px)
    small = cv2.resize(shown, (px, px), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.25:
        at, wide = rng.uniform(0, px, 2), rng.uniform(0.2, 0.7) * px
        y, x = np.mgrid[:px, :px].astype(np.float32)
        small = small + np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * wide**2)) * np.float32(rng.uniform(0, 0.5))
    small = small + rng.normal(0, rng.uniform(0, 0.045), small.shape).astype(np.float32)
    return cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
