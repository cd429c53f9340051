"""Warnings that somebody has read and put away: they come back only when they say something else."""

import hashlib
import json
import logging
import threading
from collections.abc import Mapping
from pathlib import Path

from vision.files import write_json

log = logging.getLogger(__name__)

MAY_BE_HIDDEN = frozenset({"settings", "code", "pictures"})
"""Parts whose warning may be known and left as it is; what stands in the way of playing stays in sight."""


class Notices:
    """What was put away at one table. Safe to use from any thread; ``version`` grows with every change.

    ``file``: where it is kept over a restart; None: nowhere.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file, self._lock = file, threading.Lock()
        self._hidden = _read(file)
        self.version = 0

    def shown(self, troubles: Mapping[str, str]) -> dict[str, str]:
        """Those that nobody has put away."""
        return {part: said for part, said in troubles.items() if self._hidden.get(part) != _sign(said)}

    def put_away(self, part: str, said: str | None) -> None:
        """Somebody has read this one."""
        if part in MAY_BE_HIDDEN and said is not None:
            self._keep({**self._hidden, part: _sign(said)})

    def begin(self, troubles: Mapping[str, str]) -> None:
        """The table starts with these: what was mended meanwhile is news should it come back."""
        self._keep({part: sign for part, sign in self._hidden.items() if part in troubles})

    def _keep(self, hidden: dict[str, str]) -> None:
        with self._lock:
            if hidden == self._hidden:
                return
            self._hidden = hidden
            self.version += 1
            if self._file is None:
                return
            try:
                write_json(self._file, hidden)
            except OSError as error:
                log.warning("what was put away is shown again after a restart: %s", error)


def _read(file: Path | None) -> dict[str, str]:
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file is not None else {}
        return {str(part): str(sign) for part, sign in kept.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        log.warning("what was put away is forgotten: %s", error)
        return {}


def _sign(said: str) -> str:
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()
