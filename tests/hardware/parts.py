"""The firmware's modules in this process, with the stand-ins, and gone again afterwards."""

import builtins
import contextlib
import importlib
import sys
import time
import types
from collections.abc import Iterator

from firmware_bridge.simulated.board import FIRMWARE, STANDINS

NAMES = ("bench", "machine", "rp2", "settings", "wire", "lights", "sensors")


PATIENT = types.SimpleNamespace(sleep_us=lambda us: None, sleep_ms=lambda ms: None)
"""A clock on which nothing takes any time."""


@contextlib.contextmanager
def firmware_parts(clock: object = PATIENT) -> Iterator[types.SimpleNamespace]:
    """``clock`` is what the firmware imports as time; ``its_time()`` imports one more of its modules with it."""
    before = {name: sys.modules.pop(name, None) for name in (*NAMES, "micropython", "main")}
    same = types.ModuleType("micropython")
    same.viper = same.native = lambda function: function
    sys.modules["micropython"] = same
    sys.path[:0] = [str(STANDINS), str(FIRMWARE)]
    builtins.ptr8 = builtins.ptr32 = memoryview

    @contextlib.contextmanager
    def its_time() -> Iterator[None]:
        sys.modules["time"] = clock
        try:
            yield
        finally:
            sys.modules["time"] = time

    try:
        with its_time():
            modules = {name: importlib.import_module(name) for name in NAMES}
        yield types.SimpleNamespace(its_time=its_time, **modules)
    finally:
        del builtins.ptr8, builtins.ptr32
        del sys.path[:2]
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module:
                sys.modules[name] = module
