"""The whole firmware on a chip whose time is a number: what takes too long, or ends too soon, shows."""

import struct

import pytest

from firmware_bridge.protocol import Check, Decoder, Kind, Message, Refusal, Status, encode
from tests.hardware.modelled import ResetError, SlowLines, modelled_pico

SESSION = 0x1234ABCD
LIGHTS = 108
BRIGHT = bytes([40]) * (3 * LIGHTS)


@pytest.fixture
def pico():
    with modelled_pico(LED_COUNT=LIGHTS, WATCHDOG=False) as parts:
        yield parts


class Bench:
    """A device that has a host: says messages to it and lets its program run."""

    def __init__(self, pico):
        self.pico, self.chip = pico, pico.chip
        self.device = pico.main.Device(None, self.chip)
        self.coming = []
        self.say(Kind.HELLO, struct.pack("<BBI", 1, 1, SESSION))

    def say(self, kind, payload=b"", seq=1):
        """As if it came in this moment."""
        self.device.reader.feed(encode(Message(kind, seq, payload)), self.device.on_message, self.device.on_damage)

    def poll(self, ms):
        assert ms <= 20  # scans, and lights that are due
        self.chip.wait(1000 * ms)
        return []

    def run(self, ms):
        """The main loop, without a word from the host."""
        until = self.chip.us + 1000 * ms
        while self.chip.us < until:
            self.device.turn(self.poll, None)

    def heard(self):
        self.chip.wait(100_000 if self.chip.ended_us is None else 0)
        return [message for message in Decoder().feed(self.chip.heard()) if message.kind != Kind.SNAPSHOT]

    def light_up(self):
        self.say(Kind.FRAME, BRIGHT)
        self.run(100)
        assert any(self.chip.shows(LIGHTS))


@pytest.fixture
def bench(pico):
    return Bench(pico)


MOMENTS = pytest.mark.parametrize("after_us", [0, 100, 1000, 3200, 3400, 5000, 9000])


@MOMENTS
def test_a_program_that_fails_goes_dark_and_says_why_before_it_starts_anew(bench, after_us):
    bench.light_up()
    bench.device.lights.changed = True
    bench.device.lights.step()  # a picture is on its way to the strip
    bench.chip.wait(after_us)
    with pytest.raises(ResetError):
        bench.device.give_up(ValueError("the reason"))
    assert not any(bench.chip.shows(LIGHTS))
    assert bench.heard()[-1].kind == Kind.LOG and b"the reason" in bench.heard()[-1].payload


@MOMENTS
@pytest.mark.parametrize("payload", [b"", b"\1"], ids=["start anew", "new firmware"])
def test_a_board_told_to_start_anew_answers_and_goes_dark_first(bench, after_us, payload):
    bench.light_up()
    bench.device.lights.changed = True
    bench.device.lights.step()
    bench.chip.wait(after_us)
    with pytest.raises(ResetError):
        bench.say(Kind.RESET, payload, seq=77)
    assert not any(bench.chip.shows(LIGHTS))
    assert (bench.heard()[-1].kind, bench.heard()[-1].seq) == (Kind.ACK, 77)


def test_a_strip_that_never_ends_does_not_keep_a_failed_program_from_starting_anew(bench, monkeypatch):
    monkeypatch.setattr(bench.chip, "feeding", lambda: bench.chip.wait(5) or True)
    began = bench.chip.us
    with pytest.raises(ResetError):
        bench.device.give_up(ValueError("the reason"))
    assert bench.chip.us - began < 1e6


def test_lights_that_fail_do_not_keep_a_failed_program_from_saying_why(bench, monkeypatch):
    def broken():
        raise MemoryError

    monkeypatch.setattr(bench.device.lights, "step", broken)
    with pytest.raises(ResetError):
        bench.device.give_up(ValueError("the reason"))
    assert b"the reason" in bench.heard()[-1].payload


def test_a_reason_longer_than_a_message_is_cut_and_not_one_fault_more(bench):
    with pytest.raises(ResetError):
        bench.device.give_up(ValueError("x" * 2000))
    assert bench.heard()[-1].kind == Kind.LOG and b"ValueError" in bench.heard()[-1].payload


def test_a_host_that_dies_while_the_lights_are_out_leaves_the_pattern_and_not_a_dead_board(bench):
    bench.light_up()
    bench.say(Kind.BRIGHTNESS, b"\0")
    bench.run(100)
    assert not any(bench.chip.shows(LIGHTS))
    bench.run(bench.pico.main.NO_HOST_MS)
    assert any(bench.chip.shows(LIGHTS))
    bench.say(Kind.FRAME, BRIGHT)  # it was only away, and is still taking its picture
    bench.run(100)
    assert not any(bench.chip.shows(LIGHTS))


def status(bench):
    bench.say(Kind.STATUS)
    return Status.parse(bench.heard()[-1].payload[4:])


def test_the_rounds_of_the_loop_are_counted(bench):
    before = status(bench).loops
    for _ in range(50):
        bench.device.turn(bench.poll, None)
    assert status(bench).loops == before + 50


def test_two_checks_in_one_round_are_both_answered_with_sense(bench, monkeypatch):
    """The second came out as a longest stretch of an hour (-1 as a number without a sign)."""
    monkeypatch.setattr(bench.pico.main.gc, "mem_free", lambda: 1000, raising=False)
    monkeypatch.setattr(bench.pico.main.gc, "mem_alloc", lambda: 500, raising=False)
    bench.run(100)
    for _ in range(2):
        bench.say(Kind.CHECK)
        check = Check.parse(bench.heard()[-1].payload[4:])
        assert check.longest_us < 1_000_000 and (check.rows, check.columns) == (12, 9)


