"""A Pico on which time is a number: what the firmware does takes as long as it does on the chip, and a test waits for
nothing. The strip, the USB cable and the lines of the switches have the times of the real ones.
"""

import contextlib
import importlib
import types
from collections.abc import Iterator

from tests.hardware.parts import firmware_parts

WORD_US = 30
"""24 bits of 1.25 us."""
QUEUE = 5
"""Words still in the PIO when the DMA has handed over its last one: four in the FIFO, one in the shift register."""
LATCH_US = 280
"""So long a line that stands still makes a WS2812B show what it got (data sheet, 2019 and later)."""
CALL_US = 5
PIN_US = 10
"""From releasing a row to reading the next one: two pins, 20 us, as seen on an emulated RP2040."""
PACKET_US = 1000
"""A USB packet of 64 bytes leaves when the host asks, once a millisecond."""


class ResetError(BaseException):
    """The chip starts anew; nothing behind the call runs."""


class Chip:
    """The clock, and what happens by itself while it runs."""

    def __init__(self) -> None:
        self.us = 0.0
        self.sent: list[tuple[float, int]] = []  # when a word begins on the strip's line, and the word
        self.packets: list[tuple[float, bytes]] = []  # when the host has it, and what
        self.ended_us: float | None = None
        self._line_free = self._dma_done = self._usb_free = 0.0

    def wait(self, us: float) -> None:
        self.us += us

    def clock(self) -> types.SimpleNamespace:
        """Stands in for MicroPython's time; it wraps around as that does."""
        half = 1 << 29

        def ticks(unit: int) -> int:
            self.wait(CALL_US)
            return int(self.us / unit) & (2 * half - 1)

        return types.SimpleNamespace(
            ticks_us=lambda: ticks(1),
            ticks_ms=lambda: ticks(1000),
            ticks_diff=lambda late, early: (late - early + half & 2 * half - 1) - half,
            sleep_us=self.wait,
            sleep_ms=lambda ms: self.wait(1000 * ms),
            time=lambda: int(self.us / 1e6),
        )

    # --- the strip

    def feed(self, words: list[int]) -> None:
        """By DMA: the processor goes on at once."""
        begin = max(self.us, self._line_free)
        self.sent += [(begin + n * WORD_US, word) for n, word in enumerate(words)]
        self._line_free = begin + len(words) * WORD_US
        self._dma_done = max(self.us, self._line_free - QUEUE * WORD_US)

    def feeding(self) -> bool:
        self.wait(CALL_US)
        return self.us < self._dma_done

    def shows(self, lights: int) -> list[int]:
        """The words the strip shows when the chip ended, or now. Words behind its last light go nowhere."""
        end = self.us if self.ended_us is None else self.ended_us
        shown, coming, quiet_since = [0] * lights, [], 0.0
        for begin, word in [*self.sent, (float("inf"), 0)]:
            if begin - quiet_since >= LATCH_US:
                shown[: len(coming)] = coming[:lights]
                coming = []
            if begin + WORD_US > end:
                break
            coming.append(word)
            quiet_since = begin + WORD_US
        return shown

    # --- USB

    def write(self, data: bytes) -> int:
        for at in range(0, len(data), 64):
            self._usb_free = max(self.us, self._usb_free) + PACKET_US
            self.packets.append((self._usb_free, bytes(data[at : at + 64])))
        self.wait(CALL_US)
        return len(data)

    def heard(self) -> bytes:
        """What the host has got when the chip ended, or by now."""
        end = self.us if self.ended_us is None else self.ended_us
        return b"".join(data for at, data in self.packets if at <= end)

    def reset(self) -> None:
        self.ended_us = self.us
        raise ResetError


@contextlib.contextmanager
def modelled_pico(**settings: object) -> Iterator[types.SimpleNamespace]:
    """The firmware's modules on such a chip: ``chip``, ``main``, and the rest by their names; ``main`` does not run."""
    chip = Chip()
    with firmware_parts(chip.clock()) as parts:
        for name, value in settings.items():
            setattr(parts.settings, name, value)

        class Dma:
            def pack_ctrl(self, **_: object) -> int:
                return 0

            def active(self) -> bool:
                return chip.feeding()

            def config(self, read: list[int], **_: object) -> None:
                chip.feed(list(read))

        parts.rp2.DMA = Dma
        parts.machine.reset = parts.machine.bootloader = chip.reset
        parts.bench.level = lambda pin: 0  # the safe pin is held to ground: importing main runs nothing
        with parts.its_time():
            parts.main = importlib.import_module("main")
        parts.bench.level = lambda pin: 1
        parts.chip = chip
        yield parts


class SlowLines:
    """A matrix whose columns rise only so many us after the row that pulled them down was released."""

    def __init__(self, chip: Chip, row_pins: tuple[int, ...], column_pins: tuple[int, ...], rise_us: float) -> None:
        self.pieces: set[tuple[int, int]] = set()
        self._chip, self._rows, self._columns, self._rise_us = chip, list(row_pins), list(column_pins), rise_us
        self._row: int | None = None
        self._low_until = [0.0] * len(column_pins)

    def drive(self, pin: int, level: int) -> None:
        if pin not in self._rows:
            return
        self._chip.wait(PIN_US)
        if level == 0:
            self._row = self._rows.index(pin)
        elif self._row is not None:
            for column in range(len(self._columns)):
                if (self._row, column) in self.pieces:
                    self._low_until[column] = self._chip.us - PIN_US + self._rise_us
            self._row = None

    def level(self, pin: int) -> int:
        if pin not in self._columns:
            return 1
        column = self._columns.index(pin)
        return 0 if (self._row, column) in self.pieces or self._chip.us < self._low_until[column] else 1
