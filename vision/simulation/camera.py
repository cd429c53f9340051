"""The simulated camera: pictures of a simulated table, with all that goes wrong with cameras at hand as a knob."""

from dataclasses import replace

import cv2
import numpy as np

from vision.simulation.backdrop import Backdrop, draw_backdrop, lit_backdrop
from vision.simulation.dice import ViewSettings, draw_body, draw_shadow, paints
from vision.simulation.glow import Glow, draw_glows
from vision.simulation.hand import draw_hand
from vision.simulation.laid_board import Area, LaidBoard, around
from vision.simulation.lamps import LAMPS, SimulatedLamp
from vision.simulation.page import page
from vision.simulation.piece_bodies import StandingPiece
from vision.simulation.pieces import draw_pieces
from vision.simulation.pinhole import Pinhole
from vision.simulation.scene import Posed, SimulatedHand, TableScene
from vision.simulation.table import SimulatedTable
from vision.simulation.tile_look import LaidTile
from vision.simulation.tiles import draw_tiles

# Constants: chosen by hand, as usual webcams are.
_NOISE_ROOM = 64
_SHUTTER_S = 0.005
_MOST_DICE = 32  # painted in advance
_UNQUIET_MM = 8.0
_FILL = 0.66  # of the picture's width, which the mat fills
_ROOM = 1.15  # of a picture, to what it shows
_KEPT = 4  # pictures of boards


class CameraUnplugged(OSError):
    """The simulated camera's plug is out."""


