"""What to tell people of the board on a cable: its figures, and the one sentence that they should read."""

from dataclasses import replace

from engine.core.language import Deferred
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import Counters, LightsHealth
from firmware_bridge.protocol import Decoder, Introduction
from firmware_bridge.session import DeviceSession


def summed(before: Counters, session: DeviceSession, decoder: Decoder) -> Counters:
    """The link's figures with those of the running session; ``before``: of the sessions that ended."""
    return Counters(
        sent=before.sent + session.sent,
        answered=before.answered + session.answered,
        timeouts=before.timeouts + session.timeouts,
        late=before.late + session.patience.late,
        lost=before.lost + session.patience.lost,
        refused=before.refused + session.naks,
        damaged=before.damaged + decoder.damaged,
        stale=before.stale + session.stale,
        reconnects=before.reconnects,
        device_damaged=before.device_damaged + session.device_damaged,
    )


def described(
    session: DeviceSession, board: BoardMap, counters: Counters, complaint: str, last: LightsHealth
) -> LightsHealth:
    """How the board is. ``complaint``: what is to be said of the link, "" for nothing; ``last``: what was told before,
    which goes on until the device has introduced itself."""
    device, status = session.device, session.status
    if not device:
        return replace(last, connected=False, counters=counters)
    limited = bool(status and status.limited)
    cap = status.cap_ma if status else device.cap_ma
    trouble = _wrong_map(device, board) or complaint
    dimmed = Deferred("The lights are dimmed to stay safe ({cap} mA).", cap=cap) if limited else ""
    return LightsHealth(
        connected=True,
        sentence=trouble or dimmed or Deferred("The light board is connected."),
        firmware=device.firmware,
        light_count=device.lights,
        limited=limited,
        trouble=bool(trouble),
        current_ma=status.current_ma if status else 0,
        cap_ma=cap,
        device_id=device.device_id,
        sensors=device.sensors,
        knows_sensors=session.switches.complete,
        checks_itself=device.checks_itself,
        check=session.check,
        counters=counters,
    )


def silent(session: DeviceSession, port: str) -> str:
    """The sentence for a session that ended because nothing was heard."""
    if session.device:
        return Deferred("The light board stopped answering.")
    return Deferred(
        "Something is plugged in at {port}, but it does not answer like a light board: is its firmware installed?",
        port=port,
    )


def _wrong_map(device: Introduction, board: BoardMap) -> str:
    if device.lights == board.lights:
        return ""
    return Deferred(
        "The light board drives {lights} lights, but the map '{name}' has {places}: set LED_COUNT in the board's "
        "settings.py, or choose the other map.",
        lights=device.lights,
        name=board.name,
        places=board.lights,
    )
