"""The table's code: who has it may write, everybody else may watch."""

import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path

from engine.core.language import Deferred
from vision.files import OWNER, write_whole

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
    if kept is not None:
        write_whole(folder / _GARBAGE, kept, OWNER)
    code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
    write_whole(file, f"{code}\n".encode("ascii"), OWNER)
    if kept is None:
        return TableCode(code)
    return TableCode(code, Deferred("{fault} A new code was made: phones join anew with it.", fault=fault(kept)))


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
    return code if len(normalised(code)) >= _LEAST else ""  # dashes alone are no code: everybody could give them


def fault(kept: bytes) -> str:
    """What a file that holds no code holds, in a sentence."""
    if not kept.strip():
        return Deferred("The file of the table's code, {file}, is empty; it may have been damaged.", file=FILE)
    return Deferred(
        "The file of the table's code, {file}, holds no code of {least} to {most} plain letters and digits; it may "
        "have been damaged.",
        file=FILE,
        least=_LENGTH,
        most=_MOST,
    )


def same(given: str, code: str) -> bool:
    """Whether somebody gave the right code; spaces, dashes and case do not matter. Takes the same time either way."""
    return hmac.compare_digest(normalised(given), normalised(code))


def normalised(code: str) -> bytes:
    """A code as it is compared; empty when there is none."""
    return code.replace(" ", "").replace("-", "").upper().encode("utf-8", "replace")


def _content(file: Path) -> bytes | None:
    """What a file holds, as much of it as can matter; None where there is none. Raises OSError."""
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST + 100)
    except FileNotFoundError:
        return None
