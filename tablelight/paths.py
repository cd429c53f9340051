"""Where Tablelight keeps what it must not lose: one folder, and names that cannot leave it."""

import os
import re
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,63}")
NAME_SIGNS = "letters from a to z, digits, spaces, dots, - and _, at most 64"


def data_folder() -> Path:
    """The folder for records, taught tables and settings: $TABLELIGHT_DATA, or the user's own data folder."""
    named = os.environ.get("TABLELIGHT_DATA")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tablelight"


def is_table_name(name: str) -> bool:
    """Whether files can be called so."""
    return _NAME.fullmatch(name) is not None


def table_file(name: str, data: Path | None = None) -> Path:
    """The file of a taught table. Raises ValueError for a name that is not plain."""
    if not is_table_name(name):
        raise ValueError(f"'{name}' cannot be a table's name: use {NAME_SIGNS}")
    return (data or data_folder()) / "tables" / f"{name}.json"


def deck_file(name: str, data: Path | None = None) -> Path:
    """The file of a taught deck of cards, beside the table's own. Raises ValueError for a name that is not plain."""
    return table_file(name, data).with_suffix(".cards.npz")
