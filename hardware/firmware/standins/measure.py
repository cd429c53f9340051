# Measures the firmware's parts on this interpreter: measure.py CONFIG.json; prints one JSON object, times in us.
# "plain_unstuff" and the viper functions are also yardsticks: what they take on an RP2040 is known.
import gc
import json
import sys
import time

with open(sys.argv[1]) as file:
    config = json.load(file)
sys.path[:0] = [config["standins"], config["firmware"]]
import settings

for name, value in config["settings"].items():
    setattr(settings, name, value)

import bench

bench.start(config, settings)
gc.collect()
empty = gc.mem_alloc()
settings.SAFE_PIN = None
waited_us = len(settings.ROW_PINS) * settings.SETTLE_US  # the same on every processor: told apart
settings.SETTLE_US = 0


class Quiet:
    """Where the device's answers go."""

    def write(self, data):
        return len(data)


import machine

machine.Pin.value, value = (lambda self, level=None: 0), machine.Pin.value  # "safe pin to ground": do not run
import main

machine.Pin.value = value
import lights
import wire

lights.Pipe.send = lambda self: None  # DMA on the device; here it would be a file

device = main.Device(None, Quiet())
gc.collect()
used = gc.mem_alloc() - empty

frame = bytes(config["frame"])
chunks = [frame[at : at + wire.CHUNK] for at in range(0, len(frame), wire.CHUNK)]
backwards = chunks[::-1]
delta = bytes(config["delta"])
changes = [delta[at : at + wire.CHUNK] for at in range(0, len(delta), wire.CHUNK)][::-1]
hello = bytes(config["hello"])


def feed(data):
    for at in range(0, len(data), wire.CHUNK):
        device.reader.feed(data[at : at + wire.CHUNK], device.on_message, device.on_damage)


coming = []


def poll(ms):
    return coming


def read(size):
    return coming.pop()


def whole_frame():
    """A frame through the program's own loop, with everything that is due beside it; the strip's output apart."""
    coming[:] = backwards
    device.stepped = device.scanned = device.heard = device.snapped = time.ticks_ms()
    while coming:
        device.turn(poll, read)


def whole_delta():
    """Twelve lights that changed, as when a picture breathes."""
    coming[:] = changes
    device.stepped = device.scanned = device.heard = device.snapped = time.ticks_ms()
    while coming:
        device.turn(poll, read)


def step():
    device.lights.changed = True
    device.lights.step()


class FastPin:
    """Costs what a pin costs: a call of a C function."""

    def __init__(self, value):
        self.value = value


device.switches._rows = [abs for _ in device.switches._rows]  # a pin is called itself, which is a C function too
device.switches._buttons = [FastPin(time.ticks_ms) for _ in device.switches._buttons]
import sensors

device.switches._mem32, sensors.GPIO_IN = [0xFFFFFFFF], 0


def scan():
    device.switches.scan(device.outbox.put)


def idle():
    """A round in which nothing is due."""
    device.stepped = device.scanned = device.heard = device.snapped = time.ticks_ms()
    device.turn(poll, read)


def plain_unstuff(src, size, dst):
    i = 0
    n = 0
    while i < size:
        code = src[i]
        i += 1
        for _ in range(1, code):
            dst[n] = src[i]
            n += 1
            i += 1
        if code < 255 and i < size:
            dst[n] = 0
            n += 1
    return n


stuffed = bytes(config["dark"])
room = bytearray(600)
crc_of = memoryview(bytearray(330))
count = settings.LED_COUNT
words = lights.array.array("I", bytes(4 * count))


def vipers_of(packet):
    """What is compiled for the processor's own numbers in the taking of a picture: decoding, current, the answer."""
    inside = packet[1:].split(b"\0")[0]

    def run():
        wire.keep(packet, 1, len(packet), room, 0, 600)
        wire.unstuff(inside, len(inside), room, 600)
        lights.total(device.lights.want, 3 * count)
        wire.stuff(crc_of, 12, room, 300)

    return run


def vipers_of_step():
    """The same of one output: rise, current, packing."""
    lights.approach(device.lights.want, device.lights.shown, 3 * count, 65536, 64)
    lights.total(device.lights.shown, 3 * count)
    lights.pack(device.lights.shown, words, count, 0)


def timed(what, n):
    start = time.ticks_us()
    for _ in range(n):
        what()
    return time.ticks_diff(time.ticks_us(), start)


def took(parts, rounds=100):
    """The best time of one call of each part out of many short rounds: other programs only ever make it longer.

    The parts take turns, so that a stretch in which the processor is slow falls on all of them.
    """
    times, best = {}, {}
    for name, what in parts.items():
        n = 1
        while timed(what, n) < 1000 and n <= 4000:
            n *= 2
        times[name], best[name] = n, timed(what, n)
    for _ in range(rounds):
        for name, what in parts.items():
            best[name] = min(best[name], timed(what, times[name]))
    return {name: best[name] / n for name, n in times.items()}


feed(hello)
before = device.frames
whole_frame()
if device.frames != before + 1:
    raise RuntimeError("the frame was not taken")
whole_delta()
if device.frames != before + 2:
    raise RuntimeError("the delta was not taken")
gc.collect()
start = gc.mem_alloc()
gc.disable()
for _ in range(20):
    whole_frame()
    step()
litter = (gc.mem_alloc() - start) // 20
gc.enable()
gc.collect()

found = took(
    {
        "frame": whole_frame,
        "delta": whole_delta,
        "step": step,
        "scan": scan,
        "idle": idle,
        "vipers_of_frame": vipers_of(frame),
        "vipers_of_delta": vipers_of(delta),
        "vipers_of_step": vipers_of_step,
        "viper_unstuff": lambda: wire.unstuff(stuffed, len(stuffed), room, 600),
        "plain_unstuff": lambda: plain_unstuff(stuffed, len(stuffed), room),
        "crc": lambda: wire.crc32(crc_of),
    }
)
found["settle_us"] = waited_us
found["used_bytes"] = used
found["litter_bytes"] = litter
found["word_bytes"] = 8 if sys.maxsize > 2**31 else 4
print(json.dumps(found))
