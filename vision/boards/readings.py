"""What is read of one picture of a board: which spaces hold a piece, whose it is, and how sure that is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.components.lights import Spot
from engine.inference.observation import SOMEBODY
from vision.readings import Point, Trouble

SpaceStatus = Literal["empty", "piece", "unclear"]


@dataclass(frozen=True, slots=True)
class SpaceReading:
    """One space. ``chance``: that it holds a piece, 0 to 1; ``owners``: chances of whose it is if it does, likeliest
    first; ``owner``: the one it surely is, SOMEBODY while nobody can tell; ``outline_px``: the piece as it is seen."""

    spot: Spot
    status: SpaceStatus
    chance: float
    owner: int = SOMEBODY
    owners: tuple[tuple[int, float], ...] = ()
    outline_px: tuple[Point, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"spot": self.spot, "status": self.status, "chance": round(self.chance, 4), "owner": self.owner}


@dataclass(frozen=True, slots=True)
class BoardReading:
    """All spaces of a board in one picture; none where it was not found. ``ms``: how long it took."""

    spaces: tuple[SpaceReading, ...]
    troubles: tuple[Trouble, ...]
    registered: bool
    ms: float

    @property
    def occupied(self) -> Mapping[Spot, int]:
        """The spaces that surely hold a piece, with whose it is or SOMEBODY."""
        return {space.spot: space.owner for space in self.spaces if space.status == "piece"}

    @property
    def unclear(self) -> Mapping[Spot, float]:
        """The spaces of which nobody can tell, with the chance that they hold a piece."""
        return {space.spot: space.chance for space in self.spaces if space.status == "unclear"}
