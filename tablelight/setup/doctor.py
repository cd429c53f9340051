"""A check-up of everything at once, for ``tablelight doctor``: each part is well, or there is a sentence what to do."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.diagnosis import CheckupFinding, examine
from tablelight.session.record import GameDamaged, Record, RecordTrouble
from tablelight.setup.lock import user_of
from tablelight.setup.settings import Settings
from tablelight.setup.wiring import load_wiring, wiring_file

if TYPE_CHECKING:
    from vision.camera.camera import Camera

LEAST_FREE_MB = 200
NEWEST = 20
"""Matches of the record that are read through."""
OLD_DAYS = 2.0
"""Days after which a copy of the record that lacks something is too old."""
CAMERA_S = 4.0
BOARD_S = 5.0
MODEL = Path("/proc/device-tree/model")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
HOT_C = 80.0

# Bits of the Raspberry Pi's get_throttled (firmware documentation): now, and the same 16 higher since the last start.
_NOW = {
    0: "The voltage is too low right now: use the official supply and a short, thick cable.",
    1: "The processor is slowed down right now.",
    2: "The processor is throttled right now: it is too hot or has too little voltage.",
    3: "The processor is at its soft temperature limit: give it air or a cooler.",
}
_SINCE_START = {
    16: "The voltage was too low since the last start: use the official supply and a short, thick cable.",
    18: "The processor was throttled since the last start: give it air, and the official supply.",
}


def check_up(
    settings: Settings, data: Path, problems: tuple[str, ...], camera: "Camera | None" = None
) -> Iterator[CheckupFinding]:
    """Every finding as soon as it is made. ``camera``: an open one instead of the one in the settings."""
    if problems:
        yield CheckupFinding("settings", False, " ".join(problems))
    else:
        yield CheckupFinding("settings", True, "every value can be used")
    yield from computer()
    yield from disk(data)
    yield record(settings, data)
    yield from copies(settings, data)
    yield code(data)
    yield games()
    user = user_of(data)
    if user is not None and camera is None:
        # What is opened here could not be opened there; and whatever is said would be about that.
        said = f"Tablelight runs here (process {user}) and holds it: Menu, How the parts are doing says how it is"
        yield from (CheckupFinding(part, True, said) for part in ("camera", "board"))
        return
    yield pictures(camera) if camera is not None else eyes(settings.camera.source)
    yield from board(settings, data)
    yield from others(settings)


# ---- the computer


def computer(
    model: Path = MODEL,
    throttled: Callable[[], int | None] | None = None,
    heat: Path = HEAT,
) -> Iterator[CheckupFinding]:
    """Voltage, throttling and heat of a Raspberry Pi; another computer says what it is."""
    name = _text(model).rstrip("\0")
    if "Raspberry Pi" not in name:
        yield CheckupFinding("power", True, "this is no Raspberry Pi, so it has no voltage to look at")
        return
    bits = (throttled or read_throttled)()
    if bits is None:
        yield CheckupFinding("power", True, f"{name}; it does not tell about its voltage (vcgencmd is missing)")
    else:
        faults = [words for bit, words in {**_NOW, **_SINCE_START}.items() if bits >> bit & 1]
        yield CheckupFinding(
            "power", not faults, " ".join(faults) or f"{name}: never too little voltage, never throttled"
        )
    celsius = _number(_text(heat)) / 1000
    if celsius:
        hot = celsius >= HOT_C
        advice = ": give it air or a cooler" if hot else ""
        yield CheckupFinding("heat", not hot, f"{celsius:.0f} degrees Celsius{advice}")


def read_throttled() -> int | None:
    """The Pi's own word on voltage and throttling as a number of bits; None where it cannot be had."""
    kept = _text(THROTTLED).strip()
    if not kept and shutil.which("vcgencmd"):
        try:
            done = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=3, check=False)
            kept = done.stdout.strip().partition("=")[2]
        except (OSError, subprocess.TimeoutExpired):
            return None
    try:
        return int(kept, 16)
    except ValueError:
        return None


def disk(data: Path) -> Iterator[CheckupFinding]:
    """Whether the data folder can be written, and how much room there is. One that is not there yet is not made: it
    should belong to whoever plays, and that need not be who asks."""
    there = next((folder for folder in (data, *data.parents) if folder.exists()), data)
    try:
        with tempfile.NamedTemporaryFile(dir=there) as probe:
            probe.write(b"x")
            probe.flush()
        free_mb = shutil.disk_usage(there).free // 1_000_000
    except OSError as error:
        why = error.strerror or str(error)
        yield CheckupFinding(
            "disk", False, f"{data} cannot be written ({why}). Name another folder: TABLELIGHT_DATA=/some/folder"
        )
        return
    enough = free_mb >= LEAST_FREE_MB
    advice = "" if enough else f"; make room, {LEAST_FREE_MB} MB at least"
    can = "can be written" if data.exists() else "can be made; the first start of Tablelight does it"
    yield CheckupFinding("disk", enough, f"{data} {can}, {free_mb:,} MB free{advice}")


