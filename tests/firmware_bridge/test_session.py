"""One conversation, without a port or a clock: what is said, when, and what is not believed."""

import struct
from itertools import pairwise

import pytest

from firmware_bridge.protocol import Decoder, Kind, Message, Refusal
from firmware_bridge.reply_timeouts import ANSWER_S
from firmware_bridge.session import _ANSWERS, DEAD_S, DEAF_S, FULL_S, HELLO_AGAIN_S, DeviceSession

SESSION = 0x1234ABCD
LIGHTS = 4
RED = b"\xff\0\0" * LIGHTS


def introduction(protocol=1, lights=LIGHTS, minor=0):
    return struct.pack("<BBBBHHHHHH8sBI", protocol, 1, minor, 0, lights, 0, 1500, 1500, 60, 1, b"tablelit", 1, 5)


class Talk:
    """A session and the clock; plays the device by hand."""

    def __init__(self, **options):
        self.now = 100.0
        self.session = DeviceSession(SESSION, self.now, **options)

    def said(self):
        return [Message(m.kind, m.seq, m.payload) for m in Decoder().feed(self.session.due(self.now))]

    def reply(self, kind, seq, body=b"", session=SESSION):
        self.session.receive(Message(kind, seq, struct.pack("<I", session) + body), self.now)

    def greet(self, **options):
        (hello,) = self.said()
        assert hello.kind == Kind.HELLO
        self.reply(Kind.HELLO_R, hello.seq, introduction(**options))

    def settle(self):
        """Answers everything like a good device until the lights stand."""
        for _ in range(10):
            for message in self.said():
                if message.kind in (Kind.FRAME, Kind.DELTA, Kind.BRIGHTNESS, Kind.CONFIG):
                    self.reply(Kind.ACK, message.seq)
                elif message.kind == Kind.STATUS:
                    self.reply(Kind.STATUS_R, message.seq, struct.pack("<BHHIIII", 0, 5, 1500, 1, 0, 9, 5))
                elif message.kind == Kind.SHOWN:
                    self.reply(Kind.SHOWN_R, message.seq, RED)


@pytest.fixture
def talk():
    talk = Talk()
    talk.session.want(RED)
    talk.greet()
    return talk


def test_nothing_but_hello_is_said_before_the_device_answers():
    talk = Talk()
    talk.session.want(RED)
    kinds = []
    for _ in range(20):
        kinds += [message.kind for message in talk.said()]
        talk.now += 0.1
    assert set(kinds) == {Kind.HELLO} and len(kinds) > 3


@pytest.mark.parametrize(("protocol", "word"), [(0, "older"), (2, "newer"), (200, "newer")])
def test_another_protocol_asks_for_an_update_and_nothing_else_is_sent(protocol, word):
    talk = Talk()
    talk.session.want(RED)
    talk.greet(protocol=protocol)
    assert "update the firmware" in talk.session.refused and word in talk.session.refused
    for _ in range(50):
        talk.now += 0.1
        assert talk.said() == []


def test_an_introduction_of_the_wrong_length_is_refused_in_words():
    talk = Talk()
    (hello,) = talk.said()
    talk.reply(Kind.HELLO_R, hello.seq, b"\x01\x02")
    assert "update the firmware" in talk.session.refused


def test_an_answer_to_an_earlier_hello_of_this_session_counts():
    """The device was still booting when the first HELLO arrived."""
    talk = Talk()
    (first,) = talk.said()
    talk.now += HELLO_AGAIN_S + 0.001
    assert [message.kind for message in talk.said()] == [Kind.HELLO]
    talk.reply(Kind.HELLO_R, first.seq, introduction())
    assert talk.session.device


def test_another_board_is_refused_by_its_id():
    talk = Talk(device_id="0011223344556677")
    talk.greet()
    assert "7461626c656c6974" in talk.session.refused and "0011223344556677" in talk.session.refused


