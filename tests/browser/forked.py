"""Services that start at once: a process that has imported all of Tablelight, and becomes a service whenever asked.

It runs the same command as a terminal would, in a process of its own; only what Python needs to import it (1.6 s of a
core) is spent once for all tests of a worker. That ``python -m tablelight`` starts, tests/tablelight shows.
"""

import ctypes
import json
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[2]
_PR_SET_PDEATHSIG = 1
"""From linux/prctl.h."""


class Forked:
    """A service, with as much of ``subprocess.Popen`` as tests use; it is no child of theirs, so that nobody knows how
    it ended."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._ends: int | None = os.pidfd_open(pid)
        except ProcessLookupError:
            self._ends = None

    def poll(self) -> int | None:
        """None while it runs."""
        if self._ends is not None and select.select([self._ends], [], [], 0)[0]:
            self._gone()
        return None if self._ends is not None else 0

    def wait(self, timeout: float | None = None) -> int:
        """Raises subprocess.TimeoutExpired."""
        if self._ends is not None:
            if not select.select([self._ends], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("tablelight", timeout or 0)
            self._gone()
        return 0

    def _gone(self) -> None:
        if self._ends is not None:
            os.close(self._ends)
        self._ends = None

    def send_signal(self, number: int) -> None:
        if self.poll() is None and self._ends is not None:
            signal.pidfd_send_signal(self._ends, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def forked(command: list[str], data: Path, log: Path) -> Forked:
    """Run ``tablelight`` with this command. ``data``: its folder; ``log``: the file for what it says."""
    parent = _parent()
    assert parent.stdin and parent.stdout
    parent.stdin.write(json.dumps({"command": command, "data": str(data), "log": str(log)}) + "\n")
    parent.stdin.flush()
    return Forked(int(parent.stdout.readline()))


@cache
def _parent() -> subprocess.Popen[str]:
    """It ends with whoever asks it, as nobody asks any more then."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.browser.forked"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _become_services() -> None:
    """Fork for every line of the input."""
    import tablelight.assembly
    import tablelight.demo
    import tablelight.service  # noqa: F401  what the commands import when they run
    from tablelight.cli.main import main

    parent = os.getpid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    while line := os.read(0, 65_536):
        assert threading.active_count() == 1, "a thread would be lost in the fork"
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _end_with(parent)
            _take_place(**json.loads(line))
            _be_a_service(main)
        print(pid, flush=True)  # noqa: T201


def _be_a_service(main: Callable[[], object]) -> NoReturn:
    """Run until it is told to stop. Python would then take everything apart that was imported, one more second of a
    core; nothing of it is heard from outside."""
    try:
        main()
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)  # noqa: T201
    except BaseException:
        traceback.print_exc()
    finally:
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _end_with(parent: int) -> None:
    """Get the signal to end when ``parent`` is gone: a test run that was killed leaves no service behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(0)


def _take_place(command: list[str], data: str, log: str) -> None:
    """What a process is given when it is started: arguments, environment, and where it reads and writes."""
    sys.argv = ["tablelight", *command]
    os.environ["TABLELIGHT_DATA"] = data
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(written, 1)
    os.dup2(written, 2)


if __name__ == "__main__":
    _become_services()