class SimulatedCamera:
    """Looks at a table. ``read(now)`` gives what it sees: BGR uint8 (height, width, 3).

    The same time gives the same picture.

    ``board``: a printed one that lies there, too; then the camera hangs higher and sees both.

    ``glows``: what shines through the board now.

    Knobs: ``lamp``, ``balance``, ``hide_mat``/``show_mat``, ``cover``/``uncover``, ``unplug``/``plug``, ``bump``,
    ``reach``.
    """

    def __init__(
        self,
        table: SimulatedTable,
        *,
        size: tuple[int, int] = (960, 540),
        lamp: str | SimulatedLamp = "daylight",
        balance: float = 0.8,
        jpeg_quality: int | None = None,
        seed: int = 0,
        board: LaidBoard | None = None,
    ) -> None:
        self.table = table
        self.size = size
        self._laid = board
        self.balance = balance
        self.jpeg_quality = jpeg_quality
        self.lamp = lamp
        self._seed = seed
        self.glows: tuple[Glow, ...] = ()
        self._over: tuple[SimulatedHand, int] | None = None
        self._next: tuple[LaidBoard | None, tuple[int, int]] | None = None
        self._bumps = 0
        self._mat = True
        self._covered = False
        self._plugged = True
        self.view = self._above()
        self._paints = paints(_MOST_DICE, table.seed)
        self._noise = _noise(size, seed)
        self._ground: tuple[object, Backdrop] | None = None
        self._empty: tuple[object, np.ndarray] | None = None
        self._stood: dict[object, np.ndarray] = {}  # the newest few
        self._drawn: tuple[object, np.ndarray] | None = None

    # Knobs ---------------------------------------------------------------------------------------------------------

    @property
    def lamp(self) -> SimulatedLamp:
        """The lamp over the table; may be set by its name. Raises ValueError for an unknown name."""
        return self._lamp

    @lamp.setter
    def lamp(self, lamp: str | SimulatedLamp) -> None:
        if isinstance(lamp, str) and lamp not in LAMPS:
            raise ValueError(f"there is no lamp '{lamp}': choose from {', '.join(LAMPS)}")
        lamp = LAMPS[lamp] if isinstance(lamp, str) else lamp
        self._lamp = lamp if self._laid is None else replace(lamp, over=_in_sight(self._laid))

    def hide_mat(self) -> None:
        """Somebody takes the mat away; the dice stay."""
        self._mat = False

    def show_mat(self) -> None:
        """The mat is laid back to its place."""
        self._mat = True

    def cover(self) -> None:
        """Somebody covers the lens: black from now on."""
        self._covered = True

    def uncover(self) -> None:
        """The lens is free again."""
        self._covered = False

    def unplug(self) -> None:
        """The cable is out: ``read`` raises from now on."""
        self._plugged = False

    def plug(self) -> None:
        """The cable is in again."""
        self._plugged = True

    def lay(self, board: LaidBoard | None, size: tuple[int, int]) -> None:
        """Another printed board lies there from the next picture on, or none; the camera hangs so that it is seen, and
        takes pictures of this size."""
        self._next = (board, size)

    def _lay_next(self) -> None:
        if self._next is None:
            return
        (self._laid, self.size), self._next = self._next, None
        self.lamp = replace(self._lamp, over=None)
        self.view, self._ground, self._noise = self._above(), None, _noise(self.size, self._seed)

    def reach(self, x: float, y: float, pictures: int) -> None:
        """In so many pictures from now on a hand from the left is over a point of the page (mm), besides that of the
        dice."""
        self._over = (SimulatedHand(x, y, 0.0, 1.0), pictures) if pictures else None

    @property
    def reached(self) -> bool:
        """Whether that hand is still over it."""
        return self._over is not None

    def bump(self) -> None:
        """Somebody knocks against the camera: it looks a little elsewhere from now on."""
        self._bumps += 1
        rng = np.random.default_rng((self._seed, self._bumps))
        self.view = self._above(
            less=float(rng.uniform(-0.04, 0.01)),
            tilt_deg=13 + float(rng.uniform(-2, 2)),
            turn_deg=2.5 + float(rng.choice((-1, 1)) * rng.uniform(1.5, 3.5)),
            aside=(float(rng.uniform(-15, 15)), float(rng.uniform(-6, 6))),
        )

    def _above(
        self, *, less: float = 0.0, tilt_deg: float = 13.0, turn_deg: float = 2.5, aside: tuple[float, float] = (0, 0)
    ) -> Pinhole:
        """The usual view of the mat; of mat and board where both lie there. ``less``: of the mat's part of the width;
        ``aside``: mm that it looks beside the middle."""
        if self._laid is None:
            return Pinhole.above(
                page().size, self.size, fill=_FILL + less, tilt_deg=tilt_deg, turn_deg=turn_deg, aim_mm=aside
            )
        left, top, width, height = _in_sight(self._laid)
        wide = max(width, height * self.size[0] / self.size[1]) * _ROOM
        middle = left + width / 2 - page().width / 2 + aside[0], top + height / 2 - page().height / 2 + aside[1]
        return Pinhole.above(
            page().size,
            self.size,
            fill=page().width / wide * (1 + less),
            tilt_deg=tilt_deg,
            turn_deg=turn_deg,
            aim_mm=middle,
            height_mm=wide,
        )

    # Pictures ------------------------------------------------------------------------------------------------------

    def read(self, now: float) -> np.ndarray:
        """The picture at a time in seconds: height x width x 3, uint8 BGR. Raises CameraUnplugged (an OSError) while
        the plug is out."""
        if not self._plugged:
            raise CameraUnplugged("The simulated camera is unplugged: plug it in again.")
        self._lay_next()
        clean = np.full((self.size[1], self.size[0], 3), 3, np.uint8) if self._covered else self._picture(now)
        if self._over is not None:
            self.reach(self._over[0].x, self._over[0].y, self._over[1] - 1)
        noisy = self._with_noise(clean, now)
        if self.jpeg_quality is None:
            return noisy
        _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
        return cv2.imdecode(data, cv2.IMREAD_COLOR)

    def pixels(self, x: float, y: float, height: float = 0.0) -> tuple[float, float]:
        """Where a point in mm on (or over) the page is seen: for tests, and for what a finger taps when teaching."""
        u, v = self.view.project(np.array([[x, y, -height]]))[0]
        return float(u), float(v)

    def _picture(self, now: float) -> np.ndarray:
        """The clean picture, drawn anew only when something changed. Not to be written to."""
        scene = self.table.scene(now)
        before = self.table.scene(now - _SHUTTER_S)
        look = ViewSettings(self.view, self._lamp, self.balance)
        over = None if self._over is None else _unquiet(*self._over)
        key = (scene, before, self.view, self._lamp, self.balance, self._mat, self.glows, over)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, self._draw(look, scene, before, over))
        return self._drawn[1]

    def _draw(
        self, look: ViewSettings, scene: TableScene, before: TableScene, over: SimulatedHand | None
    ) -> np.ndarray:
        image = self._with_pieces(look, scene.pieces, self.glows).copy()
        earlier = {die.number: die for die in before.dice}
        still = [die for die in scene.dice if earlier.get(die.number, die) == die]
        moving = [die for die in scene.dice if earlier.get(die.number, die) != die]
        for die in scene.dice:
            draw_shadow(image, look, die)
        self._draw_bodies(image, look, still)
        if moving:
            # What moves while the shutter is open is seen at both ends of its way.
            ghost = image.copy()
            self._draw_bodies(ghost, look, [earlier[die.number] for die in moving])
            self._draw_bodies(image, look, moving)
            image = cv2.addWeighted(image, 0.5, ghost, 0.5, 0)
        for hand in (scene.hand, over):
            if hand is not None:
                draw_hand(image, look, hand)
        return image

    def _draw_bodies(self, image: np.ndarray, look: ViewSettings, dice: list[Posed]) -> None:
        far_first = sorted(dice, key=lambda die: -float(np.linalg.norm(die.centre - look.view.position)))
        for die in far_first:
            draw_body(image, look, die, self._paints[die.number % _MOST_DICE])

    def draw_ahead(self, pieces: tuple[StandingPiece | LaidTile, ...], glows: tuple[Glow, ...]) -> None:
        """Have the board ready as it looks with these pieces and lights: a real camera takes no time for that."""
        self._with_pieces(ViewSettings(self.view, self._lamp, self.balance), pieces, glows)

    def _with_pieces(
        self, look: ViewSettings, pieces: tuple[StandingPiece | LaidTile, ...], glows: tuple[Glow, ...]
    ) -> np.ndarray:
        """The table with what stands on it while dice roll elsewhere; not to be written to."""
        empty = self._backdrop(look)
        if not pieces and not glows:
            return empty
        key = (self._empty and self._empty[0], pieces, glows)
        image = self._stood.get(key)
        if image is None:
            image = empty.copy()
            draw_glows(image, look, glows)
            if self._laid is not None and self._laid.tile_look is not None:
                lying = [each for each in pieces if isinstance(each, LaidTile)]
                draw_tiles(image, look, lying, self._laid.tile_look)
            draw_pieces(image, look, [each for each in pieces if isinstance(each, StandingPiece)])
            self._stood = dict([*self._stood.items(), (key, image)][-_KEPT:])
        return image

    def _backdrop(self, look: ViewSettings) -> np.ndarray:
        mat = self._mat and not (self._laid is not None and self._laid.alone)
        place = (look.view, self._mat)
        if self._ground is None or self._ground[0] != place:
            self._ground = (place, draw_backdrop(look.view, mat=mat, board=self._laid))
        key = (*place, look.lamp, look.balance)
        if self._empty is None or self._empty[0] != key:
            self._empty = (key, lit_backdrop(self._ground[1], look.lamp, look.balance))
        return self._empty[1]

    def _with_noise(self, clean: np.ndarray, now: float) -> np.ndarray:
        """Sensor noise: another part of a big sheet of noise for each moment, which costs next to nothing."""
        rng = np.random.default_rng((self._seed, int(now * 1e6) & 0xFFFFFFFFFFFF))
        down, right = (int(n) for n in rng.integers(_NOISE_ROOM, size=2))
        part = (slice(down, down + self.size[1]), slice(right, right + self.size[0]))
        up, off = self._noise_of(self._lamp.noise)
        return cv2.subtract(cv2.add(clean, up[part]), off[part])

    def _noise_of(self, sigma: float) -> tuple[np.ndarray, np.ndarray]:
        if self._noise[0] != sigma:
            self._noise = _noise(self.size, self._seed, sigma)
        return self._noise[1], self._noise[2]


def _in_sight(laid: LaidBoard) -> Area:
    """What the camera looks at, mm of the page."""
    return laid.area if laid.alone else around(laid.area, (0, 0, *page().size))


def _unquiet(hand: SimulatedHand, pictures: int) -> SimulatedHand:
    """No hand is quite still from one picture to the next."""
    return replace(hand, x=hand.x + (pictures % 2) * _UNQUIET_MM)


def _noise(size: tuple[int, int], seed: int, sigma: float = 1.6) -> tuple[float, np.ndarray, np.ndarray]:
    """Noise as what to add and what to take away, uint8 (h + room, w + room, 3); coarse as after demosaicing."""
    shape = (size[1] + _NOISE_ROOM, size[0] + _NOISE_ROOM, 3)
    grain = np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.6)
    grain *= sigma / grain.std()
    whole = np.round(grain).astype(np.int16)
    return sigma, np.maximum(whole, 0).astype(np.uint8), np.maximum(-whole, 0).astype(np.uint8)
