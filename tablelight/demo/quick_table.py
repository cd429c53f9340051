"""A table whose time is passed in: real eyes, switches, rules, record and lights, and nobody who has to wait.

What is at the ends of the cables is simulated: a camera over drawn dice, and the board's real firmware in a process of
its own. Seconds at this table pass as they are told to; only bytes on the cable take the time they take.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty, Queue

import numpy as np

from engine.components.cards import Card, full_deck
from engine.core.match import Match
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.tags import SimulatedTagReader
from tablelight.demo.live import teach_simulated_dice
from tablelight.perception.camera_worker import CameraWorker
from tablelight.referee.state import RefereeState
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.sensors import PACE_S, QUIET_S, Inputs, NamedReader
from tablelight.session.table import GameTable
from tablelight.setup.tags import TagBook
from vision.camera.camera import Camera
from vision.files import write_json
from vision.simulation import SimulatedCamera, SimulatedTable

ALL_DICE = ("d6",) * 9 + ("d12",) * 9
"""As many of each kind as any game throws at once."""
BEGAN = 1_700_000_000.0
"""When evenings at such a table begin, in seconds since 1970: the same whenever one is played again."""
MOVING_S, STILL_S = 0.3, 0.1
"""Between two pictures: few while dice roll, as a slow camera takes them; enough for the eyes once they lie still."""
SETTLES_S = 1.2
"""So long after the last motion everything the eyes have to say has been said."""
READERS = ("play", "turn", "draw", "discard")
"""The card readers of the table, by what happens to a card laid on one."""
WIRE_S = 3.0
"""So long (of the wall's clock) the board may take to tell of a switch before that is a fault."""
TAGS = {card: f"{number:010X}" for number, card in enumerate(dict.fromkeys(full_deck()), 1)}
"""The tag of every card of the simulated deck."""


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


class QuickTable:
    """One match at a table with a camera, switches, or both. ``folder``: where its record is kept.

    Raises ValueError for a lamp that is not there.
    """

    def __init__(self, match: Match, folder: Path, *, camera: bool, switches: bool, lamp: str, seed: int) -> None:
        self.now = 0.0
        self.dice: SimulatedTable | None = None
        self.device: SimulatedDevice | None = None
        self.plan = BoardMap.load(match.game.board)
        self._frames = 0
        lights = self._lights(switches)
        self.table = GameTable(partial(Record.open, folder / "record.db"), lights, lambda: BEGAN + self.now)
        board = lights.driver if isinstance(lights.driver, SerialBoard) else None
        self._readers = {name: SimulatedTagReader(lambda: self.now) for name in READERS} if switches else {}
        readers = [NamedReader(name, device) for name, device in self._readers.items()]
        self._inputs = Inputs(self.table, board, readers, None, _tags(folder), lambda: self.now)
        self._board, self._shown = board, lights
        if camera:
            self._set_up_camera(folder, lamp, seed)
        self.table.new_match(match)
        self.wait(STILL_S)

    def _lights(self, switches: bool) -> TableLights:
        if not switches:
            return TableLights(None, self.plan, 0.5, colour_blind=False)
        self.device = SimulatedDevice(self.plan.lights, clock_speed=10)
        return TableLights(SerialBoard(self.plan, self.device.port), self.plan, 0.5, colour_blind=False)

    def _set_up_camera(self, folder: Path, lamp: str, seed: int) -> None:
        taught = folder / "dice.json"
        if not taught.exists():
            teach_simulated_dice(taught)
        self.dice = SimulatedTable(ALL_DICE, seed=seed)
        self._lens = SimulatedCamera(self.dice, size=(1280, 720), lamp=lamp, seed=seed)
        self._pictures = HandedPictures()
        self._camera = Camera("of the quick table", lambda: self._pictures, lambda: self.now)
        self._eyes = CameraWorker(self._camera, self.table, taught)
        self._look()

    def __enter__(self) -> "QuickTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything."""
        self._inputs.close()
        if self.dice is not None:
            self._pictures.ends = True
            self._eyes.close()
        self._shown.close()
        if self.device is not None:
            self.device.close()
        self.table.close()

    @property
    def referee(self) -> RefereeState:
        """What the referee knows now."""
        referee = self.table.snapshot.referee
        assert referee is not None
        return referee

    # ---- time

    def wait(self, seconds: float) -> None:
        """Let time pass: the eyes look while there is something to see, and switches are asked."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            moving = self.dice is not None and self.now < self.dice.busy_until()
            step = MOVING_S if moving else STILL_S
            self.now = min(end, self.now + step)
            if self.dice is not None and self.now < self.dice.busy_until() + SETTLES_S:
                self._look()
            self._inputs.poll()

    def settle(self) -> None:
        """Let time pass until everything lies still and everything that was seen or felt has been told."""
        busy = 0.0 if self.dice is None else self.dice.busy_until() - self.now + SETTLES_S
        self.wait(max(busy, QUIET_S + 2 * PACE_S if self._board is not None else 0.0, STILL_S))

    def _look(self) -> None:
        self._pictures.hand(self._lens.read(self.now))
        frame = self._camera.next(after=self._frames - 1, timeout=WIRE_S)
        if frame is None:
            raise RuntimeError("The simulated camera gives no picture.")
        self._frames = frame.index + 1
        self._eyes.look(replace(frame, time=self.now))

    # ---- what hands do to switches

    def press(self, spots: list[str], *, down: bool) -> None:
        """Put something on these spaces, or take it off, and wait until the board has told so."""
        if self.device is None or self._board is None or not spots:
            return
        sensors = [place.sensor for spot in spots if (place := self.plan.by_spot.get(spot)) is not None]
        numbers = [number for number in sensors if number is not None]
        self._switch(numbers, down=down)
        self.wait(PACE_S)

    def button(self, name: str) -> bool:
        """Press and let go of a button of the board; False where there is none of that name."""
        number = next((n for n, what in self.plan.switches.items() if what == f"button:{name}"), None)
        if self.device is None or number is None:
            return False
        for down in (True, False):
            self._switch([number], down=down)
            self.wait(PACE_S)
        return True

    def lay_tagged(self, reader: str, cards: Sequence[Card]) -> None:
        """Lay cards with tags on a reader, one after the other."""
        for card in cards:
            self._readers[reader].lay(TAGS[card])
            self.wait(PACE_S)

    @property
    def readers(self) -> tuple[str, ...]:
        """The card readers there are."""
        return tuple(self._readers)

    def _switch(self, numbers: list[int], *, down: bool) -> None:
        assert self.device is not None and self._board is not None
        for number in numbers:
            (self.device.press if down else self.device.release)(number)
        until = time.monotonic() + WIRE_S
        while not all(self._board.sensors().get(number, False) == down for number in numbers):
            if time.monotonic() > until:
                raise RuntimeError("The simulated board does not tell of its switches.")
            time.sleep(0.001)


def _tags(folder: Path) -> TagBook:
    """The book of tags, in which every card of the simulated deck stands."""
    file = folder / "cards.json"
    if not file.exists():
        write_json(file, {tag: str(card) for card, tag in TAGS.items()})
    return TagBook(file)
