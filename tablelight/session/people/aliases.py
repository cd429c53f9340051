"""Which spellings are one person: said by people, kept in a small file, and taken back just so."""

import logging
import threading
from collections.abc import Mapping
from pathlib import Path

from tablelight.session.people.names import key_of
from vision.files import OWNER, bytes_of, read_json, write_json

log = logging.getLogger(__name__)

_MOST_BYTES = 1_000_000


class Aliases:
    """Spellings and the name each of them stands for. Safe to use from any thread; ``version`` grows with each change.

    ``file``: where it is kept over a restart; None: nowhere.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._named: dict[str, tuple[str, str]] = {}  # by key: the spelling itself, and what it stands for
        self.version = 0
        self._load()

    def name_of(self, name: str) -> str:
        """The name that a spelling stands for: itself, where nobody said otherwise."""
        seen: set[str] = set()
        while (key := key_of(name)) in self._named and key not in seen:
            seen.add(key)
            name = self._named[key][1]
        return name

    def spellings_of(self, name: str) -> tuple[str, ...]:
        """The other spellings of a person."""
        key = key_of(name)
        return tuple(spelled for spelled, _ in self._named.values() if key_of(self.name_of(spelled)) == key)

    def merge(self, spelled: str, name: str) -> bool:
        """From now on ``spelled`` is ``name``. False where they are one person. Raises OSError: nothing kept."""
        with self._lock:
            if key_of(self.name_of(spelled)) == key_of(self.name_of(name)):
                return False
            spelled, name = self.name_of(spelled), self.name_of(name)
            self._keep({**self._named, key_of(spelled): (spelled, name)})
            return True

    def part(self, spelled: str) -> bool:
        """That spelling is somebody else again. False where it was. Raises OSError: nothing changed."""
        with self._lock:
            if key_of(spelled) not in self._named:
                return False
            self._keep({key: pair for key, pair in self._named.items() if key != key_of(spelled)})
            return True

    def forget(self, name: str) -> None:
        """No word of a person any more. Raises OSError: nothing changed."""
        with self._lock:
            keys = {key_of(name), *map(key_of, self.spellings_of(name))}
            kept = {key: pair for key, pair in self._named.items() if key not in keys and key_of(pair[1]) not in keys}
            if kept != self._named:
                self._keep(kept)

    def _keep(self, named: Mapping[str, tuple[str, str]]) -> None:
        if self._file is not None:
            plain = [{"spelled": spelled, "is": name} for spelled, name in named.values()]
            write_json(self._file, {"one person": plain}, OWNER)
        self._named = dict(named)
        self.version += 1

    def _load(self) -> None:
        if self._file is None:
            return
        try:
            pairs = read_json(bytes_of(self._file, _MOST_BYTES))["one person"]
            self._named = {key_of(str(p["spelled"])): (str(p["spelled"]), str(p["is"])) for p in pairs}
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("which spellings are one person cannot be read: %s", error)
