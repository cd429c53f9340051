"""The table's code: who has it may write, everybody else may watch."""

import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# No letters or digits that are easily taken for one another when read out across a table.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_LENGTH, _LEAST, _MOST = 8, 6, 64
FILE, _GARBAGE = "code.txt", "code-damaged.txt"


@dataclass(frozen=True, slots=True)
class TableCode:
    """The code of a table, and a sentence where the file that should hold it held something else."""

    code: str
    trouble: str = ""


def table_code(folder: Path) -> TableCode:
    """The code of this table, made once and kept in the data folder, readable by its owner alone. Raises OSError.

    What is no code is kept beside the new one, and said.
    """
    file = folder / FILE
    kept = _content(file)
    found = usable(kept)
    if found:
        return TableCode(found)
    folder.mkdir(parents=True, exist_ok=True)
    if kept is not None:
        _write(folder / _GARBAGE, kept)
    code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
    _write(file, f"{code}\n".encode("ascii"))
    return TableCode(code, "" if kept is None else f"{fault(kept)} A new code was made: phones join anew with it.")


def check(folder: Path) -> str:
    """What is wrong with the code that a folder keeps; empty when nothing is, or none was made yet."""
    try:
        kept = _content(folder / FILE)
    except OSError as error:
        return f"The table's code in {folder / FILE} cannot be read ({error.strerror})."
    if kept is None or usable(kept):
        return ""
    return f"{fault(kept)} Write one there, or start Tablelight, which makes a new one."


def usable(kept: bytes | None) -> str:
    """The code in a file's content, as it was typed; empty where there is none."""
    try:
        code = (kept or b"").decode("ascii").strip()
    except UnicodeDecodeError:
        return ""
    if not _LENGTH <= len(code) <= _MOST or not code.isprintable():
        return ""
    return code if len(plain(code)) >= _LEAST else ""  # dashes alone are no code: everybody could give them


def fault(kept: bytes) -> str:
    """What a file that holds no code holds, in a sentence."""
    what = "is empty" if not kept.strip() else f"holds no code of {_LENGTH} to {_MOST} plain letters and digits"
    return f"The file of the table's code, {FILE}, {what}; it may have been damaged."


def same(given: str, code: str) -> bool:
    """Whether somebody gave the right code; spaces, dashes and case do not matter. Takes the same time either way."""
    return hmac.compare_digest(plain(given), plain(code))


def plain(code: str) -> bytes:
    """A code as it is compared; empty when there is none."""
    return code.replace(" ", "").replace("-", "").upper().encode("utf-8", "replace")


def _content(file: Path) -> bytes | None:
    """What a file holds, as much of it as can matter; None where there is none. Raises OSError."""
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST + 100)
    except FileNotFoundError:
        return None


def _write(file: Path, content: bytes) -> None:
    """Write a small file so that it is there whole or not at all, whatever happens meanwhile."""
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
    draft.replace(file)
    with suppress(OSError):  # some disks cannot be asked to keep a name
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
