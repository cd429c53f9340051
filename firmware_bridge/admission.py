"""Which devices are talked to: the sentence to say of one that must be left alone, by what it says of itself."""

from engine.core.language import Deferred, later
from firmware_bridge.protocol import MOST_PAYLOAD, PROTOCOL, Introduction

MOST_LIGHTS = (MOST_PAYLOAD - 4) // 3
"""More do not fit into the message in which the device tells what it shows, behind the number of the session."""


_NEWER = later(
    "The light board's firmware is newer than this program and speaks another protocol ({protocol}, here {known}): "
    "update the firmware to the one that came with Tablelight."
)
_OLDER = later(
    "The light board's firmware is older than this program and speaks another protocol ({protocol}, here {known}): "
    "update the firmware to the one that came with Tablelight."
)


def admit(body: bytes, expected_id: str | None) -> tuple[Introduction | None, str]:
    """The device that introduces itself in a HELLO_R, or None and the sentence why it is left alone.

    ``body``: the message's payload behind the session's number. ``expected_id``: the only board to accept, 16 hex
    digits; None for any.
    """
    protocol = Introduction.protocol(body)
    if protocol != PROTOCOL:
        newer = protocol is not None and protocol > PROTOCOL
        return None, Deferred(_NEWER if newer else _OLDER, protocol=protocol, known=PROTOCOL)
    try:
        device = Introduction.parse(body)
    except ValueError as error:
        return None, Deferred(
            "The light board introduces itself in a way nobody knows ({why}): update the firmware.", why=error
        )
    if expected_id and device.device_id != expected_id:
        return None, (
            Deferred(
                "This is another board ({device_id}), not the one of this table ({expected_id}): plug in the right "
                "one, or change device_id in the settings.",
                device_id=device.device_id,
                expected_id=expected_id,
            )
        )
    if device.lights > MOST_LIGHTS:
        return None, (
            Deferred(
                "The light board drives {lights} lights, and at most {most_lights} can be told what to show: set "
                "LED_COUNT in the board's settings.py to as many as the board's map has.",
                lights=device.lights,
                most_lights=MOST_LIGHTS,
            )
        )
    return device, ""
