"""The sums behind ``hardware/README.md`` and the drawings, from the board maps and the firmware's settings.

Which lights fit a board and how many to buy, current, fuse and supply, and where a pin is on the Pico.
"""

import importlib.util
import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from firmware_bridge.board_maps import HOLE_MM, BoardMap

HERE = Path(__file__).parent

CHANNEL_MA, CHIP_MA = 20, 1
"""A WS2812B at full: 20 mA for each of its three diodes and 1 mA for its chip."""
STRIP_A_METRE = 48
"""Lights on a metre of the strip that fits: 20.8 mm from one to the next."""
LIGHT_MM = 5.0
"""A light of a strip is 5 mm square and must lie whole under its hole."""
STRING_LIGHTS, STRING_MM = 50, 100
"""A string of pixels on wires as it is sold: so many, so many mm of wire between them."""

FUSES_A = (0.5, 0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3)
"""Values of 5 x 20 mm fuses, IEC 60127."""
SUPPLIES_A = (1, 2, 3, 4, 5, 6, 8, 10)
FUSE_LOAD = 0.8
"""A fuse carries four fifths of its value for years."""
FUSE_BLOWS = 2.1
"""At so many times its value a time-lag fuse blows within two minutes (IEC 60127-2, sheet 3); below, it may last."""

GROUND_PINS = (3, 8, 13, 18, 23, 28, 33, 38)
_LEFT = (0, 1, None, 2, 3, 4, 5, None, 6, 7, 8, 9, None, 10, 11, 12, 13, None, 14, 15)
_RIGHT = (16, 17, None, 18, 19, 20, 21, None, 22, None, 26, 27, None, 28)
PIN = {gp: pin for pin, gp in enumerate((*_LEFT, *_RIGHT), 1) if gp is not None}
"""The pin on the board's edge by its GP number, Pico and Pico 2 (data sheets, "pinout")."""


def full_ma(lights: int) -> int:
    """What so many lights would draw at full white."""
    return lights * (3 * CHANNEL_MA + CHIP_MA)


def fuse_a(cap_ma: int) -> float:
    """The smallest fuse that carries the current cap for years."""
    return next(value for value in FUSES_A if value * FUSE_LOAD * 1000 >= cap_ma)


def supply_a(fuse: float) -> int:
    """The smallest supply that can blow this fuse instead of feeding a fault for ever."""
    return next(value for value in SUPPLIES_A if value >= FUSE_BLOWS * fuse)


def steps_mm(board: BoardMap) -> list[float]:
    """Distance of each light from the one before it, along the strip's way."""
    order = sorted((light, place.at_mm) for place in board.places for light in place.lights)
    return [math.dist(a, b) for (_, a), (_, b) in pairwise(order)]


def pitch_mm(board: BoardMap) -> float:
    """The distance from light to light that the board has most often."""
    return Counter(round(step, 1) for step in steps_mm(board)).most_common(1)[0][0]


def bridges_mm(board: BoardMap) -> dict[int, int]:
    """Where a strip is cut and goes on elsewhere: how many gaps of so many mm from light to light."""
    pitch = pitch_mm(board)
    return dict(Counter(round(step) for step in steps_mm(board) if abs(step - pitch) > 1))


@dataclass(frozen=True, slots=True)
class Lights:
    """What to buy for a board: pieces of strip, each with so many lights, or strings of pixels on wires."""

    pieces: int = 0
    lights_each: int = 0
    strings: int = 0

    @property
    def strip_m(self) -> float:
        """Metres of strip that are used."""
        return self.pieces * self.lights_each / STRIP_A_METRE


def lights_for(board: BoardMap) -> Lights:
    """A strip where its lights come to lie under the holes of every line, else strings of pixels on wires."""
    pieces = sum(bridges_mm(board).values()) + 1
    each = board.lights // pieces
    astray = (each - 1) / 2 * abs(pitch_mm(board) - 1000 / STRIP_A_METRE)  # of the last light, the middle one in place
    if pieces * each == board.lights and astray <= (HOLE_MM - LIGHT_MM) / 2:
        return Lights(pieces=pieces, lights_each=each)
    if max(steps_mm(board)) > STRING_MM:
        raise ValueError(f"{board.name}: {max(steps_mm(board)):.0f} mm from light to light are more than a string has.")
    return Lights(strings=-(-board.lights // STRING_LIGHTS))


def firmware_settings() -> ModuleType:
    """The firmware's own settings.py."""
    spec = importlib.util.spec_from_file_location("firmware_settings", HERE / "firmware" / "settings.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def matrix_pins(board: BoardMap) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """GP numbers of the rows and of the columns that this board uses, of those in settings.py."""
    rows, columns = board.matrix or (0, 0)
    pins = firmware_settings()
    return pins.ROW_PINS[:rows], pins.COLUMN_PINS[:columns]
