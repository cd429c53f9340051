"""A board of switches and lights in front of a table, in real time, for measurements."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.page_board import by_spot, pixels
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.sensors import Inputs
from tablelight.session.table import GameTable
from tablelight.setup.tags import TagBook


class SwitchTable:
    """One match at such a table. ``folder``: where its record is kept."""

    def __init__(self, folder: Path, game: str) -> None:
        self.match = Match.new(game, ["Ann", "Ben"])
        self._map = BoardMap.load(self.match.game.board)
        self._device = SimulatedDevice(self._map.lights, record=True)
        board = SerialBoard(self._map, self._device.port)
        self.lights = TableLights(board, self._map, 0.5, colour_blind=False)
        self.table = GameTable(partial(Record.open, folder / "record.db"), self.lights)
        self._inputs = Inputs(self.table, board, [], None, TagBook(folder / "cards.json"))
        self._there: Mapping[Spot, Held] = {}
        self._inputs.start()
        self.table.new_match(self.match)

    def stand(self, board: Mapping[Spot, Held]) -> None:
        """Let exactly these pieces stand there."""
        was, self._there = self._there, board
        for spot in sorted({spot for spot, held in was.items() if board.get(spot) != held}):
            self._feel(spot, self._device.release)
        for spot in sorted({spot for spot, held in board.items() if was.get(spot) != held}):
            self._feel(spot, self._device.press)

    def _feel(self, spot: Spot, hand: Callable[[int], None]) -> None:
        sensor = self._map.by_spot[spot].sensor
        if sensor is not None:
            hand(sensor)

    def lit(self) -> frozenset[Spot]:
        """The spots at which the strip was last told to shine, as the device writes down."""
        shown = by_spot(self._map, pixels(self._device.showing()))
        return frozenset(spot for spot, rgb in shown.items() if any(rgb))

    def close(self) -> None:
        """Let go of everything."""
        self._inputs.close()
        self.lights.close()
        self.table.close()
        self._device.close()
