# The wire, device side: 00 | COBS(type seq len16 payload crc32) | 00. The host's twin is firmware_bridge/protocol.py.
import struct
from binascii import crc32

import micropython

PROTOCOL = 1

HELLO, HELLO_R, PING, PONG, FRAME, DELTA, BRIGHTNESS, CONFIG, ACK = 1, 2, 3, 4, 5, 6, 7, 8, 9
STATUS, STATUS_R, SHOWN, SHOWN_R, EVENT, EVENT_ACK, SNAPSHOT, NAK, LOG, RESET = 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
CHECK, CHECK_R = 20, 21  # since firmware 1.1

CRC_OF_WHOLE = 0x2144DF1C  # what CRC-32 makes of any message together with its own CRC: one call checks it

BAD_FRAME, NO_SESSION, BAD_LENGTH, BAD_BASE, UNKNOWN = 1, 2, 3, 4, 5

CHUNK = 64  # a USB packet; the host pads what it sends to whole chunks, and one read() takes all of one
MOST_PAYLOAD = 512
MOST_PLAIN = MOST_PAYLOAD + 8
MOST_STUFFED = MOST_PLAIN + 4  # COBS adds one byte in 254, and one


# "native" compiles a function to machine code as it stands, "viper" with the processor's own numbers.
# Viper: 0.3 ms for a dark frame of 108 lights on the RP2040, where plain Python needs 10.
@micropython.viper
def unstuff(src: ptr8, size: int, dst: ptr8, room: int) -> int:
    """Undoes COBS; the length, or -1 for what no encoder writes."""
    i = 0
    n = 0
    while i < size:
        code = int(src[i])
        i += 1
        if code == 0:
            return -1
        if i + code - 1 > size:
            return -1
        if n + code - 1 > room:
            return -1
        k = 1
        while k < code:
            dst[n] = src[i]
            n += 1
            i += 1
            k += 1
        # A block of 254 bytes has no zero behind it, and the last block never has.
        if code < 255:
            if i < size:
                if n == room:
                    return -1
                dst[n] = 0
                n += 1
    return n


@micropython.viper
def stuff(src: ptr8, size: int, dst: ptr8, at: int) -> int:
    """COBS from dst[at] on; the place behind the last byte."""
    mark = at
    n = at + 1
    code = 1
    i = 0
    while i < size:
        b = int(src[i])
        i += 1
        if b:
            dst[n] = b
            n += 1
            code += 1
        if b == 0 or code == 255:
            dst[mark] = code
            mark = n
            n += 1
            code = 1
    dst[mark] = code
    return n


@micropython.viper
def past_zeros(src: ptr8, at: int, size: int) -> int:
    """The place of the next byte that is not 00."""
    while at < size:
        if src[at]:
            return at
        at += 1
    return at


@micropython.viper
def keep(src: ptr8, at: int, size: int, dst: ptr8, n: int, room: int) -> int:
    """Copies up to the next 00 as far as there is room; the place of that 00."""
    while at < size:
        b = int(src[at])
        if b == 0:
            return at
        if n < room:
            dst[n] = b
        n += 1
        at += 1
    return at


class Reader:
    """Bytes in, whole messages out. ``len`` is believed only after the CRC."""

    def __init__(self):
        self.damaged = 0
        self.size = CHUNK  # how much to read next
        self.open = 0  # bytes of a message that has begun; past MOST_STUFFED it is garbage that awaits its end
        self._raw = bytearray(MOST_STUFFED)
        self._plain = bytearray(MOST_PLAIN)
        self._view = memoryview(self._plain)

    @micropython.native
    def feed(self, chunk, on_message, on_damage):
        """Calls on_message(type, seq, payload) for each whole message; the payload lives until the next one.

        After lost bytes our chunks would straddle the host's, and read() would wait for the next message. The host
        starts every message on a chunk: where one starts is where we fall into step again.
        """
        at, size, n = 0, len(chunk), self.open
        self.size = CHUNK
        while at < size:
            if not n:
                at = past_zeros(chunk, at, size)
                if at == size:
                    break
                self.size = CHUNK - (size - at + 1) % CHUNK
            end = keep(chunk, at, size, self._raw, n, MOST_STUFFED)
            n += end - at
            if end == size:
                break
            at = end + 1
            self._finish(n, on_message, on_damage)
            n = 0
        self.open = n if n <= MOST_STUFFED else MOST_STUFFED + 1

    @micropython.native
    def _finish(self, n, on_message, on_damage):
        n = -1 if n > MOST_STUFFED else unstuff(self._raw, n, self._plain, MOST_PLAIN)
        if n >= 8:
            plain, view = self._plain, self._view
            if plain[2] | plain[3] << 8 == n - 8 and crc32(view[:n]) == CRC_OF_WHOLE:
                on_message(plain[0], plain[1], view[4 : n - 4])
                return
        self.damaged += 1
        on_damage()


class Writer:
    """Messages out through buffers made once. Every message to the host begins with the session it belongs to."""

    def __init__(self, stream):
        self._stream = stream
        self._plain = bytearray(MOST_PLAIN)
        self._out = bytearray(MOST_STUFFED + 2)
        self._plain_view, self._out_view = memoryview(self._plain), memoryview(self._out)

    @micropython.native
    def send(self, kind, seq, session, payload):
        plain, out, n = self._plain, self._out, 8
        struct.pack_into("<BBHI", plain, 0, kind, seq, 4 + len(payload), session)
        if payload:
            n += len(payload)
            plain[8:n] = payload
        struct.pack_into("<I", plain, n, crc32(self._plain_view[:n]))
        end = int(stuff(plain, n + 4, out, 1))  # out[0] stays 00
        out[end] = 0
        self._stream.write(self._out_view[: end + 1])
