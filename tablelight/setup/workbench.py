"""What the test of lights and switches works with: the table's lights for itself, its switches, and its wiring."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import LightsHealth
from firmware_bridge.drivers.serial_board import SerialBoard
from tablelight.session.lights import TableLights
from tablelight.session.sensors import Inputs
from tablelight.setup.wiring import Wiring, save_wiring

GLOW = 60
"""How bright a test light is, 0 to 255: seen in daylight, and a whole board of it stays far below any current cap."""


class Workbench:
    """``plain``: the board map as it stands in its file. One browser at a time tests."""

    def __init__(self, plain: BoardMap, lights: TableLights, inputs: Inputs, wiring: Wiring, file: Path) -> None:
        self.plain, self.lights, self.inputs, self.wiring = plain, lights, inputs, wiring
        self._file = file
        self._owner: object | None = None

    def begin(self, owner: object) -> bool:
        """Take lights and switches out of the game's hands. False while somebody else tests."""
        if self._owner not in (None, owner):
            return False
        self._owner = owner
        self.inputs.paused = True
        return True

    def end(self, owner: object) -> None:
        """Give everything back to the game, with the wiring as it is kept."""
        if self._owner is owner:
            self._owner = None
            self._use(self.wiring)
            self.lights.end_test()
            self.inputs.paused = False

    @property
    def health(self) -> LightsHealth | None:
        """How the lights are; None for the page alone."""
        return self.lights.health()

    @property
    def board(self) -> SerialBoard | None:
        """The board with our own firmware; None where other lights are used."""
        driver = self.lights.driver
        return driver if isinstance(driver, SerialBoard) else None

    def count(self) -> int:
        """How many lights there are to walk: as many as the device drives, at most those of the map."""
        health = self.health
        return min(self.plain.lights, health.light_count) if health and health.light_count else self.plain.lights

    def light_one(self, number: int) -> None:
        """Only this light of the strip, white."""
        data = bytearray(3 * self.plain.lights)
        data[3 * number : 3 * number + 3] = bytes((GLOW, GLOW, GLOW))
        self.lights.test(bytes(data))

    def light_all(self, rgb: tuple[int, int, int], colours: str = "") -> None:
        """The whole strip in one colour, sent as if its diodes had this order."""
        self._use(replace(self.wiring, colours=colours or self.wiring.colours))
        self.lights.test(bytes(rgb) * self.plain.lights)

    def light_spots(self, colours: dict[str, tuple[int, int, int]], wiring: Wiring | None = None) -> None:
        """These spots, through a wiring that is being tried out."""
        board = (wiring or self.wiring).applied(self.plain)
        data = bytearray(3 * board.lights)
        for spot, rgb in colours.items():
            for light in board.by_spot[spot].lights:
                data[3 * light : 3 * light + 3] = bytes(rgb)
        if wiring is not None:
            self._use(wiring)
        self.lights.test(bytes(data))

    def keep(self, order: Sequence[int], colours: str) -> None:
        """From now on the strip runs so. Raises OSError when it cannot be written down; then nothing has changed."""
        wiring = Wiring(self.plain.name, tuple(order), colours)
        save_wiring(self._file, wiring)
        self.wiring = wiring

    def _use(self, wiring: Wiring) -> None:
        self.lights.rewire(wiring.applied(self.plain), wiring.colours)
