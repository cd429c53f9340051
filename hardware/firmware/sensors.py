# Switches: a matrix scanned row by row, buttons, and the tray's shake sensor. A change counts after three equal scans.
import time

import machine
import micropython
from machine import Pin

SCAN_MS = 20  # 50 scans a second; a change is believed after 60 ms
MOST_WAITING = 32
GPIO_IN = 0xD0000004  # every pin's level in one word, on RP2040 and RP2350
# From choosing a row to reading it. A column that was low is pulled up by 50 to 80 kilo-ohms only, and each metre of
# wire is some 60 pF: released, it takes up to 35 us to read high (measured). The next row is read 20 us later by itself;
# without a wait a piece is then seen again one row on. settings.py overrides it: more for long wires or Hall sensors.
SETTLE_US = 30
SHAKE_SCANS = 15  # a shake lasts 300 ms: its own pulses are far too short to be scanned


class Switches:
    """State of every switch as one number a row: bit c is column c; the last row is the buttons, then the tray."""

    def __init__(self, row_pins, column_pins, button_pins, tray_pin=None, row_on=0, closed=0, settle_us=SETTLE_US):
        """row_on: the level that chooses a row; closed: the level of a closed switch; settle_us: wait between them."""
        self._on, self._off, self._settle_us = row_on, 1 - row_on, settle_us
        # A row on low is driven low or left open, never high: two pressed switches can then not short two rows.
        self._rows = [Pin(n, Pin.OUT if row_on else Pin.OPEN_DRAIN, value=self._off) for n in row_pins]
        self._columns = [Pin(n, Pin.IN, Pin.PULL_DOWN if closed else Pin.PULL_UP) for n in column_pins]
        self._first = -1  # columns on neighbouring pins are read all at once
        if column_pins and hasattr(machine, "mem32"):
            first = column_pins[0]
            if list(column_pins) == list(range(first, first + len(column_pins))):
                self._first, self._mem32 = first, machine.mem32
        self._mask = (1 << len(column_pins)) - 1
        self._flip = 0 if closed else self._mask  # what makes a closed switch a 1
        self._buttons = [Pin(n, Pin.IN, Pin.PULL_UP) for n in button_pins]
        self._tray = None
        self._shaken, self._shaking = False, 0
        if tray_pin is not None:
            self._tray = Pin(tray_pin, Pin.IN, Pin.PULL_UP)
            self._tray.irq(self._on_shake, Pin.IRQ_FALLING)
        self.rows, self.width = len(row_pins), len(column_pins)
        self.count = len(row_pins) * self.width + len(button_pins) + (self._tray is not None)
        rows = len(row_pins) + 1
        self.stable = [0] * rows
        self._before = [0] * rows
        self._last = [0] * rows
        self._calm = [0] * rows  # the state of a row in which nothing has moved for three scans; else -1

    @micropython.native
    def scan(self, on_change):
        """One scan; calls on_change(index, pressed) for every switch that has been equal for three."""
        on, off, calm, settle_us, closed = self._on, self._off, self._calm, self._settle_us, self._closed
        r = 0
        for pin in self._rows:
            pin(on)
            if settle_us:
                time.sleep_us(settle_us)
            now = closed()
            pin(off)
            if now != calm[r]:
                self._settle(r, now, on_change)
            r += 1
        if self._buttons or self._tray:
            self._settle(len(self._rows), self._bits(self._buttons) | self._shake() << len(self._buttons), on_change)

    def stuck(self):
        """Columns that read closed while no row is driven, one bit each: a short, or a pin that died."""
        return self._closed()

    @micropython.native
    def _closed(self):
        """The columns that are pulled low just now."""
        if self._first >= 0:
            return (self._mem32[GPIO_IN] >> self._first & self._mask) ^ self._flip
        return self._bits(self._columns) ^ self._flip ^ self._mask

    def _on_shake(self, pin):
        self._shaken = True  # from an interrupt: no more than this

    def _shake(self):
        """1 while the tray shakes, and for a while after."""
        if self._tray and (self._shaken or not self._tray.value()):
            self._shaken, self._shaking = False, SHAKE_SCANS
        elif self._shaking:
            self._shaking -= 1
        return 1 if self._shaking else 0

    @micropython.native
    def _bits(self, pins):
        bits = 0
        mask = 1
        for pin in pins:
            if not pin.value():
                bits |= mask
            mask <<= 1
        return bits

    @micropython.native
    def _settle(self, r, now, on_change):
        before, last, stable = self._before[r], self._last[r], self.stable[r]
        self._before[r], self._last[r] = last, now
        # On when all three say on, off when all three say off, else as it was.
        settled = (stable | (before & last & now)) & (before | last | now)
        self._calm[r] = settled if settled == now and now == last and last == before else -1
        changed = settled ^ stable
        if changed:
            self.stable[r] = settled
            c = 0
            while changed >> c:
                if changed >> c & 1:
                    on_change(r * self.width + c, settled >> c & 1)
                c += 1

    def bitmap(self):
        """All switches, one bit each, lowest first."""
        out = bytearray((self.count + 7) // 8)
        for r, bits in enumerate(self.stable):
            c = 0
            while bits:
                if bits & 1:
                    n = r * self.width + c
                    out[n >> 3] |= 1 << (n & 7)
                bits >>= 1
                c += 1
        return out


class Outbox:
    """Changes the host has not acknowledged yet, oldest first; the snapshot tells what no longer fits."""

    def __init__(self):
        self.seq = 0
        self.clear()

    def clear(self):
        """For a host that greets us. Numbers go on: it may greet twice, and takes a number it had for an old event."""
        self.seq = (self.seq + 1) & 0xFFFF
        self.waiting = []
        self.sent_at = None

    def put(self, index, pressed):
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append((index, pressed))

    def acknowledged(self, seq):
        if self.waiting and seq == self.seq:
            self.waiting.pop(0)
            self.seq = (self.seq + 1) & 0xFFFF
            self.sent_at = None
