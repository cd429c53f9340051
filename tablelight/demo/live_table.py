"""The simulated table of a running service: time passes by itself, and threads of the service see and feel."""

import threading
import time
from collections.abc import Callable, Mapping

from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.tags import SimulatedTagReader
from tablelight.demo.dotted_die import DottedDie
from tablelight.demo.physical_table import PhysicalTable
from tablelight.demo.seen_board import SeenBoard
from tablelight.session.sensors import PACE_S, QUIET_S
from tablelight.session.table import GameTable
from vision.simulation import SimulatedCamera, SimulatedTable

SEEN_S = 1.5
"""So long after dice lie still, most pictures have been read. Chosen by hand."""
PATIENCE_S = 6.0
"""How long a hand waits for the table to say something to what was done, before it is typed in. Chosen by hand."""
LOOK_S = 0.05
LOOKS_S = 3.0
"""Enough pictures to notice another lamp. Chosen by hand."""


class Closed(Exception):
    """The service ends; hands let everything lie."""


class LiveTable(PhysicalTable):
    """What the hands of a running service touch. ``clock``: as the camera's, in seconds."""

    has_cables = True

    def __init__(
        self,
        table: GameTable,
        dice: SimulatedTable,
        dotted: DottedDie,
        lens: SimulatedCamera,
        seen: SeenBoard | None,
        device: SimulatedDevice,
        board: SerialBoard | None,
        tag_readers: Mapping[str, SimulatedTagReader],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.dice, self.dotted, self.lens = table, dice, dotted, lens
        self.device, self.board = device, board
        self._seen = seen
        self.tag_readers = tag_readers
        self._clock, self._closed = clock, threading.Event()

    @property
    def now(self) -> float:
        return self._clock()

    def close(self) -> None:
        """From now on nobody waits here any more."""
        self._closed.set()

    def wait(self, seconds: float) -> None:
        """Let time pass. Raises Closed."""
        if self._closed.wait(max(0.0, seconds)):
            raise Closed

    @property
    def shows_pieces(self) -> bool:
        return self._seen is not None and self._seen.lies_there

    def arrangement(self, match: Match) -> Mapping[Spot, Held]:
        return super().arrangement(match) if self._seen is None else self._seen.arrangement(match)

    @property
    def standing(self) -> Mapping[Spot, Held]:
        return {} if self._seen is None else self._seen.standing

    def stand(self, board: Mapping[Spot, Held]) -> None:
        if self._seen is not None:
            self._seen.stand(board)

    def settle(self) -> None:
        self.wait(max(self._busy_s() + SEEN_S, QUIET_S + 3 * PACE_S))

    def come_to_rest(self) -> None:
        """Wait until no dice and no hand move on the mat any more. Raises Closed."""
        self.wait(self._busy_s() + LOOK_S)

    def _busy_s(self) -> float:
        assert self.dice is not None and self.dotted is not None
        return max(self.dice.busy_until(), self.dotted.busy_until()) - self.now

    def look_again(self) -> None:
        self.wait(LOOKS_S)

    def wait_until(self, done: Callable[[], bool]) -> None:
        until = self.now + PATIENCE_S
        while not done() and self.now < until:
            self.wait(LOOK_S)

    def cut_power(self, meanwhile: Callable[[], None]) -> None:
        """The board starts anew, and the game is read from the record again."""
        self.unplug_board()
        meanwhile()
        self.table.resume(self.table.snapshot.match_id)
        self.plug_board()
