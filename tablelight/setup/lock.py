"""One Tablelight a data folder: two would each think the record is theirs, and end each other's games."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FILE = "in-use"
_LOCKS = Path("/proc/locks")
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


def user_of(data: Path) -> int | None:
    """The process that holds a data folder just now; None where nobody does, or where that cannot be told.

    It is looked up and not tried: whoever tried the lock would keep a Tablelight from starting at that moment.
    """
    try:
        held = (data / _FILE).stat()
        locks = _LOCKS.read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    where = f"{os.major(held.st_dev):02x}:{os.minor(held.st_dev):02x}:{held.st_ino}"
    for line in locks.splitlines():
        words = line.split()  # 1: FLOCK ADVISORY WRITE 1234 08:02:131 0 EOF
        if len(words) > 5 and words[1] == "FLOCK" and words[5] == where and words[4].isdigit():
            return int(words[4])
    return None


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
