"""Put the table together from its settings: record, lights, eyes, page. The only file that knows every part."""

import asyncio
import errno
import fcntl
import logging
import resource
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from pathlib import Path

import qrcode
import qrcode.image.svg

from engine.core.registry import left_out
from firmware_bridge.board_maps import BoardMap, BoardMapError
from firmware_bridge.diagnosis import wrongly_wired
from firmware_bridge.drivers.interface import Counters
from tablelight.perception.camera_worker import Eyes
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.record.copies import Copies, Keeper
from tablelight.session.seats import Seats
from tablelight.session.sensors import Inputs, Reader
from tablelight.session.table import Table
from tablelight.setup.drivers import light_driver, panel_pins
from tablelight.setup.paths import deck_file, table_file
from tablelight.setup.settings import BoardSettings, PageSettings, Settings
from tablelight.setup.table_code import TableCode, table_code
from tablelight.setup.tags import TagBook
from tablelight.setup.wiring import load_wiring, wiring_file
from tablelight.setup.workbench import Workbench
from tablelight.texts.sentences import say
from tablelight.web.dependencies import House
from tablelight.web.dice_acts import SimulatedHands
from tablelight.web.door import Door
from tablelight.web.notices import Notices
from tablelight.web.serving import BACKLOG, page_server
from tablelight.web.serving import run as serve_page
from tablelight.web.views.looking import Surroundings
from vision.camera.sources import Camera, open_camera
from vision.camera.usb import first_camera
from vision.dice.markerless.taught import BareDice
from vision.errors import VisionError

log = logging.getLogger(__name__)

COPY_S = 5.0
"""How long the end of the service waits for a copy of the record that is being made."""


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
    inputs: Inputs
    keeper: Keeper | None = None
    """Makes copies of the record; None where it is no file of ours."""

    def close(self) -> None:
        """Let go of everything; what counts is on the disk already."""
        self.inputs.close()
        if self.eyes is not None:
            self.eyes.close()
        self.lights.close()
        self.table.close()
        if self.keeper is not None:
            self.keeper.wait(COPY_S)


def build(
    settings: Settings,
    data: Path,
    problems: tuple[str, ...] = (),
    camera: Camera | None = None,
    hands: SimulatedHands | None = None,
    lamps: tuple[str, ...] = (),
) -> Service:
    """The service of one table. ``camera`` and ``hands`` are given for a simulated table; else the settings say."""
    kept_code = _code(data)
    code = kept_code.code
    board, fault = _board_map(settings.board)
    file = wiring_file(settings.table, data)
    wiring = load_wiring(file)
    lights = _lights(settings.board, wiring.applied(board), wiring.colours)
    record_place = settings.record.url or data / "record.db"
    table = Table(partial(Record.open, record_place), lights)
    if problems or fault:
        table.trouble("settings", " ".join([*problems, *([fault] if fault else [])]))
    table.trouble("code", kept_code.trouble or None)
    for game in left_out():
        log.warning("%s", game.why)
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
    place = Surroundings(
        hands=hands is not None,
        camera=eyes is not None,
        join_url=(url := _join_url(settings.page, code)),
        join_qr=qr_svg(url),
        only_here=_only_here(settings.page.host, simulated=hands is not None),
        lamps=lamps,
        picture_of=None if eyes is None else eyes.close_up,
    )
    house = House(
        table=table,
        code=code,
        lights=lights,
        place=place,
        eyes=eyes,
        hands=hands,
        seats=Seats(data / "seats.json"),
        notices=Notices(data / "notices.json"),
        names=_names(settings.page),
        door=Door.for_files(resource.getrlimit(resource.RLIMIT_NOFILE)[0]),
    )
    house.notices.begin(table.snapshot.troubles)
    inputs = _inputs(settings, table, lights, data)
    house.workbench = Workbench(board, lights, inputs, wiring, file)
    copies = record_copies(settings, data)
    keeper = Keeper(copies, partial(table.trouble, "copies")) if copies is not None else None
    service = Service(table, lights, eyes, house, settings, inputs, keeper)
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
    service.inputs.start()
    stop = threading.Event()
    threading.Thread(target=_look_after, args=(service, stop), name="look after", daemon=True).start()
    server = page_server(service.house)
    with suppress(ValueError):  # in a thread that is not the first: then whoever started it stops it
        signal.signal(signal.SIGTERM, _stopped)
    try:
        ready()
        asyncio.run(serve_page(server, service.house, listener))
    finally:
        stop.set()
        service.close()


