"""How every part of the table is doing, in a line each."""

from typing import NamedTuple

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


class PartReport(NamedTuple):
    """How a part is doing: its state ("ok", "bad", "off"), a sentence, and the page on which more can be done."""

    name: str
    state: str
    sentence: str
    way: str = ""


def report(
    table: GameTable, lights: TableLights, camera: Camera | None, eyes: CameraWorker | None, inputs: Inputs
) -> list[PartReport]:
    """Every part of the table, for the health page. ``camera``, ``eyes``: None where there is no camera."""
    board, troubles = lights.health(), table.snapshot.troubles
    lines = [
        PartReport(tr("Record"), "bad", troubles["record"])
        if "record" in troubles
        else PartReport(tr("Record"), "ok", tr("Everything that counts is written down.")),
        PartReport(tr("Board"), "ok" if board.connected and not board.trouble else "bad", board.sentence)
        if board
        else PartReport(tr("Board"), "off", say("health", "board_none")),
        *_seeing(camera, eyes),
    ]
    if board is not None and board.counters.sent:
        lines.append(PartReport(tr("Cable"), "bad" if board.trouble else "ok", _cable(board.counters)))
    return lines + parts_report(inputs)


def _seeing(camera: Camera | None, eyes: CameraWorker | None) -> list[PartReport]:
    """The camera, and what it was taught."""
    if camera is None:
        return [PartReport(tr("Camera"), "off", say("health", "camera_none"))]
    health = camera.health
    said = health.message or tr("Frames are coming.")
    knows = eyes.knows if eyes is not None else None
    how = "untaught" if knows is None else "taught_bare" if isinstance(knows, MarkerlessDice) else "taught"
    lines = [
        PartReport(tr("Camera"), "ok" if health.ok else "bad", said, "/light"),
        PartReport(tr("Dice"), "off" if knows is None else "ok", say("health", how), "/teach"),
    ]
    if eyes is None:
        return lines
    deck = eyes.deck_taught()
    taught = tr("Taught.") if deck else say("health", "untaught_cards")
    return [*lines, PartReport(tr("Cards"), "ok" if deck else "off", taught, "/teach/cards")]


def parts_report(inputs: Inputs) -> list[PartReport]:
    """Every other device on a cable: switches, card readers, the panel; nothing where there is none."""
    lines: list[PartReport] = []
    board = inputs.board.health if inputs.board is not None else None
    if board is not None and board.connected and board.sensors:
        wrong = wrongly_wired(board, inputs.board.board) if inputs.board is not None else ""
        closed = sum(inputs.board.sensors().values()) if inputs.board is not None else 0
        words = tr("{sensors} switches, {closed} closed now.", sensors=board.sensors, closed=closed)
        if wrong:
            told = str(wrong)
            words = f"{told[:1].upper()}{told[1:]}."
        lines.append(PartReport(tr("Switches"), "bad" if wrong else "ok", words))
    for reader in inputs.readers:
        state = "ok" if reader.device.connected else "bad"
        lines.append(PartReport(tr("Reader “{name}”", name=reader.name), state, reader.device.sentence))
    if inputs.panel is not None:
        lines.append(PartReport(tr("Panel"), "ok" if inputs.panel.works else "bad", inputs.panel.sentence))
    return lines


def _cable(counters: Counters) -> str:
    """What the link has lived through; climbing damage suspects cable or power, lateness a busy computer."""
    if not (counters.lost or counters.damaged or counters.device_damaged or counters.refused):
        return tr("{sent} messages went over it; none was lost or damaged.", sent=counters.sent)
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
