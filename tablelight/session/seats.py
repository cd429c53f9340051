"""Who sits where: which browser plays which seat of the running game. Kept on this side; a browser has only a ticket.

A ticket is a random number of 256 bits in a cookie that scripts cannot read. It says nothing about seats, so there is
nothing in it to forge; what is kept here is only its digest, so that nobody can use what the data folder holds.
"""

import hashlib
import logging
import re
import secrets
import threading
from collections.abc import Sequence
from pathlib import Path

from engine.core.events import Seat
from vision.files import OWNER, bytes_of, read_json, write_json

log = logging.getLogger(__name__)

_MOST_BYTES = 1_000_000
_TICKET = re.compile(r"[A-Za-z0-9_-]{43}")


def new_ticket() -> str:
    """A ticket for a browser that has none."""
    return secrets.token_urlsafe(32)


def is_ticket(text: str) -> bool:
    """Whether a text has the form of a ticket; whether it sits anywhere only ``Seats`` knows."""
    return _TICKET.fullmatch(text) is not None


class Seats:
    """The seats of one table's running game. Safe to use from any thread; ``version`` grows with every change.

    One phone may hold several seats (it is handed round); then it looks through the eyes of one of them at a time.
    ``file``: where it is kept over a restart; None: nowhere.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.RLock()
        self._match: str | None = None
        self._names: tuple[str, ...] = ()
        self._held: dict[Seat, str] = {}
        self._eyes: dict[str, Seat] = {}
        self.version = 0
        self._load()

    def follow(self, match: str | None, names: Sequence[str]) -> None:
        """Be about this match. Who sat as Ana in the last one sits as Ana in the next."""
        with self._lock:
            if match == self._match:
                self._names = tuple(names)  # players may be called otherwise; who sits where stays
                return
            before = {self._names[seat]: holder for seat, holder in self._held.items() if seat < len(self._names)}
            self._match, self._names = match, tuple(names)
            once = [name for name in names if self._names.count(name) == 1]
            self._held = {self._names.index(name): before[name] for name in once if name in before}
            self._eyes = {}
            for seat, holder in sorted(self._held.items()):
                self._eyes.setdefault(holder, seat)
            self._changed()

    def follow_anew(self, match: str | None, names: Sequence[str]) -> None:
        """Be about this match and its names, and have it on the disk: somebody is to be forgotten."""
        with self._lock:
            if match != self._match:
                self._held, self._eyes = {}, {}
            self._match, self._names = match, tuple(names)
            if self._file is not None and self._file.exists():
                self._changed()

    def held(self) -> dict[Seat, str]:
        """The seats that are taken, each with something that stands for its browser."""
        return dict(self._held)

    def of(self, ticket: str) -> tuple[Seat, ...]:
        """The seats that a browser holds, in order."""
        holder = _digest(ticket)
        return tuple(sorted(seat for seat, other in self._held.items() if other == holder))

    def viewpoint(self, ticket: str) -> Seat | None:
        """The seat through whose eyes a browser looks; None: it holds none."""
        return self._eyes.get(_digest(ticket))

    def take(self, ticket: str, seat: Seat, *, from_other: bool = False) -> bool:
        """Sit down. False when there is no such seat, or another browser holds it and ``from_other`` was not said."""
        with self._lock:
            holder = _digest(ticket)
            other = self._held.get(seat)
            if not 0 <= seat < len(self._names) or not is_ticket(ticket):
                return False
            if other not in (None, holder):
                if not from_other:
                    return False
                log.info("the seat of %s goes to another phone", self._names[seat])
            self._held[seat] = holder
            self._eyes[holder] = seat
            if other not in (None, holder):
                self._forget_viewpoint(other)
            self._changed()
            return True

    def look_from(self, ticket: str, seat: Seat) -> bool:
        """See the game from another of this browser's own seats: the phone was handed on. False: not its own."""
        with self._lock:
            if seat not in self.of(ticket):
                return False
            self._eyes[_digest(ticket)] = seat
            self._changed()
            return True

    def leave(self, ticket: str, seat: Seat) -> bool:
        """Give a seat back."""
        with self._lock:
            if seat not in self.of(ticket):
                return False
            del self._held[seat]
            self._forget_viewpoint(_digest(ticket))
            self._changed()
            return True

    def _forget_viewpoint(self, holder: str) -> None:
        """A browser that lost the seat it looked through looks through none until it says so."""
        if self._held.get(self._eyes.get(holder, -1)) != holder:
            self._eyes.pop(holder, None)

    # ---- over a restart

    def _changed(self) -> None:
        self.version += 1
        if self._file is None:
            return
        kept = {"match": self._match, "names": self._names, "held": self._held, "eyes": self._eyes}
        try:
            write_json(self._file, kept, OWNER)
        except OSError as error:
            # Play goes on; after a restart people say once more who they are.
            log.warning("who sits where cannot be kept: %s", error)

    def _load(self) -> None:
        if self._file is None:
            return
        try:
            kept = read_json(bytes_of(self._file, _MOST_BYTES))
            self._held = {int(seat): str(holder) for seat, holder in kept["held"].items()}
            self._eyes = {str(holder): int(seat) for holder, seat in kept["eyes"].items()}
            self._match, self._names = kept["match"], tuple(map(str, kept["names"]))
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("who sat where is forgotten: %s", error)


def _digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()
