"""A table whose time is passed in: real eyes, switches, rules, record and lights, and nobody who has to wait.

What is at the ends of the cables is simulated: a camera over drawn dice, and the board's real firmware in a process of
its own. Seconds at this table pass as they are told to; only bytes on the cable take the time they take.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty, Queue

import numpy as np

from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.page_board import PageBoard
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.tags import SimulatedTagReader
from tablelight.demo.dotted_die import DottedDie
from tablelight.demo.live import teach_simulated_dice
from tablelight.demo.physical_table import ALL_DICE, READERS, WIRE_S, PhysicalTable, tag_book
from tablelight.demo.seated_pieces import SeatedPieces, arrangement, board_for, picture_size
from tablelight.demo.shining import Shining
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.dark_pictures import DarkPictures
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.sensors import PACE_S, QUIET_S, Inputs, NamedReader
from tablelight.session.table import GameTable
from vision.camera.camera import Camera
from vision.simulation import SimulatedCamera, SimulatedTable
from vision.simulation.laid_board import LaidBoard

BEGAN = 1_700_000_000.0
"""When evenings at such a table begin, in seconds since 1970: the same whenever one is played again."""
MOVING_S, STILL_S = 0.3, 0.1
"""Between two pictures: few while dice roll, as a slow camera takes them; enough for the eyes once they lie still."""
SETTLES_S = 0.8
"""So long after the last motion everything the eyes have to say has been said."""
IDLE_S = 1.0
"""Between two pictures of a table where nothing happens. Chosen by hand."""

LOOKS = 30
"""Pictures after which another lamp has been noticed. Chosen by hand."""


class HandedPictures:
    """What the camera's thread reads from: the pictures it is handed, one by one."""

    def __init__(self) -> None:
        self.ends = False
        self._pictures: Queue[np.ndarray] = Queue()

    def hand(self, picture: np.ndarray) -> None:
        """The next picture."""
        self._pictures.put(picture)

    def read(self) -> np.ndarray | None:
        while not self.ends:
            try:
                return self._pictures.get(timeout=0.05)
            except Empty:
                continue
        return None

    def close(self) -> None:
        """Nothing to let go of."""


