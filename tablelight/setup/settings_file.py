"""The settings' file: read with a sentence for each slip, and written whole with every setting explained."""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.language import Deferred
from tablelight.setup.paths import data_folder
from tablelight.setup.settings import Settings
from tablelight.setup.settings_check import Setting, checked, every_setting
from vision.files import OWNER, bytes_of, write_whole

_MOST_BYTES = 1_000_000
_WIDTH = 100
"""Of a comment's lines, letters."""
_HEAD = """# Tablelight's settings. A line such as  #port = 8080  shows a default: take its "#" away to change it.
# What is changed here counts from the next start. On the page: Menu, Settings.
"""


def settings_path() -> Path:
    """Where the settings are looked for when no file is named."""
    return data_folder() / "settings.toml"


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings of a file, and a sentence for each value that was not used. A missing file is all defaults."""
    try:
        data = tomllib.loads(bytes_of(path, _MOST_BYTES).decode("utf-8"))
    except FileNotFoundError:
        return Settings(), ()
    except (OSError, UnicodeDecodeError) as error:
        said = Deferred("The settings in {file} cannot be read ({why}); the defaults are used.", file=path, why=error)
        return Settings(), (said,)
    except (ValueError, RecursionError) as error:  # ValueError: a number too long to be one, too
        slip = Deferred("brackets in brackets without end") if isinstance(error, RecursionError) else error
        said = Deferred(
            "The settings in {file} have a slip: {slip}. Until it is mended the defaults are used.",
            file=path,
            slip=slip,
        )
        return Settings(), (said,)
    settings, faults = checked(data)
    return settings, tuple(fault.sentence for fault in faults)


def save(path: Path, settings: Settings) -> None:
    """Write the settings with their comments. What people wrote there themselves stays beside it as ``.before.toml``.

    Raises OSError.
    """
    if path.exists():
        written = bytes_of(path, _MOST_BYTES)
        if written != as_toml(load(path)[0]).encode("utf-8"):
            write_whole(path.with_suffix(".before.toml"), written, OWNER)
    write_whole(path, as_toml(settings).encode("utf-8"), OWNER)


def as_toml(settings: Settings) -> str:
    """The whole file: every setting with what it is about; one that stands at its default is only shown."""
    return _HEAD + "".join(_section(settings, *section) for section in every_setting())


def value_of(settings: Settings, where: str) -> Any:
    """The value of a setting by its full name, such as "board.brightness"."""
    value: Any = settings
    for name in where.split("."):
        value = getattr(value, name)
    return value


def _section(settings: Settings, name: str, about: str, rows: tuple[Setting, ...]) -> str:
    free = name != "" and rows[0].where == name  # a section of free names
    lines = [f"\n[{name}]"] if name else []
    lines += [*_comment(about)] if about else []
    for row in rows:
        lines += ["", *_explained(row)]
        value = value_of(settings, row.where)
        if free:
            lines += [f"{_key(one)} = {_toml(this)}" for one, this in value.items()]
        else:
            unset = "#" if value == row.default else ""
            lines.append(f"{unset}{row.name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _explained(row: Setting) -> Iterator[str]:
    limits = " ".join(filter(None, (f"From {row.low} to {row.high}." * (row.low is not None), _unit(row))))
    choices = f"One of {', '.join(filter(None, row.choices))}." if row.choices else ""
    yield from _comment(" ".join(filter(None, (row.says, limits, choices))))
    yield from (f"# For example:  {example}" for example in row.examples)


def _unit(row: Setting) -> str:
    return f"In {row.unit}." if row.unit else ""


def _comment(words: str) -> Iterator[str]:
    yield from (f"# {line}" for line in textwrap.wrap(words, _WIDTH - 2, break_on_hyphens=False))


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _toml(name)


def _toml(value: Any) -> str:
    """A value as TOML writes it. Its texts escape what JSON escapes, and the sign 7F as well (TOML 1.0, Strings)."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(name)} = {_toml(one)}" for name, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
