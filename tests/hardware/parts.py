"""The firmware's modules in this process, with the stand-ins, and gone again afterwards."""

import builtins
import contextlib
import importlib
import sys
import types
from collections.abc import Iterator

from firmware_bridge.simulated import FIRMWARE, STANDINS

NAMES = ("bench", "machine", "rp2", "settings", "wire", "lights", "sensors")


@contextlib.contextmanager
def firmware_parts() -> Iterator[types.SimpleNamespace]:
    before = {name: sys.modules.pop(name, None) for name in (*NAMES, "micropython")}
    same = types.ModuleType("micropython")
    same.viper = same.native = lambda function: function
    sys.modules["micropython"] = same
    sys.path[:0] = [str(STANDINS), str(FIRMWARE)]
    builtins.ptr8 = builtins.ptr32 = memoryview
    try:
        yield types.SimpleNamespace(**{name: importlib.import_module(name) for name in NAMES})
    finally:
        del builtins.ptr8, builtins.ptr32
        del sys.path[:2]
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module:
                sys.modules[name] = module
