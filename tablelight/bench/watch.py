"""``tablelight bench watch``: what watching costs, frame after frame, and whether memory stays flat."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import numpy as np

    from vision.dice.taught import TaughtDice

_RATE = 30.0
_WARM = 0.1  # part of the frames after which memory must not grow any more
_CHECKS = 10

_LEAST, _MOST = 64, 8192
"""Pixels on a side of a picture."""


def watch(
    frames: Annotated[int, typer.Option(min=100, help="How many pictures to show, in all.")] = 10_000,
    size: Annotated[str, typer.Option(help="Width x height of the pictures, pixels.")] = "640x360",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Roll at the simulated table again and again before the watching eyes; time a frame, count memory."""
    import cv2

    try:
        width, height = (int(part) for part in size.lower().split("x"))
        if not (_LEAST <= width <= _MOST and _LEAST <= height <= _MOST):
            raise ValueError(size)
    except ValueError:
        typer.echo(f"{size} is no size of a picture; write it like 640x360.", err=True)
        raise typer.Exit(1) from None
    cv2.setNumThreads(1)
    figures = measure(frames, (width, height))
    typer.echo(json.dumps(figures) if as_json else _words(figures))


def measure(frames: int, size: tuple[int, int]) -> dict[str, Any]:
    """Milliseconds of one thread for frames on which nothing was read (p50, p95) and for those that were read, how
    many readings there were, and the memory in use (MB) after a tenth of the frames and up to the last."""
    from vision.camera.frames import Frame
    from vision.dice.reader import DiceReader
    from vision.motion.roll_watcher import RollWatcher

    reader = _Counting(DiceReader(_taught()))
    watcher = RollWatcher(reader)
    images = list(_frames(size))
    quick: list[float] = []
    reading: list[float] = []
    memory: list[float] = []
    every = max(frames // _CHECKS, 1)
    for index in range(frames):
        before, start = reader.count, time.thread_time()
        watcher.see(Frame(images[index % len(images)], index / _RATE, index))
        took = (time.thread_time() - start) * 1000
        (quick if reader.count == before else reading).append(took)
        if index >= _WARM * frames and (index + 1) % every == 0:
            memory.append(_resident_mb())
    return {
        "frames": frames,
        "size": list(size),
        "watching_ms": _spread(quick),
        "reading_ms": _spread(reading),
        "readings": reader.count,
        "memory_mb": {"first": memory[0], "most": max(memory), "last": memory[-1]},
    }


class _Counting:
    """A reader that counts how often it is asked."""

    def __init__(self, reader: Any) -> None:
        self.count, self._reader = 0, reader

    def read(self, image: "np.ndarray") -> Any:
        self.count += 1
        return self._reader.read(image)


def _taught() -> "TaughtDice":
    from vision.dice.lessons import Lesson, NamedDie
    from vision.dice.teaching import teach
    from vision.simulation.solids import SIZE_MM
    from vision.simulation.teaching import teaching_pictures

    lessons = [
        Lesson(one.image, tuple(NamedDie(die.kind, die.top, at) for die, at in zip(one.dice, one.tops_px, strict=True)))
        for one in teaching_pictures(seed=1, size=(1280, 720))
    ]
    return teach(lessons, dict(SIZE_MM))


def _frames(size: tuple[int, int]) -> "Iterator[np.ndarray]":
    """Two rolls, each left to lie for a second."""
    from vision.simulation import SimulatedCamera, SimulatedTable

    table = SimulatedTable(seed=1)
    camera = SimulatedCamera(table, size=size, seed=1)
    now = 0.0
    for _ in range(2):
        table.roll(now)
        until = table.busy_until() + 1.0
        while now < until:
            yield camera.read(now)
            now += 1 / _RATE


def _resident_mb() -> float:
    """Memory of this process, MB; what the system knows best."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return round(int(line.split()[1]) / 1024, 1)
    import resource

    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 1)


def _spread(ms: list[float]) -> dict[str, float] | None:
    import numpy as np

    return {f"p{p}": round(float(np.percentile(ms, p)), 2) for p in (50, 95)} if ms else None


def _words(figures: dict[str, Any]) -> str:
    watching, reading, memory = figures["watching_ms"], figures["reading_ms"], figures["memory_mb"]
    lines = [
        f"{figures['frames']} frames of {figures['size'][0]} x {figures['size'][1]}, {figures['readings']} readings",
        f"watching {watching['p50']:6.2f} ms a frame   95 %: {watching['p95']:.2f} ms (one thread's own time)",
    ]
    if reading:
        lines.append(f"reading  {reading['p50']:6.2f} ms a frame   95 %: {reading['p95']:.2f} ms")
    lines.append(f"memory   {memory['first']} MB after a tenth, {memory['most']} MB at most, {memory['last']} MB last")
    return "\n".join(lines)
