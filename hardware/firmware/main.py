# Tablelight's microcontroller: drives the lights, reads the switches, believes nothing the wire did not prove.
# Runs unchanged on a Pico (RP2040, RP2350), on MicroPython's Unix port and on CPython with stand-ins.
import gc
import select
import struct
import sys
import time

import machine
import micropython
import settings
import wire
from lights import STEP_MS, Lights, no_host_pattern
from sensors import SCAN_MS, SETTLE_US, Outbox, Switches

VERSION = (1, 2, 0)
NO_HOST_MS = 1500  # without a good message: the dim pattern
DARK_MS = 60_000  # then dark
RESEND_MS = 100
SNAPSHOT_MS = 1000
STUCK_MS = 150  # the main loop waits inside a read: the timer looks after the lights
USB_MS = 50  # what was said lies in the USB buffer until the host fetches it, a packet of 64 bytes each millisecond
MOST_REASON = 200  # bytes of an error's text
MOST_CHUNKS = 12  # in one round; a full frame of 108 lights is 6
CAN_LIGHTS, CAN_SENSORS = 1, 2
HOST_FINE, NO_HOST, DARK = 0, 1, 2

ticks_ms, ticks_us, ticks_diff = time.ticks_ms, time.ticks_us, time.ticks_diff


@micropython.viper
def runs(payload: ptr8, size: int, want: ptr8, count: int, write: int) -> int:
    """Walks the runs of a delta, and puts them into the picture if told to; 0 when they are not whole."""
    at = 1
    while at + 2 <= size:
        first = int(payload[at])
        n = int(payload[at + 1])
        at += 2
        if first + n > count or at + 3 * n > size:
            return 0
        if write:
            i = 0
            while i < 3 * n:
                want[3 * first + i] = payload[at + i]
                i += 1
        at += 3 * n
    return 1 if at == size else 0


