"""The firmware's codec against the host's, on the same bytes."""

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.protocol import Decoder, Message, encode, padded
from tests.hardware.parts import firmware_parts

PAYLOADS = st.binary(max_size=512) | st.sampled_from([b"\1" * 254, b"\1" * 512, bytes(512)])
MESSAGES = st.builds(Message, st.integers(0, 255), st.integers(0, 255), PAYLOADS)


@pytest.fixture(scope="module")
def wire():
    with firmware_parts() as parts:
        yield parts.wire


def read(wire, reader, data: bytes, chunk: int = 32):
    got, damage = [], []

    def on_message(kind, seq, payload):
        got.append(Message(kind, seq, bytes(payload)))

    for at in range(0, len(data), chunk):
        reader.feed(data[at : at + chunk], on_message, lambda: damage.append(1))
    return got, len(damage)


@given(message=MESSAGES)
def test_the_device_reads_what_the_host_writes(wire, message):
    assert read(wire, wire.Reader(), padded(encode(message))) == ([message], 0)


@given(message=MESSAGES)
def test_the_host_reads_what_the_device_writes(wire, message):
    written = []
    stream = type("Stream", (), {"write": lambda self, data: written.append(bytes(data))})()
    payload = message.payload[: wire.MOST_PAYLOAD - 4]
    wire.Writer(stream).send(message.kind, message.seq, 0xFEDCBA98, payload)
    said = Message(message.kind, message.seq, bytes.fromhex("98badcfe") + payload)
    assert list(Decoder().feed(b"".join(written))) == [said]


@given(data=st.binary(max_size=520))
def test_what_the_device_stuffs_the_library_unstuffs(wire, data):
    out = bytearray(600)
    end = wire.stuff(data, len(data), out, 0)
    assert cobs.decode(bytes(out[:end])) == data


def test_both_endings_of_254_bytes_without_a_zero_are_read(wire):
    data = bytes(range(1, 255))
    plain = bytearray(600)
    for stuffed in (b"\xff" + data, b"\xff" + data + b"\x01"):
        n = wire.unstuff(stuffed, len(stuffed), plain, 520)
        assert bytes(plain[:n]) == data


@given(garbage=st.binary(max_size=1500), message=MESSAGES)
@settings(max_examples=60)
def test_after_any_garbage_the_next_message_is_read(wire, garbage, message):
    """The leading 00 closes whatever came before."""
    got, _ = read(wire, wire.Reader(), garbage + padded(encode(message)))
    assert message in got


@given(stuffed=st.binary(max_size=600))
def test_unstuffing_garbage_never_leaves_its_buffer(wire, stuffed):
    assert -1 <= wire.unstuff(stuffed, len(stuffed), bytearray(64), 64) <= 64


@given(message=MESSAGES, where=st.floats(0, 0.999), bit=st.integers(0, 7))
def test_a_flipped_bit_is_never_read_as_another_message(wire, message, where, bit):
    data = bytearray(encode(message))
    data[int(where * len(data))] ^= 1 << bit
    got, _ = read(wire, wire.Reader(), bytes(data) + bytes(32))
    assert got in ([], [message])


@given(lost=st.integers(0, 31), messages=st.lists(MESSAGES, min_size=1, max_size=4))
def test_after_lost_bytes_the_device_reads_in_step_again(wire, lost, messages):
    """Nothing of the last message may stay unread: the device would wait for the next one to complete its chunk."""
    reader, got = wire.Reader(), []
    data = bytes(32 - lost) + b"".join(padded(encode(message)) for message in messages)
    while len(data) >= reader.size:
        chunk, data = data[: reader.size], data[reader.size :]
        reader.feed(chunk, lambda k, s, p: got.append(Message(k, s, bytes(p))), lambda: None)
    assert got == messages and data == b""
