"""A board of lights without switches, whose pieces a camera sees, in real time, for measurements."""

import time
from collections import deque
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import Rgb
from firmware_bridge.drivers.page_board import by_spot, pixels
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.demo.live import Lens
from tablelight.demo.physical_table import ALL_DICE
from tablelight.demo.seated_pieces import SeatedPieces, board_for, picture_size
from tablelight.demo.shining import Shining
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from vision.camera.camera import Camera
from vision.simulation import SimulatedCamera, SimulatedTable

_WHILE_CARRIED = 1000  # pictures: more than are taken while a piece is in the hand
_COMES_IN_S = 0.2  # a hand is seen before it puts a piece down; both chosen by hand


class LateLens(Lens):
    """Sees the board's lights shine through its print; its pictures come ``late`` pictures late."""

    def __init__(self, camera: SimulatedCamera, shining: Shining, late: int) -> None:
        super().__init__(camera, time.monotonic)
        self._seen_by, self._shining = camera, shining
        self._taken: deque[np.ndarray | None] = deque(maxlen=late + 1)

    def read(self) -> np.ndarray | None:
        self._seen_by.glows = self._shining.glows(time.monotonic())
        self._taken.append(super().read())
        return self._taken[0]


class CameraTable:
    """One match at such a table. ``folder``: where its record is kept; ``late``: so many pictures the camera's come
    late. Raises ValueError for a game whose pieces no camera reads."""

    def __init__(self, folder: Path, game: str, late: int = 0) -> None:
        self.match = Match.new(game, ["Ann", "Ben"])
        laid = board_for(self.match)
        if laid is None:
            raise ValueError(f"no camera reads the pieces of {game}: measure a game with a printed board")
        plan = self.board_map = BoardMap.load(self.match.game.board)
        self.device = SimulatedDevice(plan.lights, record=True)
        self._pieces = SeatedPieces(laid, seed=1)
        self._on_table = SimulatedTable(ALL_DICE, seed=1)
        lens = self._lens = SimulatedCamera(self._on_table, size=picture_size(laid), board=laid)
        driver = SerialBoard(plan, self.device.port)
        self.lights = TableLights(driver, plan, 0.5, colour_blind=False)
        self.table = GameTable(partial(Record.open, folder / "record.db"), self.lights)
        shining = self._shining = Shining(laid, self.lit)
        camera = Camera("simulated", lambda: LateLens(lens, shining, late))
        self._eyes = CameraWorker(camera, self.table, folder / "dice.json", lights=self.lights)
        self.table.new_match(self.match)
        self._eyes.start()

    def stand(self, board: Mapping[Spot, Held]) -> None:
        """Let exactly these pieces stand there; a hand is over the board from where one is taken, or comes in from
        beside it, until it is put down."""
        reached = self._pieces.reached_for(board)
        taken = len(board) < len(self._pieces.there)
        standing = self._pieces.standing(board)
        for glows in (self._shining.glows(time.monotonic()), ()):
            self._lens.draw_ahead(standing, glows)
        if reached is not None:
            if not self._lens.reached:
                self._lens.reach(*reached, pictures=_WHILE_CARRIED)
                time.sleep(_COMES_IN_S)
            if not taken:
                self._lens.reach(*reached, pictures=0)
        self._on_table.pieces = standing

    def lit(self) -> Mapping[Spot, Rgb]:
        """What the strip shows at this moment; what the device says of itself comes up to 50 ms later."""
        return by_spot(self.board_map, pixels(self.device.showing()))

    def close(self) -> None:
        """Let go of everything."""
        self._eyes.close()
        self.lights.close()
        self.table.close()
        self.device.close()