def test_one_request_is_in_flight_at_a_time(talk):
    assert len(talk.said()) == 1
    assert talk.said() == []
    talk.now += ANSWER_S / 2
    assert talk.said() == []


def test_the_first_picture_is_whole_and_the_next_one_a_delta(talk):
    talk.settle()
    talk.session.want(RED[:9] + b"\1\2\3")
    (message,) = talk.said()
    assert message.kind == Kind.DELTA and message.payload[1:] == bytes((3, 1, 1, 2, 3))


def test_the_newest_picture_wins_and_none_is_queued(talk):
    talk.settle()
    talk.session.want(b"\1" * 12)
    (first,) = talk.said()
    for level in range(2, 50):
        talk.session.want(bytes([level]) * 12)
        assert talk.said() == []
    talk.reply(Kind.ACK, first.seq)
    (second,) = talk.said()
    assert second.payload[-12:] == b"\x31" * 12
    talk.reply(Kind.ACK, second.seq)
    assert talk.session.settled


@pytest.mark.parametrize("reason", list(Refusal)[2:])
def test_after_a_refusal_a_fresh_full_picture_follows(talk, reason):
    talk.settle()
    talk.session.want(RED[:9] + b"\1\2\3")
    (message,) = talk.said()
    talk.reply(Kind.NAK, message.seq, bytes([reason]))
    (again,) = talk.said()
    assert again.kind == Kind.FRAME and again.seq != message.seq and again.payload == RED[:9] + b"\1\2\3"


def test_after_a_timeout_a_fresh_full_picture_follows(talk):
    talk.settle()
    talk.session.want(RED[:9] + b"\1\2\3")
    (lost,) = talk.said()
    talk.now += ANSWER_S + 0.001
    (again,) = talk.said()
    assert again.kind == Kind.FRAME
    talk.reply(Kind.ACK, lost.seq)
    assert not talk.session.settled  # that was the answer to the lost one


def in_a_minute_with_answers_after(talk, delay_s):
    """A device that answers everything, so many seconds late; in steps of 10 ms."""
    coming = []
    for _ in range(6000):
        talk.now += 0.01
        coming += [(talk.now + delay_s, message) for message in talk.said()]
        while coming and coming[0][0] <= talk.now:
            message = coming.pop(0)[1]
            body = struct.pack("<BHHIIII", 0, 5, 1500, 1, 0, 9, 5) if message.kind == Kind.STATUS else b""
            talk.reply(_ANSWERS[message.kind], message.seq, body)
    return talk.session


@pytest.mark.parametrize("delay_s", [0.1, 0.3, 0.6, 0.9])
def test_a_device_that_is_always_late_is_late_and_loses_nothing(talk, delay_s):
    session = in_a_minute_with_answers_after(talk, delay_s)
    assert session.patience.late > 10 and session.patience.lost == 0 and not session.dead(talk.now)


def test_a_slow_device_is_waited_for_and_not_asked_twice(talk):
    session = in_a_minute_with_answers_after(talk, 0.15)
    assert session.timeouts <= 3 and session.settled
    in_a_minute_with_answers_after(talk, 0.01)
    assert session.patience.wait_s == ANSWER_S  # and when it is quick again, that is forgotten


def test_answers_that_never_come_though_later_ones_do_are_lost(talk):
    talk.settle()
    for _ in range(5):
        talk.session.want(bytes([talk.session.timeouts]) * 12)
        assert talk.said()
        talk.now += ANSWER_S + 0.001
    for _ in range(2):
        talk.settle()
    assert (talk.session.patience.lost, talk.session.patience.late) == (5, 0)


def test_a_late_answer_says_that_those_before_it_are_lost(talk):
    talk.settle()
    asked = []
    for level in range(3):
        talk.session.want(bytes([level]) * 12)
        asked += talk.said()
        talk.now += ANSWER_S + 0.001
    talk.reply(Kind.ACK, asked[1].seq)
    assert (talk.session.patience.lost, talk.session.patience.late) == (1, 1)


