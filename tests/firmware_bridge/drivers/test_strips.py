"""WLED and Adalight show the same picture as the board."""

import contextlib
import os
import socket
import struct
import tty

from hypothesis import given
from hypothesis import strategies as st

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.animation import render
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.strips import Adalight, StripBoard, Wled, adalight, capped, ddp_packets
from tests.support.waiting import eventually

PICTURE = {"R": Light(Meaning.LEGAL, Hue.R), "seat:3": Light(Meaning.PIECE, Hue.B)}
RING = BoardMap.load("ring")


def test_wled_gets_the_picture_by_ddp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wled:
        wled.bind(("127.0.0.1", 0))
        wled.settimeout(15)
        with contextlib.closing(StripBoard(RING, Wled("127.0.0.1", wled.getsockname()[1]))) as board:
            board.show(PICTURE)
            drawn = render(PICTURE, RING, 0, board.brightness)
            eventually(lambda: wled.recv(2000)[10:] == drawn)
            eventually(lambda: bytes(c for rgb in board.shown() for c in rgb) == drawn)
            assert board.health.connected and "does not tell" in board.health.sentence
        last = wled.recv(2000)
        while any(last[10:]):
            last = wled.recv(2000)
        assert last[:4] == bytes([0x41, last[1], 0x0B, 1])  # closing puts the lights out


def test_lights_out_is_dark_inside_and_bright_again_after():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wled:
        wled.bind(("127.0.0.1", 0))
        with contextlib.closing(StripBoard(RING, Wled("127.0.0.1", wled.getsockname()[1]))) as board:
            board.show(PICTURE)
            eventually(lambda: any(map(any, board.shown())))
            with board.lights_out() as sent:
                assert sent and not any(map(any, board.shown()))
            eventually(lambda: any(map(any, board.shown())))


@given(data=st.binary(min_size=3, max_size=5000))
def test_ddp_packets_carry_everything_and_only_the_last_one_pushes(data):
    packets = ddp_packets(data, 3)
    assert b"".join(packet[10:] for packet in packets) == data
    assert [packet[0] & 1 for packet in packets] == [0] * (len(packets) - 1) + [1]
    assert all(struct.unpack_from(">H", packet, 8)[0] == len(packet) - 10 for packet in packets)


def test_adalight_gets_the_picture_over_serial():
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    try:
        with contextlib.closing(StripBoard(RING, Adalight(os.ttyname(theirs)))) as board:
            board.show(PICTURE)
            wanted, got = adalight(render(PICTURE, RING, 0, board.brightness)), bytearray()
            eventually(lambda: got.extend(os.read(ours, 4096)) or wanted in got)
    finally:
        os.close(ours)
        os.close(theirs)


def test_the_adalight_header_has_its_checksum():
    assert adalight(bytes(3 * 108))[:6] == b"Ada\x00\x6b\x3e"


def test_a_strip_that_is_not_there_is_said(tmp_path):
    with contextlib.closing(StripBoard(RING, Adalight(str(tmp_path / "nothing")))) as board:
        eventually(lambda: "cable" in board.health.sentence)
        assert not board.health.connected and board.shown() == ()


@given(data=st.binary(min_size=3, max_size=324).map(lambda data: data[: len(data) // 3 * 3]), cap=st.integers(0, 3000))
def test_no_strip_gets_more_than_the_cap(data, cap):
    dimmed, limited = capped(data, cap)
    assert sum(dimmed) * 20 / 255 <= max(0, cap - len(data) / 3) + 1e-6
    assert limited or dimmed == data
