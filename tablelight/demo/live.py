"""A whole table without any hardware: simulated dice, camera and board in front of the real eyes, rules and link."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.components.lights import Spot
from engine.core.language import Deferred
from engine.core.match import Match
from engine.core.registry import random_player_of
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.tags import SimulatedTagReader
from tablelight.assembly import build, use_folder
from tablelight.demo.dotted_die import DottedDie
from tablelight.demo.live_hands import DemoHands
from tablelight.demo.live_table import LiveTable
from tablelight.demo.physical_table import ALL_DICE, READERS, tag_book
from tablelight.demo.seated_pieces import picture_size
from tablelight.demo.seen_board import SeenBoard
from tablelight.referee.piece_places import expected_occupied
from tablelight.service import Service
from tablelight.session.lights import TableLights
from tablelight.session.sensors import NamedReader
from tablelight.session.snapshot import Snapshot
from tablelight.session.table import GameTable
from tablelight.setup.paths import table_file
from tablelight.setup.settings import BoardSettings, CameraSettings, Settings
from tablelight.web.table_hands import Speed
from vision.camera.camera import Camera
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.teaching import teach
from vision.errors import VisionError
from vision.simulation import ROLL_AND_COLOR, CameraUnplugged, SimulatedCamera, SimulatedTable, TableBusy, teaching_sets
from vision.simulation.laid_board import LaidBoard

log = logging.getLogger(__name__)

FRAMES_PER_SECOND = 30.0
"""As webcams give them."""
_TABLE = "simulated"
FIRST_NAMES = ("Ann", "Ben", "Cem", "Dana", "Eva", "Finn", "Gül", "Hugo")
"""Who sits at a table that nobody has named anybody at."""


class Lens:
    """What the camera's thread reads from: the simulated camera, at its own pace."""

    ends = False

    def __init__(self, camera: SimulatedCamera, clock: Callable[[], float], dotted: DottedDie | None = None) -> None:
        self._camera, self._clock, self._dotted = camera, clock, dotted
        self._due = clock()
        try:
            camera.read(clock())
        except CameraUnplugged as error:
            raise VisionError(str(error)) from error

    def read(self) -> np.ndarray | None:
        self._due = max(self._due + 1 / FRAMES_PER_SECOND, self._clock())
        time.sleep(max(0.0, self._due - self._clock()))
        now = self._clock()
        try:
            picture = self._camera.read(now)
        except CameraUnplugged:
            return None
        if self._dotted is not None:
            self._dotted.draw(picture, self._camera.pixels, now)
        return picture

    def close(self) -> None:
        """Nothing to let go of."""


class SimulatedPieces:
    """The hands that move pieces on the simulated board: what is played on the page is done there as well.

    Nothing else is touched, so that a piece which somebody put wrong stays wrong until it is put right.
    """

    def __init__(self, board: SimulatedDevice, plan: BoardMap, lay: Callable[[BoardMap], None] | None = None) -> None:
        """``lay``: what is to be done where another board is laid on the table for another game; None: none ever is."""
        self._board, self._plan, self._lay = board, plan, lay
        self._match: str | None = None
        self._stands: frozenset[Spot] = frozenset()

    def follow(self, now: Snapshot) -> None:
        """Bring the pieces to where the game has them now; a new game is set up from an empty board."""
        match = now.referee.match if now.referee is not None else None
        if match is not None and self._lay is not None and match.game.board != self._plan.name:
            self._plan = BoardMap.load(match.game.board)
            self._lay(self._plan)
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


def teach_simulated_dice(file: Path, laid: LaidBoard | None = None) -> None:
    """Teach the simulated dice from pictures of them, as a person would with real ones: with the camera that is to read
    them, where it hangs. ``laid``: the printed board in its sight."""
    table = SimulatedTable(ROLL_AND_COLOR, seed=3)
    lens = SimulatedCamera(table, size=picture_size(laid), board=laid)
    lessons = []
    for number, dice in enumerate(teaching_sets()):
        table.place(dice)
        named = tuple(NamedDie(kind, hue) for kind, hue in dice)
        lessons.append(Lesson(lens.read(float(number)), named, f"picture {number + 1}"))
    teach(lessons).save(file)


class ClearedMat:
    """The hands that take the dice of one game off the mat when another begins."""

    def __init__(self, dice: SimulatedTable, dotted: DottedDie, clock: Callable[[], float]) -> None:
        self._dice, self._dotted, self._clock = dice, dotted, clock
        self._match: str | None = None

    def follow(self, now: Snapshot) -> None:
        """Clear the mat where this is another game than before; dice that still roll are left alone."""
        before, self._match = self._match, now.match_id
        if now.referee is None or before in (None, now.match_id):
            return
        if not now.referee.game.rolls_pips:
            self._dotted.take_away()
        with suppress(TableBusy):
            self._dice.take_away(self._clock())


def begin_game(service: Service, game: str) -> None:
    """Begin a game with as many people as its own player is first tried with, unless it is being played. Raises
    BadRules for one nobody knows."""
    setup = random_player_of(game).setups[0]
    now = service.table.snapshot.referee
    if now is None or now.match.over or now.match.header()["game"] != game:
        names = [FIRST_NAMES[n] for n in range(setup.seats)]
        service.table.new_match(Match.new(game, names, setup.edition or None, dict(setup.options)))


def build_demo(
    settings: Settings, data: Path, seed: int | None = None, speed: Speed = "normal"
) -> tuple[Service, Callable[[], None]]:
    """The service around a simulated table, and what puts the simulated parts away again."""
    use_folder(data)
    clock = time.monotonic
    file = table_file(_TABLE, data)
    if not file.exists():
        log.info("teaching the simulated dice ...")
        teach_simulated_dice(file)
    seed = seed if seed is not None else int(time.time())
    dice = SimulatedTable(ALL_DICE, seed=seed)
    lens = SimulatedCamera(dice, size=(1280, 720))
    device, dotted, seen = SimulatedDevice(), DottedDie(seed), SeenBoard(dice, lens, seed)
    readers = {name: SimulatedTagReader(clock) for name in READERS}
    tag_book(data)
    settings = replace(
        settings,
        table=_TABLE,
        camera=CameraSettings("simulated"),
        board=BoardSettings(port=device.port),
    )
    camera = Camera(Deferred("on the simulated table"), lambda: Lens(lens, clock, dotted), clock)
    made: list[DemoHands] = []

    def hands(table: GameTable, lights: TableLights) -> DemoHands:
        board = lights.driver if isinstance(lights.driver, SerialBoard) else None
        made.append(DemoHands(LiveTable(table, dice, dotted, lens, seen, device, board, readers, clock), seed, speed))
        return made[0]

    named = [NamedReader(name, reader) for name, reader in readers.items()]
    service = build(settings, data, camera=camera, hands=hands, readers=named)

    def lay(plan: BoardMap) -> None:
        service.lights.rewire(plan, "")
        device.plug(plan.lights)

    service.table.watch(SimulatedPieces(device, BoardMap.load(settings.board.map), lay).follow)

    service.table.watch(seen.follow)
    service.table.watch(ClearedMat(dice, dotted, clock).follow)

    def put_away() -> None:
        made[0].close()
        device.close()

    return service, put_away
