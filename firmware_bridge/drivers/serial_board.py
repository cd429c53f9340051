"""The board on a cable: one thread owns the port, everybody else talks to this object and never waits.

Plug the board in, and::

    board = SerialBoard(BoardMap.load("spectrum"), "auto")
    board.show({"R3": Light(Meaning.LEGAL, Hue.R)})
    board.shown_by_spot()["R3"]      # what the device says it really shows
    with board.lights_out():         # dark for one camera frame
        ...
    board.close()

Unplug it, plug it in again: the picture comes back from here; no game state lives on the device.
"""

import contextlib
import logging
import os
import secrets
import select
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

import serial

from engine.components.lights import Picture
from engine.core.language import Deferred
from firmware_bridge.animation import moves, render
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import Counters, LightsHealth, Rgb, SensorEvent
from firmware_bridge.drivers.page_board import pixels
from firmware_bridge.drivers.port_search import LOOK_S, PortSearch
from firmware_bridge.drivers.serial_health import described, silent, summed
from firmware_bridge.drivers.status import Reporting
from firmware_bridge.link_quality import LinkQuality
from firmware_bridge.protocol import Decoder, Kind
from firmware_bridge.session import DeviceSession
from firmware_bridge.transport import GONE, NotThere, PortError, open_port

log = logging.getLogger(__name__)

