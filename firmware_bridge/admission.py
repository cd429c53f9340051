"""Which devices are talked to: the sentence to say of one that must be left alone, by what it says of itself."""

from firmware_bridge.protocol import MOST_PAYLOAD, PROTOCOL, Introduction

MOST_LIGHTS = (MOST_PAYLOAD - 4) // 3
"""More do not fit into the message in which the device tells what it shows, behind the number of the session."""


def admit(body: bytes, expected_id: str | None) -> tuple[Introduction | None, str]:
    """The device that introduces itself in a HELLO_R, or None and the sentence why it is left alone.

    ``body``: the message's payload behind the session's number. ``expected_id``: the only board to accept, 16 hex
    digits; None for any.
    """
    protocol = Introduction.protocol(body)
    if protocol != PROTOCOL:
        age = "newer" if protocol is not None and protocol > PROTOCOL else "older"
        return None, (
            f"The light board's firmware is {age} than this program and speaks another protocol "
            f"({protocol}, here {PROTOCOL}): update the firmware to the one that came with Tablelight."
        )
    try:
        device = Introduction.parse(body)
    except ValueError as error:
        return None, f"The light board introduces itself in a way nobody knows ({error}): update the firmware."
    if expected_id and device.device_id != expected_id:
        return None, (
            f"This is another board ({device.device_id}), not the one of this table ({expected_id}): "
            "plug in the right one, or change device_id in the settings."
        )
    if device.lights > MOST_LIGHTS:
        return None, (
            f"The light board drives {device.lights} lights, and at most {MOST_LIGHTS} can be told what to show: "
            "set LED_COUNT in the board's settings.py to as many as the board's map has."
        )
    return device, ""
