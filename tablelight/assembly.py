"""Put the table together from its settings: record, lights, eyes, devices, page. This file alone knows every part."""

import logging
import resource
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.core.language import Deferred, one_after_the_other, words_of
from engine.core.registry import left_out
from firmware_bridge.board_maps import BoardMap, BoardMapError
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.picture_keeper import PictureKeeper
from tablelight.service import CannotServe, Service
from tablelight.session.evening import Evenings
from tablelight.session.lights import TableLights
from tablelight.session.people import People
from tablelight.session.people.forgetting import Forgetting
from tablelight.session.record import Record
from tablelight.session.record.copies import Copies, Keeper
from tablelight.session.record.pictures import PictureFolder
from tablelight.session.seats import Seats
from tablelight.session.sensors import Inputs, NamedReader
from tablelight.session.table import GameTable
from tablelight.setup.drivers import light_driver, panel_pins
from tablelight.setup.network import join_url, only_here, qr_svg
from tablelight.setup.paths import deck_file, table_file
from tablelight.setup.settings import BoardSettings, PageSettings, Settings, VoiceSettings
from tablelight.setup.table_code import TableCode, table_code
from tablelight.setup.tags import TagBook
from tablelight.setup.wiring import load_wiring, wiring_file
from tablelight.setup.workbench import Workbench
from tablelight.texts.sentences import say
from tablelight.voice.programs import find as find_program
from tablelight.voice.speaker import Speaker
from tablelight.web.dependencies import PageContext
from tablelight.web.door import Door
from tablelight.web.health_report import report
from tablelight.web.notices import Notices
from tablelight.web.table_hands import TableHands
from tablelight.web.views.looking import Surroundings
from vision.camera.camera import Camera
from vision.camera.sources import open_camera
from vision.camera.usb import first_camera
from vision.errors import VisionError

log = logging.getLogger(__name__)


def build(
    settings: Settings,
    data: Path,
    problems: tuple[str, ...] = (),
    camera: Camera | None = None,
    hands: Callable[[GameTable, TableLights], TableHands] | None = None,
    readers: Sequence[NamedReader] = (),
) -> Service:
    """The service of one table, not yet started.

    ``data``: the folder where everything is kept. ``problems``: what is wrong with the settings, in sentences.
    ``camera``, ``hands`` and card ``readers`` are given for a simulated table; else the settings say. Raises
    CannotServe.
    """
    kept_code = _code(data)
    board, fault = _board_map(settings.board)
    file = wiring_file(settings.table, data)
    wiring = load_wiring(file)
    lights = _lights(settings.board, wiring.applied(board), wiring.colours)
    table = GameTable(partial(Record.open, settings.record.url or data / "record.db"), lights)
    table.trouble("settings", one_after_the_other([*problems, *([fault] if fault else [])]) or None)
    table.trouble("code", kept_code.trouble or None)
    for game in left_out():
        log.warning("%s", game.why)
    table.resume()
    camera = camera or _camera(settings.camera.source, table)
    at_work = hands(table, lights) if hands is not None else None
    eyes = None if camera is None else _eyes(camera, table, lights, settings, data)
    inputs = _inputs(settings, table, lights, data, readers)
    people = People(table, data)
    table.archive.pictures = PictureFolder(data / "pictures", settings.pictures.most_mb * 1_000_000)
    pictures = None if eyes is None else _picture_keeper(eyes, table, table.archive.pictures)
    context = PageContext(
        table=table,
        code=kept_code.code,
        lights=lights,
        surroundings=replace(
            _surroundings(settings.page, kept_code.code, at_work, eyes),
            people=people,
            evenings=Evenings(table, data / "evening.json"),
        ),
        eyes=eyes,
        hands=at_work,
        seats=Seats(data / "seats.json"),
        workbench=Workbench(board, lights, inputs, wiring, file),
        report=partial(report, table, lights, camera, eyes, inputs),
        notices=Notices(data / "notices.json"),
        pictures=pictures,
        language=settings.language,
        names=_names(settings.page),
        door=Door.for_files(resource.getrlimit(resource.RLIMIT_NOFILE)[0]),
    )
    context.notices.begin(table.snapshot.troubles)
    copies = record_copies(settings, data)
    context.forgetting = Forgetting(table, people, context.seats, data, copies, context.surroundings.evenings)
    keeper = Keeper(copies, partial(table.trouble, "copies")) if copies is not None else None
    return Service(
        table, lights, eyes, context, settings, inputs, keeper, _speaker(settings.voice, settings.language, table)
    )


