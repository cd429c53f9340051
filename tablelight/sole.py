"""One Tablelight a data folder: two would each think the record is theirs, and end each other's games."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FILE = "in-use"
_TAKEN = (errno.EAGAIN, errno.EACCES)


class InUse(Exception):
    """Another Tablelight uses this data folder; the sentence says what to do."""


@contextmanager
def sole_user(data: Path) -> Iterator[None]:
    """Hold a data folder while the block runs. The system lets go of it, however this program ends. Raises InUse.

    A folder that cannot be made or locked is used as it is; whoever opens it says what is wrong with it.
    """
    held: int | None = None
    with suppress(OSError):
        data.mkdir(parents=True, exist_ok=True)
        held = os.open(data / _FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if held is not None:
            _lock(held, data)
        yield
    finally:
        if held is not None:
            os.close(held)


def _lock(held: int, data: Path) -> None:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _TAKEN:  # some network folders know no locks
            return
        who = os.read(held, 20).decode("ascii", "replace").strip()
        raise InUse(
            f"Another Tablelight uses the data folder {data} already{f' (process {who})' if who.isdigit() else ''}. "
            "Open its page instead, or stop it; a second table needs a folder of its own: TABLELIGHT_DATA=/some/folder"
        ) from error
    with suppress(OSError):  # on a full disk nobody learns the number
        os.truncate(held, 0)
        os.write(held, f"{os.getpid()}\n".encode())