def record(settings: Settings, data: Path) -> CheckupFinding:
    """Whether the record opens and its newest matches hold what was written. Where there is none, none is made."""
    file = data / "record.db"
    if not settings.record.url and (not file.exists() or not file.stat().st_size):
        return CheckupFinding("record", True, "none yet; the first start of Tablelight makes it")
    try:
        kept = Record.open(settings.record.url or data / "record.db")
    except RecordTrouble as error:
        return CheckupFinding("record", False, str(error))
    faults = []
    try:
        cards = kept.matches(NEWEST)
        for card in cards:
            try:
                kept.header(card.match_id), kept.entries(card.match_id)
            except GameDamaged as error:
                faults.append(str(error))
    except RecordTrouble as error:
        return CheckupFinding("record", False, str(error))
    finally:
        kept.close()
    if faults:
        return CheckupFinding("record", False, " ".join(faults))
    return CheckupFinding(
        "record", True, f"{len(cards)} newest matches read, nothing lost" if cards else "ready, no match yet"
    )


def copies(settings: Settings, data: Path, now: Callable[[], float] = time.time) -> Iterator[CheckupFinding]:
    """Where the record's copies are, and how old the newest is."""
    from tablelight.assembly import record_copies
    from tablelight.session.record.copies import counts

    kept = record_copies(settings, data)
    if kept is None:
        yield CheckupFinding("copies", True, "the record is in a database; whoever runs it makes the copies")
        return
    found = kept.kept()
    if not found:
        yield CheckupFinding("copies", True, f"none yet; the first one is made in {kept.folder} when Tablelight runs")
        return
    newest = found[0]
    days = (now() - newest.at) / 86_400
    lasting = counts(newest.file) != counts(data / "record.db")
    where = f"{len(found)} in {kept.folder}, the newest made {_ago(days)}"
    if lasting and days > OLD_DAYS:
        yield CheckupFinding(
            "copies", False, f"{where}, and games were played since: start Tablelight, it makes one then"
        )
    else:
        yield CheckupFinding("copies", True, f"{where}; 'tablelight restore' brings the record back")


def _ago(days: float) -> str:
    hours = max(0, round(days * 24))
    if hours >= 48:
        return f"{days:.0f} days ago"
    return f"{hours} hours ago" if hours > 1 else "an hour ago" if hours else "less than an hour ago"


def code(data: Path) -> CheckupFinding:
    """Whether the file of the table's code holds one."""
    from tablelight.setup.table_code import FILE, check

    wrong = check(data)
    if not wrong and not (data / FILE).exists():
        return CheckupFinding("code", True, "none yet; the first start of Tablelight makes one")
    return CheckupFinding("code", not wrong, wrong or "the table's code is kept, for its owner alone")


def games() -> CheckupFinding:
    """Whether every game that is installed can be played, those of other packages too."""
    from engine.core.registry import left_out, names
    from tablelight.web.games import trouble_of

    faults = [game.why for game in left_out()]
    faults += [trouble for name in names() if (trouble := trouble_of(name))]
    return CheckupFinding("games", not faults, " ".join(faults) or f"{len(names())} can be played")


# ---- the camera


def eyes(source: str) -> CheckupFinding:
    """Whether pictures come within a few seconds, and how large they are."""
    from tablelight.assembly import camera_source
    from vision.camera.sources import open_camera
    from vision.errors import VisionError

    if not source:
        return CheckupFinding("camera", True, "switched off in the settings")
    found = camera_source(source)
    if not found:
        return CheckupFinding("camera", False, "no camera is plugged in; plug one in, or enter everything by hand")
    try:
        camera = open_camera(found)
    except VisionError as error:
        return CheckupFinding("camera", False, str(error))
    return pictures(camera)


def pictures(camera: "Camera") -> CheckupFinding:
    """Whether this camera sends pictures; closes it."""
    try:
        frame = camera.next(timeout=CAMERA_S)
        if frame is None:
            return CheckupFinding(
                "camera", False, camera.health.message or "no picture came; unplug it and plug it in again"
            )
        high, wide = frame.image.shape[:2]
        return CheckupFinding("camera", True, f"pictures of {wide} x {high} are coming")
    finally:
        camera.close()


# ---- everything on cables


def board(settings: Settings, data: Path) -> Iterator[CheckupFinding]:
    """The light board: port, firmware, lights, switches, and how long the first light took."""
    chosen = settings.board
    if not chosen.port:
        yield CheckupFinding("board", True, "switched off in the settings; the page shows the lights")
        return
    if ":" in chosen.port and not chosen.port.startswith("/"):
        yield CheckupFinding("board", True, f"lights of another make at {chosen.port}; they do not tell how they are")
        return
    wiring = load_wiring(wiring_file(settings.table, data))
    until = time.monotonic() + BOARD_S
    yield from examine(chosen.port, chosen.map, until, wiring.applied, chosen.device_id or None)


def others(settings: Settings) -> Iterator[CheckupFinding]:
    """Card readers and the panel, where the settings name them."""
    for name, port in settings.readers.items():
        there = Path(port).exists()
        words = port if there else f"there is no {port}: is the reader plugged in?"
        yield CheckupFinding(f"reader {name}", there, words)
    from tablelight.setup.drivers import panel_pins

    pins = panel_pins(settings.panel)
    if pins is not None:
        from firmware_bridge.drivers.panel import Panel

        panel = Panel.open(pins)
        yield CheckupFinding("panel", panel.works, panel.sentence)
        panel.close()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
