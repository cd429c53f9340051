"""The wire, host side: ``00 | COBS(type u8, seq u8, len u16le, payload, crc32le) | 00``.

The device's twin is ``hardware/firmware/wire.py``. COBS after Cheshire & Baker (1999), by the ``cobs`` package;
CRC-32 as in zlib (check vector ``123456789`` gives cbf43926). Nothing in a message is believed before its CRC.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from zlib import crc32

from cobs import cobs

PROTOCOL = 1
FIRMWARE = (1, 2)
"""The firmware that comes with this program; older ones are understood, and tell less."""
MOST_PAYLOAD = 512
CHUNK = 64
"""The device reads in chunks of so many bytes, so everything sent is padded with 00."""
_MOST_STUFFED = MOST_PAYLOAD + 12


class Kind(IntEnum):
    """What a message is, by the number in its first byte; docs/protocol.md tells what each carries."""

    HELLO = 1
    HELLO_R = 2
    PING = 3
    PONG = 4
    FRAME = 5
    DELTA = 6
    BRIGHTNESS = 7
    CONFIG = 8
    ACK = 9
    STATUS = 10
    STATUS_R = 11
    SHOWN = 12
    SHOWN_R = 13
    EVENT = 14
    EVENT_ACK = 15
    SNAPSHOT = 16
    NAK = 17
    LOG = 18
    RESET = 19
    CHECK = 20
    CHECK_R = 21


class Refusal(IntEnum):
    """Why the device said NAK."""

    BAD_FRAME = 1
    NO_SESSION = 2
    BAD_LENGTH = 3
    BAD_BASE = 4
    UNKNOWN = 5


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its kind, its sequence number (1 to 255; 0: not an answer), and at most 512 bytes."""

    kind: int
    seq: int
    payload: bytes = b""


def encode(message: Message) -> bytes:
    """The bytes of one message, delimiters included. Raises ValueError for a payload over 512 bytes."""
    if len(message.payload) > MOST_PAYLOAD:
        raise ValueError(f"a payload has at most {MOST_PAYLOAD} bytes, not {len(message.payload)}")
    plain = struct.pack("<BBH", message.kind, message.seq, len(message.payload)) + message.payload
    return b"\0" + cobs.encode(plain + struct.pack("<I", crc32(plain))) + b"\0"


def padded(data: bytes) -> bytes:
    """Data for a device that reads in chunks: whole chunks, and enough 00 to flush it even after lost bytes."""
    return data + bytes(CHUNK - 1 + -(len(data) + CHUNK - 1) % CHUNK)


class Decoder:
    """Bytes in any portions in, whole messages out; ``damaged`` counts what was thrown away."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Message]:
        """The whole messages that end in these bytes, oldest first; what is damaged is counted and left out."""
        *parts, self._rest = (self._rest + data).split(b"\0")
        if len(self._rest) > _MOST_STUFFED:
            # Garbage without an end: keep one byte too many, so that it is counted once when its 00 comes.
            self._rest = self._rest[: _MOST_STUFFED + 1]
        for part in parts:
            if part:
                message = _decode(part)
                if message is None:
                    self.damaged += 1
                else:
                    yield message


def _decode(part: bytes) -> Message | None:
    if len(part) > _MOST_STUFFED:
        return None
    try:
        plain = cobs.decode(part)
    except cobs.DecodeError:
        return None
    if len(plain) < 8 or crc32(plain[:-4]) != int.from_bytes(plain[-4:], "little"):
        return None
    kind, seq, length = struct.unpack_from("<BBH", plain)
    return Message(kind, seq, plain[4:-4]) if length == len(plain) - 8 else None


@dataclass(frozen=True, slots=True)
class Introduction:
    """What the device says of itself after HELLO."""

    firmware: str
    lights: int
    sensors: int
    cap_ma: int
    failsafe_ms: int
    dark_s: int
    device_id: str
    reset_cause: int
    uptime_s: int

    @property
    def checks_itself(self) -> bool:
        """Whether the firmware knows CHECK (1.1 and later)."""
        major, minor, _ = map(int, self.firmware.split("."))
        return (major, minor) >= (1, 1)

    @staticmethod
    def protocol(body: bytes) -> int | None:
        """The device's protocol version; the one byte every version has in the same place."""
        return body[0] if body else None

    @classmethod
    def parse(cls, body: bytes) -> "Introduction":
        """Raises ValueError when the body is not of this protocol."""
        try:
            _, a, b, c, lights, sensors, cap, failsafe, dark, _able, serial, cause, uptime = _INTRODUCTION.unpack(body)
        except struct.error as error:
            raise ValueError(f"an introduction of {len(body)} bytes cannot be read") from error
        return cls(f"{a}.{b}.{c}", lights, sensors, cap, failsafe, dark, serial.hex(), cause, uptime)


_INTRODUCTION = struct.Struct("<BBBBHHHHHH8sBI")
_STATUS = struct.Struct("<BHHIIII")


@dataclass(frozen=True, slots=True)
class Status:
    """The device's own figures: current in mA, light frames taken, damaged messages, loops of its program."""

    limited: bool
    host_lost: bool
    current_ma: int
    cap_ma: int
    frames: int
    damaged: int
    loops: int
    uptime_s: int

    @classmethod
    def parse(cls, body: bytes) -> "Status":
        """Raises ValueError when the body is not of this protocol."""
        try:
            flags, *figures = _STATUS.unpack(body)
        except struct.error as error:
            raise ValueError(f"a status of {len(body)} bytes cannot be read") from error
        return cls(bool(flags & 1), bool(flags >> 1), *figures)


_CHECK = struct.Struct("<IIIII")
_MATRIX = struct.Struct("<BB")
BUSY_WRAPS_US = 1 << 30


@dataclass(frozen=True, slots=True)
class Check:
    """What the device says of itself when asked (firmware 1.1): memory in bytes, time it worked and its longest
    stretch in µs, and the matrix columns that read closed while no row is driven. Since 1.2 also how many ``rows``
    and ``columns`` its matrix has; None before."""

    free: int
    used: int
    busy_us: int
    longest_us: int
    stuck_columns: tuple[int, ...]
    rows: int | None = None
    columns: int | None = None

    @classmethod
    def parse(cls, body: bytes) -> "Check":
        """Raises ValueError when the body is not of this protocol. Newer firmware may tell more at its end."""
        try:
            *figures, stuck = _CHECK.unpack_from(body)
        except struct.error as error:
            raise ValueError(f"a check of {len(body)} bytes cannot be read") from error
        known = len(body) >= _CHECK.size + _MATRIX.size
        rows, columns = _MATRIX.unpack_from(body, _CHECK.size) if known else (None, None)
        return cls(*figures, tuple(column for column in range(32) if stuck >> column & 1), rows, columns)


def delta(base: int, before: bytes, after: bytes) -> bytes | None:
    """The runs of lights that changed, as a DELTA payload on picture ``base``; None when a full frame is shorter."""
    runs = bytearray([base])
    light, count = 0, len(after) // 3
    while light < count:
        if before[3 * light : 3 * light + 3] == after[3 * light : 3 * light + 3]:
            light += 1
            continue
        end = light + 1
        while end < count and before[3 * end : 3 * end + 3] != after[3 * end : 3 * end + 3]:
            end += 1
        runs += bytes((light, end - light)) + after[3 * light : 3 * end]
        if len(runs) >= len(after):
            return None
        light = end
    return bytes(runs)