def _stopped(*_: object) -> None:
    """The system wants this to end: end as by Ctrl+C, so that the lights go out and every part is let go of."""
    raise SystemExit(0)


def use_folder(data: Path) -> None:
    """Make the data folder where there is none. Raises CannotServe when it is not to be had."""
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(data, error) from error


def record_copies(settings: Settings, data: Path) -> Copies | None:
    """Where the copies of the record are; None where the record is no file of ours."""
    if settings.record.url:
        return None
    folder = Path(settings.record.copies).expanduser() if settings.record.copies else data / "copies"
    return Copies(data / "record.db", folder)


def _code(data: Path) -> TableCode:
    try:
        return table_code(data)
    except OSError as error:
        raise _no_folder(data, error) from error


def _no_folder(data: Path, error: OSError) -> CannotServe:
    return CannotServe(
        f"The data folder {data} cannot be used ({error.strerror}). Name another one: TABLELIGHT_DATA=/some/folder"
    )


def _listen(page: PageSettings) -> socket.socket:
    try:
        return socket.create_server((page.host, page.port), backlog=BACKLOG)
    except OSError as error:
        # Names that nobody knows come with a number below nothing, from the resolver.
        if error.errno == errno.EADDRNOTAVAIL or (error.errno or 0) < 0:
            raise CannotServe(
                f"'{page.host}' is no address of this computer. Under [page] in the settings write host = \"0.0.0.0\" "
                'to let phones in, or "127.0.0.1" to keep them out.'
            ) from error
        raise CannotServe(
            f"The page cannot use port {page.port} on {page.host} ({error.strerror}). Is Tablelight running already? "
            "Stop it, or choose another port: --port 8090."
        ) from error


def _look_after(service: Service, stop: threading.Event) -> None:
    """Say within a second when the board is gone or back, where phones find the page now, and what goes on."""
    while not stop.wait(1.0):
        invite(service)
        say_tags(service)
        service.table.try_again()
        keep_copies(service)
        sentence, health = service.lights.trouble(), service.lights.health()
        if sentence and health and not health.connected and not health.trouble:
            sentence = say("health", "board_gone", why=sentence)
        service.table.trouble("board", sentence)


def keep_copies(service: Service) -> None:
    """Copy the record at the start, when a game begins or is over, and once a day."""
    now = service.table.snapshot
    if service.keeper is not None and "record" not in now.troubles:
        over = now.referee is not None and now.referee.match.game.awaiting(now.referee.match.state).actor == "nobody"
        service.keeper.look((now.match_id, over))


def say_tags(service: Service) -> None:
    """A damaged file of taught tags matters where a reader reads them."""
    inputs = service.inputs
    service.table.trouble("tags", (inputs.tags.trouble or None) if inputs.readers else None)


def invite(service: Service) -> None:
    """Tell phones the address of now: after a start the network may come late, or give another one."""
    house = service.house
    url = _join_url(service.settings.page, house.code)
    if url != house.place.join_url:
        log.info("the table is open: %s", url.partition("#")[0])
        house.place = replace(house.place, join_url=url, join_qr=qr_svg(url))


def _join_url(page: PageSettings, code: str) -> str:
    return f"http://{reached_at(page.host)}:{page.port}/#code={code}"


def camera_source(source: str) -> str:
    """The source as it is opened: ``auto`` is the first camera there is, "" when there is none."""
    return first_camera() if source == "auto" else source


