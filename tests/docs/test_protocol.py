"""The document of the wire names every message and reason with its number, as both sides of the wire have them."""

import re
from pathlib import Path

from firmware_bridge import protocol
from firmware_bridge.protocol import FIRMWARE, MOST_PAYLOAD, PROTOCOL, Check, Kind, Refusal

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text()
WIRE = (ROOT / "hardware" / "firmware" / "wire.py").read_text()


def numbered(part):
    """The names of a table's rows by their numbers."""
    return {int(number): name for number, name in re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", part, re.MULTILINE)}


def test_every_message_and_reason_stands_there_with_its_number():
    messages, reasons = TEXT.split("**NAK** says why")
    assert numbered(messages) == {kind.value: kind.name for kind in Kind}
    assert numbered(reasons) == {reason.value: reason.name for reason in Refusal}


def test_the_device_has_the_same_numbers():
    names = {}
    for left, right in re.findall(r"^([A-Z_, ]+) = ([0-9, ]+)(?:  #.*)?$", WIRE, re.MULTILINE):
        names |= dict(zip(left.split(", "), map(int, right.split(", ")), strict=True))
    assert {kind.name: kind.value for kind in Kind}.items() <= names.items()
    assert {reason.name: reason.value for reason in Refusal}.items() <= names.items()


def test_sizes_and_versions_are_those_of_the_code():
    assert f"protocol version {PROTOCOL} as firmware {FIRMWARE[0]}.{FIRMWARE[1]}" in TEXT
    assert f"at most {MOST_PAYLOAD} bytes" in TEXT and f"chunks of {protocol.CHUNK} bytes" in TEXT
    assert f"**HELLO_R**, {protocol._INTRODUCTION.size} bytes" in TEXT
    assert f"**STATUS_R**, {protocol._STATUS.size} bytes" in TEXT
    assert f"**CHECK_R**, {protocol._CHECK.size + protocol._MATRIX.size} bytes" in TEXT


def test_the_last_two_bytes_of_a_check_are_rows_and_columns():
    assert "last two bytes,\nhow many rows and columns" in TEXT
    check = Check.parse(bytes(20) + bytes((9, 12)))
    assert (check.rows, check.columns) == (9, 12)
    assert Check.parse(bytes(20)).rows is None
