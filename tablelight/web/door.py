"""Who comes in at the page's door: connections are counted before anything is read from them.

Whoever only holds the door handle is sent away again: a connection has some seconds to say what it wants, and makes
room at once when somebody else comes. Some places are kept for phones at the table, so that no number of strangers
shuts them out; and no address takes them all.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

Peer = tuple[str, int]
"""The address and port that a connection comes from; no two open ones have the same."""
Doing = Literal["waiting", "asking", "watching"]
"""``waiting``: nothing is asked (yet, or any more); ``asking``: a request is being read or answered; ``watching``: an
open page, which may stay."""

MOST, MOST_OF_ONE, RESERVED = 256, 128, 48
"""Connections in all, from one address, and how many of all are kept for phones at the table. A browser has seven at
most, six of them for a moment; forty phones behind one address (a café) fit, as those that rest make room."""
TO_ASK_S, TO_BE_ANSWERED_S = 10.0, 180.0
"""How long a connection may say nothing whole, and how long a question and its answer may take in all."""
_MOST_KNOWN = 100
"""Addresses of phones that showed the code, remembered."""

TOO_MANY_HERE, TOO_MANY = "TOO_MANY_HERE", "TOO_MANY"
"""Why nobody is let in: too many connections from that address, or at all."""


class Wire(Protocol):
    """What a door has to know of a connection's transport."""

    def abort(self) -> None: ...

    def get_write_buffer_size(self) -> int: ...


@dataclass(eq=False, slots=True)
class _Line:
    """One open connection; what it does it has done ``since`` then, seconds."""

    peer: Peer
    wire: Wire
    since: float
    told: Doing = "waiting"

    @property
    def address(self) -> str:
        return self.peer[0]

    @property
    def doing(self) -> Doing:
        """An answer that is still on its way to a slow phone is being given, although nothing works on it any more."""
        return "asking" if self.told == "waiting" and self.wire.get_write_buffer_size() else self.told


@dataclass(eq=False, slots=True)
class Door:
    """Counts and times connections; use from one thread. ``clock``: seconds, never set back."""

    most: int = MOST
    most_of_one: int = MOST_OF_ONE
    reserved: int = RESERVED
    clock: Callable[[], float] = time.monotonic
    _lines: dict[Peer, _Line] = field(default_factory=dict)
    _known: dict[str, None] = field(default_factory=dict)  # whoever came last stands last

    @classmethod
    def for_files(cls, files: int) -> "Door":
        """A door for a process that may have so many files open; half of them are left for everything else."""
        most = min(MOST, files // 2)
        return cls(most, most * MOST_OF_ONE // MOST, most * RESERVED // MOST)

    def __len__(self) -> int:
        return len(self._lines)

    def enter(self, peer: Peer, wire: Wire) -> str:
        """Let a connection in, in place of one that says nothing where it has to be. Else the reason why not."""
        of_one = [line for line in self._lines.values() if line.address == peer[0]]
        if len(of_one) >= self.most_of_one and not self._make_room(of_one):
            return TOO_MANY_HERE
        places = self.most if self._at_the_table(peer[0]) else self.most - self.reserved
        if len(self._lines) >= places and not self._make_room(self._may_go_for(peer[0])):
            return TOO_MANY
        self._lines[peer] = _Line(peer, wire, self.clock())
        return ""

    def leave(self, peer: Peer, wire: Wire) -> None:
        """A connection has ended. Where it was ended here, its port may be another's by now."""
        line = self._lines.get(peer)
        if line is not None and line.wire is wire:
            del self._lines[peer]

    def does(self, peer: Peer, doing: Doing) -> None:
        """From now on the connection does that. Nothing happens where it has gone."""
        line = self._lines.get(peer)
        if line is not None:
            line.told, line.since = doing, self.clock()

    def know(self, address: str) -> None:
        """Somebody there has the table's code."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def cut_late(self) -> None:
        """End every connection that has waited, or been asked for, too long."""
        now, allowed = self.clock(), {"waiting": TO_ASK_S, "asking": TO_BE_ANSWERED_S}
        for line in list(self._lines.values()):
            if now - line.since > allowed.get(line.doing, float("inf")):
                self._cut(line)

    def _at_the_table(self, address: str) -> bool:
        """Whether a phone there has the code, or the page open."""
        watching = any(line.doing == "watching" and line.address == address for line in self._lines.values())
        return watching or address in self._known

    def _may_go_for(self, address: str) -> list[_Line]:
        """Connections that may make room for one from there: of an address that has no fewer; any stranger's for a
        phone at the table."""
        count = Counter(line.address for line in self._lines.values())
        first = self._at_the_table(address)
        return [
            line
            for line in self._lines.values()
            if count[line.address] >= count[address] or (first and not self._at_the_table(line.address))
        ]

    def _make_room(self, lines: list[_Line]) -> bool:
        """End one of these that says nothing: a stranger's first, of the address with most, the oldest."""
        waiting = [line for line in lines if line.doing == "waiting"]
        if not waiting:
            return False
        count = Counter(line.address for line in self._lines.values())
        self._cut(min(waiting, key=lambda one: (self._at_the_table(one.address), -count[one.address], one.since)))
        return True

    def _cut(self, line: _Line) -> None:
        del self._lines[line.peer]
        line.wire.abort()
