"""Lights people already own: WLED over the network (DDP), and Adalight devices on a serial port.

Neither tells what it shows, so ``shown`` is what was sent last, and the health sentence says so. The board with our
own firmware is the better choice where it matters; these are the quick one.
"""

import contextlib
import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Protocol

import serial

from engine.components.lights import Picture
from engine.core.language import Deferred
from firmware_bridge.animation import moves, render
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import Counters, LightsHealth, Rgb, SensorEvent
from firmware_bridge.drivers.page_board import pixels
from firmware_bridge.drivers.status import Reporting
from firmware_bridge.transport import GONE, PortError, open_port, resolve

log = logging.getLogger(__name__)

FRAME_S = 1 / 30
"""Between two steps of a picture that moves."""
AGAIN_S = 1.0
"""WLED goes back to its own effects after 2.5 s without a picture."""
PAUSE_S = 1.0
"""Before a strip that was lost is tried again."""
PATIENCE_S = 0.1
"""So long the lights may take to go out for a camera's picture. Chosen by hand."""
DDP_PORT = 4048
DDP_BYTES = 1440
"""Of colours in a packet: 480 lights, which with the header fit into one Ethernet frame (the DDP document's figure)."""


class LightStrip(Protocol):
    """Somewhere to send three bytes a light. ``send`` raises PortError or one of port.GONE."""

    name: str

    def send(self, data: bytes) -> None:
        """Show these colours, three bytes a light. Raises PortError or one of ``transport.GONE``."""

    def close(self) -> None:
        """Let go of it; nothing is raised."""


class Wled:
    """A WLED controller by DDP over UDP (http://www.3waylabs.com/ddp/), RGB of 8 bits, output 1."""

    def __init__(self, host: str, port: int = DDP_PORT) -> None:
        self.name = Deferred("WLED at {host}", host=host)
        self._to = (host, port)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._seq = 0

    def send(self, data: bytes) -> None:
        """One picture, in as many packets as it takes. Raises OSError."""
        self._seq = self._seq % 15 + 1
        for packet in ddp_packets(data, self._seq):
            self._socket.sendto(packet, self._to)

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()


def ddp_packets(data: bytes, seq: int) -> list[bytes]:
    """One picture as DDP packets; the last one carries the push flag that makes it visible."""
    packets = []
    for offset in range(0, len(data), DDP_BYTES):
        part = data[offset : offset + DDP_BYTES]
        push = 0x01 if offset + DDP_BYTES >= len(data) else 0
        packets.append(struct.pack(">BBBBIH", 0x40 | push, seq, 0x0B, 1, offset, len(part)) + part)
    return packets