class QuickTable(PhysicalTable):
    """One match at a table with a camera, switches, or both. ``folder``: where its record is kept.

    Raises ValueError for a lamp that is not there.
    """

    _pieces: SeatedPieces | None = None
    _laid: LaidBoard | None = None
    _page: PageBoard | None = None
    _shining: Shining | None = None

    def __init__(self, match: Match, folder: Path, *, camera: bool, switches: bool, lamp: str, seed: int) -> None:
        self._now, self._frames, self._folder = 0.0, 0, folder
        self._map = BoardMap.load(match.game.board)
        # Dice with dots need not be taught, and a game on a sheet has none.
        self._wants_dice = not match.game.rolls_pips and not stand_on_sheet(match.game)
        self.tag_readers = {name: SimulatedTagReader(lambda: self._now) for name in READERS} if switches else {}
        self.device = SimulatedDevice(self._map.lights, clock_speed=10) if switches else None
        self._stood_at = self._looked_at = float("-inf")
        if camera:
            laid = self._laid = board_for(match)
            self.dice, self.dotted = SimulatedTable(ALL_DICE, seed=seed), DottedDie(seed)
            self._pieces = None if laid is None else SeatedPieces(laid, seed)
            self.lens = SimulatedCamera(self.dice, size=picture_size(laid), lamp=lamp, seed=seed, board=laid)
            # A board without switches whose lights shine through the print that the camera sees.
            if laid is not None and not switches:
                self._page = PageBoard(self._map, lambda: self._now)
                self._shining = Shining(laid, self._page.shown_by_spot)
        self._switch_on()
        self.table.new_match(match)
        self.wait(STILL_S)

    def _switch_on(self) -> None:
        """Start what a service is made of."""
        self.board = None if self.device is None else SerialBoard(self._map, self.device.port)
        self.lights = TableLights(self.board or self._page, self._map, 0.5, colour_blind=False)
        self.table = GameTable(partial(Record.open, self._folder / "record.db"), self.lights, self._wall_clock)
        readers = [NamedReader(name, device) for name, device in self.tag_readers.items()]
        self._inputs = Inputs(self.table, self.board, readers, None, tag_book(self._folder), lambda: self._now)
        if self.dice is not None:
            self._open_eyes()
        if self.device is not None:
            self.wait_for_board()

    def _open_eyes(self) -> None:
        taught = self._folder / "dice.json"
        if self._wants_dice and not taught.exists():
            teach_simulated_dice(taught, self._laid)
        self._pictures, self._frames = HandedPictures(), 0
        pictures = self._pictures
        self._camera = Camera("of the quick table", lambda: pictures, lambda: self._now)
        self._eyes = CameraWorker(self._camera, self.table, taught)
        self._eyes.dark = DarkPictures(self.lights, lambda: (self._taken(),))
        self._look()

    def _wall_clock(self) -> float:
        return BEGAN + self._now

    def __enter__(self) -> "QuickTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything."""
        self._switch_off()
        if self.device is not None:
            self.device.close()

    def _switch_off(self) -> None:
        self._inputs.close()
        if self.dice is not None:
            self._pictures.ends = True
            self._eyes.close()
        self.lights.close()
        self.table.close()

    def cut_power(self, meanwhile: Callable[[], None]) -> None:
        """Service and board start anew."""
        if self.device is not None:
            self.device.kill()
        self._switch_off()
        meanwhile()
        if self.device is not None:
            self.device.plug()
        self._switch_on()
        self.table.resume()
        self.wait(STILL_S)

    def complaints(self) -> tuple[str, ...]:
        gone = self.lights.trouble()
        return (*super().complaints(), *([gone] if gone else []))

    # ---- time

    @property
    def now(self) -> float:
        return self._now

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Nothing is told at this table but while time passes."""

    def wait(self, seconds: float) -> None:
        """Let time pass: the eyes look while there is something to see, and switches are asked."""
        end = self._now + seconds
        while self._now < end - 1e-9:
            moving = self.dice is not None and self._now < self._moving_until()
            step = MOVING_S if moving else STILL_S
            self._now = min(end, self._now + step)
            if self.dice is not None and self._is_worth_a_look():
                self._look()
            self._inputs.poll()

    def _is_worth_a_look(self) -> bool:
        return self._now < self._moving_until() + SETTLES_S or self._now > self._looked_at + IDLE_S

    def _moving_until(self) -> float:
        assert self.dice is not None
        return max(self.dice.busy_until(), self._stood_at, self.dotted.busy_until() if self.dotted else 0.0)

    @property
    def shows_pieces(self) -> bool:
        return self._pieces is not None

    def arrangement(self, match: Match) -> Mapping[Spot, Held]:
        return arrangement(self._pieces, match)

    @property
    def standing(self) -> Mapping[Spot, Held]:
        return {} if self._pieces is None else self._pieces.there

    def stand(self, board: Mapping[Spot, Held]) -> None:
        if self._pieces is not None and self.dice is not None and self.lens is not None:
            reached = self._pieces.reached_for(board)
            if self._shining is not None and reached is not None:  # without lights pieces alone are motion enough
                self.lens.reach(*reached, pictures=1)
                self._look()
            self.dice.pieces = self._pieces.standing(board)
            self._stood_at = self._now

    def seen(self) -> np.ndarray:
        """The newest picture (uint8 BGR) with what was read of a board on it."""
        image = self._eyes.seen()
        assert image is not None
        return image.copy()

    def look_again(self) -> None:
        for _ in range(LOOKS):
            self._now += STILL_S
            self._look()

    def settle(self) -> None:
        busy = 0.0 if self.dice is None else self._moving_until() - self._now + SETTLES_S
        self.lights.trouble()  # as the service does once a second: only a board that was there can be missed
        self.wait(max(busy, QUIET_S + 2 * PACE_S if self.board is not None else 0.0, STILL_S))

    def _look(self) -> None:
        self._looked_at = self._now
        self._pictures.hand(self._taken())
        frame = self._camera.next(after=self._frames - 1, timeout=WIRE_S)
        if frame is None:
            raise RuntimeError("The simulated camera gives no picture.")
        self._frames = frame.index + 1
        self._eyes.look(replace(frame, time=self._now))

    def _taken(self) -> np.ndarray:
        """What the camera sees now."""
        assert self.lens is not None
        self.lens.glows = () if self._shining is None else self._shining.glows(self._now)
        picture = self.lens.read(self._now)
        if self.dotted is not None:
            self.dotted.draw(picture, self.lens.pixels, self._now)
        return picture
