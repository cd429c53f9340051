"""What can be said about the light board without a game: port, firmware, lights, current, switches."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

from firmware_bridge.board import Board
from firmware_bridge.driver import Health
from firmware_bridge.maps import BoardMap, BoardMapError
from firmware_bridge.port import PortError, resolve


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a check-up: what was looked at, whether it is well, and what is so or what to do."""

    what: str
    ok: bool
    sentence: str


def examine(port: str, map_name: str, deadline: float) -> list[Finding]:
    """Looks at the board behind a port (or ``auto``) until that moment of the monotonic clock at the latest."""
    return list(_examine(port, map_name, deadline))


def _examine(port: str, map_name: str, deadline: float) -> Iterator[Finding]:
    try:
        board_map = BoardMap.load(map_name)
    except BoardMapError as error:
        yield Finding("map", False, str(error))
        return
    yield Finding("map", True, f"{board_map.title}: {len(board_map.places)} spots, {board_map.lights} lights.")
    try:
        path = resolve(port)
    except PortError as error:
        yield Finding("port", False, f"{error} The page shows the lights meanwhile.")
        return
    with contextlib.closing(Board(board_map, port)) as board:
        while not (board.health.connected and board.shown()) and time.monotonic() < deadline:
            time.sleep(0.02)
        yield from _speak(board.health, str(path), board_map, told=bool(board.shown()))


def _speak(health: Health, path: str, board_map: BoardMap, *, told: bool) -> Iterator[Finding]:
    yield Finding("port", health.connected, path if health.connected else health.sentence)
    if not health.connected:
        return
    yield Finding("firmware", True, f"version {health.firmware}, board {health.device_id}")
    same = health.light_count == board_map.lights
    yield Finding("lights", same, f"{health.light_count} lights" if same else health.sentence)
    yield Finding(
        "read-back", told, "the board tells what it shows" if told else "the board does not tell what it shows"
    )
    yield Finding("current", True, f"capped at {health.cap_ma} mA")