class Adalight:
    """An Adalight device (Arduino, or WLED on USB): ``Ada``, count - 1, checksum, then the colours."""

    def __init__(self, port: str) -> None:
        self.name = Deferred("Adalight at {port}", port=port)
        self._path = port
        self._serial: serial.Serial | None = None

    def send(self, data: bytes) -> None:
        """One picture; opens the port where it is not. Raises PortError or one of ``transport.GONE``."""
        if self._serial is None:
            self._serial = open_port(resolve(self._path))
        try:
            self._serial.write(adalight(data))
        except GONE:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the port; the next picture opens it anew."""
        if self._serial:
            self._serial.close()
            self._serial = None


def adalight(data: bytes) -> bytes:
    """One picture as an Adalight message."""
    high, low = divmod(len(data) // 3 - 1, 256)
    return b"Ada" + bytes((high, low, high ^ low ^ 0x55)) + data


def capped(data: bytes, cap_ma: int) -> tuple[bytes, bool]:
    """The picture dimmed so that it draws at most ``cap_ma``, and whether it had to be.

    20 mA a channel at full and 1 mA a light, as on our own device, because these strips have no cap of their own.
    """
    wanted = sum(data) * 20 / 255
    room = max(0.0, cap_ma - len(data) / 3)
    if wanted <= room:
        return data, False
    return bytes(int(channel * room / wanted) for channel in data), True


class StripBoard(Reporting):
    """A strip behind the face of a board: see ``LightDriver``. Comes back by itself when the strip does."""

    def __init__(self, board: BoardMap, strip: LightStrip, *, cap_ma: int = 1500) -> None:
        self.board, self.brightness, self.colour_blind = board, 0.6, False
        self._strip, self._cap_ma = strip, cap_ma
        self._lock = threading.Condition()
        self._picture: Picture = {}
        self._raw: bytes | None = None
        self._since = time.monotonic()
        self._fresh, self._closing = True, False
        self._out, self._dark = 0, threading.Event()  # how many want the lights out, and whether they are
        self._shown: tuple[Rgb, ...] = ()
        self._health = LightsHealth(connected=False, sentence=Deferred("Looking for {name}.", name=strip.name))
        self._sent = 0
        self._thread = threading.Thread(target=self._run, name=strip.name, daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Make this the picture; the newest wins."""
        with self._lock:
            if picture != self._picture or self._raw is not None:
                self._picture, self._since, self._fresh = dict(picture), time.monotonic(), True
                self._raw = None
                self._lock.notify()

    def show_pixels(self, data: bytes) -> None:
        """These bytes, three a light in strip order, until the next picture."""
        with self._lock:
            self._raw, self._fresh = bytes(data), True
            self._lock.notify()

    def wire_as(self, board: BoardMap, colours: str) -> None:
        """The map alone: the colours of these strips are set in their own program."""
        with self._lock:
            self.board, self._fresh = board, True
            self._lock.notify()

    @contextlib.contextmanager
    def lights_out(self) -> Iterator[bool]:
        """Dark inside the block; these strips answer nothing, so that they are dark is known by what was sent."""
        self._dark.clear()
        self._put_out(1)
        try:
            yield self._dark.wait(PATIENCE_S)
        finally:
            self._put_out(-1)

    def _put_out(self, more: int) -> None:
        with self._lock:
            self._out, self._fresh = self._out + more, True
            self._lock.notify()

    def events(self) -> list[SensorEvent]:
        """None: strips have no switches."""
        return []

    def close(self) -> None:
        """Lights out, strip released."""
        with self._lock:
            self._closing = True
            self._lock.notify()
        self._thread.join(timeout=3)

    def _run(self) -> None:
        while not self._closing:
            pause = PAUSE_S
            try:
                pause = self._send_one()
            except PortError as error:
                self._lost(str(error))
            except GONE as error:
                self._lost(Deferred("{name} cannot be reached ({why}).", name=self._strip.name, why=error))
            except Exception:
                log.exception("Sending to %s failed", self._strip.name)
                self._lost(Deferred("{name}: the driver stumbled; see the log.", name=self._strip.name))
            with self._lock:
                self._lock.wait_for(lambda: self._fresh or self._closing, timeout=pause)
        try:
            self._strip.send(bytes(3 * self.board.lights))
        except (PortError, *GONE) as error:
            log.debug("%s was gone before its lights were put out: %s", self._strip.name, error)
        self._strip.close()

    def _send_one(self) -> float:
        """Sends the present picture; seconds until the next one is due."""
        with self._lock:
            picture, age, self._fresh = self._picture, time.monotonic() - self._since, False
            raw, out = self._raw, self._out
        drawn = render(picture, self.board, age, self.brightness, colour_blind=self.colour_blind)
        wanted = bytes(len(drawn)) if out else drawn if raw is None else raw
        data, limited = capped(wanted, self._cap_ma)
        self._strip.send(data)
        self._sent += 1
        if out:
            self._dark.set()
        sentence = Deferred("Sending to {name}; it does not tell what it shows.", name=self._strip.name)
        if limited:
            sentence = Deferred("The lights are dimmed to stay safe ({cap} mA).", cap=self._cap_ma)
        health = LightsHealth(
            connected=True,
            sentence=sentence,
            answers=False,
            light_count=self.board.lights,
            limited=limited,
            cap_ma=self._cap_ma,
            counters=Counters(sent=self._sent),
        )
        with self._lock:
            self._shown, self._health = pixels(data), health
        return FRAME_S if moves(picture, age, colour_blind=self.colour_blind) else AGAIN_S

    def _lost(self, sentence: str) -> None:
        with self._lock:
            self._fresh = False
            if sentence not in self._health.sentence:
                log.info(sentence)
            self._shown = ()
            self._health = LightsHealth(
                connected=False, sentence=Deferred("{sentence} Trying again by itself.", sentence=sentence)
            )
