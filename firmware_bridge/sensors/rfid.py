"""Cards with tags: RDM6300 readers on a serial port (9600 baud; 02, ten hex digits, two of checksum, 03).

A reader repeats the tag while the card lies on it, about every 65 ms, and often garbles it. So a read that cannot be
understood still means that the card lies there, and a card is gone only after 1.5 s without any read.
"""

import logging
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import serial

from engine.core.language import Deferred
from firmware_bridge.transport import GONE, plugged_in, why_not

log = logging.getLogger(__name__)

GONE_S = 1.5
"""More than twenty reads in a row garbled (one each 65 ms) is a card that was taken away. Chosen by hand."""
REOPEN_S = 300.0
"""These readers fall silent now and then; opening the port anew wakes them. Chosen by hand."""
MOST_EVENTS = 64
LOG_AGAIN_S = 60.0
"""A plug that is loose must not fill the log with two sentences in turn."""
_START, _END, _LENGTH = 0x02, 0x03, 14
UNREADABLE = ""


@dataclass(frozen=True, slots=True)
class TagEvent:
    """A card was put on the reader, or (``arrived`` false) taken away. ``tag`` is ten hex digits, upper case."""

    tag: str
    arrived: bool
    at_s: float


class TagDecoder:
    """Bytes in, tags out; a tag that cannot be understood comes out as UNREADABLE."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[str]:
        """The tags whose frames end in these bytes, ten hex digits each; UNREADABLE for damaged ones."""
        tags = []
        for byte in data:
            if byte == _START:
                if self._rest:
                    tags.append(UNREADABLE)
                self._rest = bytearray([byte])
            elif self._rest:
                self._rest.append(byte)
                if byte == _END or len(self._rest) >= _LENGTH:
                    tags.append(_tag(bytes(self._rest)))
                    self._rest = bytearray()
        return tags


def _tag(frame: bytes) -> str:
    """The tag of a whole frame; the checksum is the exclusive or of its five bytes."""
    try:
        *number, checksum = bytes.fromhex(frame[1:-1].decode("ascii"))
    except ValueError:
        return UNREADABLE
    if len(frame) != _LENGTH or frame[-1] != _END or len(number) != 5:
        return UNREADABLE
    total = 0
    for byte in number:
        total ^= byte
    return frame[1:11].decode("ascii").upper() if total == checksum else UNREADABLE


class Presence:
    """Which card lies on the reader; pure, times passed in."""

    def __init__(self) -> None:
        self.tag: str | None = None
        self._heard_at = 0.0

    def read(self, tag: str, now: float) -> list[TagEvent]:
        """A read happened; an unreadable one keeps the card that lies there."""
        self._heard_at = now
        if tag == UNREADABLE or tag == self.tag:
            return []
        events = [TagEvent(self.tag, False, now)] if self.tag else []
        self.tag = tag
        return [*events, TagEvent(tag, True, now)]

    def silence(self, now: float) -> list[TagEvent]:
        """No read right now; after 1.5 s the card is gone."""
        if self.tag is None or now - self._heard_at < GONE_S:
            return []
        tag, self.tag = self.tag, None
        return [TagEvent(tag, False, now)]


class TagReader:
    """One RDM6300 on a serial port; a thread owns it and comes back when it is plugged in again."""

    def __init__(self, port: str) -> None:
        self.port = port
        self.sentence = Deferred("Looking for the card reader at {port}.", port=port)
        self.connected = False
        self._events: deque[TagEvent] = deque(maxlen=MOST_EVENTS)
        self._logged: dict[str, float] = {}
        self._presence = Presence()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"cards {port}", daemon=True)
        self._thread.start()

    def events(self) -> list[TagEvent]:
        """Cards that came and went since the last call, oldest first."""
        events = []
        while self._events:
            events.append(self._events.popleft())
        return events

    def close(self) -> None:
        """Let go of the port."""
        self._stop.set()
        self._thread.join(timeout=3)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with serial.Serial(self.port, 9600, timeout=0.1, exclusive=True) as reader:
                    self._say(Deferred("The card reader is connected."), connected=True)
                    self._listen(reader)
            except (*GONE, ValueError) as error:  # ValueError: a name in the settings that is none
                self._say(Deferred("{sentence} Trying again by itself.", sentence=self._why(error)), connected=False)
                self._events.extend(self._presence.silence(time.monotonic()))
                self._stop.wait(0.5)

    def _listen(self, reader: serial.Serial) -> None:
        decoder, opened = TagDecoder(), time.monotonic()
        while not self._stop.is_set():
            tags = decoder.feed(reader.read(reader.in_waiting or 1))
            now = time.monotonic()
            for tag in tags:
                self._events.extend(self._presence.read(tag, now))
            self._events.extend(self._presence.silence(now))
            if self._presence.tag is None and now - opened > REOPEN_S:
                return

    def _say(self, sentence: str, *, connected: bool) -> None:
        now = time.monotonic()
        if sentence != self.sentence and now - self._logged.get(sentence, -LOG_AGAIN_S) >= LOG_AGAIN_S:
            self._logged[sentence] = now
            log.info(sentence)
        self.sentence, self.connected = sentence, connected

    def _why(self, error: Exception) -> str:
        if self.connected:
            return Deferred("The card reader went away: is its cable plugged in?")
        if not self.port or "\0" in self.port or not plugged_in(Path(self.port)):
            return Deferred("No card reader at {port}: is its cable plugged in?", port=self.port)
        return why_not(Path(self.port), error)
