"""Invented flat pictures of tables with cards, as ``vision.cards.detector`` makes them, with where every card lies.

What a finder must not rely on is left to chance: decks, art, sizes, mats, felts, lamps, shadows, glare, hands and coins
on top. What is always true is geometry: cards on a table are of one size, and what lies above hides what lies below.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.table_plane import CARD_MM, Size
from vision.geometry.markers import DICTIONARY
from vision.geometry.mat import Mat, mats
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.cards.deck_pool import FACE, Pool, PooledDeck, rounded_rectangle
from vision.training.photograph import GAMMA, any_colour, photograph

FINER = 2
_LINEAR = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)
_HIDDEN = 255  # a hand, a coin: no card, and a card's colours do not show


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """``image``: H x W x 3 uint8; ``places``: N x 3, middle (px) and turn (radians), lowest first; ``owner``: H x W
    uint8, which card (1 to N) is seen, 0 none; ``size_mm``: of the cards."""

    image: np.ndarray
    places: np.ndarray
    owner: np.ndarray
    size_mm: Size


def invent(rng: np.random.Generator, known: Pool, shape: tuple[int, int], px_per_mm: float) -> CardTable:
    """One table of ``shape`` (height, width)."""
    scale = px_per_mm * FINER
    mm = np.array([shape[1], shape[0]]) / px_per_mm
    deck = known[rng.integers(len(known))]
    image = _ground(rng, shape, scale, deck)
    places = _places(rng, mm, deck.size_mm)
    owner = np.zeros(image.shape[:2], np.uint8)
    look = _Lighting.by_chance(rng)
    _things(rng, image, owner, scale, rng.poisson(0.5), 0)
    for k, place in enumerate(places):
        _lay(rng, image, owner, deck, place, k + 1, scale, look)
    _things(rng, image, owner, scale, rng.poisson(0.35), _HIDDEN)
    if rng.random() < 0.06:
        _hand(rng, image, owner, scale)
    _light(rng, image)
    _beyond(rng, image, owner)
    small = cv2.resize(image, shape[::-1], interpolation=cv2.INTER_AREA)
    out = photograph(rng, small, px_per_mm)
    at = places.copy()
    at[:, :2] = at[:, :2] * px_per_mm + 0.5 / FINER - 0.5  # as what is drawn with whole pixels lies
    owner[owner == _HIDDEN] = 0
    return CardTable(out, at.astype(np.float32), owner[::FINER, ::FINER], deck.size_mm)


def _places(rng: np.random.Generator, mm: np.ndarray, size_mm: Size) -> np.ndarray:
    """Cards of one size (N x 3: x, y in mm, turn), lowest first."""
    out: list[np.ndarray] = []
    if rng.random() < 0.06:
        return np.zeros((0, 3))
    for _ in range(1 if rng.random() < 0.6 else 2):
        kind = rng.random()
        if kind < 0.45:
            out += _fan(rng, mm, size_mm[0] / CARD_MM[0])
        elif kind < 0.65:
            out += _row(rng, mm, size_mm[0])
        else:
            out += [np.array([*rng.uniform(0, mm), rng.uniform(0, 2 * np.pi)]) for _ in range(rng.integers(1, 5))]
    order = rng.permutation(len(out)) if rng.random() < 0.2 else np.arange(len(out))
    return np.array([out[k] for k in order])


def _fan(rng: np.random.Generator, mm: np.ndarray, large: float) -> list[np.ndarray]:
    """Two to six cards, so many times as ``large`` as usual, each covering part of the one before: sideways, downwards,
    or turned about a point."""
    count = int(rng.integers(2, 7))
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.85, 2) * mm
    down = rng.random() < 0.2
    step = large * rng.uniform(9, 40) * (1 if rng.random() < 0.5 else -1)
    opened = rng.normal(0, 0.09)
    loose = rng.choice([0.5, 2.0, 5.0])
    out = []
    for k in range(count):
        t = k - (count - 1) / 2
        own = turn + t * opened + rng.normal(0, 0.03)
        along = np.array([0, t * step]) if down else np.array([t * step, 0.5 * abs(t * opened * step)])
        c, s = np.cos(turn), np.sin(turn)
        out.append(np.array([*(at + np.array([[c, -s], [s, c]]) @ along + rng.normal(0, loose, 2)), own]))
    return out


def _row(rng: np.random.Generator, mm: np.ndarray, wide: float) -> list[np.ndarray]:
    """Cards side by side, hardly apart, or a little crooked as people lay them to be taught."""
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.8, 2) * mm
    c, s = np.cos(turn), np.sin(turn)
    gap, loose = rng.uniform(0, 12), rng.choice([1.0, 3.0])
    along = np.array([c, s]) * (wide + gap)
    return [
        np.array([*(at + along * (k - 1) + rng.normal(0, 0.7 * loose, 2)), turn + rng.normal(0, 0.015 * loose)])
        for k in range(rng.integers(2, 5))
    ]


def corners(places: np.ndarray, size: tuple[float, float] = CARD_MM) -> np.ndarray:
    """N x 4 x 2, clockwise from each card's top left, in the units of the places' middles and of ``size``."""
    c, s = np.cos(places[:, 2]), np.sin(places[:, 2])
    turn = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], 1)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    return half @ turn + places[:, None, :2]


@dataclass(frozen=True, slots=True)
class _Lighting:
    """``off``: mm the shadows fall to the side; ``deep``, ``soft`` (mm): how they look; ``side``: light on the cards'
    cut edges; ``gloss``: how unlike each other the cards reflect."""

    off: np.ndarray
    deep: float
    soft: float
    side: float
    gloss: float

    @classmethod
    def by_chance(cls, rng: np.random.Generator) -> "_Lighting":
        off = rng.normal(0, 0.8, 2)
        gloss = rng.choice([0.02, 0.06, 0.15])
        return cls(off, rng.uniform(0, 0.6), rng.uniform(0.3, 3), rng.uniform(0, 0.6), float(gloss))


def _lay(
    rng: np.random.Generator,
    image: np.ndarray,
    owner: np.ndarray,
    deck: PooledDeck,
    place: np.ndarray,
    number: int,
    scale: float,
    look: _Lighting,
) -> None:
    c, s = np.cos(place[2]), np.sin(place[2])
    turn = np.array([[c, -s], [s, c]])
    grow = rng.normal(1, 0.004)
    half = np.array(deck.size_mm) / 2 * grow
    face = deck.faces[rng.integers(len(deck.faces))]
    outline = (rounded_rectangle(-half, half, deck.corner_mm) @ turn.T + place[:2]) * scale
    reach = int(4 * look.soft + 4)
    low = np.maximum(np.floor(outline.min(0)).astype(int) - reach, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + reach, image.shape[1::-1])
    wide, tall = (int(v) for v in high - low)
    if wide <= 0 or tall <= 0:
        return
    window = np.s_[low[1] : high[1], low[0] : high[0]]
    part = image[window]
    mask = np.zeros((tall, wide), np.uint8)
    cv2.fillPoly(mask, [sixteenths(outline + look.off * scale - low)], 255, cv2.LINE_AA, FRACTION_BITS)
    blur = 2 * int(look.soft * scale / 2) + 1
    part *= 1 - look.deep / 255 * cv2.blur(mask, (blur, blur)).astype(np.float32)[..., None]
    mask[:] = 0
    cv2.fillPoly(mask, [sixteenths(outline - low)], 255, cv2.LINE_AA, FRACTION_BITS)
    step = 2 * half / np.array(FACE[::-1]) * scale
    matrix = np.column_stack([turn * step, (place[:2] - turn @ half) * scale - low])
    matrix[:, 2] += matrix[:, :2] @ [0.5, 0.5] - 0.5
    shown = cv2.warpAffine(face, matrix, (wide, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shown = _LINEAR[shown] * np.float32(np.exp(rng.normal(0, look.gloss)))
    if rng.random() < 2 * look.gloss:
        rise = rng.normal(0, 0.3, 2)
        u, v = np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, tall, dtype=np.float32)
        shown += np.maximum(rise[0] * u[None] + rise[1] * v[:, None], 0).astype(np.float32)[..., None]
    if look.side:
        cv2.polylines(shown, [sixteenths(outline - low)], True, (0.7 * look.side,) * 3, 1, cv2.LINE_AA, FRACTION_BITS)
    part += (shown - part) * (mask.astype(np.float32) / 255)[..., None]
    owner[window][mask > 127] = number


def _ground(rng: np.random.Generator, shape: tuple[int, int], scale: float, deck: PooledDeck) -> np.ndarray:
    """Linear light of table and mat, drawn finer; sometimes the felt is like a card's edge, or fields for the deck's
    cards are printed on it."""
    height, width = shape[0] * FINER, shape[1] * FINER
    image = np.empty((height, width, 3), np.float32)
    image[:] = any_colour(rng, 0.4)
    _grain(rng, image, 0.15)
    if rng.random() < 0.92:
        _page(rng, image, scale, _LINEAR[deck.faces[0, FACE[0] // 2, rng.integers(4)]])
    if rng.random() < 0.2:
        _fields(rng, image, scale, deck)
    if rng.random() < 0.1:
        for _ in range(rng.integers(1, 5)):
            a, b = rng.uniform(0, [width, height], (2, 2)).astype(int)
            cv2.line(image, tuple(map(int, a)), tuple(map(int, b)), any_colour(rng).tolist(), int(rng.integers(1, 6)))
    return image


def _grain(rng: np.random.Generator, image: np.ndarray, most: float) -> None:
    if rng.random() < 0.3:
        return
    height, width = image.shape[:2]
    coarse = int(rng.choice([1, 2]))
    grain = rng.standard_normal((height // coarse, width // coarse), np.float32) * np.float32(rng.uniform(0, most))
    image *= (1 + cv2.resize(cv2.blur(grain, (2, 2)), (width, height)))[..., None].clip(0.2, 3)


def _page(rng: np.random.Generator, image: np.ndarray, scale: float, like: np.ndarray) -> None:
    """The printed mat, or most of it, somewhere about where it must be."""
    known = mats()
    mat: Mat = known[rng.integers(len(known))]
    page = np.array([mat.width, mat.height])
    seen = np.array(image.shape[1::-1]) / scale
    room = seen - page
    at = np.where(room > 0, room * rng.uniform(0, 1, 2), rng.uniform(np.minimum(room - 30, 0), 30))
    paper = np.full(3, rng.uniform(0.75, 0.95)) * rng.uniform(0.97, 1.03, 3)

    def box(x: float, y: float, wide: float, high: float, colour: np.ndarray) -> None:
        points = (np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]) + at) * scale
        cv2.fillConvexPoly(image, sixteenths(points), colour.tolist(), cv2.LINE_AA, FRACTION_BITS)

    box(0, 0, mat.width, mat.height, paper)
    if rng.random() < 0.8:
        felt = image.copy()
        felt[:] = any_colour(rng, 0.3) if rng.random() < 0.75 else like * rng.uniform(0.7, 1.3)
        _grain(rng, felt, 0.25)
        mask = np.zeros(image.shape[:2], np.uint8)
        x, y, wide, high = mat.play
        points = (np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]) + at) * scale
        cv2.fillConvexPoly(mask, sixteenths(points), 255, cv2.LINE_8, FRACTION_BITS)
        np.copyto(image, felt, where=mask[..., None] > 0)
    for patch in mat.patches:
        box(patch.x, patch.y, patch.size, patch.size, (np.array(patch.srgb[::-1]) / 255) ** GAMMA * 0.9 + 0.01)
    for marker, (x, y, size) in mat.markers.items():
        box(x, y, size, size, np.full(3, 0.03))
        bits = cv2.aruco.generateImageMarker(DICTIONARY, marker, 6)
        for row, column in zip(*np.nonzero(bits), strict=True):
            box(x + column * size / 6, y + row * size / 6, size / 6, size / 6, paper)


def _fields(rng: np.random.Generator, image: np.ndarray, scale: float, deck: PooledDeck) -> None:
    """Outlines of fields for cards, in rows, with a word in each: they look like cards, and are none."""
    size = (np.array(deck.size_mm) + rng.uniform(0, 8)) * scale
    step = size + rng.uniform(2, 25) * scale
    there, wide = np.zeros(image.shape[:2], np.uint8), int(rng.integers(1, 4))
    round_mm, first = rng.choice([0.0, 3.0, 5.0]), rng.uniform(-0.5, 0.5, 2) * step
    words = str(rng.choice(["DRAW", "7", "PILE", "A1", ""]))
    for row in range(int(image.shape[0] / step[1]) + 1):
        for column in range(int(image.shape[1] / step[0]) + 1):
            low = first + step * [column, row]
            outline = rounded_rectangle(low, low + size, round_mm * scale)
            cv2.polylines(there, [sixteenths(outline)], True, 255, wide, cv2.LINE_AA, FRACTION_BITS)
            at = tuple(np.rint(low + size * [0.2, 0.6]).astype(int).tolist())
            cv2.putText(there, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.007 * size[0], 255, wide, cv2.LINE_AA)
    ink = any_colour(rng, 0.5).astype(np.float32)
    image += (ink - image) * (there.astype(np.float32) / 255)[..., None]


def _things(
    rng: np.random.Generator, image: np.ndarray, owner: np.ndarray, scale: float, count: int, number: int
) -> None:
    """Coins, dice, pencils, papers of other sizes."""
    size = np.array(image.shape[1::-1])
    for _ in range(count):
        at, turn = rng.uniform(0, size), rng.uniform(0, np.pi)
        kind = rng.random()
        if kind < 0.3:
            around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            points = rng.uniform(4, 14) * np.stack([np.cos(around), np.sin(around)], -1)
        else:
            sides = (
                np.full(2, rng.uniform(12, 20))
                if kind < 0.65
                else np.array([rng.uniform(60, 180), rng.uniform(5, 9)])
                if kind < 0.8
                else _not_a_card(rng)
            )
            points = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * sides / 2
        if number and kind >= 0.8:
            continue
        c, s = np.cos(turn), np.sin(turn)
        outline = points @ np.array([[c, s], [-s, c]]) * scale + at
        mask = np.zeros(owner.shape, np.uint8)
        cv2.fillPoly(mask, [sixteenths(outline + rng.normal(0, 2, 2) * scale)], 255, cv2.LINE_8, FRACTION_BITS)
        image *= 1 - cv2.blur(mask, (7, 7)).astype(np.float32)[..., None] * (rng.uniform(0, 0.6) / 255)
        cv2.fillPoly(image, [sixteenths(outline)], any_colour(rng, 0.5).tolist(), cv2.LINE_AA, FRACTION_BITS)
        cv2.fillPoly(owner, [sixteenths(outline)], number, cv2.LINE_8, FRACTION_BITS)


def _not_a_card(rng: np.random.Generator) -> np.ndarray:
    """Sides of a paper that no card has: too long, too square or too large."""
    while True:
        short, long = np.sort(rng.uniform(25, 170, 2))
        if short < 33 or long > 145 or not 1.12 < long / short < 2.1:
            return np.array([short, long])


def _hand(rng: np.random.Generator, image: np.ndarray, owner: np.ndarray, scale: float) -> None:
    """Fingers and a hand from a side."""
    size = np.array(image.shape[1::-1])
    skin = np.array([0.25, 0.38, 0.65]) * rng.uniform(0.15, 1.2) * rng.uniform(0.85, 1.15, 3)
    about = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(about), np.sin(about)])
    tip = size * rng.uniform(0.2, 0.8, 2)
    for k in range(5):
        spread = np.array([-way[1], way[0]]) * (k - 2) * rng.uniform(12, 20) * scale
        end = tip + spread - way * abs(k - 2) * 9 * scale
        start = end - way * 300 * scale + spread
        for canvas, colour in ((image, skin * rng.uniform(0.8, 1.1)), (owner, (_HIDDEN,))):
            thick = int(rng.uniform(14, 18) * scale) if canvas is image else int(17 * scale)
            ends = (tuple(map(int, start)), tuple(map(int, end)))
            cv2.line(canvas, *ends, tuple(map(float, colour)), thick, cv2.LINE_AA if canvas is image else cv2.LINE_8)


def _light(rng: np.random.Generator, image: np.ndarray) -> None:
    """Slopes of light, a soft shadow of something tall, glare."""
    height, width = image.shape[:2]
    u, v = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    rise = rng.normal(0, 0.25, 2)
    image *= np.exp(rise[0] * u[None] + rise[1] * v[:, None])[..., None].astype(np.float32)
    if rng.random() < 0.12:
        mask = np.zeros((height, width), np.uint8)
        points = rng.uniform(-0.2, 1.2, (3, 2)) * [width, height]
        cv2.fillPoly(mask, [sixteenths(points)], 255)
        blur = 2 * int(rng.uniform(1, 30)) + 1
        image *= 1 - cv2.blur(mask, (blur, blur)).astype(np.float32)[..., None] * (rng.uniform(0.1, 0.6) / 255)
    if rng.random() < 0.35:
        at, wide = rng.uniform(-1, 1, 2), rng.uniform(0.08, 0.6, 2)
        glare = np.exp(-(((u - at[0]) / wide[0]) ** 2)[None] - (((v - at[1]) / wide[1]) ** 2)[:, None])
        image += (glare * min(rng.gamma(1.2, 0.2), 1.0))[..., None].astype(np.float32)


def _beyond(rng: np.random.Generator, image: np.ndarray, owner: np.ndarray) -> None:
    """What the camera does not see is black."""
    if rng.random() < 0.8:
        return
    height, width = image.shape[:2]
    about = rng.uniform(0, 2 * np.pi)
    normal = np.array([np.cos(about), np.sin(about)])
    away = abs(normal) @ [width / 2, height / 2] * rng.uniform(0.55, 1.0)
    x, y = np.arange(width) - width / 2, np.arange(height) - height / 2
    out = (normal[0] * x[None] + normal[1] * y[:, None]) > away
    image[out], owner[out] = 0, 0
