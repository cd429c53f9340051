"""``tablelight bench link``: the cable between service and light board, measured on the simulated device.

The device is the real firmware on this computer behind a pseudo-terminal. What USB and a Pico's processor add is not
in these figures. Wrong lights are counted at the strip: every latch that is no picture that had been sent.
"""

import contextlib
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from firmware_bridge.drivers.serial_board import SerialBoard
    from firmware_bridge.simulated.board import SimulatedDevice

_LIGHTS = 108
_LEVEL = 60
"""Brightest channel of the random pictures: one step of the gentle rise reaches it, so nothing lies in between."""
_PATIENCE_S = 20.0
_FAST = 20


def link(
    faults: Annotated[
        int, typer.Option(min=0, help="Wire faults: flips, cuts, insertions, truncations, bursts.")
    ] = 200,
    replugs: Annotated[int, typer.Option(min=1, help="Times the device is unplugged and plugged in again.")] = 10,
    seconds: Annotated[float, typer.Option(min=1, help="How long pictures are sent at the rate.")] = 5,
    rate: Annotated[int, typer.Option(min=1, max=200, help="Pictures a second.")] = 60,
    pings: Annotated[int, typer.Option(min=10, help="Pings.")] = 300,
    micropython: Annotated[bool, typer.Option("--micropython", help="Run the device on MicroPython.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Measure the link to a simulated light board: answer times, pictures a second, healing after faults."""
    from firmware_bridge.simulated.board import find_micropython

    interpreter = find_micropython() if micropython else None
    if micropython and not interpreter:
        typer.echo(
            "MicroPython is not here: install the package 'micropython' or set TABLELIGHT_MICROPYTHON.", err=True
        )
        raise typer.Exit(1)
    parts: list[Callable[[], dict[str, Any]]] = [
        lambda: _pings(pings, interpreter),
        lambda: _frames(rate, seconds, interpreter),
        lambda: _replugs(replugs, interpreter),
        lambda: _freezes(interpreter),
        _lost_host,
        lambda: _faults(faults, interpreter),
    ]
    figures: dict[str, Any] = {"device": "simulated, MicroPython" if interpreter else "simulated, CPython"}
    for part in parts:
        found = part()
        figures |= found
        if not as_json:
            for name, value in found.items():
                typer.echo(f"{name:28} {value}")
    if as_json:
        typer.echo(json.dumps(figures))


def _pings(count: int, interpreter: str | None) -> dict[str, Any]:
    import serial

    from firmware_bridge.protocol import Decoder, Kind, Message, encode, padded
    from firmware_bridge.simulated.board import SimulatedDevice

    times = []
    decoder = Decoder()
    with SimulatedDevice(_LIGHTS, interpreter=interpreter) as device, serial.Serial(device.port, timeout=5) as port:

        def ask(kind: Kind, seq: int, payload: bytes = b"") -> float:
            start = time.perf_counter()
            port.write(padded(encode(Message(kind, seq, payload))))
            while time.perf_counter() - start < _PATIENCE_S:
                answers = list(decoder.feed(port.read(port.in_waiting or 1)))
                if any((message.kind, message.seq) == (kind + 1, seq) for message in answers):
                    return (time.perf_counter() - start) * 1000
            raise RuntimeError("the simulated device does not answer")

        ask(Kind.HELLO, 1, b"\x01\x01abcd")
        times = [ask(Kind.PING, n % 255 + 1) for n in range(count)]
    return {"ping_p50_ms": _p(times, 50), "ping_p99_ms": _p(times, 99)}


def _frames(rate: int, seconds: float, interpreter: str | None) -> dict[str, Any]:
    from firmware_bridge.protocol import Kind

    chance = random.Random(1)
    with _pair(interpreter) as (device, board):
        before = len(device.latches())
        count = int(rate * seconds)
        start = time.perf_counter()
        for number in range(count):
            board.show_pixels(_picture(chance))
            time.sleep(max(0.0, start + (number + 1) / rate - time.perf_counter()))
        took = time.perf_counter() - start
        time.sleep(0.2)
        held = len(device.latches()) - before
        answers = [ms for kind, ms in board.answer_ms if kind in (Kind.FRAME, Kind.DELTA)]
        return {
            "frames_asked_per_s": round(count / took, 1),
            "frames_latched_per_s": round(held / took, 1),
            "ack_p50_ms": _p(answers, 50),
            "ack_p99_ms": _p(answers, 99),
            "frame_timeouts": board.health.counters.timeouts,
        }


def _replugs(count: int, interpreter: str | None) -> dict[str, Any]:
    chance = random.Random(2)
    times, after_boot = [], []
    with _pair(interpreter) as (device, board):
        for _ in range(count):
            device.kill()
            time.sleep(0.1 + chance.random() * 0.3)
            pixels = _picture(chance)
            board.show_pixels(pixels)
            before = len(device.latches())
            device.plug()
            start = time.perf_counter()
            _until(lambda before=before: len(device.latches()) > before)
            booted = time.perf_counter()
            _until(lambda pixels=pixels: device.showing() == pixels)
            done = time.perf_counter()
            times.append((done - start) * 1000)
            after_boot.append((done - booted) * 1000)
    return {
        "replugs": count,
        "picture_back_p50_ms": _p(times, 50),
        "picture_back_p95_ms": _p(times, 95),
        "picture_back_after_boot_p50_ms": _p(after_boot, 50),
        "picture_back_after_boot_p95_ms": _p(after_boot, 95),
    }


def _freezes(interpreter: str | None) -> dict[str, Any]:
    chance, found = random.Random(3), {}
    with _pair(interpreter) as (device, board):
        for seconds in (0.5, 5.0):
            device.freeze()
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                pixels = _picture(chance)
                board.show_pixels(pixels)
                time.sleep(1 / 60)
            device.thaw()
            start = time.perf_counter()
            _until(lambda pixels=pixels: device.showing() == pixels)
            found[f"picture_after_{seconds:g}_s_freeze_ms"] = round((time.perf_counter() - start) * 1000, 1)
        found["stale_answers_dropped"] = board.health.counters.stale
    return found


def _lost_host() -> dict[str, Any]:
    """The host says nothing more. The minute until dark is measured on a device whose clock runs 20 times as fast."""
    dim, _ = _silence(clock_speed=1, latches=1)
    _, dark = _silence(clock_speed=_FAST, latches=2)
    return {"host_lost_dim_ms": dim, "host_lost_dark_ms": dark}


def _silence(clock_speed: int, latches: int) -> tuple[int, int]:
    """Device ms from the last picture to the first and the last of so many latches after it."""
    import serial

    from firmware_bridge.protocol import Kind, Message, encode, padded
    from firmware_bridge.simulated.board import SimulatedDevice

    picture = b"\x20" * 3 * _LIGHTS
    hello, frame = Message(Kind.HELLO, 1, b"\x01\x01abcd"), Message(Kind.FRAME, 2, picture)
    device = SimulatedDevice(_LIGHTS, record=True, clock_speed=clock_speed)
    with device, serial.Serial(device.port, timeout=5) as port:
        port.write(padded(encode(hello)) + padded(encode(frame)))
        _until(lambda: device.showing() == picture)
        shown = device.latches()
        _until(lambda: len(device.latches()) >= len(shown) + latches)
        after = device.latches()[len(shown) :]
    return after[0].at_ms - shown[-1].at_ms, after[-1].at_ms - shown[-1].at_ms


def _faults(count: int, interpreter: str | None) -> dict[str, Any]:
    from firmware_bridge.simulated.faulty_cable import FAULTS, FaultyCable

    chance, times = random.Random(4), []
    with contextlib.ExitStack() as stack:
        device = stack.enter_context(_device(interpreter))
        cable = stack.enter_context(contextlib.closing(FaultyCable(device.port)))
        board = stack.enter_context(contextlib.closing(_board(cable.port)))
        _until(lambda: board.health.connected)
        sent = {bytes(3 * _LIGHTS)}
        while cable.done < count:
            pixels = _picture(chance)
            sent.add(pixels)
            cable.hurt(chance.choice(("to device", "to host")), chance.choice(FAULTS))
            board.show_pixels(pixels)
            start = time.perf_counter()
            _until(lambda pixels=pixels: device.showing() == pixels)
            times.append((time.perf_counter() - start) * 1000)
        wrong = sum(latch.pixels not in sent for latch in device.latches())
        counters = board.health.counters
    return {
        "faults": cable.done,
        "wrong_lights": wrong,
        "picture_in_spite_p50_ms": _p(times, 50),
        "picture_in_spite_p99_ms": _p(times, 99),
        "reconnects_by_faults": counters.reconnects,
        "damaged_messages": counters.damaged + counters.device_damaged,
    }


@contextlib.contextmanager
def _pair(interpreter: str | None) -> "Iterator[tuple[SimulatedDevice, SerialBoard]]":
    with _device(interpreter) as device, contextlib.closing(_board(device.port)) as board:
        _until(lambda: board.health.connected)
        yield device, board


def _device(interpreter: str | None) -> "SimulatedDevice":
    from firmware_bridge.simulated.board import SimulatedDevice

    return SimulatedDevice(_LIGHTS, record=True, interpreter=interpreter)


def _board(port: str) -> "SerialBoard":
    from firmware_bridge.board_maps import BoardMap
    from firmware_bridge.drivers.serial_board import SerialBoard

    return SerialBoard(BoardMap.load("spectrum"), port)


def _picture(chance: random.Random) -> bytes:
    return bytes(chance.randrange(1, _LEVEL) for _ in range(3 * _LIGHTS))


def _until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE_S
    while not condition():
        if time.monotonic() > until:
            raise RuntimeError(f"the simulated device did not get there within {_PATIENCE_S:g} s")
        time.sleep(0.001)


def _p(values: list[float], percent: int) -> float | None:
    """The percentile, or None when nothing was measured."""
    if len(values) < 2:
        return round(values[0], 2) if values else None
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 2)