def test_silence_until_the_device_is_gone_is_neither_lateness_nor_loss(talk):
    talk.settle()
    while not talk.session.dead(talk.now):
        talk.now += 0.01
        talk.said()
    assert talk.session.timeouts > 5 and (talk.session.patience.lost, talk.session.patience.late) == (0, 0)


def test_what_the_device_threw_away_before_this_session_does_not_count_against_this_cable(talk):
    def status(damaged):
        talk.now += 1.0
        message = next(m for _ in range(20) for m in [*talk.said(), Message(0, 0)] if answered(m))
        talk.reply(Kind.STATUS_R, message.seq, struct.pack("<BHHIIII", 0, 5, 1500, 1, damaged, 9, 5))

    def answered(message):
        if message.kind in (Kind.FRAME, Kind.DELTA, Kind.BRIGHTNESS):
            talk.reply(Kind.ACK, message.seq)
        elif message.kind == Kind.SHOWN:
            talk.reply(Kind.SHOWN_R, message.seq, RED)
        return message.kind == Kind.STATUS

    status(40_000)
    assert talk.session.device_damaged == 0
    status(40_003)
    assert talk.session.device_damaged == 3


def test_an_owner_that_was_away_itself_does_not_call_the_device_gone(talk):
    talk.settle()
    talk.now += 3 * DEAD_S
    talk.session.was_away(2.5 * DEAD_S)
    assert not talk.session.dead(talk.now)


def test_replies_of_another_session_are_dropped(talk):
    (request,) = talk.said()
    talk.reply(Kind.ACK, request.seq, session=SESSION ^ 1)
    assert talk.session.stale == 1 and talk.said() == []


def test_a_full_picture_goes_out_every_two_seconds_though_nothing_changed(talk):
    talk.settle()
    talk.now += FULL_S
    assert Kind.FRAME in [message.kind for message in talk.said()]


def test_silence_of_three_seconds_means_gone_and_any_word_means_alive(talk):
    talk.now += DEAD_S / 2
    assert not talk.session.dead(talk.now)
    talk.reply(Kind.PONG, 99)
    talk.now += DEAD_S * 0.9
    assert not talk.session.dead(talk.now)
    talk.now += DEAD_S
    assert talk.session.dead(talk.now)


def test_a_device_that_started_anew_is_greeted_anew(talk):
    (request,) = talk.said()
    talk.reply(Kind.NAK, request.seq, bytes([Refusal.NO_SESSION]), session=0)
    assert talk.session.dead(talk.now)


def test_something_is_said_at_least_every_half_second(talk):
    talk.settle()
    quiet_since = talk.now
    for _ in range(300):
        talk.now += 0.02
        if talk.said():
            quiet_since = talk.now
        assert talk.now - quiet_since < 0.6


def test_an_event_sent_twice_counts_once_and_is_acknowledged_twice(talk):
    talk.settle()
    for _ in range(2):
        talk.reply(Kind.EVENT, 0, struct.pack("<HHB", 1, 7, 1))
        assert Message(Kind.EVENT_ACK, 0, b"\1\0") in talk.said()
    assert talk.session.switches.changes == [(7, True)]


def test_a_snapshot_tells_what_no_event_told(talk):
    talk.session.switches.states = {0: True, 1: False, 2: True}
    talk.reply(Kind.SNAPSHOT, 0, struct.pack("<H", 3) + bytes([0b110]))
    assert talk.session.switches.changes == [(0, False), (1, True)]


def test_the_cap_is_lowered_before_any_light_is_sent():
    talk = Talk(cap_ma=500)
    talk.session.want(RED)
    talk.greet()
    (config,) = talk.said()
    assert config.kind == Kind.CONFIG and config.payload == struct.pack("<H", 500)


