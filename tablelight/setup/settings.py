"""Settings: one model of everything that can be set.

The model (pydantic) is the only place that knows names, defaults, bounds, choices, units and descriptions. From it come
the check of ``settings.toml`` (``settings_check``), the commented file (``settings_file``) and the settings page.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, Strict
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

from tablelight.setup.paths import is_table_name, table_name
from tablelight.texts.catalogues import languages

MOST_LETTERS = 500
"""Of a setting; addresses of databases are the longest. Chosen by hand."""
_MOST_NAMES = 50
LAST_PIN = 27
"""The highest GPIO number on a Raspberry Pi's 40 pins."""


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise PydanticCustomError("nul", "has a NUL sign")
    return text


def _table(name: str) -> str:
    name = table_name(name)
    if not is_table_name(name):
        raise PydanticCustomError("table_name", "is no name of a table")
    return name


Text = Annotated[str, Strict(), Field(max_length=MOST_LETTERS), AfterValidator(_without_nul)]
Number = Annotated[float, Strict()]
Whole = Annotated[int, Strict()]
Switch = Annotated[bool, Strict()]
Pin = Annotated[int, Strict(), Field(ge=0, le=LAST_PIN)]
_AT_ONCE = {"at_once": True}
_section = dataclass(frozen=True, slots=True, config={"extra": "forbid"})


@_section
class CameraSettings:
    """The camera that looks at the table."""

    source: Text = Field(
        "auto",
        title="Which camera",
        description='"auto" is the first camera found, "" none; or 0, "/dev/video0", "http://phone:8080/video", '
        '"picamera2", a video or a folder of pictures.',
    )
    frames_per_second: Number = Field(
        15.0,
        ge=1.0,
        le=60.0,
        title="How often it looks",
        description="How often the table is looked at while nothing moves; "
        "while dice roll or pieces move, every picture is.",
        json_schema_extra={"unit": "pictures a second"},
    )


@_section
class BoardSettings:
    """The board of lights, its cable and its map."""

    map: Text = Field(
        "spectrum", title="Map of the board", description="A map in hardware/boards, or a file of your own."
    )
    port: Text = Field(
        "auto",
        title="Where the board is plugged in",
        description='"auto" is the first board found, "" none; or /dev/serial/by-id/..., and for lights you already '
        'own "wled:ADDRESS" or "adalight:/dev/...".',
    )
    brightness: Number = Field(
        0.6,
        ge=0.0,
        le=1.0,
        title="Brightness of the lights",
        description="How bright the lights are, from off to full.",
        json_schema_extra=_AT_ONCE,
    )
    colour_blind: Switch = Field(
        False,
        title="Lights for colour-blind people",
        description="Rhythm instead of hue says what a light means.",
        json_schema_extra=_AT_ONCE,
    )
    colours: Literal["", "RGB", "RBG", "GRB", "GBR", "BRG", "BGR"] = Field(
        "",
        title="Order of the strip's colours",
        description="The order of the strip's diodes, where it differs from the board's own settings.",
    )
    cap_ma: Whole = Field(
        0,
        ge=0,
        le=20_000,
        title="Most current",
        description="Lowers the most current that the lights may draw; 0 leaves it as the board has it.",
        json_schema_extra={"unit": "mA"},
    )
    device_id: Text = Field(
        "",
        title="Which of several boards",
        description="With several boards plugged in: which is this table's, 16 hex digits. `tablelight doctor` tells "
        "them.",
    )


@_section
class PanelSettings:
    """Buttons, a buzzer and a light on the Raspberry Pi's own pins, by GPIO number."""

    buttons: Annotated[dict[Text, Pin], Field(max_length=_MOST_NAMES)] = Field(
        default_factory=dict,
        title="Buttons and their pins",
        description="Buttons (done, undo, accept) and the pin of each.",
        examples=["buttons = { done = 17, undo = 27 }"],
    )
    buzzer: Pin = Field(0, title="Pin of the buzzer", description="The buzzer's pin; 0 for none.")
    light: Pin = Field(0, title="Pin of the light", description="The light's pin; 0 for none.")


@_section
class RecordSettings:
    """Where games are written down."""

    url: Text = Field(
        "",
        title="Where games are kept",
        description='"" keeps a SQLite file in the data folder; else postgresql://name:password@host/database, which '
        "needs .venv/bin/pip install -e '.[postgresql]'.",
    )
    copies: Text = Field(
        "",
        title="Folder of copies",
        description='The folder of the record\'s copies, best on another disk; "" is "copies" in the data folder.',
    )


@_section
class PictureSettings:
    """Small pictures of what the camera read, shown when a game is watched again. They stay on this computer."""

    most_mb: Whole = Field(
        200,
        ge=0,
        le=100_000,
        title="Room for pictures",
        description="The most that all of them take; then those of the games played longest ago go. 0 keeps none.",
        json_schema_extra={"unit": "MB", **_AT_ONCE},
    )


@_section
class PageSettings:
    """The page for phones and the big screen. Writing needs the table's code in any case."""

    host: Text = Field(
        "0.0.0.0",
        title="Who can open the page",
        description="0.0.0.0 lets phones in the same network in; 127.0.0.1 keeps them out.",
    )
    port: Whole = Field(
        8080, ge=1, le=65535, title="Port of the page", description="The page's port, behind the colon of its address."
    )
    names: Text = Field(
        "",
        title="More names of this computer",
        description='What else this computer is called in addresses, such as "table.example.org", with commas between; '
        "its number and names such as raspberrypi.local need not be named.",
    )


@_section
class VoiceSettings:
    """The loudspeaker at the table. Phones speak by themselves: Menu, Speak and sound."""

    level: Literal["silent", "short", "chatty"] = Field(
        "silent",
        title="How much is said",
        description="How much is said aloud at the table: whose turn it is and questions, or everything.",
    )
    voice: Text = Field(
        "",
        title="Voice",
        description="A voice file of Piper's (.onnx), which sounds best and needs the programs piper and aplay; "
        '"" speaks with espeak-ng.',
    )


@_section
class Settings:
    """Everything that can be set."""

    table: Annotated[Text, AfterValidator(_table)] = Field(
        "table", title="Name of this table", description="The name that your taught dice and cards are kept under."
    )
    language: Literal[languages()] = Field(  # type: ignore[valid-type]
        "en",
        title="Language of this table",
        description="What the loudspeaker at the table speaks, and phones read that ask for no language there is; each "
        "phone chooses its own in the menu.",
    )
    camera: CameraSettings = Field(default_factory=CameraSettings)
    board: BoardSettings = Field(default_factory=BoardSettings)
    record: RecordSettings = Field(default_factory=RecordSettings)
    pictures: PictureSettings = Field(default_factory=PictureSettings)
    page: PageSettings = Field(default_factory=PageSettings)
    panel: PanelSettings = Field(default_factory=PanelSettings)
    voice: VoiceSettings = Field(default_factory=VoiceSettings)
    readers: Annotated[dict[Text, Text], Field(max_length=_MOST_NAMES)] = Field(
        default_factory=dict,
        title="Readers and their cables",
        description="Card readers (RFID): what happens to a card laid on one (play, turn, draw, discard), and its "
        "serial port.",
        examples=['play = "/dev/serial/by-id/..."'],
    )
