"""Put the table together from its settings: record, lights, eyes, page. The only file that knows every part."""

import logging
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import qrcode
import qrcode.image.svg
import uvicorn

from firmware_bridge.driver import Counters
from firmware_bridge.maps import BoardMap, BoardMapError
from tablelight.code import table_code
from tablelight.eyes import Eyes
from tablelight.lights import TableLights
from tablelight.page.acts import Hands
from tablelight.page.server import House, make_app
from tablelight.page.views import Place
from tablelight.paths import deck_file, table_file
from tablelight.record import Record
from tablelight.say import say
from tablelight.settings import BoardSettings, PageSettings, Settings
from tablelight.table import Table
from vision.cameras import Camera, open_camera
from vision.errors import VisionError

log = logging.getLogger(__name__)


class CannotServe(Exception):
    """The service cannot start; the sentence says what to do."""


@dataclass(slots=True)
class Service:
    """A running table with everything around it."""

    table: Table
    lights: TableLights
    eyes: Eyes | None
    house: House
    settings: Settings

    def close(self) -> None:
        """Let go of everything; what counts is on the disk already."""
        if self.eyes is not None:
            self.eyes.close()
        self.lights.close()
        self.table.close()


def build(
    settings: Settings,
    data: Path,
    problems: tuple[str, ...] = (),
    camera: Camera | None = None,
    hands: Hands | None = None,
    lamps: tuple[str, ...] = (),
) -> Service:
    """The service of one table. ``camera`` and ``hands`` are given for a simulated table; else the settings say."""
    code = _code(data)
    board, fault = _board_map(settings.board)
    lights = _lights(settings.board, board)
    record_place = settings.record.url or data / "record.db"
    table = Table(partial(Record.open, record_place), lights)
    if problems or fault:
        table.trouble("settings", " ".join([*problems, *([fault] if fault else [])]))
    table.resume()
    camera = camera or _camera(settings.camera.source, table)
    eyes = None
    if camera is not None:
        eyes = Eyes(
            camera,
            table,
            table_file(settings.table, data),
            settings.camera.frames_per_second,
            deck=deck_file(settings.table, data),
        )
    place = Place(
        hands=hands is not None,
        camera=eyes is not None,
        join_url=(url := f"http://{address()}:{settings.page.port}/#code={code}"),
        join_qr=qr_svg(url),
        lamps=lamps,
    )
    house = House(
        table=table,
        code=code,
        lights=lights,
        place=place,
        eyes=eyes,
        hands=hands,
    )
    service = Service(table, lights, eyes, house, settings)
    house.report = partial(report, service, camera)
    return service


def serve(service: Service, ready: Callable[[], None] = lambda: None) -> None:
    """Look, listen and serve the page until stopped. Raises CannotServe when the page's port is not to be had."""
    try:
        listener = _listen(service.settings.page)
    except CannotServe:
        service.close()
        raise
    if service.eyes is not None:
        service.eyes.start()
    page = service.settings.page
    stop = threading.Event()
    threading.Thread(target=_look_after, args=(service, stop), name="look after", daemon=True).start()
    config = uvicorn.Config(
        make_app(service.house), host=page.host, port=page.port, log_level="warning", ws_max_size=65_536
    )
    try:
        ready()
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        stop.set()
        service.close()


def _code(data: Path) -> str:
    try:
        return table_code(data)
    except OSError as error:
        raise CannotServe(
            f"The data folder {data} cannot be used ({error.strerror}). Name another one: TABLELIGHT_DATA=/some/folder"
        ) from error


def _listen(page: PageSettings) -> socket.socket:
    try:
        return socket.create_server((page.host, page.port), backlog=128)
    except OSError as error:
        raise CannotServe(
            f"The page cannot use port {page.port} on {page.host} ({error.strerror}). Is Tablelight running already? "
            "Stop it, or choose another port: --port 8090."
        ) from error


def _look_after(service: Service, stop: threading.Event) -> None:
    """Say within a second when the board is gone or back."""
    while not stop.wait(1.0):
        sentence = service.lights.trouble()
        service.table.trouble("board", say("health", "board_gone", why=sentence) if sentence else None)


def _camera(source: str, table: Table) -> Camera | None:
    """The camera the settings name; None, and a sentence where it matters, when there is none."""
    if source == "auto":
        pi = find_spec("picamera2") is not None and not Path("/dev/video0").exists()
        source = "picamera2" if pi else "0" if Path("/dev/video0").exists() else ""
    if not source:
        return None
    try:
        return open_camera(source)
    except VisionError as error:
        table.trouble("camera", str(error))
        return None


def _board_map(settings: BoardSettings) -> tuple[BoardMap, str]:
    """The board's map; where it cannot be used, the plain Spectrum board and a sentence."""
    try:
        return BoardMap.load(settings.map), ""
    except BoardMapError as error:
        return BoardMap.load("spectrum"), f"{error} The Spectrum board is shown instead."


def _lights(settings: BoardSettings, board: BoardMap) -> TableLights:
    driver = None
    if settings.port:
        from firmware_bridge.board import Board

        driver = Board(board, settings.port)
    return TableLights(driver, board, settings.brightness, colour_blind=settings.colour_blind)


def report(service: Service, camera: Camera | None) -> list[tuple[str, str, str]]:
    """Every part with its state ("ok", "trouble", "off") and a sentence, for the health page."""
    board, troubles = service.lights.health(), service.table.snapshot.troubles
    lines = [
        ("Record", "trouble", troubles["record"])
        if "record" in troubles
        else ("Record", "ok", "Everything that counts is written down."),
        ("Board", "ok" if board.connected else "trouble", board.sentence)
        if board
        else ("Board", "off", say("health", "board_none")),
    ]
    if camera is None:
        lines.append(("Camera", "off", say("health", "camera_none")))
    else:
        health = camera.health
        lines.append(("Camera", "ok" if health.ok else "trouble", health.message or "Frames are coming."))
        taught = service.eyes is not None and service.eyes.taught()
        lines.append(("Dice", "ok" if taught else "off", "Taught." if taught else say("health", "untaught")))
    if board is not None and board.counters.sent:
        lines.append(("Cable", "ok", _cable(board.counters)))
    return lines


def _cable(counters: Counters) -> str:
    """What the link has lived through; climbing figures suspect cable or power."""
    return (
        f"{counters.sent} messages, {counters.timeouts} unanswered, {counters.damaged} damaged, "
        f"{counters.reconnects} reconnects."
    )


def address() -> str:
    """This machine's address in the local network, as phones reach it; localhost when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: connecting a datagram socket only picks the interface.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def qr_svg(text: str) -> str:
    """A QR code as SVG text."""
    out = StringIO()
    image = qrcode.make(text, image_factory=qrcode.image.svg.SvgPathImage, border=1)
    out.write(image.to_string(encoding="unicode"))
    return out.getvalue()