# The times are chosen by hand: short enough that nobody waits for a plug, long enough that a core stays free.
FRAME_S = 1 / 30
"""Between two steps of a picture that moves; 60 a second were held over the cable, and look the same."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 2.0
"""Before the port is tried again: at first, and after many times in vain (it doubles in between)."""
MOST_EVENTS = 256
REFUSED_PAUSE_S = 5.0
"""Before a device that must be left alone is greeted once more."""
FAREWELL_S = 1.0
"""A device that talks on but takes no picture must not hold the port after closing."""
LOG_AGAIN_S = 60.0
"""A board that comes and goes all day must not fill the log with one sentence."""


class SerialBoard(Reporting):
    """The lights and switches behind one serial port; see ``LightDriver`` for the words.

    ``port`` is a path or ``auto``; ``device_id`` the only board to accept (16 hex digits); ``cap_ma`` lowers the
    device's current cap; ``colours`` is the order of the strip's diodes where it differs from what the firmware's
    settings say. Opening happens in the background: a board that is not there yet is no error.
    """

    def __init__(
        self,
        board: BoardMap,
        port: str = "auto",
        *,
        device_id: str | None = None,
        cap_ma: int | None = None,
        colours: str = "",
    ) -> None:
        self.board, self.port, self.brightness, self.colour_blind = board, port, 0.6, False
        self._device_id, self._cap_ma, self._colours = device_id, cap_ma, colours
        self._lock = threading.Lock()
        self._picture: Picture = {}
        self._since = time.monotonic()
        self._raw: bytes | None = None
        self._out = 0  # how many want the lights out
        self._dark = threading.Event()
        self._events: deque[SensorEvent] = deque(maxlen=MOST_EVENTS)
        self._sensors: dict[int, bool] = {}
        self._shown: tuple[Rgb, ...] = ()
        self._before = Counters()  # of the sessions that ended
        self._quality = LinkQuality()
        self._health = LightsHealth(connected=False, sentence=Deferred("Looking for the light board."))
        self._session: DeviceSession | None = None
        self._logged: dict[str, float] = {}  # when each sentence of what is missing was last written to the log
        self._again = False
        self._search = PortSearch(port, device_id)
        self._closing = False
        self._closing_at = 0.0
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name=f"lights {board.name}", daemon=True)
        self._thread.start()

    # --- for everybody ------------------------------------------------------------------------------------------

    def show(self, picture: Picture) -> None:
        """Make this the picture; the newest wins."""
        with self._lock:
            if picture != self._picture or self._raw is not None:
                self._picture, self._since, self._raw = dict(picture), time.monotonic(), None
        self._wake()

    def show_pixels(self, data: bytes) -> None:
        """These bytes, three a light in strip order, until the next picture: for wiring tests and measurements."""
        with self._lock:
            self._raw = bytes(data)
        self._wake()

    def wire_as(self, board: BoardMap, colours: str) -> None:
        """Use another map of the same board (the strip runs otherwise) and another order of the strip's colours."""
        with self._lock:
            self._again = bool(self._colours and not colours)  # only the device knows its own order: greet it anew
            self.board, self._colours = board, colours
            session = self._session
        if session and colours:
            session.configure(None, colours)
        self._wake()

    def sensors(self) -> Mapping[int, bool]:
        """Every switch the device has told of: pressed or not."""
        with self._lock:
            return dict(self._sensors)

    def check(self) -> None:
        """Ask the device to check itself again; the answer comes with ``health``."""
        session = self._session
        if session:
            session.ask_check()
            self._wake()

    @contextlib.contextmanager
    def lights_out(self, patience_s: float = 0.1) -> Iterator[bool]:
        """Dark inside the block, so that light does not colour a camera frame; yields whether the device said so."""
        with self._lock:
            self._out += 1
            self._dark.clear()
        self._wake()
        try:
            yield self._dark.wait(patience_s)
        finally:
            with self._lock:
                self._out -= 1
            self._wake()

    @property
    def answer_ms(self) -> list[tuple[Kind, float]]:
        """How long the device took to answer, by kind of request: the newest 8192 of this connection."""
        session = self._session
        return list(session.answer_ms) if session else []

    def events(self) -> list[SensorEvent]:
        """Sensor events since the last call, oldest first; the newest 256 are kept."""
        with self._lock:
            events = list(self._events)
            self._events.clear()
        return events

    def close(self) -> None:
        """Lights out if the device still listens, port free, thread ended. May be called twice."""
        if not self._closing:
            self.show({})
            self._closing_at = time.monotonic()
            self._closing = True
            self._wake()
            self._thread.join(timeout=3)
            with self._lock:
                os.close(self._wake_write)
                self._wake_write = -1

    def _wake(self) -> None:
        with self._lock, contextlib.suppress(OSError):  # full pipe: it is awake already; closed pipe: too late
            os.write(self._wake_write, b"!")

    # --- the owner's thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        pause, seen, path = FIRST_PAUSE_S, None, None
        while not self._closing:
            try:
                path = self._search.path()
                thing = (os.path.realpath(path), path.stat().st_ino)
                pause, seen = (pause if thing == seen else FIRST_PAUSE_S), thing
                with open_port(path) as port:
                    session = self._talk(port)
                if session.refused:
                    pause = REFUSED_PAUSE_S
                else:
                    pause = FIRST_PAUSE_S if session.device else min(2 * pause, LONGEST_PAUSE_S)
                if session.device:
                    self._search.found()
                elif self._search.pass_by(path):
                    pause = FIRST_PAUSE_S
            except NotThere as error:
                self._absent(str(error))
                pause = min(2 * pause, LONGEST_PAUSE_S) if seen else LOOK_S
            except PortError as error:
                self._absent(str(error), trouble=True)
                pause = FIRST_PAUSE_S if path and self._search.pass_by(path) else min(2 * pause, LONGEST_PAUSE_S)
            except GONE as error:
                self._absent(Deferred("The light board went away ({why}).", why=error))
            except Exception:
                log.exception("The owner of the light board's port stumbled and starts again")
                self._absent(Deferred("The light board's driver stumbled; see the log."))
                pause = LONGEST_PAUSE_S
            self._search.rest(pause, lambda: self._closing)
        os.close(self._wake_read)

    def _talk(self, port: serial.Serial) -> DeviceSession:
        """One session, from HELLO to its end."""
        session = DeviceSession(
            secrets.randbits(32),
            time.monotonic(),
            device_id=self._device_id,
            cap_ma=self._cap_ma,
            colours=self._colours,
        )
        session.switches.states = dict(self._sensors)
        decoder = Decoder()
        self._session = session
        farewell = False
        try:
            port.reset_input_buffer()
            back_at = time.monotonic()
            while True:
                now = time.monotonic()
                session.was_away(now - back_at)
                if session.refused or session.dead(now):
                    break
                if farewell and (session.settled or now - self._closing_at > FAREWELL_S):
                    break
                if self._again:
                    self._again = False
                    return session
                farewell = farewell or self._closing
                self._draw(session, now)
                if port.in_waiting:  # it came while this thread was busy: the answer is not late, we are
                    _hear(port.read(port.in_waiting), session, decoder)
                data = session.due(time.monotonic())
                if data:
                    port.write(data)
                pause = self._pause(session)
                back_at = now + pause  # what this round takes beyond its pause is our own lateness
                self._wait(port, session, decoder, pause)
                self._publish(session, decoder)
        except GONE as error:
            log.debug("The port went away: %r", error)
        finally:
            self._ended(session, decoder)
        if session.refused:
            self._refused(session.refused)
        elif not self._closing:
            self._absent(silent(session, self.port), trouble=not session.device and self.port != "auto")
        return session

    def _pause(self, session: DeviceSession) -> float:
        """Seconds until something is due even if nothing comes and nobody calls."""
        pause = session.wake_in(time.monotonic())
        with self._lock:
            age = time.monotonic() - self._since
            moving = self._raw is None and moves(self._picture, age, colour_blind=self.colour_blind)
        return min(pause, FRAME_S) if moving else pause

    def _wait(self, port: serial.Serial, session: DeviceSession, decoder: Decoder, pause: float) -> None:
        ready, _, _ = select.select([port.fileno(), self._wake_read], [], [], pause)
        if self._wake_read in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake_read, 4096)
        if port.fileno() in ready:
            _hear(port.read(port.in_waiting or 1), session, decoder)

    def _draw(self, session: DeviceSession, now: float) -> None:
        with self._lock:
            picture, since, raw, out = self._picture, self._since, self._raw, self._out
        session.brightness = 0 if out else 255
        if raw is not None:
            session.want(raw)
        else:
            # A moving picture steps 30 times a second, whatever else wakes this thread.
            age = (now - since) // FRAME_S * FRAME_S
            session.want(render(picture, self.board, age, self.brightness, colour_blind=self.colour_blind))

    def _publish(self, session: DeviceSession, decoder: Decoder) -> None:
        if session.dark_taken():
            self._dark.set()
        changes, session.switches.changes = session.switches.changes, []
        shown = pixels(session.shown)
        counters = summed(self._before, session, decoder)
        complaint = self._quality.complaint(counters, time.monotonic()) if session.device else ""
        health = described(session, self.board, counters, complaint, self._health)
        at = time.monotonic()
        with self._lock:
            self._shown, self._health = shown, health
            for index, pressed in changes:
                self._sensors[index] = pressed
                self._events.append(SensorEvent(index, self.board.sensor_name(index), pressed, at))

    # --- saying how things are ----------------------------------------------------------------------------------

    def _ended(self, session: DeviceSession, decoder: Decoder) -> None:
        ended = summed(self._before, session, decoder)
        again = 1 if session.device else 0
        self._before = replace(ended, reconnects=ended.reconnects + again)
        with self._lock:
            self._shown = ()

    def _absent(self, sentence: str, *, trouble: bool = False) -> None:
        words = Deferred("{sentence} Trying again by itself.", sentence=sentence)
        health = LightsHealth(connected=False, sentence=words, trouble=trouble, counters=self._before)
        with self._lock:
            now = time.monotonic()
            # A loose plug is silent and gone by turns: each is news of its own, and stays known for a while.
            self._logged = {said: at for said, at in self._logged.items() if now - at < LOG_AGAIN_S}
            if sentence not in self._logged:
                self._logged[sentence] = now
                log.info(health.sentence)
            self._health = health

    def _refused(self, sentence: str) -> None:
        with self._lock:
            if sentence != self._health.sentence:
                log.warning(sentence)
            self._health = LightsHealth(connected=False, sentence=sentence, trouble=True, counters=self._before)


def _hear(data: bytes, session: DeviceSession, decoder: Decoder) -> None:
    now, damaged = time.monotonic(), decoder.damaged
    for message in decoder.feed(data):
        session.receive(message, now)
    if decoder.damaged > damaged:
        session.damaged(now)
    if not session.device:
        decoder.damaged = 0  # tails of what was said before we came
