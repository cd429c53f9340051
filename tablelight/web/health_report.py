"""How every part of the table is doing, in a line each."""

from firmware_bridge.diagnosis import wrongly_wired
from firmware_bridge.drivers.interface import Counters
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.lights import TableLights
from tablelight.session.sensors import Inputs
from tablelight.session.table import GameTable
from tablelight.texts.sentences import say
from vision.camera.camera import Camera
from vision.dice.markerless.taught import MarkerlessDice

Line = tuple[str, str, str]
"""A part, its state ("ok", "trouble", "off") and a sentence."""


def report(
    table: GameTable, lights: TableLights, camera: Camera | None, eyes: CameraWorker | None, inputs: Inputs
) -> list[Line]:
    """Every part of the table, for the health page. ``camera``, ``eyes``: None where there is no camera."""
    board, troubles = lights.health(), table.snapshot.troubles
    lines = [
        ("Record", "trouble", troubles["record"])
        if "record" in troubles
        else ("Record", "ok", "Everything that counts is written down."),
        ("Board", "ok" if board.connected and not board.trouble else "trouble", board.sentence)
        if board
        else ("Board", "off", say("health", "board_none")),
    ]
    if camera is None:
        lines.append(("Camera", "off", say("health", "camera_none")))
    else:
        health = camera.health
        lines.append(("Camera", "ok" if health.ok else "trouble", health.message or "Frames are coming."))
        knows = eyes.knows if eyes is not None else None
        how = "untaught" if knows is None else "taught_bare" if isinstance(knows, MarkerlessDice) else "taught"
        lines.append(("Dice", "off" if knows is None else "ok", say("health", how)))
        if eyes is not None:
            deck = eyes.deck_taught()
            lines.append(("Cards", "ok" if deck else "off", "Taught." if deck else say("health", "untaught_cards")))
    if board is not None and board.counters.sent:
        lines.append(("Cable", "trouble" if board.trouble else "ok", _cable(board.counters)))
    return lines + parts_report(inputs)


def parts_report(inputs: Inputs) -> list[Line]:
    """Every other device on a cable: switches, card readers, the panel; nothing where there is none."""
    lines: list[Line] = []
    board = inputs.board.health if inputs.board is not None else None
    if board is not None and board.connected and board.sensors:
        wrong = wrongly_wired(board, inputs.board.board) if inputs.board is not None else ""
        closed = sum(inputs.board.sensors().values()) if inputs.board is not None else 0
        words = f"{board.sensors} switches, {closed} closed now."
        if wrong:
            words = f"{wrong[0].upper()}{wrong[1:]}."
        lines.append(("Switches", "trouble" if wrong else "ok", words))
    for reader in inputs.readers:
        state = "ok" if reader.device.connected else "trouble"
        lines.append((f"Reader “{reader.name}”", state, reader.device.sentence))
    if inputs.panel is not None:
        lines.append(("Panel", "ok" if inputs.panel.works else "trouble", inputs.panel.sentence))
    return lines


def _cable(counters: Counters) -> str:
    """What the link has lived through; climbing damage suspects cable or power, lateness a busy computer."""
    return (
        f"{counters.sent} messages, {counters.late} answered late, {counters.lost} lost, "
        f"{counters.damaged} damaged on the way here, {counters.device_damaged} on the way there, "
        f"{counters.refused} refused, {counters.stale} stale, {counters.reconnects} reconnects."
    )