def test_nonsense_from_a_device_that_answers_is_survived(talk):
    for kind in range(25):
        for body in (b"", b"\0", bytes(600), b"\xff" * 7):
            talk.reply(kind, 1, body)
            talk.session.receive(Message(kind, 1, body), talk.now)
    talk.now += ANSWER_S + 0.001
    talk.settle()
    talk.now += ANSWER_S + 0.001
    talk.settle()
    assert talk.session.settled


CHECKED = struct.pack("<IIIIIBB", 90_000, 12_000, 5_000, 700, 0b101, 12, 9)


class Checking:
    """A device of firmware 1.1 or later that answers everything, and CHECK as the test says."""

    def __init__(self, on_check):
        self.talk, self.on_check, self.asked_at = Talk(), on_check, []
        self.talk.session.want(RED)
        self.talk.greet(minor=2)

    def run(self, seconds):
        for _ in range(round(seconds * 100)):
            for message in self.talk.said():
                if message.kind == Kind.CHECK:
                    self.asked_at.append(self.talk.now)
                    self.on_check(self.talk, message)
                elif message.kind == Kind.SHOWN:
                    self.talk.reply(Kind.SHOWN_R, message.seq, RED)
                elif message.kind == Kind.STATUS:
                    self.talk.reply(Kind.STATUS_R, message.seq, struct.pack("<BHHIIII", 0, 5, 1500, 1, 0, 9, 5))
                else:
                    self.talk.reply(Kind.PONG if message.kind == Kind.PING else Kind.ACK, message.seq)
            self.talk.now += 0.01
        return self.talk.session


def test_a_device_that_can_is_asked_once_to_check_itself():
    checking = Checking(lambda talk, message: talk.reply(Kind.CHECK_R, message.seq, CHECKED))
    session = checking.run(20)
    assert len(checking.asked_at) == 1
    assert session.check.stuck_columns == (0, 2) and session.check.free == 90_000
    assert (session.check.rows, session.check.columns) == (12, 9)
    session.ask_check()
    checking.run(5)
    assert len(checking.asked_at) == 2


def test_firmware_that_does_not_tell_its_matrix_yet_is_understood():
    checking = Checking(lambda talk, message: talk.reply(Kind.CHECK_R, message.seq, CHECKED[:20]))
    check = checking.run(1).check
    assert check.free == 90_000 and (check.rows, check.columns) == (None, None)


def test_a_check_whose_answer_is_lost_is_asked_for_again():
    lost = []

    def lose_two(talk, message):
        if len(lost) < 2:
            lost.append(message)
        else:
            talk.reply(Kind.CHECK_R, message.seq, CHECKED)

    checking = Checking(lose_two)
    assert checking.run(10).check is not None and len(checking.asked_at) == 3


def test_a_device_that_never_answers_a_check_is_asked_now_and_then_and_not_for_ever():
    checking = Checking(lambda talk, message: None)
    assert checking.run(60).check is None
    asked = checking.asked_at
    assert 3 <= len(asked) <= 10 and all(b - a >= 1 for a, b in pairwise(asked))


def test_a_check_that_comes_late_is_taken_and_not_asked_for_again():
    late = []
    checking = Checking(lambda talk, message: late.append(message))
    checking.run(0.5)
    (message,) = late
    checking.talk.reply(Kind.CHECK_R, message.seq, CHECKED)
    assert checking.run(10).check.free == 90_000 and len(late) == 1


@pytest.mark.parametrize("reason", [Refusal.UNKNOWN, Refusal.BAD_LENGTH])
def test_a_device_that_refuses_to_check_itself_is_not_asked_again(reason):
    checking = Checking(lambda talk, message: talk.reply(Kind.NAK, message.seq, bytes([reason])))
    checking.run(20)
    assert len(checking.asked_at) == 1


def test_a_check_that_makes_no_sense_is_asked_for_again():
    checking = Checking(lambda talk, message: talk.reply(Kind.CHECK_R, message.seq, CHECKED[:7]))
    checking.run(60)
    assert 3 <= len(checking.asked_at) <= 10


