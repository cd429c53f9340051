"""Spectrum Solitaire: what the player does."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Move


@dataclass(frozen=True, slots=True)
class Flip(Move):
    """Turn the next cards of the stock onto the waste."""

    kind: ClassVar[str] = "flip"

    def words(self) -> str:
        return "flip"


@dataclass(frozen=True, slots=True)
class Recycle(Move):
    """Turn the waste over: it is the stock of the next pass."""

    kind: ClassVar[str] = "recycle"

    def words(self) -> str:
        return "recycle"


@dataclass(frozen=True, slots=True)
class Put(Move):
    """Move cards. ``source``: ``waste``, a pile ``1``..``12`` or ``home R``; ``to``: ``home`` or a pile."""

    kind: ClassVar[str] = "put"
    source: str
    to: str
    count: int = 1

    def words(self) -> str:
        many = f" x{self.count}" if self.count > 1 else ""
        return f"put {self.source}{many} > {self.to}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"pile:{place}" for place in (self.source, self.to) if place.isdecimal())


@dataclass(frozen=True, slots=True)
class Concede(Move):
    """Give up and count."""

    kind: ClassVar[str] = "concede"

    def words(self) -> str:
        return "concede"
