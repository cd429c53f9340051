"""Cameras of every kind behind one face: the newest frame, and a sentence about how the camera is doing."""

from dataclasses import dataclass
from typing import Protocol

from vision.frames import Frame


@dataclass(frozen=True, slots=True)
class Health:
    """``ok``: frames are coming. ``message``: a sentence for a person, empty when all is well."""

    ok: bool
    message: str = ""


class Camera(Protocol):
    """Anything that gives frames. ``latest`` never blocks; ``next`` waits for a frame newer than ``after``."""

    spec: str

    @property
    def health(self) -> Health: ...

    def latest(self) -> Frame | None: ...

    def next(self, after: int = -1, timeout: float = 1.0) -> Frame | None: ...

    def close(self) -> None: ...


def open_camera(spec: str) -> Camera:
    raise NotImplementedError
