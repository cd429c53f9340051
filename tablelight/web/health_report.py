"""How every part of the table is doing, in a line each."""

from engine.texts.language import tr
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
        (tr("Record"), "trouble", troubles["record"])
        if "record" in troubles
        else (tr("Record"), "ok", tr("Everything that counts is written down.")),
        (tr("Board"), "ok" if board.connected and not board.trouble else "trouble", board.sentence)
        if board
        else (tr("Board"), "off", say("health", "board_none")),
    ]
    if camera is None:
        lines.append((tr("Camera"), "off", say("health", "camera_none")))
    else:
        health = camera.health
        lines.append((tr("Camera"), "ok" if health.ok else "trouble", health.message or tr("Frames are coming.")))
        knows = eyes.knows if eyes is not None else None
        how = "untaught" if knows is None else "taught_bare" if isinstance(knows, MarkerlessDice) else "taught"
        lines.append((tr("Dice"), "off" if knows is None else "ok", say("health", how)))
        if eyes is not None:
            deck = eyes.deck_taught()
            lines.append(
                (tr("Cards"), "ok" if deck else "off", tr("Taught.") if deck else say("health", "untaught_cards"))
            )
    if board is not None and board.counters.sent:
        lines.append((tr("Cable"), "trouble" if board.trouble else "ok", _cable(board.counters)))
    return lines + parts_report(inputs)


def parts_report(inputs: Inputs) -> list[Line]:
    """Every other device on a cable: switches, card readers, the panel; nothing where there is none."""
    lines: list[Line] = []
    board = inputs.board.health if inputs.board is not None else None
    if board is not None and board.connected and board.sensors:
        wrong = wrongly_wired(board, inputs.board.board) if inputs.board is not None else ""
        closed = sum(inputs.board.sensors().values()) if inputs.board is not None else 0
        words = tr("{sensors} switches, {closed} closed now.", sensors=board.sensors, closed=closed)
        if wrong:
            words = f"{wrong[0].upper()}{wrong[1:]}."
        lines.append((tr("Switches"), "trouble" if wrong else "ok", words))
    for reader in inputs.readers:
        state = "ok" if reader.device.connected else "trouble"
        lines.append((tr("Reader “{name}”", name=reader.name), state, reader.device.sentence))
    if inputs.panel is not None:
        lines.append((tr("Panel"), "ok" if inputs.panel.works else "trouble", inputs.panel.sentence))
    return lines


def _cable(counters: Counters) -> str:
    """What the link has lived through; climbing damage suspects cable or power, lateness a busy computer."""
    return tr(
        "{sent} messages, {late} answered late, {lost} lost, {damaged} damaged on the way here, "
        "{device_damaged} on the way there, {refused} refused, {stale} stale, {reconnects} reconnects.",
        sent=counters.sent,
        late=counters.late,
        lost=counters.lost,
        damaged=counters.damaged,
        device_damaged=counters.device_damaged,
        refused=counters.refused,
        stale=counters.stale,
        reconnects=counters.reconnects,
    )
