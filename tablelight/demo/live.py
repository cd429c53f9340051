"""A whole table without any hardware: simulated dice, camera and board in front of the real eyes, rules and link."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.components.hues import Hue
from engine.components.lights import Spot
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.assembly import build, use_folder
from tablelight.referee.piece_places import expected_occupied
from tablelight.service import Service
from tablelight.session.snapshot import Snapshot
from tablelight.setup.paths import table_file
from tablelight.setup.settings import BoardSettings, CameraSettings, Settings
from vision.camera.camera import Camera
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.teaching import teach
from vision.errors import VisionError
from vision.simulation import (
    LAMPS,
    ROLL_AND_COLOR,
    CameraUnplugged,
    SimulatedCamera,
    SimulatedTable,
    TableBusy,
    teaching_sets,
)

log = logging.getLogger(__name__)

FRAMES_PER_SECOND = 15.0
_TABLE = "simulated"


class Lens:
    """What the camera's thread reads from: the simulated camera, at its own pace."""

    ends = False

    def __init__(self, camera: SimulatedCamera, clock: Callable[[], float]) -> None:
        self._camera, self._clock = camera, clock
        self._due = clock()
        try:
            camera.read(clock())
        except CameraUnplugged as error:
            raise VisionError(str(error)) from error

    def read(self) -> np.ndarray | None:
        self._due = max(self._due + 1 / FRAMES_PER_SECOND, self._clock())
        time.sleep(max(0.0, self._due - self._clock()))
        try:
            return self._camera.read(self._clock())
        except CameraUnplugged:
            return None

    def close(self) -> None:
        """Nothing to let go of."""


class DemoHands:
    """The hands of people at the simulated table: they roll, change the lamp, knock things over and pull cables."""

    def __init__(
        self, table: SimulatedTable, camera: SimulatedCamera, board: SimulatedDevice, clock: Callable[[], float]
    ) -> None:
        self._table, self._camera, self._board, self._clock = table, camera, board, clock
        self._lock = threading.Lock()
        self._lean_next = False
        self._plugged = True

    def roll(self, dice: list[tuple[str, Hue]] | None = None) -> None:
        """Throw all dice, or those that show these hues. While dice are still moving nothing happens."""
        with self._lock:
            now = self._clock()
            numbers = range(len(self._table.kinds)) if dice is None else self._numbers(dice, now)
            leaning = [next(iter(numbers))] if self._lean_next and numbers else []
            try:
                self._table.reroll(now, numbers, cocked=leaning)
            except TableBusy:
                return
            self._lean_next = False

    def still_at(self) -> float:
        """When everything that is moving will lie still, on the clock of the hands."""
        return self._table.busy_until()

    def _numbers(self, dice: list[tuple[str, Hue]], now: float) -> list[int]:
        """Which dice on the table show these hues; a leaning die goes along with whatever is thrown."""
        lying = dict(self._table.truth(now).dice)
        numbers = [n for n, die in lying.items() if die.cocked]
        for kind, hue in dice:
            number = next((n for n, d in lying.items() if (d.kind, d.top) == (kind, hue) and n not in numbers), None)
            if number is not None:
                numbers.append(number)
        return numbers or list(lying)

    def lamp(self, name: str) -> None:
        """Switch to another lamp over the table."""
        self._camera.lamp = name

    def fault(self, name: str) -> None:
        """Make something go wrong, or right again."""
        if name == "cock":
            self._lean_next = True
        elif name == "bump":
            self._camera.bump()
        elif name == "board":
            (self._board.kill if self._board.running else self._board.plug)()
        elif name == "camera":
            (self._camera.unplug if self._plugged else self._camera.plug)()
            self._plugged = not self._plugged


class SimulatedPieces:
    """The hands that move pieces on the simulated board: what is played on the page is done there as well.

    Nothing else is touched, so that a piece which somebody put wrong stays wrong until it is put right.
    """

    def __init__(self, board: SimulatedDevice, plan: BoardMap) -> None:
        self._board, self._plan = board, plan
        self._match: str | None = None
        self._stands: frozenset[Spot] = frozenset()

    def follow(self, now: Snapshot) -> None:
        """Bring the pieces to where the game has them now; a new game is set up from an empty board."""
        match = now.referee.match if now.referee is not None else None
        wanted = expected_occupied(match) if match is not None and match.game.board == self._plan.name else None
        if wanted is None:
            return
        if now.match_id != self._match:
            self._match, self._stands = now.match_id, frozenset()
            self._move(frozenset(self._plan.by_spot), self._board.release)
        self._move(self._stands - wanted, self._board.release)
        self._move(wanted - self._stands, self._board.press)
        self._stands = wanted

    def _move(self, spots: frozenset[Spot], hand: Callable[[int], None]) -> None:
        for spot in sorted(spots & self._plan.by_spot.keys()):
            sensor = self._plan.by_spot[spot].sensor
            if sensor is not None:
                hand(sensor)


def teach_simulated_dice(file: Path) -> None:
    """Teach the simulated dice from pictures of them, as a person would with real ones."""
    table = SimulatedTable(ROLL_AND_COLOR, seed=3)
    lens = SimulatedCamera(table, size=(1280, 720))
    lessons = []
    for number, dice in enumerate(teaching_sets()):
        table.place(dice)
        named = tuple(NamedDie(kind, hue) for kind, hue in dice)
        lessons.append(Lesson(lens.read(float(number)), named, f"picture {number + 1}"))
    teach(lessons).save(file)


def build_demo(settings: Settings, data: Path, seed: int | None = None) -> tuple[Service, Callable[[], None]]:
    """The service around a simulated table, and what puts the simulated parts away again."""
    use_folder(data)
    clock = time.monotonic
    file = table_file(_TABLE, data)
    if not file.exists():
        log.info("teaching the simulated dice ...")
        teach_simulated_dice(file)
    table = SimulatedTable(ROLL_AND_COLOR, seed=seed if seed is not None else int(time.time()))
    lens = SimulatedCamera(table, size=(1280, 720))
    board = SimulatedDevice()
    settings = replace(
        settings,
        table=_TABLE,
        camera=CameraSettings("simulated", FRAMES_PER_SECOND),
        board=BoardSettings(port=board.port),
    )
    camera = Camera("on the simulated table", lambda: Lens(lens, clock), clock)
    hands = DemoHands(table, lens, board, clock)
    service = build(settings, data, camera=camera, hands=hands, lamps=tuple(LAMPS))
    service.table.watch(SimulatedPieces(board, BoardMap.load(settings.board.map)).follow)
    return service, board.close
