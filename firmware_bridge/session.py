"""One conversation with one device, without I/O or clock: messages and times in, bytes to send out.

One request is in flight at a time. Light pictures are state, not a queue: the newest wins, and whatever went wrong is
answered with a fresh full picture. Replies of another session (a device that was frozen) are dropped.
"""

import logging
import math
import struct
from collections import deque

from firmware_bridge.admission import admit
from firmware_bridge.protocol import (
    PROTOCOL,
    Check,
    Introduction,
    Kind,
    Message,
    Refusal,
    Status,
    delta,
    encode,
    padded,
)
from firmware_bridge.reply_timeouts import Patience
from firmware_bridge.sensors.switches import SwitchStates

log = logging.getLogger(__name__)

# The times below are chosen by hand, and tried on a pseudo-terminal with a device that is frozen, slow or gone.
HELLO_AGAIN_S = 0.25
"""A device that boots hears nothing; it is greeted again and again until it answers."""
DEAD_S = 3.0
"""A board that takes seconds for every answer is slow, and goes on; one that is unplugged is gone at once anyway."""
DEAF_S = 8.0
"""A device may go on talking by itself and yet hear nothing: without one answer for so long it is gone as well."""
SAY_S = 10.0
"""A device that complains in a storm must not fill the disk with it."""
SILENCE_S = 0.5
"""After so long without anything to say comes a PING: the device takes 1.5 s of silence for a lost host."""
FULL_S = 2.0
"""A whole picture comes so often, so that a lost change is not seen for longer."""
STATUS_S = 1.0
"""Figures, and what the lights really show, are asked for so often while nothing changes."""
OVERDUE_S = 2.0
"""A slow board is always busy with pictures that move; what it shows is then asked for in between."""
READ_BACK_S = 0.05
"""What the lights show is asked for so often while they change."""
DAMAGE_S = 0.005
"""Damage that comes sooner after the last is the same storm: nothing is sent again for it."""
AWAY_S = 0.1
"""The owner that comes so late was busy itself."""
CHECK_AGAIN_S = 1.0
MOST_CHECKS = 5
"""A device that does not answer when asked to check itself is asked again, but not for ever: it has lights to show."""
SETTLE_S = 0.2
"""So long after a change the lights may still be rising, and are read back again and again."""

_ANSWERS = {
    Kind.HELLO: Kind.HELLO_R,
    Kind.PING: Kind.PONG,
    Kind.FRAME: Kind.ACK,
    Kind.DELTA: Kind.ACK,
    Kind.BRIGHTNESS: Kind.ACK,
    Kind.CONFIG: Kind.ACK,
    Kind.STATUS: Kind.STATUS_R,
    Kind.SHOWN: Kind.SHOWN_R,
    Kind.CHECK: Kind.CHECK_R,
}


