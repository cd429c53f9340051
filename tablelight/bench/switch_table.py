"""A board of switches and lights in front of a table, in real time, for measurements."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from firmware_bridge.board_maps import BoardMap
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
        self.board_map = BoardMap.load(self.match.game.board)
        self.device = SimulatedDevice(self.board_map.lights, record=True)
        board = SerialBoard(self.board_map, self.device.port)
        self.lights = TableLights(board, self.board_map, 0.5, colour_blind=False)
        self.table = GameTable(partial(Record.open, folder / "record.db"), self.lights)
        self._inputs = Inputs(self.table, board, [], None, TagBook(folder / "cards.json"))
        self._there: Mapping[Spot, Held] = {}
        self._inputs.start()
        self.table.new_match(self.match)

    def stand(self, board: Mapping[Spot, Held]) -> None:
        """Let exactly these pieces stand there."""
        was, self._there = self._there, board
        for spot in sorted({spot for spot, held in was.items() if board.get(spot) != held}):
            self._feel(spot, self.device.release)
        for spot in sorted({spot for spot, held in board.items() if was.get(spot) != held}):
            self._feel(spot, self.device.press)

    def _feel(self, spot: Spot, hand: Callable[[int], None]) -> None:
        sensor = self.board_map.by_spot[spot].sensor
        if sensor is not None:
            hand(sensor)

    def close(self) -> None:
        """Let go of everything."""
        self._inputs.close()
        self.lights.close()
        self.table.close()
        self.device.close()
