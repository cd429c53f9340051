"""What can happen in Roll & Color: nine dice are shown, some are taken up again, a row is scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.components.hues import Hue
from engine.core.events import Fact, Move


def _hues_text(hues: Sequence[Hue]) -> str:
    return " ".join(hue.name for hue in hues)


def _sort_dice(event: "TrayRolled | Reroll") -> None:
    """Dice have no order on the table, so they have none in an event: the same dice are the same event."""
    d6, d12 = tuple(sorted(event.d6)), tuple(sorted(event.d12))
    if d6 != event.d6:
        object.__setattr__(event, "d6", d6)
    if d12 != event.d12:
        object.__setattr__(event, "d12", d12)


@dataclass(frozen=True, slots=True)
class TrayRolled(Fact):
    """The tray shows these nine dice: all of them, also those that were left lying at a reroll."""

    kind: ClassVar[str] = "roll"
    d6: tuple[Hue, ...]
    d12: tuple[Hue, ...]

    def __post_init__(self) -> None:
        _sort_dice(self)

    def words(self) -> str:
        return f"roll {_hues_text(self.d6)} / {_hues_text(self.d12)}"


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """The player takes these dice up to roll them again; ``d6``, ``d12``: the hues they show, sorted."""

    kind: ClassVar[str] = "reroll"
    d6: tuple[Hue, ...] = ()
    d12: tuple[Hue, ...] = ()

    def __post_init__(self) -> None:
        _sort_dice(self)

    def words(self) -> str:
        return f"reroll {_hues_text(self.d6)} / {_hues_text(self.d12)}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"{hue.name}1" for hue in sorted({*self.d6, *self.d12}))

    @property
    def size(self) -> int:
        """How many dice are taken up."""
        return len(self.d6) + len(self.d12)


@dataclass(frozen=True, slots=True)
class RowScored(Move):
    """The player writes the roll into a row; of two alike rows the first open one."""

    kind: ClassVar[str] = "score"
    row: str

    def words(self) -> str:
        return f"score {self.row}"

    def spots(self) -> tuple[str, ...]:
        return (f"{self.row}1",) if self.row in Hue.__members__ else ()
