"""A simulated card reader: the bytes an RDM6300 sends for a card that is laid on it, through the real decoder."""

from collections.abc import Callable

from engine.core.language import Deferred
from firmware_bridge.sensors.rfid import GONE_S, Presence, TagDecoder, TagEvent


def frame_of(tag: str) -> bytes:
    """What a reader sends for a tag of ten hex digits: 02, the digits, their checksum, 03."""
    checksum = 0
    for byte in bytes.fromhex(tag):
        checksum ^= byte
    return b"\x02" + tag.encode("ascii") + f"{checksum:02X}".encode("ascii") + b"\x03"


class SimulatedTagReader:
    """Has the face of ``TagReader``, without a port or a thread. ``clock``: seconds, never going back."""

    connected = True
    sentence = Deferred("The card reader is connected.")

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._decoder, self._presence = TagDecoder(), Presence()
        self._events: list[TagEvent] = []

    def lay(self, tag: str) -> None:
        """A card is laid on the reader, read, and taken away again."""
        now = self._clock()
        for read in self._decoder.feed(frame_of(tag)):
            self._events += self._presence.read(read, now)
        self._events += self._presence.silence(now + GONE_S)

    def events(self) -> list[TagEvent]:
        """Cards that came and went since the last call, oldest first."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Nothing to let go of."""
