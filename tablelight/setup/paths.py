"""Where Tablelight keeps what it must not lose: one folder, and names that cannot leave it."""

import os
import unicodedata
from pathlib import Path

from engine.core.language import later

NAME_SIGNS = later("letters, digits, spaces, dots, - and _, at most 64")
_MOST_SIGNS, _MOST_BYTES = 64, 200
"""A file's name has 255 bytes as a rule; what stands behind a table's name has to fit too."""


def data_folder() -> Path:
    """The folder for records, taught tables and settings: $TABLELIGHT_DATA, or the user's own data folder."""
    named = os.environ.get("TABLELIGHT_DATA")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tablelight"


def is_table_name(name: str) -> bool:
    """Whether files can be called so: letters of any script, none of the signs that lead elsewhere."""
    kinds = [unicodedata.category(sign) for sign in name]
    plain = all(kind[0] in "LM" or kind == "Nd" or sign in " _.-" for sign, kind in zip(name, kinds, strict=True))
    if not plain or not 1 <= len(name) <= _MOST_SIGNS or not (kinds[0][0] == "L" or kinds[0] == "Nd"):
        return False
    try:
        return len(os.fsencode(name)) <= _MOST_BYTES
    except UnicodeEncodeError:
        return False


def table_name(name: str) -> str:
    """A name as files bear it: letters with accents are one sign each, however they were typed."""
    return unicodedata.normalize("NFC", name)


def table_file(name: str, data: Path | None = None) -> Path:
    """The file of a taught table. Raises ValueError for a name that is not plain."""
    name = table_name(name)
    if not is_table_name(name):
        raise ValueError(f"'{name}' cannot be a table's name: use {NAME_SIGNS}")
    return (data or data_folder()) / "tables" / f"{name}.json"


def deck_file(name: str, data: Path | None = None) -> Path:
    """The file of a taught deck of cards, beside the table's own. Raises ValueError for a name that is not plain."""
    return table_file(name, data).with_suffix(".cards.npz")