class Device:
    def __init__(self, stream_in, stream_out):
        self.stream = stream_in
        self.lights = Lights(
            settings.LED_PIN,
            settings.LED_COUNT,
            settings.COLOUR_ORDER,
            settings.CAP_MA,
            settings.RISE,
        )
        self.lights.step()
        self.switches = Switches(
            settings.ROW_PINS,
            settings.COLUMN_PINS,
            settings.BUTTON_PINS,
            getattr(settings, "TRAY_PIN", None),
            getattr(settings, "ROW_ON", 0),
            getattr(settings, "CLOSED", 0),
            getattr(settings, "SETTLE_US", SETTLE_US),
        )
        self.sensors = self.switches.count
        self.outbox = Outbox()
        self.reader, self.writer = wire.Reader(), wire.Writer(stream_out)
        self.pattern, self.dark = no_host_pattern(settings.LED_COUNT), bytearray(3 * settings.LED_COUNT)
        now = ticks_ms()
        self.session = 0
        self.base = -1  # sequence number of the last picture taken; a delta must build on it
        self.host = HOST_FINE
        self.frames = self.loops = 0
        self.leaving = False  # the timer leaves the lights alone
        self.busy_us = self.longest_us = 0  # working, not waiting: all of it, and the longest stretch since CHECK
        self.started = time.time()
        self.heard = self.stepped = self.scanned = self.snapped = self.looped = self.nagged = now
        self.replies = {
            wire.PING: self.on_ping,
            wire.FRAME: self.on_frame,
            wire.DELTA: self.on_delta,
            wire.BRIGHTNESS: self.on_brightness,
            wire.CONFIG: self.on_config,
            wire.STATUS: self.on_status,
            wire.SHOWN: self.on_shown,
            wire.CHECK: self.on_check,
            wire.EVENT_ACK: self.on_event_ack,
            wire.RESET: self.on_reset,
        }

    # --- messages -------------------------------------------------------------------------------------------------

    @micropython.native
    def send(self, kind, seq, payload=b""):
        self.writer.send(kind, seq, self.session, payload)

    def nak(self, seq, reason):
        self.send(wire.NAK, seq, bytes((reason,)))

    def on_damage(self):
        # Say so at once and the host repairs within a frame; but garbage must not make us chatter.
        now = ticks_ms()
        if self.session and not 0 <= ticks_diff(now, self.nagged) < 5:
            self.nagged = now
            self.nak(0, wire.BAD_FRAME)

    @micropython.native
    def on_message(self, kind, seq, payload):
        if kind == wire.HELLO:
            self.on_hello(seq, payload)
            return
        if not self.session:
            self.nak(seq, wire.NO_SESSION)
            return
        reply = self.replies.get(kind)
        if reply is None:
            self.nak(seq, wire.UNKNOWN)
            return
        self.heard = ticks_ms()
        reply(seq, payload)

    def on_hello(self, seq, payload):
        if len(payload) < 6:
            self.nak(seq, wire.BAD_LENGTH)
            return
        oldest, newest, session = struct.unpack_from("<BBI", payload)
        understood = oldest <= wire.PROTOCOL <= newest
        self.session = session
        if understood:
            # What another host set was for its own session.
            self.lights.order(settings.COLOUR_ORDER)
            self.lights.cap_ma = settings.CAP_MA
        self.send(wire.HELLO_R, seq, self.introduction())
        if not understood:
            self.session = 0  # an older or newer host: it may read our version, and no more
            return
        self.heard = ticks_ms()
        self.base = -1
        self.outbox.clear()
        self.snapshot()

    def introduction(self):
        able = CAN_LIGHTS | (CAN_SENSORS if self.switches.count else 0)
        return struct.pack(
            "<BBBBHHHHHH8sBI",
            wire.PROTOCOL,
            VERSION[0],
            VERSION[1],
            VERSION[2],
            self.lights.count,
            self.switches.count,
            self.lights.cap_ma,
            NO_HOST_MS,
            DARK_MS // 1000,
            able,
            bytes(machine.unique_id()),
            machine.reset_cause() & 255,
            int(self.uptime_s()),
        )

    def uptime_s(self):
        return time.time() - self.started

    def on_ping(self, seq, payload):
        self.send(wire.PONG, seq)

    @micropython.native
    def on_frame(self, seq, payload):
        if len(payload) != 3 * self.lights.count:
            self.nak(seq, wire.BAD_LENGTH)
            return
        self.lights.want[:] = payload
        self.taken(seq)

    def on_delta(self, seq, payload):
        """Base (the seq of the picture before), then runs: first light, count, three bytes each."""
        if self.base < 0 or not len(payload) or payload[0] != self.base:
            self.nak(seq, wire.BAD_BASE)
            return
        # Check all runs first: a delta is taken whole or not at all.
        if not runs(payload, len(payload), self.lights.want, self.lights.count, 0):
            self.nak(seq, wire.BAD_LENGTH)
            return
        runs(payload, len(payload), self.lights.want, self.lights.count, 1)
        self.taken(seq)

    @micropython.native
    def taken(self, seq):
        self.base = seq
        self.frames += 1
        self.host = HOST_FINE
        self.lights.change(self.lights.want)
        self.send(wire.ACK, seq)

    def on_brightness(self, seq, payload):
        if len(payload) != 1:
            self.nak(seq, wire.BAD_LENGTH)
            return
        self.lights.dim(payload[0])
        self.send(wire.ACK, seq)

    def on_config(self, seq, payload):
        """Current cap in mA (only ever lower), then the colour order in three letters, or nothing to keep it."""
        letters = bytes(payload[2:])
        if len(payload) < 2 or (letters and sorted(letters) != list(b"BGR")):
            self.nak(seq, wire.BAD_LENGTH)
            return
        self.lights.lower_cap(struct.unpack_from("<H", payload)[0])
        if letters:
            self.lights.order(letters.decode())
        self.send(wire.ACK, seq)

    def on_status(self, seq, payload):
        self.send(
            wire.STATUS_R,
            seq,
            struct.pack(
                "<BHHIIII",
                (1 if self.lights.limited else 0) | self.host << 1,
                self.lights.current_ma,
                self.lights.cap_ma,
                self.frames & 0xFFFFFFFF,
                self.reader.damaged & 0xFFFFFFFF,
                self.loops & 0xFFFFFFFF,
                int(self.uptime_s()),
            ),
        )

    def on_shown(self, seq, payload):
        self.send(wire.SHOWN_R, seq, self.lights.shown)

    def on_check(self, seq, payload):
        """Memory and time in use, the switches' columns that cannot be right, rows and columns. Tidies up first."""
        gc.collect()
        self.send(
            wire.CHECK_R,
            seq,
            struct.pack(
                "<IIIIIBB",
                gc.mem_free(),
                gc.mem_alloc(),
                self.busy_us,
                max(0, self.longest_us),  # -1 in the round of another CHECK
                self.switches.stuck(),
                self.switches.rows,
                self.switches.width,
            ),
        )
        self.longest_us = -1  # what this took itself does not count

    def on_event_ack(self, seq, payload):
        if len(payload) == 2:
            self.outbox.acknowledged(struct.unpack_from("<H", payload)[0])

    def on_reset(self, seq, payload):
        """0: start again. 1: wait for new firmware as a USB disk (UF2)."""
        self.leaving = True
        self.send(wire.ACK, seq)
        self.lights.show_last(self.dark)
        time.sleep_ms(USB_MS)
        if len(payload) and payload[0] == 1:
            machine.bootloader()
        machine.reset()

    # --- switches -------------------------------------------------------------------------------------------------

    def snapshot(self):
        self.snapped = ticks_ms()
        if self.switches.count:
            self.send(wire.SNAPSHOT, 0, struct.pack("<H", self.switches.count) + self.switches.bitmap())

    @micropython.native
    def report(self, now):
        """The oldest change until it is acknowledged; when there is none, everything once a second."""
        if self.outbox.waiting:
            change = self.outbox.waiting[0]
            sent = self.outbox.sent_at
            if sent is None or ticks_diff(now, sent) >= RESEND_MS:
                self.outbox.sent_at = now
                self.send(wire.EVENT, 0, struct.pack("<HHB", self.outbox.seq, change[0], change[1]))
        elif ticks_diff(now, self.snapped) >= SNAPSHOT_MS:
            self.snapshot()

    # --- time -----------------------------------------------------------------------------------------------------

    @micropython.native
    def keep_lights(self, now):
        """The lights by themselves, without a host or without a main loop."""
        quiet = ticks_diff(now, self.heard)
        if quiet >= NO_HOST_MS:
            self.host_gone(quiet)
        if ticks_diff(now, self.stepped) >= (self.lights.rest_ms if self.lights.changed else STEP_MS):
            self.lights.step()
            self.stepped = ticks_ms()

    def host_gone(self, quiet):
        if self.host == HOST_FINE:
            self.host, self.base = NO_HOST, -1
            self.lights.change(self.pattern)
        if self.host == NO_HOST and quiet >= DARK_MS:
            self.host = DARK
            self.lights.change(self.dark)
        if quiet > 0x0FFFFFFF:
            self.heard = ticks_ms() - DARK_MS  # long before ticks wrap around

    def watch(self, timer):
        """From a timer, for when the main loop waits inside a read (half a chunk, then silence) or a write.

        Lights only: a message sent from here could cut into one that is being written.
        """
        now = ticks_ms()
        if not self.leaving and ticks_diff(now, self.looped) >= STUCK_MS:
            self.keep_lights(now)

    def give_up(self, error):
        """A fault of ours: go dark, say what it was, start afresh, whatever else fails on the way."""
        self.leaving = True
        try:
            try:
                self.lights.show_last(self.dark)
            finally:
                self.send(wire.LOG, 0, repr(error).encode()[:MOST_REASON])
                time.sleep_ms(USB_MS)
        finally:
            machine.reset()

    def run(self):
        dog = machine.WDT(timeout=8000) if settings.WATCHDOG else None
        timer = machine.Timer(period=100, mode=machine.Timer.PERIODIC, callback=self.watch)
        poller = select.poll()
        poller.register(sys.stdin, select.POLLIN)
        read = self.stream.read
        while True:
            self.turn(poller.poll, read)
            if dog:
                dog.feed()

    @micropython.native
    def turn(self, poll, read):
        """One round of the loop: wait, hear one message at most, do what is due.

        All in one piece and looked up once: this runs 200 times a second.
        """
        lights, now = self.lights, ticks_ms()
        self.loops = (self.loops + 1) & 0x3FFFFFFF  # small enough to need no memory of its own
        if lights.changed:
            pause = lights.rest_ms - ticks_diff(now, self.stepped)
        elif lights.rising:
            pause = STEP_MS - ticks_diff(now, self.stepped)
        elif self.sensors:
            pause = SCAN_MS - ticks_diff(now, self.scanned)
        else:
            pause = SCAN_MS
        ready = poll(pause if pause > 0 else 0)
        began = ticks_us()
        if ready:
            self.hear(poll, read)
        now = self.looped = ticks_ms()
        quiet = ticks_diff(now, self.heard)
        if quiet >= NO_HOST_MS:
            self.keep_lights(now)
        else:
            if (lights.changed or lights.rising) and ticks_diff(now, self.stepped) >= (
                lights.rest_ms if lights.changed else STEP_MS
            ):
                lights.step()
                self.stepped = ticks_ms()
            if self.session and (self.outbox.waiting or ticks_diff(now, self.snapped) >= SNAPSHOT_MS):
                self.report(now)
        if self.sensors and ticks_diff(now, self.scanned) >= SCAN_MS:
            self.scanned = now
            self.switches.scan(self.outbox.put)
        worked = ticks_diff(ticks_us(), began)
        self.busy_us = (self.busy_us + worked) & 0x3FFFFFFF
        if worked > self.longest_us:
            self.longest_us = worked if self.longest_us >= 0 else 0

    @micropython.native
    def hear(self, poll, read):
        """What has come, chunk by chunk: seven for a whole frame of 108 lights."""
        reader, lights, on_message, on_damage = self.reader, self.lights, self.on_message, self.on_damage
        feed, chunks, ready = reader.feed, MOST_CHUNKS, True
        while ready and chunks:
            # Waits for all of it, which is why the host pads with 00; byte by byte would cost 50 us a byte.
            chunk = read(reader.size)
            if not chunk:
                raise OSError("the wire is closed")
            feed(chunk, on_message, on_damage)
            chunks -= 1
            # What has begun comes first; but a new picture is shown before a read that might have to wait.
            ready = (reader.open or not lights.changed) and poll(0)


def wanted():
    """False when the safe pin is held to ground at power-up: the prompt stays free for repairs."""
    pin = machine.Pin(settings.SAFE_PIN, machine.Pin.IN, machine.Pin.PULL_UP)
    return pin.value() == 1


if wanted():
    micropython.kbd_intr(-1)  # byte 03 is data here, not Ctrl-C
    device = Device(sys.stdin.buffer, sys.stdout.buffer)
    try:
        device.run()
    except Exception as error:  # a fault of ours: say what it was, go dark, start afresh
        device.give_up(error)