def _speaker(settings: VoiceSettings, language: str, table: GameTable) -> Speaker | None:
    """The loudspeaker at the table; None where it is to be silent, or nothing can speak."""
    if settings.level == "silent":
        return None
    program = find_program(settings.voice, language)
    if program is None:
        table.trouble("voice", say("voice", "nobody"))
        return None
    speaker = Speaker(program, settings.level, partial(table.trouble, "voice"), language=language)
    table.watch(speaker.hear)
    return speaker


def _eyes(camera: Camera, table: GameTable, lights: TableLights, settings: Settings, data: Path) -> CameraWorker:
    taught, deck = table_file(settings.table, data), deck_file(settings.table, data)
    return CameraWorker(camera, table, taught, settings.camera.frames_per_second, deck=deck, lights=lights)


def _picture_keeper(eyes: CameraWorker, table: GameTable, folder: PictureFolder) -> PictureKeeper:
    keeper = PictureKeeper(folder, eyes.picture, partial(table.trouble, "pictures"))
    table.watch(keeper.saw)
    return keeper


def _surroundings(page: PageSettings, code: str, hands: TableHands | None, eyes: CameraWorker | None) -> Surroundings:
    url = join_url(page, code)
    return Surroundings(
        hands=hands,
        camera=eyes is not None,
        join_url=url,
        join_qr=qr_svg(url),
        only_here=only_here(page.host, simulated=hands is not None),
        picture_of=None if eyes is None else eyes.close_up,
    )


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


def camera_source(source: str) -> str:
    """The source as it is opened: ``auto`` is the first camera there is, "" when there is none."""
    return first_camera() if source == "auto" else source


def _camera(source: str, table: GameTable) -> Camera | None:
    """The camera the settings name; None, and a sentence where it matters, when there is none."""
    source = camera_source(source)
    if not source:
        return None
    try:
        return open_camera(source)
    except VisionError as error:
        table.trouble("camera", words_of(error))
        return None


def _board_map(settings: BoardSettings) -> tuple[BoardMap, str]:
    """The board's map; where it cannot be used, the plain Spectrum board and a sentence."""
    try:
        return BoardMap.load(settings.map), ""
    except BoardMapError as error:
        return BoardMap.load("spectrum"), Deferred("{why} The Spectrum board is shown instead.", why=error)


def _names(page: PageSettings) -> tuple[str, ...]:
    """The names in addresses that are this table's, as far as the settings name any."""
    return tuple(name.strip().lower() for name in (page.host, *page.names.split(",")) if name.strip())


def _inputs(
    settings: Settings, table: GameTable, lights: TableLights, data: Path, given: Sequence[NamedReader]
) -> Inputs:
    """Switches, card readers and buttons, as far as the settings name them."""
    from firmware_bridge.drivers.serial_board import SerialBoard
    from firmware_bridge.sensors.rfid import TagReader

    pins = panel_pins(settings.panel)
    panel = None
    if pins is not None:
        from firmware_bridge.drivers.panel import Panel

        panel = Panel.open(pins)
    readers = [*given, *(NamedReader(name, TagReader(port)) for name, port in settings.readers.items() if port)]
    board = lights.driver if isinstance(lights.driver, SerialBoard) else None
    return Inputs(table, board, readers, panel, TagBook(data / "cards.json"))


def _lights(settings: BoardSettings, board: BoardMap, colours: str) -> TableLights:
    driver = light_driver(settings, board, colours)
    return TableLights(driver, board, settings.brightness, colour_blind=settings.colour_blind)
