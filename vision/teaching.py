"""What the eyes were taught about one table's dice, and how they are taught."""

from dataclasses import dataclass
from pathlib import Path

VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDice:
    """Colours, sizes and arrangement of one table's dice. Saved as versioned JSON."""

    @classmethod
    def load(cls, path: Path) -> "TaughtDice":
        raise NotImplementedError

    def save(self, path: Path) -> None:
        raise NotImplementedError
