"""Which boards are talked to, and what is said of the others."""

import struct

import pytest

from firmware_bridge.admission import MOST_LIGHTS, admit


def introduction(protocol=1, lights=108, serial=b"tabletop"):
    return struct.pack("<BBBBHHHHHH8sBI", protocol, 1, 2, 0, lights, 0, 1500, 1500, 60, 1, serial, 0, 5)


def test_a_board_of_ours_is_taken():
    device, refused = admit(introduction(), b"tabletop".hex())
    assert (device.lights, device.firmware, refused) == (108, "1.2.0", "")


@pytest.mark.parametrize(
    ("body", "expected_id", "says"),
    [
        (introduction(protocol=2), None, "newer than this program"),
        (introduction(protocol=0), None, "older than this program"),
        (b"", None, "update the firmware"),
        (introduction()[:-1], None, "in a way nobody knows"),
        (introduction(), b"elsewher".hex(), "another board"),
        (introduction(lights=MOST_LIGHTS + 1), None, "set LED_COUNT"),
    ],
)
def test_any_other_is_left_alone_with_a_sentence_that_says_what_to_do(body, expected_id, says):
    device, refused = admit(body, expected_id)
    assert device is None and says in refused
