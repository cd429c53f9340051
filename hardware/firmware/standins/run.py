# Starts the firmware with stand-ins: run.py CONFIG.json, {"firmware": FOLDER, "standins": FOLDER, "switches": FILE, ...}.
# Standard input and output are the wire. Works on CPython and on MicroPython's Unix port.
import json
import sys

with open(sys.argv[1]) as file:
    config = json.load(file)
sys.path[:0] = [config["standins"], config["firmware"]]
if sys.implementation.name == "cpython":
    import on_cpython

    on_cpython.prepare(config.get("clock_speed", 1))

import settings

for name, value in config.get("settings", {}).items():
    setattr(settings, name, value)

import bench
import machine

bench.start(config, settings)
machine.identity = bytes(config.get("identity", [0] * 8))

import main  # noqa: F401  the program itself; it does not return