def _camera(source: str, table: Table) -> Camera | None:
    """The camera the settings name; None, and a sentence where it matters, when there is none."""
    source = camera_source(source)
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


def _names(page: PageSettings) -> tuple[str, ...]:
    """The names in addresses that are this table's, as far as the settings name any."""
    return tuple(name.strip().lower() for name in (page.host, *page.names.split(",")) if name.strip())


def _inputs(settings: Settings, table: Table, lights: TableLights, data: Path) -> Inputs:
    """Switches, card readers and buttons, as far as the settings name them."""
    from firmware_bridge.drivers.serial_board import Board
    from firmware_bridge.sensors.rfid import CardReader

    pins = panel_pins(settings.panel)
    panel = None
    if pins is not None:
        from firmware_bridge.drivers.panel import Panel

        panel = Panel.open(pins)
    readers = [Reader(name, CardReader(port)) for name, port in settings.readers.items() if port]
    board = lights.driver if isinstance(lights.driver, Board) else None
    return Inputs(table, board, readers, panel, TagBook(data / "cards.json"))


def _lights(settings: BoardSettings, board: BoardMap, colours: str) -> TableLights:
    driver = light_driver(settings, board, colours)
    return TableLights(driver, board, settings.brightness, colour_blind=settings.colour_blind)


def report(service: Service, camera: Camera | None) -> list[tuple[str, str, str]]:
    """Every part with its state ("ok", "trouble", "off") and a sentence, for the health page."""
    board, troubles = service.lights.health(), service.table.snapshot.troubles
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
        knows = service.eyes.knows if service.eyes is not None else None
        how = "untaught" if knows is None else "taught_bare" if isinstance(knows, BareDice) else "taught"
        lines.append(("Dice", "off" if knows is None else "ok", say("health", how)))
        if service.eyes is not None:
            deck = service.eyes.deck_taught()
            lines.append(("Cards", "ok" if deck else "off", "Taught." if deck else say("health", "untaught_cards")))
    if board is not None and board.counters.sent:
        lines.append(("Cable", "trouble" if board.trouble else "ok", _cable(board.counters)))
    return lines + parts_report(service.inputs)


def parts_report(inputs: Inputs) -> list[tuple[str, str, str]]:
    """Every other device on a cable: switches, card readers, the panel; nothing where there is none."""
    lines: list[tuple[str, str, str]] = []
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


def reached_at(host: str) -> str:
    """The name or address under which browsers find a page that listens on ``host``."""
    if host in _EVERYWHERE:
        return address()
    return f"[{host}]" if ":" in host else host


def _only_here(host: str, *, simulated: bool) -> str:
    """Why no phone can join and how to let them; empty where they can."""
    if host not in _LOOPBACK:
        return ""
    return say("join", "only_here_simulated" if simulated else "only_here")


_EVERYWHERE, _LOOPBACK = ("0.0.0.0", "::", ""), ("127.0.0.1", "localhost", "::1")


def address() -> str:
    """This machine's address in the local network, as phones reach it; localhost when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: connecting a datagram socket only picks the interface.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            # A network that leads nowhere else, such as a hotspot of this machine's own: its address there.
            return next(_addresses(probe), "localhost")


def _addresses(probe: socket.socket) -> Iterator[str]:
    """The address of each network interface that has one (IPv4), this machine's own loop left out."""
    for _, name in socket.if_nameindex():
        with suppress(OSError):
            answer = fcntl.ioctl(probe, _SIOCGIFADDR, name.encode().ljust(256, b"\0"))
            found = socket.inet_ntoa(answer[20:24])
            if not found.startswith("127."):
                yield found


_SIOCGIFADDR = 0x8915
"""Linux: ask for an interface's address."""


def qr_svg(text: str) -> str:
    """A QR code as SVG text."""
    out = StringIO()
    image = qrcode.make(text, image_factory=qrcode.image.svg.SvgPathImage, border=1)
    out.write(image.to_string(encoding="unicode"))
    return out.getvalue()
