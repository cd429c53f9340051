"""Invented tables with cards: a deck, a printed mat, a camera and lamps by chance; teaching pictures and draws.

The cards' places and faces are known to the pixel, so that thresholds are set, and networks trained, without a
picture of any real table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np

from vision.cards.deck_plan import SPECTRUM, AnyCard, DeckPlan
from vision.geometry.markers import DICTIONARY
from vision.geometry.mat import Mat, mats
from vision.geometry.mat_code import black_cells
from vision.photometry.srgb import encoded
from vision.training.cards import decks
from vision.training.cards.deck_pool import rounded_rectangle
from vision.training.cards.painting import HEIGHT, PX_PER_MM, TINT, WIDTH
from vision.training.spectra import Sensor, lamp, press, sensor

SIZE = (1280, 720)
FINE = 4
"""Pixels of the mat a millimetre."""
_LARGE = 1.15  # times as high as usual: such cards need a larger mat
_BETWEEN = 3.0  # mm between cards that are taught
HUES = (
    *((214, 32, 40), (236, 84, 34), (245, 136, 28), (252, 180, 24), (252, 228, 22), (142, 196, 52)),
    *((18, 150, 72), (0, 152, 148), (16, 98, 184), (70, 56, 160), (132, 42, 140), (184, 28, 92)),
)
LAMPS = ("led", "led", "led", "daylight", "daylight", "tungsten", "warm-led", "warm-led", "tube", "rgb-led")


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in a picture: ``corners`` 4 x 2 px from the face's own top left, clockwise; ``shown``: part in sight."""

    card: AnyCard | None
    corners: np.ndarray
    shown: float

    @property
    def height_px(self) -> float:
        """Of its left side."""
        return float(np.linalg.norm(self.corners[3] - self.corners[0]))


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """``image``: uint8 BGR; ``cards`` from the lowest to the highest; ``lamp`` and ``fan`` for tables of results."""

    image: np.ndarray
    cards: tuple[Lying, ...]
    lamp: str
    fan: bool


