"""Cards on an RDM6300 reader."""

import contextlib
import os
import time
import tty

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.sensors.rfid import GONE_S, UNREADABLE, Presence, TagDecoder, TagReader
from tests.support.waiting import eventually

TAG = "0A1B2C3D4E"
FRAME = b"\x02" + TAG.encode() + b"4E\x03"  # 0A ^ 1B ^ 2C ^ 3D ^ 4E = 4E


def test_a_tag_is_read_however_its_bytes_arrive():
    for size in range(1, 15):
        decoder, tags = TagDecoder(), []
        for at in range(0, len(FRAME), size):
            tags += decoder.feed(FRAME[at : at + size])
        assert tags == [TAG]


@pytest.mark.parametrize("frame", [FRAME.replace(b"4E\x03", b"4F\x03"), FRAME[:7] + b"\x03", b"\x02zzzzzzzzzzzz\x03"])
def test_a_garbled_read_is_no_tag_but_says_that_something_lies_there(frame):
    assert TagDecoder().feed(frame) == [UNREADABLE]


@given(noise=st.binary(max_size=40))
def test_after_noise_the_next_but_one_tag_is_read(noise):
    assert TagDecoder().feed(noise + FRAME + FRAME)[-1] == TAG


def test_a_card_is_gone_only_after_a_second_and_a_half_without_a_read():
    presence = Presence()
    assert [event.arrived for event in presence.read(TAG, 0.0)] == [True]
    assert presence.read(TAG, 0.1) == [] and presence.silence(1.0) == []
    assert presence.read(UNREADABLE, 1.4) == []
    assert presence.silence(1.4 + GONE_S - 0.01) == []
    assert [(event.tag, event.arrived) for event in presence.silence(1.4 + GONE_S)] == [(TAG, False)]


def test_one_card_put_on_another_takes_its_place():
    presence = Presence()
    presence.read(TAG, 0.0)
    events = presence.read("FFFFFFFFFF", 0.2)
    assert [(event.tag, event.arrived) for event in events] == [(TAG, False), ("FFFFFFFFFF", True)]


def test_a_reader_on_a_port_tells_what_comes_and_goes():
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    try:
        with contextlib.closing(TagReader(os.ttyname(theirs))) as reader:
            eventually(lambda: reader.connected)
            os.write(ours, FRAME)
            assert eventually(reader.events)[0].tag == TAG
            assert not eventually(reader.events)[0].arrived
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_reader_that_is_not_there_is_said(tmp_path):
    with contextlib.closing(TagReader(str(tmp_path / "nothing"))) as reader:
        eventually(lambda: "No card reader" in reader.sentence)


def test_a_reader_that_another_program_uses_is_said():
    ours, theirs = os.openpty()
    port = os.ttyname(theirs)
    with serial.Serial(port, 9600, exclusive=True), contextlib.closing(TagReader(port)) as reader:
        eventually(lambda: "Another program uses" in reader.sentence)
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("port", ["", "/tmp", "/dev/null", "a\0b"])
def test_what_is_no_port_is_said_and_tried_again(port):
    with contextlib.closing(TagReader(port)) as reader:
        eventually(lambda: "Trying again by itself" in reader.sentence)
        time.sleep(0.1)
        assert reader._thread.is_alive() and "Errno" not in reader.sentence.partition("(")[0]


def test_a_loose_plug_does_not_fill_the_log(tmp_path, caplog):
    caplog.set_level("INFO")
    port = tmp_path / "reader"
    with contextlib.closing(TagReader(str(port))) as reader:
        for _ in range(3):
            ours, theirs = os.openpty()
            port.symlink_to(os.ttyname(theirs))
            eventually(lambda: reader.connected)
            port.unlink()
            os.close(ours)
            os.close(theirs)
            eventually(lambda: not reader.connected)
    assert sum("connected" in r.getMessage() for r in caplog.records) == 1
    assert sum("went away" in r.getMessage() for r in caplog.records) == 1
