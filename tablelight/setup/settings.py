"""Settings: one TOML file, every value with a sane default, and a sentence for every value that cannot be used."""

import tomllib
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from tablelight.setup.paths import NAME_SIGNS, data_folder, is_table_name, table_name
from vision.files import bytes_of


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """``source``: "" for none, "auto" for the first camera found, a number, /dev/video*, http://..., a file, a folder,
    or "picamera2". ``frames_per_second`` bounds how often the table is looked at."""

    source: str = "auto"
    frames_per_second: float = 15.0


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """``port``: "" for none, "auto" for the first board found, its path, or lights people already own: "wled:" and
    an address in the network, "adalight:" and a serial port. ``brightness`` from 0 to 1. ``colours``: the order of the
    strip's diodes where it differs from the board's own settings. ``cap_ma`` lowers the current cap, 0 leaves it;
    ``device_id``: the only board to accept (16 hex digits; ``tablelight doctor`` tells it)."""

    map: str = "spectrum"
    port: str = "auto"
    brightness: float = 0.6
    colour_blind: bool = False
    colours: str = ""
    cap_ma: int = 0
    device_id: str = ""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """Buttons (done, undo, accept) by name, a buzzer and a light on the Pi's own pins: GPIO numbers; 0 for none."""

    buttons: dict[str, int] = field(default_factory=dict)
    buzzer: int = 0
    light: int = 0


@dataclass(frozen=True, slots=True)
class RecordSettings:
    """``url``: "" for a file in the data folder, else a database URL such as postgresql://... ``copies``: the folder of
    the file's copies, best on another disk; "" for one in the data folder."""

    url: str = ""
    copies: str = ""


@dataclass(frozen=True, slots=True)
class PageSettings:
    """``host``: 0.0.0.0 lets phones in the same network watch; writing needs the table's code in any case. ``names``:
    what else this computer is called in addresses, with commas between; its number and names such as raspberrypi.local
    need not be named."""

    host: str = "0.0.0.0"
    port: int = 8080
    names: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. ``table`` names the taught dice."""

    table: str = "table"
    camera: CameraSettings = field(default_factory=CameraSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    record: RecordSettings = field(default_factory=RecordSettings)
    page: PageSettings = field(default_factory=PageSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    readers: dict[str, str] = field(default_factory=dict)
    """RFID card readers: what happens to a card laid on one (play, turn, draw, discard), and its serial port."""


_BOUNDS = {
    "camera.frames_per_second": (1.0, 60.0),
    "board.brightness": (0.0, 1.0),
    "page.port": (1, 65535),
    "board.cap_ma": (0, 20_000),
    "panel.buzzer": (0, 27),
    "panel.light": (0, 27),
}
MOST_LETTERS = 500
"""Of a setting; addresses of databases are the longest."""
_MOST_NAMES, _MOST_BYTES = 50, 1_000_000
_NO_NUL = "should have no NUL sign"
_CHOICES = {"board.colours": ("", "RGB", "RBG", "GRB", "GBR", "BRG", "BGR")}


def settings_file() -> Path:
    """Where the settings are looked for when no file is named."""
    return data_folder() / "settings.toml"


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings of a file, and a sentence for each value that was not used. A missing file is all defaults."""
    try:
        data = tomllib.loads(bytes_of(path, _MOST_BYTES).decode("utf-8"))
    except FileNotFoundError:
        return Settings(), ()
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), (f"The settings in {path} cannot be read ({error}); the defaults are used.",)
    except (ValueError, RecursionError) as error:  # ValueError: a number too long to be one, too
        slip = "brackets in brackets without end" if isinstance(error, RecursionError) else error
        return Settings(), (f"The settings in {path} have a slip: {slip}. Until it is mended the defaults are used.",)
    problems: list[str] = []
    return _filled(Settings(), data, "", problems), tuple(problems)


def _filled(defaults: Any, data: dict[str, Any], prefix: str, problems: list[str]) -> Any:
    known = {f.name: getattr(defaults, f.name) for f in fields(defaults)}
    good: dict[str, Any] = {}
    for name, value in data.items():
        where = f"{prefix}{name}"
        if name not in known:
            problems.append(f"There is no setting '{_short(where)[1:-1]}'; known here: {', '.join(known)}.")
        elif is_dataclass(known[name]):
            if isinstance(value, dict):
                good[name] = _filled(known[name], value, f"{where}.", problems)
            else:
                problems.append(f"'{where}' should be a section: [{where}].")
        else:
            fault = _fault(where, value, known[name])
            if fault:
                problems.append(f"'{where}' {fault}, not {_short(value)}; {known[name]!r} is used.")
            else:
                good[name] = table_name(value) if where == "table" else type(known[name])(value)
    return replace(defaults, **good)


def _fault(where: str, value: Any, default: Any) -> str:
    """What is wrong with a value; empty when nothing is."""
    if isinstance(default, bool) or isinstance(value, bool):
        return "" if isinstance(default, bool) and isinstance(value, bool) else _expected(default)
    if isinstance(default, dict):
        return _table_fault(value, int if where == "panel.buttons" else str)
    if where in _CHOICES and value not in _CHOICES[where]:
        return f"should be one of {', '.join(_CHOICES[where][1:])}"
    allowed = (int, float) if isinstance(default, float) else type(default)
    if not isinstance(value, allowed):
        return _expected(default)
    if isinstance(value, str):
        return _text_fault(value) or _name_fault(where, value)
    low, high = _BOUNDS.get(where, (None, None))
    if low is not None and not low <= value <= high:
        return f"should be between {low} and {high}"
    return ""


def _text_fault(text: str) -> str:
    """Of what no file, port, address or name has."""
    if "\0" in text:
        return _NO_NUL
    return f"should have {MOST_LETTERS} letters at most" if len(text) > MOST_LETTERS else ""


def _name_fault(where: str, text: str) -> str:
    return f"should be {NAME_SIGNS}" if where == "table" and not is_table_name(table_name(text)) else ""


def _table_fault(value: Any, kind: type) -> str:
    """What is wrong with a section of free names."""
    if isinstance(value, dict) and all(isinstance(v, kind) and not isinstance(v, bool) for v in value.values()):
        if kind is int and not all(0 <= pin <= 27 for pin in value.values()):
            return "should have GPIO numbers between 0 and 27"
        if len(value) > _MOST_NAMES:
            return f"should have {_MOST_NAMES} names at most"
        texts = [text for pair in value.items() for text in pair if isinstance(text, str)]
        return next(filter(None, map(_text_fault, texts)), "")
    return "should be a section of names and " + ("GPIO numbers" if kind is int else "ports in quotes")


def _short(value: Any) -> str:
    """A value as a sentence can show it."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:60]}… ({len(shown):,} letters)"


def _expected(default: Any) -> str:
    words = {bool: "should be true or false", int: "should be a whole number", float: "should be a number"}
    return words.get(type(default), "should be a text in quotes")
