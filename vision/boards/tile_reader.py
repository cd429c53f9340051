"""Reads the tiles on a board of triangles: which tile lies on which field, and how it is turned.

Each field is three thirds, one at each edge. A tile is known by the colours of its three edges in order, so its
likelihood is the product of theirs; a free field looks as printed, and what looks like neither is asked about.
A thick tile's face is seen further from the camera than its field. How thick a set is, its own pictures tell: where
thirds are looked for at the right height, most of each is of one colour.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.components.lights import Spot
from vision.boards.flat_board import PX_PER_MM, FlatBoard, flatten, ink_colour
from vision.boards.plan import PAPER, BoardPlan, PlannedSpace, Srgb
from vision.boards.reader import HAND, of_the_board
from vision.boards.readings import BoardReading, SpaceReading
from vision.boards.tile_colours import NOTHING_KNOWN, TileSets, free_likelihood
from vision.geometry.registration import Registrar, Registration
from vision.readings import points_of

# Constants: chosen by hand, from what is printed on tiles and how people lay them.
_FROM_RIM_MM, _FROM_MIDDLE_MM, _FROM_NEIGHBOUR_MM = 4.5, 10.5, 2.5
_FREE, _ELSE = 0.5, 0.002  # of fields; the rest hold a tile, every one as likely
_SURE = 0.98  # that a tile lies there, or that none does
_ALIKE = 0.3  # of a third's pixels that look like its commonest colour: a number's disc and signs cover others
_NEAR_MIDDLE = 0.3  # of tints, beside the camera's noise
_TRIED = 24  # pixels of a third around which its commonest colour is looked for
_KEPT = 1e-5  # ways to lie that are less likely than so much of the best are left out
_PALER, _PALE = (0.0, 0.15, 0.3), 0.5  # so much of a worn tile's light is that of its paper, of so much of white's
_THICK_MM = (0.0, 2.0, 4.0, 6.0)  # what tiles are: of card, of board, of wood, cast
_CLEARER = 0.01  # of their pixels, by which more of thirds must be of one colour for tiles to be of another thickness
_ENOUGH = 90  # thirds that were looked at for it: then it is known of this set
_HAND_MM2, _HAND_TINT, _HAND_SHADE = 900.0, 0.35, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class TilePixels:
    """``thirds``: of each field the pixels (places laid end to end) of its three thirds, clockwise from the level edge;
    ``paper``: where there is nothing but paper, H x W."""

    thirds: tuple[tuple[np.ndarray, np.ndarray, np.ndarray], ...]
    paper: np.ndarray

    @classmethod
    @lru_cache(maxsize=2)
    def of(cls, plan: BoardPlan) -> "TilePixels":
        labels = plan.labels(PX_PER_MM)
        paper = cv2.erode((labels == PAPER).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
        for x, y in plan.middles * PX_PER_MM:
            paper[int(y) - 15 : int(y) + 16, int(x) - 15 : int(x) + 16] = False
        return cls(tuple(_thirds(space, labels.shape) for space in plan.spaces), paper)


@dataclass(frozen=True, slots=True, eq=False)
class Thirds:
    """Of N fields: ``middles``, the commonest colour of each third (N x 3 x 3), and ``even``, how much of it has that
    colour (N x 3)."""

    middles: np.ndarray
    even: np.ndarray

    @property
    def alike(self) -> np.ndarray:
        """Whether enough of a third has its commonest colour: N x 3, bool."""
        return self.even > _ALIKE


class TileReader:
    """Reads boards of one plan. ``ways``: every way in which a tile can lie, three letters and more; ``inks``: the
    colour of each letter as it is printed. Not to be shared between threads."""

    def __init__(self, plan: BoardPlan, ways: Sequence[str], inks: Mapping[str, Srgb]) -> None:
        self.plan, self.ways = plan, tuple(ways)
        self._printed = TileSets.printed(
            {letter: ink_colour(_paler(ink, part)) for letter, ink in inks.items()} for part in _PALER
        )
        self._members = np.array([[_edges_of(way, letter) for letter in self._printed.letters] for way in self.ways])
        self.registrar, self._pixels = Registrar(sheets=(plan.sheet,)), TilePixels.of(plan)
        self.forget()

    def forget(self) -> None:
        """Another set of tiles may lie there."""
        self.colours, self._free = self._printed, dict[Srgb, np.ndarray]()
        self._even, self._seen = np.zeros(len(_THICK_MM)), 0
        self._height: float | None = None

    def read(self, image: np.ndarray) -> BoardReading:
        """All fields in a picture (uint8 BGR)."""
        began = time.perf_counter()
        registration, troubles = self.registrar.find(image)
        said = tuple(map(of_the_board, troubles))
        if registration is None:
            return BoardReading((), said, False, 1000 * (time.perf_counter() - began))
        board = flatten(image, registration, self.plan)
        flat = self._thirds(board)
        shown = self._as_high_as_they_are(board, flat, self._taken(board, flat), registration)
        spaces = tuple(self._field(n, flat, shown, board, registration) for n in range(len(self.plan.spaces)))
        said += (HAND,) if self._hand(board) else ()
        return BoardReading(spaces, said, True, 1000 * (time.perf_counter() - began))

    def learn(self, image: np.ndarray, lying: Mapping[Spot, str]) -> None:
        """The colours of tiles and of free fields, from a picture of a known position: which tile lies on which field,
        and how."""
        registration, _ = self.registrar.find(image)
        if registration is None:
            return
        board = flatten(image, registration, self.plan)
        flat, numbers = self._thirds(board), {space.name: n for n, space in enumerate(self.plan.spaces)}
        shown = self._as_high_as_they_are(board, flat, [numbers[spot] for spot in lying], registration)
        told = [
            (way[k], shown.middles[n, k])
            for spot, way in lying.items()
            for k in range(3)
            if shown.alike[n := numbers[spot], k]
        ]
        for srgb in self.plan.inks:
            free = [n for n, space in enumerate(self.plan.spaces) if space.srgb == srgb and space.name not in lying]
            if free:
                self._free[srgb] = np.median(flat.middles[free].reshape(-1, 3), axis=0)
        if told:
            letters, seen = zip(*told, strict=True)
            self.colours = self.colours.with_seen(letters, np.stack(seen))

    def _thirds(self, board: FlatBoard, fields: Sequence[int] | None = None, shift: np.ndarray | None = None) -> Thirds:
        """What the thirds of these fields show, of all of them where none are named. ``shift``: of each, in pixels of
        the flat picture across and down."""
        of = range(len(self.plan.spaces)) if fields is None else fields
        colours = board.colours.reshape(-1, 3)
        steps = np.zeros(len(of), int) if shift is None else shift @ [1, board.colours.shape[1]]
        near = _NEAR_MIDDLE + float(3 * np.median(board.spread))
        found = [
            _commonest(colours[np.clip(third + step, 0, len(colours) - 1)], near)
            for n, step in zip(of, steps, strict=True)
            for third in self._pixels.thirds[n]
        ]
        middles, even = zip(*found, strict=True)
        return Thirds(np.array(middles).reshape(-1, 3, 3), np.array(even).reshape(-1, 3))

    def _taken(self, board: FlatBoard, flat: Thirds) -> list[int]:
        """The fields that do not look free."""
        return [n for n, each in enumerate(flat.middles) if free_likelihood(each, self._ink(n, board)) < NOTHING_KNOWN]

    def _as_high_as_they_are(
        self, board: FlatBoard, flat: Thirds, taken: Sequence[int], registration: Registration
    ) -> Thirds:
        """What all thirds show, those of fields that are ``taken`` at the height of the tiles' faces."""
        at = self._height
        if not taken or at == 0:
            return flat
        eye, middles = registration.view.eye, self.plan.middles[taken]
        heights = _THICK_MM if at is None else (at,)
        shifts = [(middles - eye[:2]) * height / (eye[2] - height) * PX_PER_MM for height in heights]
        found = [self._thirds(board, taken, np.rint(shift).astype(int)) for shift in shifts]
        best = found[0] if at is not None else found[self._likeliest_height(found)]
        shown = Thirds(flat.middles.copy(), flat.even.copy())
        shown.middles[taken], shown.even[taken] = best.middles, best.even
        return shown

    def _likeliest_height(self, found: Sequence[Thirds]) -> int:
        """Which of the heights tiles have, by what their thirds show at each in this picture and those before."""
        self._even += [each.even.sum() for each in found]
        self._seen += found[0].even.size
        best = int(self._even.argmax())
        best = best if self._even[best] > self._even[0] + _CLEARER * self._seen else 0
        self._height = _THICK_MM[best] if self._seen >= _ENOUGH else None
        return best

    def _ink(self, number: int, board: FlatBoard) -> np.ndarray:
        """What a field looks like while it is free."""
        srgb = self.plan.spaces[number].srgb
        return self._free.get(srgb, board.inks[self.plan.inks.index(srgb)])

    def _field(
        self, number: int, flat: Thirds, shown: Thirds, board: FlatBoard, registration: Registration
    ) -> SpaceReading:
        """What lies on a field. ``flat``: what its thirds show at the board; ``shown``: at the height of a tile."""
        free = free_likelihood(flat.middles[number], self._ink(number, board)) + np.log(_FREE)
        each = self.colours.log_likelihoods(shown.middles[number], shown.alike[number], self._members)
        each += np.log((1 - _FREE - _ELSE) / len(self.ways))
        total = np.logaddexp.reduce([free, NOTHING_KNOWN + np.log(_ELSE), *each])
        ways, chance = np.exp(each - total), float(np.exp(np.logaddexp.reduce(each) - total))
        spot = self.plan.spaces[number].name
        if np.exp(free - total) > _SURE:
            return SpaceReading(spot, "empty", chance)
        likely = [(self.ways[k], float(ways[k])) for k in np.argsort(-ways) if ways[k] > _KEPT * ways.max()]
        outline = points_of(registration.view.project_flat(np.array(self.plan.spaces[number].outline)))
        status = "piece" if chance > _SURE else "unclear"
        return SpaceReading(spot, status, chance, outline_px=outline, ways=tuple(likely))

    def _hand(self, board: FlatBoard) -> bool:
        """Whether something large lies over bare paper: an arm always reaches across the rim."""
        off = board.colours - board.inks[-1]
        other = (np.hypot(off[..., 1], off[..., 2]) > _HAND_TINT) | (off[..., 0] < -_HAND_SHADE)
        mask = cv2.morphologyEx(
            (other & self._pixels.paper).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
        )
        return bool(mask.sum() > _HAND_MM2 * PX_PER_MM**2)