class PrintedDeck(Protocol):
    """How a deck looks. ``size_mm``: of a card, width and height; ``corner_mm``: radius of its corners; ``ground``: the
    ink of most of it, or "hue"."""

    ground: int | str

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of a card, mm."""

    @property
    def corner_mm(self) -> float:
        """Radius of its corners, mm."""

    def face(self, card: AnyCard | None, palette: np.ndarray) -> np.ndarray:
        """A face in the colours of ``palette`` (INKS x C): HEIGHT x WIDTH x C, whatever its size; None is the back."""


class InventedTable:
    """One deck, mat, ground and camera. ``rng`` makes everything, so a seed makes the same table again. ``deck``: one
    to lay there instead of one by chance, its cards named by the ``plan``; ``paper``: of the mat; without it
    large cards lie on A3, others on A4; ``code``: what it says it is the mat of; ``beside``: mm of the table to its
    right that are in sight."""

    def __init__(
        self,
        rng: np.random.Generator,
        deck: PrintedDeck | None = None,
        plan: DeckPlan = SPECTRUM,
        paper: str = "",
        code: int = 0,
        beside: float = 0.0,
    ) -> None:
        self.rng, self.plan, self._code = rng, plan, code
        self.look = decks.design(rng) if deck is None else deck
        self.scale = self.look.size_mm[1] / 88  # of what was set for usual cards
        paper = paper or ("a3" if self.scale > _LARGE else "a4")
        self.mat: Mat = next(mat for mat in mats() if mat.name == paper)
        self.sensor: Sensor = sensor(rng)
        self.view = _camera(rng, self.mat, beside)
        self._camera = self.view[:, [0, 1, 3]]
        for_cards, for_mat = press(rng), press(rng)
        off = rng.normal(0, 6, (12, 3))
        dull = rng.uniform(0, 0.15)
        hues = (np.array(HUES) + off) * (1 - dull) + 128 * dull
        tint = _pale(rng) if self.look.ground == TINT else rng.uniform(20, 230, 3)
        others = np.array([[243] * 3, [rng.uniform(18, 50)] * 3, [rng.uniform(150, 205)] * 3, tint])
        self._inks = np.array([for_cards.ink(np.clip(c, 3, 250) / 255) for c in [*hues, *others]])
        page = sorted({patch.srgb for patch in self.mat.patches})
        self._page = {srgb: for_mat.ink(np.clip(srgb, 3, 243) / 255.0) for srgb in page}
        self._paper, self._black = for_mat.ink(np.full(3, 243 / 255)), for_mat.ink(np.full(3, 0.12))
        self._felt = None if rng.random() < 0.15 else for_cards.ink(rng.uniform(10, 220, 3) / 255)
        self._wood = for_cards.ink(rng.uniform(40, 230, 3) / 255)

    def lessons(self) -> list[CardPicture]:
        """The teaching pictures, seven of our cards of usual size: every value, the specials, the back; an even
        lamp."""
        every = self.plan.to_show()
        wide = self.mat.play[2]
        side = min(4, int(wide / (self.look.size_mm[0] + _BETWEEN)))
        rows = [every[k : k + side] for k in range(0, len(every), side)]
        kind = ("led", "daylight")[self.rng.integers(2)]
        out = [self._row(row, kind) for row in rows]
        return [*out, self._row([None], kind)]

    def draw(self, fan: bool | None = None) -> CardPicture:
        """One to four cards, loose or in a fan, under some lamp."""
        rng = self.rng
        fan = bool(rng.random() < 0.25) if fan is None else fan
        each, specials = len(self.plan.values), self.plan.special_cards
        pick = rng.permutation(len(self.plan.colours) * each)[:4]
        cards: list[AnyCard | None] = [self.plan.card(int(n) // each, int(n) % each + 1) for n in pick]
        for k in range(4):
            chance = rng.random()
            if chance < 0.1:
                cards[k] = specials[rng.integers(len(specials))]
            elif chance < 0.14:
                cards[k] = None
        places = self._fan(int(rng.integers(3, 5))) if fan else self._loose(int(rng.integers(1, 5)))
        kind = LAMPS[rng.integers(len(LAMPS))]
        return self._picture(list(zip(cards, places, strict=False)), kind, fan)

    def overlapping(self, cards: Sequence[tuple[AnyCard | None, np.ndarray]], kind: str) -> CardPicture:
        """Cards over each other, the lowest first, each at its place (x and y in mm, and its turn), in calm light of
        this ``kind`` of lamp."""
        return self._picture(list(cards), kind, True, calm=True)

    def _row(self, cards: Sequence[AnyCard | None], kind: str) -> CardPicture:
        x, y, wide, high = self.mat.play
        step = wide / len(cards)
        places = [
            np.array(
                [x + step * (k + 0.5), y + high / 2 + self.rng.uniform(-4, 4), np.radians(self.rng.uniform(-3, 3))]
            )
            for k in range(len(cards))
        ]
        return self._picture(list(zip(cards, places, strict=True)), kind, False, calm=True)

    def _fan(self, count: int) -> list[np.ndarray]:
        x, y, wide, high = self.mat.play
        rng = self.rng
        step, turn = rng.uniform(16, 34) * self.scale, rng.uniform(-0.25, 0.25)
        open_by = rng.uniform(0.0, 0.14)
        aside = 40 * self.scale
        start = x + rng.uniform(aside, wide - aside - step * (count - 1))
        flip = np.pi if rng.random() < 0.3 else 0.0
        return [
            np.array(
                [
                    start + k * step * (-1 if flip else 1) + (step * (count - 1) if flip else 0) + rng.uniform(-4, 4),
                    y + high / 2 + rng.uniform(-6, 6),
                    turn + (k - count / 2) * open_by + rng.uniform(-0.05, 0.05) + flip,
                ]
            )
            for k in range(count)
        ]

    def _loose(self, count: int) -> list[np.ndarray]:
        x, y, wide, high = self.mat.play
        rng = self.rng
        near = rng.random() < 0.4
        out: list[np.ndarray] = []
        for _ in range(200):
            if len(out) == count:
                break
            aside, down = 25 * self.scale, 35 * self.scale
            at = np.array([rng.uniform(x + aside, x + wide - aside), rng.uniform(y + down, y + high - down)])
            least = (45 if near else 78) * self.scale
            if all(np.linalg.norm(at - other[:2]) > least for other in out):
                out.append(np.array([*at, rng.uniform(-0.6, 0.6) + np.pi * (rng.random() < 0.5)]))
        return out

    def _picture(self, cards: list, kind: str, fan: bool, calm: bool = False) -> CardPicture:
        rng = self._conditions()
        second = "daylight" if rng.random() < (0.0 if calm else 0.3) else kind
        powers = self._powers(kind, second)
        share = _slope(rng, 0.15 if calm else 0.35) * 0.5
        linear = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
        shade = self._shade(cards, rng)
        for power, part in zip(powers, (share, 1 - share), strict=True):
            white = self.sensor.raw(np.ones(31), power)
            seen = self._seen(cards, power / white.mean())
            seen *= _in_each_channel(part)
            linear += seen
        linear *= _in_each_channel(shade * np.exp(_slope(rng, 0.25 if calm else 0.6) - 1))
        white = np.mean(
            [self.sensor.raw(np.ones(31), power / self.sensor.raw(np.ones(31), power).mean()) for power in powers], 0
        )
        gains = 1 / white * np.exp(rng.normal(0, 0.04 if calm else 0.12, 3))
        if not calm and rng.random() < 0.2:  # balance locked at daylight
            day = self.sensor.raw(np.ones(31), lamp(np.random.default_rng(0), "daylight"))
            gains = 0.6 / day * day.mean() + 0.4 * gains
        bright = rng.uniform(0.6, 0.85) if calm else rng.uniform(0.4, 1.05)
        gains *= bright / max(float(np.median(gains * white)), 1e-6)
        if not calm and rng.random() < 0.35:
            linear += self._glare(white)[..., None] * white.astype(np.float32)
        image = _photograph(rng, self.rng, linear, gains, self.sensor.matrix, calm)
        shown = self._shown(cards)
        lying = [
            Lying(card, self._project(self._corners(place)), part)
            for (card, place), part in zip(cards, shown, strict=True)
        ]
        return CardPicture(image, tuple(lying), kind, fan)

    def _conditions(self) -> np.random.Generator:
        """The chance by which light falls and the camera is set: other ones in each picture."""
        return self.rng

    def _corners(self, place: np.ndarray) -> np.ndarray:
        c, s = np.cos(place[2]), np.sin(place[2])
        away = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(self.look.size_mm) / 2
        return away @ np.array([[c, s], [-s, c]]) + place[:2]

    def _card_to_mm(self, place: np.ndarray) -> np.ndarray:
        c, s = np.cos(place[2]), np.sin(place[2])
        turn = np.array([[c, -s], [s, c]]) * np.array(self.look.size_mm) / (WIDTH, HEIGHT)
        corner = place[:2] - turn @ [WIDTH / 2, HEIGHT / 2]
        return np.array([[*turn[0], corner[0]], [*turn[1], corner[1]], [0, 0, 1]])

    def _outline(self) -> np.ndarray | None:
        if not self.look.corner_mm:
            return None
        return rounded_rectangle(np.zeros(2), np.array([WIDTH, HEIGHT]), self.look.corner_mm * PX_PER_MM)

    def _project(self, mm: np.ndarray) -> np.ndarray:
        out = np.concatenate([mm, np.ones((len(mm), 1))], 1) @ self._camera.T
        return out[:, :2] / out[:, 2:]

    def _seen(self, cards: list, power: np.ndarray) -> np.ndarray:
        """Raw light of the whole picture under one lamp, float32."""
        out = self._bare(power)
        for card, place in cards:
            self._lay(out, self._face(card, power), self._card_to_mm(place), self._outline())
        self._paint_standing(out, power)
        return out

    def _powers(self, kind: str, second: str) -> list[np.ndarray]:
        """The light of two lamps of these kinds: 31 each."""
        return [lamp(self.rng, kind), lamp(self.rng, second)]

    def _bare(self, power: np.ndarray) -> np.ndarray:
        """The table and the mat without any card."""
        out = np.empty((SIZE[1], SIZE[0], 3), np.float32)
        _fill(out, self.sensor.raw(self._wood, power))
        self._lay(out, self._page_image(power), np.array([[1.0 / FINE, 0, 0], [0, 1.0 / FINE, 0], [0, 0, 1]]))
        return out

    def _face(self, card: AnyCard | None, power: np.ndarray) -> np.ndarray:
        return self.look.face(card, self.sensor.raw(self._inks, power).astype(np.float32))

    def _paint_standing(self, out: np.ndarray, power: np.ndarray) -> None:
        """Paint what stands on the table."""

    def _lay(self, out: np.ndarray, flat: np.ndarray, to_mm: np.ndarray, outline: np.ndarray | None = None) -> None:
        """Paint a flat thing into the picture; ``to_mm``: its pixels to the mat's millimetres; ``outline``: its own, in
        its pixels, where it is no rectangle."""
        matrix = self._camera @ to_mm
        height, width = flat.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        px = np.concatenate([corners, np.ones((4, 1))], 1) @ matrix.T
        px = px[:, :2] / px[:, 2:]
        low = np.clip(np.floor(px.min(0)).astype(int) - 1, 0, SIZE)
        high = np.clip(np.ceil(px.max(0)).astype(int) + 2, 0, SIZE)
        wide, tall = (int(v) for v in high - low)
        if wide <= 0 or tall <= 0:
            return
        grow = float(np.linalg.norm(px[1] - px[0]) / width)
        if grow < 0.9:
            flat = cv2.GaussianBlur(flat, (0, 0), 0.42 / grow)
        local = (
            np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
            @ matrix
            @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
        )
        shown = cv2.warpPerspective(flat, local, (wide, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((tall, wide), np.uint8)
        if outline is not None:
            px = np.concatenate([outline, np.ones((len(outline), 1))], 1) @ matrix.T
            px = px[:, :2] / px[:, 2:]
        cv2.fillConvexPoly(mask, np.round((px - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        part = out[low[1] : high[1], low[0] : high[0]]
        shown -= part
        shown *= _in_each_channel(mask.astype(np.float32) / 255)
        part += shown

    def _page_image(self, power: np.ndarray) -> np.ndarray:
        raw, mat = self.sensor.raw, self.mat
        page = np.empty((round(mat.height * FINE), round(mat.width * FINE), 3), np.float32)
        _fill(page, raw(self._paper, power))

        def box(x: float, y: float, wide: float, high: float, colour: np.ndarray) -> None:
            _fill(page[round(y * FINE) : round((y + high) * FINE), round(x * FINE) : round((x + wide) * FINE)], colour)

        if self._felt is not None:
            box(*mat.play, raw(self._felt, power))
            x, y, wide, high = (round(v * FINE) for v in mat.play)
            page[y : y + high, x : x + wide] *= _grain(high, wide)
        for patch in mat.patches:
            box(patch.x, patch.y, patch.size, patch.size, raw(self._page[patch.srgb], power))
            black, white = raw(self._black, power), raw(self._paper, power)
        marks = [(cv2.aruco.generateImageMarker(DICTIONARY, marker, 6) == 0, at) for marker, at in mat.markers.items()]
        if self._code and mat.code is not None:
            marks.append((black_cells(self._code), mat.code))
        for cells, (x, y, size) in marks:
            side = round(size * FINE)
            bits = cv2.resize(cells.astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST)
            shown = np.where(bits[..., None] > 0, black, white)
            page[round(y * FINE) : round(y * FINE) + side, round(x * FINE) : round(x * FINE) + side] = shown
        return page

    def _shade(self, cards: list, rng: np.random.Generator) -> np.ndarray:
        """Thin shadows beside the cards: 1 in full light."""
        out = np.ones((SIZE[1], SIZE[0]), np.float32)
        deep = rng.uniform(0.0, 0.45)
        off = rng.uniform(-1.2, 1.2, 2)
        for _, place in cards:
            mask = np.zeros(out.shape, np.float32)
            cv2.fillConvexPoly(
                mask, np.round(self._project(self._corners(place) + off) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4
            )
            mask = cv2.blur(mask, (5, 5))
            own = np.zeros(out.shape, np.float32)
            cv2.fillConvexPoly(
                own, np.round(self._project(self._corners(place)) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4
            )
            out = np.where(own > 0.5, 1.0, out * (1 - deep * mask))
        return out.astype(np.float32)

    def _glare(self, white: np.ndarray) -> np.ndarray:
        rng = self.rng
        at = rng.uniform([300, 150], [980, 570])
        x, y = np.arange(SIZE[0], dtype=np.float32) - at[0], np.arange(SIZE[1], dtype=np.float32) - at[1]
        wide = rng.uniform(60, 250)
        return np.exp(-(x[None] ** 2 + y[:, None] ** 2) / (2 * wide**2)) * min(rng.gamma(1.2, 0.12), 0.7)

    def _shown(self, cards: list) -> list[float]:
        owner = np.zeros((SIZE[1] // 2, SIZE[0] // 2), np.uint8)
        areas = []
        for k, (_, place) in enumerate(cards):
            outline = np.round(self._project(self._corners(place)) / 2).astype(np.int32)
            cv2.fillConvexPoly(owner, outline, k + 1)
            areas.append(max(cv2.contourArea(outline), 1.0))
        return [min(1.0, float((owner == k + 1).sum()) / area) for k, area in enumerate(areas)]


def _fill(image: np.ndarray, colour: np.ndarray) -> None:
    """Give all of an image (H x W x 3 float32) one colour (3)."""
    image[:] = _row(image, colour)


def _row(image: np.ndarray, colour: np.ndarray) -> np.ndarray:
    """A row of an image (H x W x 3) in one colour (3): numpy takes rows much faster than each pixel by itself."""
    return np.tile(colour.astype(np.float32), (image.shape[1], 1))


def _in_each_channel(part: np.ndarray) -> np.ndarray:
    """The same H x W in three channels, for the same reason."""
    return cv2.merge([part, part, part])


@lru_cache(maxsize=2)
def _grain(high: int, wide: int) -> np.ndarray:
    """The same grain on every felt: high x wide x 1, about 1."""
    grain = np.random.default_rng(7).normal(0, 0.06, (high, wide, 1)).astype(np.float32)
    return np.exp(cv2.GaussianBlur(grain, (0, 0), 0.7))[..., None]


def _camera(rng: np.random.Generator, mat: Mat, beside: float = 0.0) -> np.ndarray:
    """Millimetres of the mat (the third into the table) to pixels, 3 x 4: all of it in sight, from somewhere above."""
    focal = rng.uniform(0.8, 1.1) * SIZE[0]
    right = mat.width + beside
    page = np.array([[0, 0], [right, 0], [right, mat.height], [0, mat.height]], float)
    while True:
        away, lean = rng.uniform(340, 520) * mat.width / 297, rng.uniform(0, 0.55)
        about, turn = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.25) + np.pi * (rng.random() < 0.4)
        tilt = cv2.Rodrigues(lean * np.array([np.cos(about), np.sin(about), 0]))[0]
        pose = tilt @ cv2.Rodrigues(np.array([0, 0, turn]))[0]
        shift = np.array([*rng.uniform(-25, 25, 2), away]) - pose @ [mat.width / 2, mat.height / 2, 0]
        view = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
        camera = view @ np.column_stack([pose, shift])
        px = np.concatenate([page, np.zeros((4, 1)), np.ones((4, 1))], 1) @ camera.T
        px = px[:, :2] / px[:, 2:]
        if (px > 8).all() and (px < np.array(SIZE) - 8).all() and np.ptp(px[:, 0]) > 720:
            return camera


def _pale(rng: np.random.Generator) -> np.ndarray:
    return 255 - rng.uniform(5, 60, 3)


def _slope(rng: np.random.Generator, most: float) -> np.ndarray:
    """A gentle slope over the picture about 1, float32."""
    about, rise = rng.uniform(0, 2 * np.pi), rng.uniform(0, most)
    x, y = np.linspace(-1, 1, SIZE[0], dtype=np.float32), np.linspace(-1, 1, SIZE[1], dtype=np.float32)
    return 1 + rise * (np.cos(about) * x[None] + np.sin(about) * y[:, None]).astype(np.float32)


def _photograph(rng, grains, raw: np.ndarray, gains: np.ndarray, matrix: np.ndarray, calm: bool) -> np.ndarray:
    """Blur, noise, the camera's matrix and curve, compression: uint8 BGR. ``grains``: the chance of the noise."""
    image = cv2.GaussianBlur(raw * _row(raw, gains), (0, 0), rng.uniform(0.4, 1.1))
    photons, dark = 10 ** rng.uniform(-4.4, -3.3), rng.uniform(0.001, 0.005)
    if calm:
        photons, dark = photons / 2, dark / 2
    grain = cv2.GaussianBlur(grains.standard_normal(image.shape, np.float32), (0, 0), 0.5)
    noise = np.maximum(image, 0)  # large pictures: no more copies than needed
    noise *= photons
    noise += dark**2
    grain *= np.sqrt(noise, out=noise)
    grain *= 1.5
    image += grain
    np.clip(image, 0, 1.1, out=image)
    linear = np.clip(cv2.transform(image, matrix.astype(np.float32)), 0, 1)
    curve = cv2.cvtColor((encoded(linear) * 255).astype(np.uint8), cv2.COLOR_RGB2BGR)
    _, data = cv2.imencode(".jpg", curve, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 96))])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)