def test_a_cap_or_colour_order_the_device_refuses_leaves_the_lights_alone_and_is_said(caplog):
    """It was sent again at once and for ever, and no light was ever lit."""
    talk = Talk(colours="RGB", cap_ma=700)
    talk.session.want(RED)
    talk.greet()
    (message,) = talk.said()
    talk.reply(Kind.NAK, message.seq, bytes([Refusal.BAD_LENGTH]))
    talk.settle()
    assert talk.session.settled and "colour" in caplog.text


def brightness_sent(talk):
    """The level asked for next; everything else is answered on the way."""
    for _ in range(20):
        for message in talk.said():
            if message.kind == Kind.BRIGHTNESS:
                return message
            talk.reply(Kind.ACK, message.seq)
        talk.now += 0.02
    return None


def test_lights_put_out_for_the_camera_come_back_though_the_answer_was_lost(talk):
    """The device is dark, its answer never came: that it is as bright as before may not be believed."""
    talk.settle()
    talk.session.brightness = 0
    assert brightness_sent(talk).payload == b"\0"
    talk.session.brightness = 255
    talk.now += ANSWER_S + 0.001
    assert brightness_sent(talk).payload == b"\xff"


def test_lights_that_were_told_to_come_back_are_not_called_dark(talk):
    """The next camera frame would be taken under light."""
    talk.settle()
    talk.session.brightness = 0
    talk.reply(Kind.ACK, brightness_sent(talk).seq)
    assert talk.session.dark_taken()
    talk.session.brightness = 255
    assert brightness_sent(talk).payload == b"\xff" and not talk.session.dark_taken()


def test_the_first_event_counts_whatever_number_the_device_has_come_to(talk):
    talk.settle()
    talk.reply(Kind.EVENT, 0, struct.pack("<HHB", 0, 7, 1))
    assert talk.session.switches.changes == [(7, True)]


def test_colour_order_and_cap_are_said_before_the_first_light():
    talk = Talk(colours="RGB", cap_ma=700)
    talk.session.want(RED)
    talk.greet()
    (message,) = talk.said()
    assert (message.kind, message.payload) == (Kind.CONFIG, struct.pack("<H", 700) + b"RGB")


def test_another_colour_order_is_said_when_it_is_chosen(talk):
    talk.settle()
    talk.session.configure(None, "BRG")
    (message,) = talk.said()
    assert message.kind == Kind.CONFIG and message.payload[2:] == b"BRG"
    talk.reply(Kind.ACK, message.seq)
    assert Kind.CONFIG not in [again.kind for again in talk.said()]


@pytest.mark.parametrize("lights", [170, 300, 65535])
def test_more_lights_than_the_wire_can_tell_of_are_refused_in_words(lights):
    talk = Talk()
    talk.session.want(RED)
    talk.greet(lights=lights)
    assert f"{lights} lights" in talk.session.refused and "LED_COUNT" in talk.session.refused
    assert talk.said() == []


def test_as_many_lights_as_the_wire_can_tell_of_are_driven():
    talk = Talk()
    talk.session.want(RED)
    talk.greet(lights=169)
    talk.settle()
    assert talk.session.refused is None and talk.session.settled


def test_a_device_that_talks_but_never_answers_is_gone(talk):
    """Its ears are broken, its mouth is not: it would be called connected for ever, with dark lights."""
    for _ in range(round(1.2 * DEAF_S / 0.1)):
        talk.now += 0.1
        talk.said()
        talk.reply(Kind.SNAPSHOT, 0, struct.pack("<H", 0))
    assert talk.session.dead(talk.now)


def test_a_device_that_complains_in_a_storm_does_not_fill_the_log(talk, caplog):
    for _ in range(5000):
        talk.now += 0.001
        talk.reply(Kind.LOG, 0, b"no memory")
    assert len(caplog.records) == 1
    talk.now += 60
    talk.reply(Kind.LOG, 0, b"no memory")
    assert len(caplog.records) == 2
