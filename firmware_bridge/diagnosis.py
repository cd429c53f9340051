"""What can be said about the light board without a game: port, firmware, lights, current, switches."""

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.components.lights import Light, Meaning
from engine.core.language import Deferred, later
from firmware_bridge.board_maps import BoardMap, BoardMapError
from firmware_bridge.drivers.interface import LightsHealth
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.protocol import FIRMWARE
from firmware_bridge.transport import PortError, plugged_in, resolve

SLOW_S = 3.0
"""A first light later than this is worth a word; a board that is awake takes a tenth of a second."""


@dataclass(frozen=True, slots=True)
class CheckupFinding:
    """One line of a check-up: what was looked at, whether it is well, and what is so or what to do."""

    what: str
    ok: bool
    sentence: str


def examine(
    port: str,
    map_name: str,
    deadline: float,
    wired: Callable[[BoardMap], BoardMap] = lambda board: board,
    device_id: str | None = None,
) -> Iterator[CheckupFinding]:
    """Looks at the board behind a port (or ``auto``) until that moment of the monotonic clock at the latest.

    ``device_id``: the only board to accept. ``wired`` turns the map into how this table's strip really runs. One dim
    light is lit for a moment.
    """
    try:
        board_map = wired(BoardMap.load(map_name))
    except BoardMapError as error:
        yield CheckupFinding("map", False, str(error))
        return
    yield CheckupFinding("map", True, f"{board_map.title}: {len(board_map.places)} spots, {board_map.lights} lights.")
    try:
        path = resolve(port, device_id=device_id)
    except PortError as error:
        yield CheckupFinding("port", False, f"{error} The page shows the lights meanwhile.")
        return
    if not plugged_in(path):
        yield CheckupFinding("port", False, f"No light board at {path}: is its cable plugged in?")
        return
    began = time.monotonic()
    with contextlib.closing(SerialBoard(board_map, port, device_id=device_id)) as board:
        board.show({board_map.places[0].spot: Light(Meaning.IDLE)})
        lit_s = _first_light(board, began, deadline)
        while board.health.connected and not _has_reported(board.health) and time.monotonic() < deadline:
            time.sleep(0.02)
        yield from _speak(board.health, str(path), board_map)
        if board.health.connected:
            yield _light(lit_s)
            yield switches(board, board_map)


def _has_reported(health: LightsHealth) -> bool:
    """Whether the device has told of everything it will tell of by itself or when asked."""
    return (health.knows_sensors or not health.sensors) and (health.check is not None or not health.checks_itself)


def _first_light(board: SerialBoard, began: float, deadline: float) -> float | None:
    """Seconds until the device said that a light burns; None when it did not."""
    while time.monotonic() < deadline:
        if any(any(rgb) for rgb in board.shown()):
            return time.monotonic() - began
        time.sleep(0.01)
    return None


def _speak(health: LightsHealth, path: str, board_map: BoardMap) -> Iterator[CheckupFinding]:
    yield CheckupFinding("port", health.connected, path if health.connected else health.sentence)
    if not health.connected:
        return
    yield firmware(health)
    same = health.light_count == board_map.lights
    yield CheckupFinding("lights", same, f"{health.light_count} lights" if same else health.sentence)
    yield CheckupFinding("current", True, f"capped at {health.cap_ma} mA")
    counters = health.counters
    hurt = counters.damaged + counters.device_damaged
    words = f"{counters.answered} answers, {hurt} damaged, {counters.lost} lost, {counters.late} late"
    yield CheckupFinding("cable", not health.trouble or not same, words)
    if health.check is not None and health.check.free:
        yield CheckupFinding(
            "memory", True, f"{health.check.free:,} bytes free, longest stretch {health.check.longest_us} µs"
        )


def firmware(health: LightsHealth) -> CheckupFinding:
    """Which firmware the board runs; an older one works, and is worth a word."""
    major, minor, *_ = map(int, (health.firmware or "0.0").split("."))
    words = f"version {health.firmware}, board {health.device_id}"
    if (major, minor) < FIRMWARE:
        words += (
            f"; older than this program ({FIRMWARE[0]}.{FIRMWARE[1]}): copy the five files of hardware/firmware again"
        )
    return CheckupFinding("firmware", True, words)


def _light(lit_s: float | None) -> CheckupFinding:
    if lit_s is None:
        return CheckupFinding(
            "first light", False, "the board does not say that a light burns; is the strip's map right?"
        )
    slow = lit_s > SLOW_S
    advice = "; unplug other things from the same USB hub" if slow else ""
    return CheckupFinding("first light", not slow, f"after {lit_s * 1000:.0f} ms{advice}")


def switches(board: SerialBoard, board_map: BoardMap) -> CheckupFinding:
    """The device's own test of its matrix, and whether it has the switches that the map names, as the map has them."""
    health, named = board.health, len(board_map.by_sensor)
    if not health.sensors:
        return CheckupFinding("switches", True, "none; moves are entered on the page")
    trouble = wrongly_wired(health, board_map)
    if trouble:
        return CheckupFinding("switches", False, trouble)
    if health.checks_itself and health.check is None:
        words = "the board did not answer when asked about its switches: unplug it, plug it in, and look again"
        return CheckupFinding("switches", False, words)
    closed = sorted(board.board.sensor_name(n) or f"number {n}" for n, on in board.sensors().items() if on)
    if closed and len(closed) > named // 2 > 0:
        return CheckupFinding(
            "switches", False, f"{len(closed)} of {health.sensors} are closed: lift the pieces and look again"
        )
    return CheckupFinding("switches", True, f"{health.sensors} switches, closed now: {', '.join(closed) or 'none'}")


def wrongly_wired(health: LightsHealth, board_map: BoardMap) -> str:
    """Why this matrix cannot tell the map's places apart, and what to do; "" where nothing speaks against it."""
    check, named = health.check, len(board_map.by_sensor)
    if check and check.stuck_columns:
        columns = ", ".join(str(column + 1) for column in check.stuck_columns)
        return Deferred(
            "column {columns} reads closed with no row driven: look for a short at its pin", columns=columns
        )
    wanted = board_map.matrix
    if check and check.columns is not None and wanted and wanted != (0, 0):
        rows, columns = wanted
        if check.columns != columns:
            return Deferred(_COLUMNS, has=check.columns, wants=columns)
        # Buttons count after the matrix: with a row too many each of them is taken for another.
        if check.rows is not None and check.rows > rows and board_map.switches:
            return Deferred(_ROWS, has=check.rows, wants=rows)
    if health.sensors < named:
        return Deferred(
            "the board has {has}, the map names {named}: set ROW_PINS and COLUMN_PINS in settings.py",
            has=health.sensors,
            named=named,
        )
    return ""


_COLUMNS = later(
    "the board has {has} columns of switches, the map wants {wants}, so a piece would be seen in another place: set "
    "ROW_PINS and COLUMN_PINS in the board's settings.py, or choose the map of this board"
)
_ROWS = later(
    "the board has {has} rows of switches, the map wants {wants}, so a piece would be seen in another place: set "
    "ROW_PINS and COLUMN_PINS in the board's settings.py, or choose the map of this board"
)
