"""Small files that are there whole or not at all, whatever happens while they are written."""

import json
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

ANYBODY, OWNER = 0o666, 0o600
"""Who may read a new file: whoever the user's umask lets, or its owner alone."""

_TURN = threading.Lock()


def write_whole(file: Path, content: bytes, mode: int = ANYBODY) -> None:
    """Put ``content`` in the place of a file: on the disk first, then under its name. Makes the folder where it lacks.

    ``mode``: the new file's permissions, less the umask. Raises OSError; then the old file is there as before.
    Threads take turns; two programs must not write the same file.
    """
    with _TURN:
        _write(file, content, mode)


def _write(file: Path, content: bytes, mode: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)  # of a program that was stopped while it wrote
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # some disks cannot be asked to keep a name
        sync(file.parent)


def write_json(file: Path, data: Any, mode: int = ANYBODY) -> None:
    """The same with the JSON of ``data``. Raises OSError, and TypeError for what JSON does not know."""
    write_whole(file, (json.dumps(data, indent=1) + "\n").encode("utf-8"), mode)


def sync(path: Path) -> None:
    """Have what was written of a file, or of a folder's names, on the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