class DeviceSession:
    """``want`` a picture, send what ``due`` returns, ``receive`` what comes; the rest are figures to read.

    Times are seconds of any monotonic clock. ``refused`` is a sentence once this device must be left alone.
    """

    def __init__(
        self,
        session_id: int,
        now: float,
        *,
        device_id: str | None = None,
        cap_ma: int | None = None,
        colours: str = "",
    ) -> None:
        """``cap_ma`` lowers the device's cap; ``colours``: the strip's diodes in order, such as GRB; "" as it was."""
        self.device: Introduction | None = None
        self.status: Status | None = None
        self.check: Check | None = None
        self.refused: str | None = None
        self.shown = b""
        self.brightness = 255
        self.switches = SwitchStates()
        self.sent = self.answered = self.timeouts = self.naks = self.stale = self.frames = 0
        self.answer_ms: deque[tuple[Kind, float]] = deque(maxlen=8192)
        self.patience = Patience()
        self.device_damaged = 0
        """What the device threw away since this session began; its own count may be of days before."""
        self._damaged_before: int | None = None
        self._id, self._expected_id = session_id, device_id
        self._config: bytes | None = None
        self._seq = 0
        self.configure(cap_ma, colours)
        self._in_flight: tuple[Kind, int, float, bytes] | None = None
        self._replies = bytearray()
        self._wanted = b""
        self._taken: bytes | None = None  # the picture the device holds, when we know it
        self._base = 0
        self._brightness_taken: int | None = None
        self._full_at = self._read_at = self._status_at = -1e9
        self._changed_at = self._sent_at = self._heard_at = self._answered_at = now
        self._complained_at = -1e9
        self._hello_at = self._damaged_at = self._check_at = -1e9
        self._checks_left = MOST_CHECKS

    # --- what the owner asks ------------------------------------------------------------------------------------

    def want(self, pixels: bytes) -> None:
        """The picture to show, 3 bytes a light; longer or shorter than the device's strip is cut or filled dark."""
        self._wanted = pixels

    def configure(self, cap_ma: int | None, colours: str) -> None:
        """Another cap or colour order from now on."""
        cap = 0xFFFF if cap_ma is None else cap_ma  # the device only ever lowers it
        known = cap_ma is not None or colours
        self._config = struct.pack("<H", cap) + colours.encode("ascii") if known else None

    def ask_check(self) -> None:
        """Let the device check itself again."""
        self._checks_left, self._check_at = MOST_CHECKS, -1e9

    @property
    def settled(self) -> bool:
        """The device has acknowledged the newest picture and brightness."""
        return self._taken is not None and self._taken == self._fitted() and self._brightness_taken == self.brightness

    def dark_taken(self) -> bool:
        """The device has acknowledged brightness 0."""
        return self._brightness_taken == 0

    def dead(self, now: float) -> bool:
        """Nothing came, or no answer, for so long that the far end must be taken for gone."""
        return now - self._heard_at > DEAD_S or (self.device is not None and now - self._answered_at > DEAF_S)

    def was_away(self, late_s: float) -> None:
        """The owner itself comes so much later than it meant to: nobody was listening, so the device was not silent."""
        if late_s > AWAY_S:
            self._heard_at += late_s
            self._answered_at += late_s

    def wake_in(self, now: float) -> float:
        """Seconds until ``due`` may have something without anything happening before."""
        if self._in_flight:
            return max(0.0, self._in_flight[2] + self._patience() - now)
        if not self.device:
            return max(0.0, self._hello_at + HELLO_AGAIN_S - now)
        due = (self._full_at + FULL_S, self._status_at + STATUS_S, self._sent_at + SILENCE_S)
        return max(0.0, min(*due, self._read_due(), self._check_due()) - now)

    def due(self, now: float) -> bytes:
        """Bytes to send now; empty when there is nothing to say or an answer is awaited."""
        out, self._replies = bytes(self._replies), bytearray()
        if self.refused:
            return out
        if self._in_flight and now - self._in_flight[2] >= self._patience():
            self.timeouts += 1
            if self.device:  # before, it may still be booting: what it did not hear then is nobody's fault
                self.patience.give_up(*self._in_flight[1:3])
            self._lost()
        request = None if self._in_flight else self._next(now)
        if request:
            out += self._send(*request, now)
        return out

    # --- what the device says -----------------------------------------------------------------------------------

    def damaged(self, now: float) -> None:
        """Something unreadable came: it may have been the awaited answer, so ask again at once, but not in a storm."""
        if self._in_flight and now - self._damaged_at >= DAMAGE_S:
            self._damaged_at = now
            self._lost()

    def receive(self, message: Message, now: float) -> None:
        """Takes one whole message; never raises, whatever it holds."""
        if len(message.payload) < 4 or int.from_bytes(message.payload[:4], "little") != self._id:
            if message.kind == Kind.NAK and message.payload[4:5] == bytes([Refusal.NO_SESSION]) and self.device:
                self._heard_at = now - 2 * DEAD_S  # the device started anew and does not know us
            else:
                self.stale += 1
            return
        body = message.payload[4:]
        self._heard_at = now
        match message.kind:
            case Kind.EVENT:
                acknowledged = self.switches.event(body)
                if acknowledged:
                    self._replies += padded(encode(Message(Kind.EVENT_ACK, 0, acknowledged)))
            case Kind.SNAPSHOT:
                self.switches.snapshot(body)
            case Kind.LOG:
                if now - self._complained_at >= SAY_S:
                    self._complained_at = now
                    log.warning("The light board says: %s", body.decode("utf-8", "replace"))
            case Kind.NAK:
                self._nak(message.seq, body, now)
            case _:
                self._answer(message, body, now)

    def _answer(self, message: Message, body: bytes, now: float) -> None:
        flight = self._in_flight
        if message.kind == Kind.HELLO_R and not self.device:
            self._in_flight = None
            self.answered += 1
            self._answered_at = now
            self._hello(body)  # whichever HELLO of this session it answers: the device may just have booted
            return
        if not flight or flight[1] != message.seq or _ANSWERS.get(flight[0]) != message.kind:
            if self.patience.overdue(message.seq, now):
                self._answered_at = now
            else:
                self.stale += 1
            if message.kind == Kind.CHECK_R:
                self._note_check(body)  # true of the device whenever it comes
            return
        kind, seq, sent_at, extra = flight
        self._in_flight = None
        self.answered += 1
        self._answered_at = now
        self.answer_ms.append((kind, (now - sent_at) * 1000))
        self.patience.answered(now - sent_at)
        match kind:
            case Kind.FRAME | Kind.DELTA:
                self._taken, self._base = extra, seq
                self._changed_at = now
                self.frames += 1
            case Kind.BRIGHTNESS:
                self._brightness_taken = extra[0]
                self._changed_at = now
            case Kind.CONFIG:
                if extra == self._config:
                    self._config = None
            case Kind.CHECK:
                self._note_check(body)
            case Kind.SHOWN:
                self.shown = body
            case Kind.STATUS:
                self._note_status(body)

    def _hello(self, body: bytes) -> None:
        self.device, refused = admit(body, self._expected_id)
        self.refused = refused or None

    def _note_status(self, body: bytes) -> None:
        try:
            self.status = Status.parse(body)
        except ValueError as error:
            log.warning("The light board's status makes no sense: %s", error)
            return
        if self._damaged_before is None:
            self._damaged_before = self.status.damaged
        self.device_damaged = self.status.damaged - self._damaged_before
        if self.status.host_lost:
            self._taken = None  # it shows its own pattern: give it the picture again

    def _note_check(self, body: bytes) -> None:
        try:
            self.check = Check.parse(body)
        except ValueError as error:
            log.warning("The light board's check makes no sense: %s", error)
            return
        self._checks_left = 0

    def _nak(self, seq: int, body: bytes, now: float) -> None:
        """A NAK with seq 0 means: what came could not even be read; then whatever is in flight is lost."""
        self.naks += 1
        self.patience.overdue(seq, now)  # a refusal is an answer too
        reason = body[0] if body else 0
        if reason != Refusal.BAD_FRAME:
            self._answered_at = now
        if self._in_flight and (seq == self._in_flight[1] or reason == Refusal.BAD_FRAME):
            if reason in (Refusal.UNKNOWN, Refusal.BAD_LENGTH):
                self._will_not(self._in_flight[0])
            self._lost()

    def _will_not(self, kind: Kind) -> None:
        """Its firmware does not know this: asked again it would refuse again, and nothing else would be said."""
        if kind == Kind.CHECK:
            self._checks_left = 0
        elif kind == Kind.CONFIG and self._config is not None:
            log.warning("The light board takes no current cap or colour order from here: update its firmware.")
            self._config = None

    def _lost(self) -> None:
        self._in_flight = None
        self._taken = None

    # --- what to say next ---------------------------------------------------------------------------------------

    def _next(self, now: float) -> tuple[Kind, bytes] | None:
        if not self.device:
            if now - self._hello_at < HELLO_AGAIN_S:
                return None
            self._hello_at = now
            return Kind.HELLO, struct.pack("<BBI", PROTOCOL, PROTOCOL, self._id)
        if self._config is not None:
            return Kind.CONFIG, self._config
        if self._brightness_taken != self.brightness:
            return Kind.BRIGHTNESS, bytes([self.brightness])
        status_due, read_due = self._status_at + STATUS_S, self._read_due()
        if self._taken is not None and now > read_due + OVERDUE_S:
            return self._read(now)
        lights = self._lights(now)
        if lights:
            return lights
        if now >= status_due and (status_due <= read_due or now < read_due):
            self._status_at = now
            return Kind.STATUS, b""
        if now >= read_due:
            return self._read(now)
        if now >= self._check_due():
            self._check_at = now
            self._checks_left -= 1
            return Kind.CHECK, b""
        return (Kind.PING, b"") if now - self._sent_at >= SILENCE_S else None

    def _check_due(self) -> float:
        if not (self._checks_left and self.settled and self.device and self.device.checks_itself):
            return math.inf
        return self._check_at + CHECK_AGAIN_S

    def _read(self, now: float) -> tuple[Kind, bytes]:
        self._read_at = now
        return Kind.SHOWN, b""

    def _lights(self, now: float) -> tuple[Kind, bytes] | None:
        wanted = self._fitted()
        if self._taken is None or now - self._full_at >= FULL_S:
            self._full_at = now
            return Kind.FRAME, wanted
        if wanted == self._taken:
            return None
        runs = delta(self._base, self._taken, wanted)
        return (Kind.FRAME, wanted) if runs is None else (Kind.DELTA, runs)

    def _patience(self) -> float:
        return self.patience.wait_s if self.device else HELLO_AGAIN_S

    def _read_due(self) -> float:
        pace = READ_BACK_S if self._read_at < self._changed_at + SETTLE_S else STATUS_S
        return self._read_at + pace

    def _fitted(self) -> bytes:
        size = 3 * self.device.lights if self.device else len(self._wanted)
        return self._wanted[:size].ljust(size, b"\0")

    def _send(self, kind: Kind, payload: bytes, now: float) -> bytes:
        self._seq = self._seq % 255 + 1  # 0 is left for what the device says by itself
        extra = self._fitted() if kind in (Kind.FRAME, Kind.DELTA) else payload
        if kind == Kind.BRIGHTNESS:
            self._brightness_taken = None  # from here on it may have taken this one, whether its answer comes or not
        self._in_flight = (kind, self._seq, now, extra)
        self._sent_at = now
        self.sent += 1
        return padded(encode(Message(kind, self._seq, payload)))
