# What CPython lacks to run MicroPython's dialect.
import builtins
import gc
import os
import sys
import time
import types


class Wire:
    """Standard input and output as MicroPython has them: unbuffered, read(n) waits for all n bytes."""

    def __init__(self, fd):
        self._fd, self.buffer = fd, self

    def fileno(self):
        return self._fd

    def read(self, size):
        parts = b""
        while len(parts) < size:
            try:
                part = os.read(self._fd, size - len(parts))
            except OSError:
                part = b""
            if not part:
                sys.exit(0)  # the pseudo-terminal is gone, and so is whoever started us
            parts += part
        return parts

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self._fd, view) :]
        return len(data)

    def flush(self):
        """Nothing is held back; CPython asks for it when it ends."""


def prepare(clock_speed):
    micropython = types.ModuleType("micropython")
    micropython.viper = micropython.native = lambda function: function
    micropython.kbd_intr = lambda byte: None
    sys.modules["micropython"] = micropython
    builtins.ptr8 = builtins.ptr32 = memoryview
    start = time.monotonic()
    time.ticks_ms = lambda: int((time.monotonic() - start) * 1000 * clock_speed)
    time.ticks_us = lambda: int((time.monotonic() - start) * 1e6 * clock_speed)
    time.sleep_ms = lambda ms: time.sleep(ms / 1000 / clock_speed)
    time.sleep_us = lambda us: None  # asked for by wires that take a while to rise; the bench has none
    gc.mem_free = gc.mem_alloc = lambda: 0  # CPython's memory says nothing about a Pico's
    time.ticks_diff = lambda late, early: late - early
    sys.stdin, sys.stdout = Wire(0), Wire(1)
