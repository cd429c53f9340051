"""``tablelight bench firmware``: how much of a Pico's time and memory the firmware needs, measured and modelled.

Measured: the firmware's own loop on MicroPython's Unix port, part by part, best of many short rounds. Modelled: the
RP2040 (125 MHz). Two yardsticks run beside the firmware whose times on an RP2040 are known: undoing COBS of a dark
frame of 108 lights takes 10 ms in plain Python and 0.4 ms in viper there, the CRC of 330 bytes 0.09 ms. Plain and
"native" code is scaled by the first, viper by the second, the CRC by the third: one ratio for each kind of code.
What no yardstick covers is charged by itself: 2 us a byte for reading the wire, 60 us to set the DMA going. The DMA
feeds the strip (30 us a light) and takes no time of the processor. A real board tells its own figures: ``--port``.
"""

import json
import struct
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer

RATE = 60
SCANS = 50
PLAIN_US, VIPER_US, CRC_US = 10_000.0, 400.0, 90.0
"""The yardsticks on the RP2040."""
READ_US, DMA_US = 2.0, 60.0
LIGHTS = 108
HEAP = 245_888
"""Bytes of heap on a Pico (MicroPython 1.22 and 1.28, emulated); tidied up when it is full: about 10 ms."""
TIDY_MS = 10.0


