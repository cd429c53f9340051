"""The table's code: who has it may write, everybody else may watch."""

import hmac
import secrets
from pathlib import Path

# No letters or digits that are easily taken for one another when read out across a table.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_LENGTH = 8


def table_code(folder: Path) -> str:
    """The code of this table, made once and kept in the data folder, readable by its owner alone."""
    file = folder / "code.txt"
    try:
        kept = file.read_text(encoding="ascii").strip()
        if len(kept) >= _LENGTH:
            return kept
    except (OSError, UnicodeDecodeError):
        pass
    code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
    folder.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(code + "\n", encoding="ascii")
    return code


def same(given: str, code: str) -> bool:
    """Whether somebody gave the right code; spaces, dashes and case do not matter. Takes the same time either way."""
    return hmac.compare_digest(plain(given), plain(code))


def plain(code: str) -> bytes:
    """A code as it is compared; empty when there is none."""
    return code.replace(" ", "").replace("-", "").upper().encode("utf-8", "replace")
