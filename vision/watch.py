"""Watch a table frame by frame and say what happens: rolling, settled, a hand."""

from dataclasses import dataclass
from typing import Any, Literal

from vision.frames import Frame
from vision.seen import Reading

EventKind = Literal["empty", "rolling", "settled", "hand", "cocked"]


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Something that happened at ``frame``. ``settled`` and ``cocked`` carry the reading."""

    event: EventKind
    frame: int
    time: float
    reading: Reading | None = None

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"frame": self.frame, "event": self.event, "time": round(self.time, 4)}
        return out | self.reading.to_json() if self.reading else out


class RollWatcher:
    """Feed it every frame; it answers with what has just happened. Pure: time is the frame's own."""

    def __init__(self, reader: "object") -> None:
        self.reader = reader

    def see(self, frame: Frame) -> tuple[WatchEvent, ...]:
        raise NotImplementedError