def firmware(
    port: Annotated[str, typer.Option(help="A real board's port: ask it how busy it is.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Memory and loop time of the firmware at 60 pictures a second: on MicroPython here, and modelled for a Pico."""
    if port:
        figures = real(port)
    else:
        from firmware_bridge.simulated.board import find_micropython

        interpreter = find_micropython()
        if not interpreter:
            typer.echo(
                "MicroPython is not here: install the package 'micropython' or set TABLELIGHT_MICROPYTHON.", err=True
            )
            raise typer.Exit(1)
        figures = modelled(measured(interpreter))
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        _show(figures)


def measured(interpreter: str) -> dict[str, float]:
    """Times in us and memory in bytes of the firmware's parts on that MicroPython."""
    import random

    from cobs import cobs

    from firmware_bridge.protocol import PROTOCOL, Kind, Message, delta, encode, padded
    from firmware_bridge.simulated.board import FIRMWARE, STANDINS

    chance = random.Random(1)
    before = chance.randbytes(3 * LIGHTS)
    after = bytearray(before)
    for light in range(0, LIGHTS, 9):
        after[3 * light] ^= 1
    dark = cobs.encode(struct.pack("<BBH", Kind.FRAME, 1, 3 * LIGHTS) + bytes(3 * LIGHTS + 4))
    with tempfile.TemporaryDirectory(prefix="tablelight-measure-") as folder:
        switches = Path(folder) / "switches"
        switches.write_bytes(bytes(512))
        config = {
            "firmware": str(FIRMWARE),
            "standins": str(STANDINS),
            "switches": str(switches),
            "settings": {"LED_COUNT": LIGHTS},
            "frame": list(padded(encode(Message(Kind.FRAME, 1, before)))),
            "delta": list(padded(encode(Message(Kind.DELTA, 1, delta(1, before, bytes(after)) or b"")))),
            "hello": list(padded(encode(Message(Kind.HELLO, 1, struct.pack("<BBI", PROTOCOL, PROTOCOL, 99))))),
            "dark": list(dark),
        }
        file = Path(folder) / "config.json"
        file.write_text(json.dumps(config))
        command = [interpreter, str(STANDINS / "measure.py"), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return {**found, "frame_bytes": len(config["frame"]), "delta_bytes": len(config["delta"])}


def modelled(found: dict[str, float]) -> dict[str, Any]:
    """The same on an RP2040: ms each and per cent of a second, for whole frames and for small changes."""
    plain, viper = PLAIN_US / found["plain_unstuff"], VIPER_US / found["viper_unstuff"]

    def picture(part: str) -> float:
        taken = found[f"vipers_of_{part}"]
        plain_us = max(found[part] - taken - found["crc"], 0) * plain
        return (plain_us + taken * viper + CRC_US + READ_US * found[f"{part}_bytes"]) / 1000

    # A round of the loop, and in it rise, current, packing, and the DMA set going.
    shown = found["vipers_of_step"]
    round_ms = found["idle"] * plain / 1000
    output_ms = round_ms + (max(found["step"] - shown, 0) * plain + shown * viper + DMA_US) / 1000
    scan_ms = (found["scan"] * plain + found["settle_us"]) / 1000
    parts = [
        ("whole frame of 108 lights", found["frame"], picture("frame"), RATE),
        ("12 changed lights", found["delta"], picture("delta"), RATE),
        ("round that feeds the strip", found["step"] + found["idle"], output_ms, RATE),
        ("scan of 12 x 9 switches", found["scan"] + found["idle"], scan_ms + round_ms, SCANS),
    ]
    rows = [
        {
            "part": name,
            "here_us": round(us, 1),
            "rp2040_ms": round(ms, 2),
            "a_second": n,
            "percent": round(ms * n / 10, 1),
        }
        for name, us, ms, n in parts
    ]
    # Objects here are twice as large as on a processor of 32 bits.
    half = 4 / found["word_bytes"]
    litter = found["litter_bytes"] * half * RATE
    tidy = TIDY_MS * litter / HEAP / 10
    whole, small, feeding, scanning = (row["percent"] for row in rows)
    return {
        "device": "model of the RP2040 at 125 MHz",
        "ratio_plain": round(plain),
        "ratio_viper": round(viper),
        "parts": rows,
        "tidying_percent": round(tidy, 2),
        "left_percent_whole_frames": round(100 - whole - feeding - scanning - tidy),
        "left_percent_whole_frames_no_switches": round(100 - whole - feeding - tidy),
        "left_percent_small_changes": round(100 - small - feeding - scanning - tidy),
        "memory_bytes": round(found["used_bytes"] * half),
        "heap_bytes": HEAP,
    }


def real(port: str, seconds: float = 5.0) -> dict[str, Any]:
    """What a real board says of itself while it gets 60 whole frames a second."""
    import random

    from firmware_bridge.board_maps import BoardMap
    from firmware_bridge.drivers.serial_board import SerialBoard
    from firmware_bridge.protocol import BUSY_WRAPS_US

    chance = random.Random(1)
    board = SerialBoard(BoardMap.load("spectrum"), port)
    try:
        _checked(board)
        before, began = _checked(board), time.monotonic()
        frames = 0
        while time.monotonic() - began < seconds:
            board.show_pixels(bytes(chance.randrange(60) for _ in range(3 * LIGHTS)))
            frames += 1
            time.sleep(max(0.0, began + frames / RATE - time.monotonic()))
        after, spent = _checked(board), time.monotonic() - began
    finally:
        board.close()
    busy = (after.busy_us - before.busy_us) % BUSY_WRAPS_US / (spent * 1e6)
    return {
        "device": f"the board at {port}",
        "pictures_a_second": round(frames / spent, 1),
        "left_percent_whole_frames": round(100 * (1 - busy)),
        "longest_stretch_ms": after.longest_us / 1000,
        "memory_bytes": after.used,
        "heap_bytes": after.used + after.free,
    }


def _checked(board: Any) -> Any:
    """A fresh check of the device by itself."""
    old = board.health.check
    board.check()
    until = time.monotonic() + 10
    while time.monotonic() < until:
        now = board.health.check
        if now is not None and now is not old:
            return now
        time.sleep(0.01)
    typer.echo(f"{board.health.sentence} It did not say how it is; is its firmware 1.1 or newer?", err=True)
    raise typer.Exit(1)


def _show(figures: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if "parts" in figures:
        table = Table(title=figures["device"], box=box.SIMPLE)
        for heading in ("part", "here, us", "RP2040, ms", "a second", "% of its time"):
            table.add_column(heading, justify="left" if heading == "part" else "right")
        for row in figures["parts"]:
            table.add_row(
                row["part"],
                f"{row['here_us']:.1f}",
                f"{row['rp2040_ms']:.2f}",
                str(row["a_second"]),
                f"{row['percent']:.1f}",
            )
        console.print(table)
        console.print(
            f"Plain code is taken to be {figures['ratio_plain']} times slower there, viper {figures['ratio_viper']}."
        )
    for name, value in figures.items():
        if name.startswith("left_"):
            console.print(f"{name.removeprefix('left_percent_').replace('_', ' ')}: {value} % of the loop left")
    console.print(f"memory: {figures['memory_bytes']:,} of {figures['heap_bytes']:,} bytes")