def _commonest(colours: np.ndarray, near: float) -> tuple[np.ndarray, float]:
    """The commonest of a third's colours (N x 3), and how much of it has tints within ``near`` of that."""
    tried = colours[:: max(1, len(colours) // _TRIED)]
    like = ((colours[:, None, 1:] - tried[:, 1:]) ** 2).sum(-1) < near**2
    of_colour = colours[like[:, like.sum(0).argmax()]]
    middle: np.ndarray = np.median(of_colour, axis=0)
    return middle, float((np.hypot(*(colours - middle)[:, 1:].T) < near).mean())


def _paler(ink: Srgb, part: float) -> Srgb:
    """An ink that is worn: ``part`` of what is seen is paper."""
    light = (np.array(ink) / 255) ** 2.2 * (1 - part) + _PALE * part
    red, green, blue = (int(each) for each in 255 * light ** (1 / 2.2))
    return red, green, blue


def _edges_of(way: str, letter: str) -> int:
    """Which edges of a tile have a colour: bit k for edge k."""
    return sum(1 << k for k in range(3) if way[k] == letter)


def _thirds(space: PlannedSpace, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pixels of a field's thirds, well inside: clockwise from the edge that lies level, opposite its first corner."""
    middle = np.array(space.at)
    down = middle - space.outline[0]
    inner = float(np.hypot(*down)) / 2  # from the middle to an edge: half of what it is to a corner
    out = down / np.hypot(*down)
    low, high = (np.rint((middle + side) * PX_PER_MM).astype(int) for side in (-2 * inner, 2 * inner))
    y, x = np.mgrid[max(low[1], 0) : min(high[1], shape[0]), max(low[0], 0) : min(high[0], shape[1])]
    at = (np.stack([x, y], -1) + 0.5) / PX_PER_MM - middle
    found = []
    for turn in np.radians([0, 120, 240]):
        c, s = np.cos(turn), np.sin(turn)
        away = np.array([out[0] * c - out[1] * s, out[0] * s + out[1] * c])
        outward, across = at @ away, np.abs(at @ np.array([-away[1], away[0]]))
        inside = (outward < inner - _FROM_RIM_MM) & (np.hypot(outward, across) > _FROM_MIDDLE_MM)
        inside &= outward * np.sqrt(0.75) - across * 0.5 > _FROM_NEIGHBOUR_MM
        found.append((y * shape[1] + x)[inside])
    return found[0], found[1], found[2]