@pytest.mark.parametrize("letters", [b"\xff\xfe\xfd", b"RGX", b"RRB", b"\0\0\0", b"rgb"])
def test_a_colour_order_that_is_none_is_refused_and_the_program_goes_on(bench, letters):
    bench.say(Kind.CONFIG, struct.pack("<H", 700) + letters, seq=9)
    answer = bench.heard()[-1]
    assert (answer.kind, answer.seq, answer.payload[4]) == (Kind.NAK, 9, Refusal.BAD_LENGTH)
    assert bench.device.lights.cap_ma == 1500


def test_a_cap_is_lowered_for_one_session_and_the_next_host_may_ask_for_another(bench):
    bench.say(Kind.CONFIG, struct.pack("<H", 500))
    assert bench.device.lights.cap_ma == 500
    bench.say(Kind.HELLO, struct.pack("<BBI", 1, 1, SESSION + 1))
    bench.say(Kind.CONFIG, struct.pack("<H", 900))
    assert bench.device.lights.cap_ma == 900
    bench.say(Kind.CONFIG, struct.pack("<H", 5000))
    assert bench.device.lights.cap_ma == 900


@pytest.mark.parametrize("days", [7, 13])
def test_after_days_without_a_host_the_lights_come_on_at_once(bench, days):
    """Milliseconds wrap around after 12.4 days, and differences over 6.2 days turn negative."""
    bench.light_up()
    for _ in range(24 * days):
        bench.chip.wait(3_600e6)
        bench.device.turn(lambda ms: [], None)
        bench.device.turn(lambda ms: [], None)
    bench.say(Kind.HELLO, struct.pack("<BBI", 1, 1, SESSION + 1))
    bench.light_up()


@pytest.mark.parametrize("acknowledged", [True, False])
def test_a_hello_said_twice_makes_no_event_look_like_one_the_host_has(bench, acknowledged):
    """The host says HELLO again when its answer is late, and the same number twice is the same event to it."""
    outbox = bench.device.outbox
    outbox.put(7, 1)
    first = outbox.seq
    if acknowledged:
        outbox.acknowledged(first)
    bench.say(Kind.HELLO, struct.pack("<BBI", 1, 1, SESSION))
    outbox.put(8, 1)
    assert outbox.seq != first
    outbox.acknowledged(first)  # which was on its way
    assert outbox.waiting == [(8, 1)]


# ---- switches on slow lines

ROWS, COLUMNS = (2, 3, 4, 5), (14, 15, 16)


def felt(pico, rise_us, settle_us):
    """What is felt of two pieces on lines that rise so slowly."""
    lines = SlowLines(pico.chip, ROWS, COLUMNS, rise_us)
    pico.bench.drive, pico.bench.level = lines.drive, lines.level
    switches = pico.sensors.Switches(ROWS, COLUMNS, (), settle_us=settle_us)
    lines.pieces = {(0, 1), (2, 2)}
    closed = set()
    for _ in range(10):
        pico.chip.wait(20_000)
        switches.scan(lambda index, on: closed.add(divmod(index, len(COLUMNS))) if on else None)
    return closed


@pytest.mark.parametrize("rise_us", [0, 10, 19, 25, 35, 45])
def test_on_slow_lines_no_piece_is_seen_one_row_on(pico, rise_us):
    assert felt(pico, rise_us, pico.settings.SETTLE_US) == {(0, 1), (2, 2)}


def test_without_that_wait_slow_lines_would_show_each_piece_one_row_on(pico):
    assert felt(pico, 25, 0) == {(0, 1), (1, 1), (2, 2), (3, 2)}


def test_settings_of_an_older_board_get_the_wait_all_the_same(pico, monkeypatch):
    monkeypatch.delattr(pico.settings, "SETTLE_US")
    lines = SlowLines(pico.chip, pico.settings.ROW_PINS, pico.settings.COLUMN_PINS, 35)
    pico.bench.drive, pico.bench.level = lines.drive, lines.level
    lines.pieces = {(3, 4)}
    bench = Bench(pico)
    bench.run(200)
    assert list(bench.device.switches.stable[:12]) == [0, 0, 0, 1 << 4] + [0] * 8


def by_its_loop(bench):
    bench.run(10)


def by_its_timer(bench):
    """The main loop waits inside a read for the other half of a chunk."""
    bench.chip.wait(10_000)
    bench.device.watch(None)


@pytest.mark.parametrize("goes_on", [by_its_loop, by_its_timer])
def test_without_a_host_the_lights_dim_after_a_second_and_a_half_and_go_dark_after_a_minute(bench, goes_on):
    began = bench.chip.us
    bench.light_up()
    shown, changes = bench.chip.shows(LIGHTS), []
    while bench.chip.us < began + 61_000_000:
        goes_on(bench)
        now = bench.chip.shows(LIGHTS)
        if now != shown:
            shown = now
            brightest = max(max(word.to_bytes(4, "big")) for word in now)
            changes.append(((bench.chip.us - began) // 1000, brightest))
    (dim_ms, dim), (dark_ms, dark) = changes
    assert 1500 <= dim_ms <= 1540 and 0 < dim <= 16
    assert 60_000 <= dark_ms <= 60_040 and dark == 0  # two rounds of the loop, 20 ms at most each
