"""Who else has a camera open: asked of Linux, as far as it tells this user."""

import os
from pathlib import Path

from engine.core.language import Deferred

_PROCESSES = Path("/proc")


def device_of(spec: str) -> Path | None:
    """The device of a USB camera by its number or path; None of other cameras."""
    if spec.isdigit():
        return Path(f"/dev/video{spec}")
    return Path(spec) if spec.startswith("/dev/") else None


def user_of(device: Path, processes: Path = _PROCESSES) -> str:
    """The other program that has a device open, as the begin of a sentence: ``Another Tablelight (process 812)``. Empty
    where there is none, or none that this user may see."""
    wanted = os.path.realpath(device)
    for process in _others(processes):
        if _has_open(process, wanted):
            return _called(process)
    return ""


def _others(processes: Path) -> list[Path]:
    try:
        return [one for one in processes.iterdir() if one.name.isdigit() and int(one.name) != os.getpid()]
    except OSError:  # no Linux
        return []


def _has_open(process: Path, wanted: str) -> bool:
    try:
        return any(os.path.realpath(file) == wanted for file in (process / "fd").iterdir())
    except OSError:  # somebody else's, or ended meanwhile
        return False


def _called(process: Path) -> str:
    try:
        words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
        name = (process / "comm").read_text(errors="replace").strip()
    except OSError:
        words, name = [], "unknown"
    if any("tablelight" in Path(word).name for word in words):
        return Deferred("Another Tablelight (process {number})", number=process.name)
    return Deferred("Another program ({name}, process {number})", name=name, number=process.name)
