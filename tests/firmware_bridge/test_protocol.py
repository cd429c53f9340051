"""The host's side of the wire."""

from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol import CHUNK, Decoder, Kind, Message, delta, encode, padded

MESSAGES = st.builds(Message, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=512))
PICTURES = st.integers(1, 60).flatmap(
    lambda n: st.tuples(st.binary(min_size=3 * n, max_size=3 * n), st.binary(min_size=3 * n, max_size=3 * n))
)


def test_the_crc_is_the_one_both_sides_have_in_c():
    assert crc32(b"123456789") == 0xCBF43926


def test_a_known_message_has_known_bytes():
    assert encode(Message(Kind.PING, 7)).hex() == "0003030701057766be3600"


@given(messages=st.lists(MESSAGES, max_size=4), cuts=st.lists(st.integers(1, 40), min_size=1))
def test_messages_come_back_whole_however_the_bytes_arrive(messages, cuts):
    data, decoder, got = b"".join(padded(encode(message)) for message in messages), Decoder(), []
    while data:
        size = cuts[len(data) % len(cuts)]
        got += decoder.feed(data[:size])
        data = data[size:]
    assert got == messages and decoder.damaged == 0


@given(message=MESSAGES)
def test_padding_flushes_the_devices_chunks_even_after_lost_bytes(message):
    data = padded(encode(message))
    assert len(data) % CHUNK == 0
    assert data.endswith(bytes(CHUNK - 1))


def test_endless_garbage_is_counted_once_and_not_kept():
    decoder = Decoder()
    for _ in range(100):
        assert list(decoder.feed(b"\xaa" * 1000)) == []
    assert list(decoder.feed(encode(Message(Kind.PING, 1)))) == [Message(Kind.PING, 1)]
    assert decoder.damaged == 1


def test_the_modem_manager_asking_for_a_modem_harms_nothing():
    decoder = Decoder()
    assert list(decoder.feed(b"AT\rATE1 E0\rAT+GCAP\r\n" + encode(Message(Kind.PONG, 3)))) == [Message(Kind.PONG, 3)]


def test_a_payload_that_is_too_long_is_refused_before_it_is_sent():
    with pytest.raises(ValueError, match="512"):
        encode(Message(Kind.FRAME, 1, bytes(513)))


@given(pictures=PICTURES)
def test_a_delta_turns_the_picture_before_into_the_picture_after(pictures):
    before, after = pictures
    runs = delta(9, before, after)
    if runs is None:
        return
    assert runs[0] == 9
    result, at = bytearray(before), 1
    while at < len(runs):
        light, count = runs[at], runs[at + 1]
        result[3 * light : 3 * (light + count)] = runs[at + 2 : at + 2 + 3 * count]
        at += 2 + 3 * count
    assert bytes(result) == after


def test_one_changed_light_is_a_few_bytes():
    runs = delta(1, bytes(324), bytes(30) + b"\1\2\3" + bytes(291))
    assert len(encode(Message(Kind.DELTA, 2, runs))) <= 18
